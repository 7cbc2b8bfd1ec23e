// The path of two weights in their plane, over the mean loss as ground. On the thick axes one of the
// two is exactly 0.

import { clip, dot, line, segment } from "../lib/canvas.js";
import { dashOf } from "../lib/dashes.js";
import { drawAxes, planeOf } from "../stage/axes.js";
import { TOP, writeKept } from "./kept.js";
import { magnify } from "./magnifier.js";

const DARKEST = 0.34;
const OLD = 0.65; // so strong is a path long ago
const RECENT = 12; // frames

export function plane(pen, scene, frame, { box: whole, spans }, look, size) {
  const { place, box } = planeOf({ ...whole, top: TOP }, spans);
  const { layout, x, y } = scene;
  clip(pen, box, () => {
    ground(pen, scene, box, look);
    contours(pen, scene, box, look);
  });
  const xaxis = withShortTitle(pen, layout.xaxis, box.right - box.left, look);
  const yaxis = withShortTitle(pen, layout.yaxis, box.bottom - box.top, look);
  drawAxes(pen, { xaxis, yaxis }, { box, spans, place }, look, true);
  clip(pen, box, () => {
    zeros(pen, box, place, look);
    path(pen, scene, frame, place);
  });
  if (scene.best) best(pen, scene.best, place, look);
  const [across, up] = look.step?.path.at(-1) ?? [x[frame], y[frame]];
  head(pen, scene, place.x(across), place.y(up), look);
  if (look.step) magnify(pen, scene, look.step, box, look);
  writeKept(pen, scene, frame, size, look);
}

// Lines of the grid would be taken for contours.
const quiet = (axis) => ({ ...axis, showgrid: false });

const FEW = 80; // pixels of an axis that hold too little of a name

// With a title that is no longer than the axis.
function withShortTitle(pen, axis, room, look) {
  pen.font = `14px ${look.font}`;
  const { text } = axis.title;
  let short = room < FEW ? "" : text;
  while (short.length > 3 && pen.measureText(short).width > room) short = `${short.slice(0, -2)}…`;
  return { ...quiet(axis), title: { ...axis.title, text: short } };
}

const sideOf = ({ losses }) => Math.round(Math.sqrt(losses.length));

// A small picture of the loss, made once for each colour of letters, is stretched over the box.
const grounds = new WeakMap();

function ground(pen, scene, box, look) {
  const made = grounds.get(scene.losses);
  if (made?.text !== look.text) {
    grounds.set(scene.losses, { text: look.text, canvas: paintGround(scene, look) });
  }
  const { canvas } = grounds.get(scene.losses);
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  // Cells are around the places of the grid: those at the edge are half inside.
  const half = 0.5 / canvas.width;
  const [wide, high] = [width / (1 - 2 * half), height / (1 - 2 * half)];
  pen.imageSmoothingEnabled = true;
  pen.drawImage(canvas, box.left - half * wide, box.top - half * high, wide, high);
}

function paintGround(scene, look) {
  const n = sideOf(scene);
  const canvas = Object.assign(document.createElement("canvas"), { width: n, height: n });
  const pen = canvas.getContext("2d");
  const { losses } = scene;
  const [low, high] = [Math.min(...losses), Math.max(...losses)];
  pen.fillStyle = look.text;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      pen.globalAlpha = DARKEST * Math.sqrt((losses[i * n + j] - low) / (high - low || 1));
      pen.fillRect(j, n - 1 - i, 1, 1);
    }
  }
  return canvas;
}

function contours(pen, scene, box, look) {
  const n = sideOf(scene);
  const across = (j) => box.left + (j / (n - 1)) * (box.right - box.left);
  const up = (i) => box.bottom - (i / (n - 1)) * (box.bottom - box.top);
  pen.globalAlpha = 0.4;
  line(pen, look.text, 0.8);
  for (const level of scene.levels) {
    for (const [from, to] of crossings(scene.losses, n, level)) {
      pen.moveTo(across(from[0]), up(from[1]));
      pen.lineTo(across(to[0]), up(to[1]));
    }
  }
  pen.stroke();
  pen.globalAlpha = 1;
}

// The pieces of a contour, cell by cell, in places of the grid.
export function crossings(heights, n, level) {
  const pieces = [];
  for (let i = 0; i < n - 1; i++) {
    for (let j = 0; j < n - 1; j++) {
      const corners = [
        [j, i],
        [j + 1, i],
        [j + 1, i + 1],
        [j, i + 1],
      ];
      const cuts = [];
      corners.forEach((from, k) => {
        const to = corners[(k + 1) % 4];
        const [a, b] = [heights[from[1] * n + from[0]], heights[to[1] * n + to[0]]];
        if (a < level === b < level) return;
        const share = (level - a) / (b - a);
        cuts.push([from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]);
      });
      for (let k = 0; k + 1 < cuts.length; k += 2) pieces.push([cuts[k], cuts[k + 1]]);
    }
  }
  return pieces;
}

// There a feature is dropped.
function zeros(pen, box, place, look) {
  const [x, y] = [place.x(0), place.y(0)];
  pen.globalAlpha = 0.4;
  segment(pen, [x, box.top], [x, box.bottom], look.text, 5);
  segment(pen, [box.left, y], [box.right, y], look.text, 5);
  pen.globalAlpha = 1;
}

function path(pen, scene, frame, place) {
  const since = Math.max(0, frame - RECENT);
  piece(pen, scene, 0, since, place, OLD, 1.8);
  piece(pen, scene, since, frame, place, 1, 3);
}

function piece(pen, { x, y, colour, dash }, from, to, place, alpha, width) {
  if (to <= from) return;
  pen.globalAlpha = alpha;
  line(pen, colour, width, alpha < 1 ? [] : dashOf(dash));
  pen.lineJoin = "round";
  for (let f = from; f <= to; f++) pen.lineTo(place.x(x[f]), place.y(y[f]));
  pen.stroke();
  pen.setLineDash([]);
  pen.globalAlpha = 1;
}

function best(pen, [x, y], place, look) {
  pen.font = `bold 15px ${look.font}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineWidth = 3;
  pen.strokeStyle = look.paper;
  pen.fillStyle = look.text;
  pen.strokeText("✕", place.x(x), place.y(y));
  pen.fillText("✕", place.x(x), place.y(y));
}

function head(pen, { letter, colour }, x, y, look) {
  dot(pen, x, y, look.paper, 10.5);
  dot(pen, x, y, colour, 9);
  pen.font = `bold 12px ${look.font}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillStyle = look.paper;
  pen.fillText(letter, x, y + 0.5);
}
