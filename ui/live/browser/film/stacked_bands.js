// Bands one upon the other, with a line across them.

import { clip, dot, line, segment } from "../lib/canvas.js";
import { strength } from "../lib/light.js";
import { spread } from "../lib/spread.js";
import { drawAxes } from "../stage/axes.js";
import { drawLevel, drawUpTo } from "./curves.js";
import { NAME, nameOf } from "./names.js";

const GAP = 17; // pixels from one name to the next below it
const HIGHER = "\u2191 higher"; // where the bands leave the picture

export function drawBands(pen, scene, frame, plane, look) {
  const { box, place } = plane;
  const { x } = scene;
  const bands = partsOf(scene, "band");
  scene.edges ??= edgesOf(bands, x.length);
  const future = look.future !== false;
  const alpha = ({ name, letter }) => strength(look.meant, name, letter);
  clip(pen, box, () =>
    bands.forEach((band, b) => {
      if (future) fillBand(pen, scene, b, x.length - 1, place, band.colour, 0.16 * alpha(band));
      fillBand(pen, scene, b, frame, place, band.colour, 0.7 * alpha(band));
    }),
  );
  drawAxes(pen, scene.layout, plane, look);
  drawLines(pen, scene, frame, plane, look);
  writeHigher(pen, scene, frame, plane, look);
  if (scene.marked !== null && x[frame] >= scene.marked) writeThickness(pen, scene, plane, look);
  writeLabels(pen, scene, future ? null : frame, frame, plane, look);
}

const partsOf = ({ tracks }, part) => tracks.filter((track) => track.part === part);

// The levels, the upper edge of the bands, the line across them, and the frame.
function drawLines(pen, scene, frame, { box, place }, look) {
  const { x, levels } = scene;
  const alpha = ({ name, letter }) => strength(look.meant, name, letter);
  const lines = partsOf(scene, "line");
  clip(pen, box, () => {
    for (const level of levels) {
      pen.globalAlpha = alpha(level);
      drawLevel(pen, place.y(level.y), box, look, 1.2);
    }
    for (const edge of partsOf(scene, "edge")) {
      pen.globalAlpha = alpha(edge);
      drawUpTo(pen, scene, edge.y, frame, { color: edge.colour, width: 2.5 }, place);
    }
    for (const measured of lines) {
      const style = { color: look.text, width: 2.5 };
      if (look.future !== false) {
        pen.globalAlpha = 0.35 * alpha(measured);
        drawUpTo(pen, scene, measured.y, x.length - 1, style, place);
      }
      pen.globalAlpha = alpha(measured);
      drawUpTo(pen, scene, measured.y, frame, style, place);
    }
    pen.globalAlpha = 1;
    line(pen, look.text, 1);
    pen.moveTo(place.x(x[frame]), box.top);
    pen.lineTo(place.x(x[frame]), box.bottom);
    pen.stroke();
  });
  for (const measured of lines) {
    pen.globalAlpha = alpha(measured);
    dot(pen, place.x(x[frame]), place.y(measured.y[frame]), look.text);
  }
  pen.globalAlpha = 1;
}

// The lower edge of each band, and the upper one of the last.
function edgesOf(bands, length) {
  const edges = [new Float64Array(length)];
  for (const { y } of bands) {
    const below = edges.at(-1);
    edges.push(y.map((value, i) => below[i] + value));
  }
  return edges;
}

// The band from `edges[b]` up to the next, up to the frame `last`.
function fillBand(pen, { x, edges }, b, last, place, colour, alpha) {
  const [lower, upper] = [edges[b], edges[b + 1]];
  pen.globalAlpha = alpha;
  pen.fillStyle = colour;
  pen.beginPath();
  for (let i = 0; i <= last; i++) pen.lineTo(place.x(x[i]), place.y(upper[i]));
  for (let i = last; i >= 0; i--) pen.lineTo(place.x(x[i]), place.y(lower[i]));
  pen.fill();
  pen.globalAlpha = 1;
}

// A sign where the upper edge comes from above the picture.
function writeHigher(pen, { x, edges }, frame, { box, spans, place }, look) {
  const upper = edges.at(-1);
  let i = frame;
  while (i >= 0 && upper[i] <= spans[1][1]) i -= 1;
  if (i < 0) return;
  pen.font = `${NAME}px ${look.font}`;
  pen.textBaseline = "top";
  pen.textAlign = "left";
  const size = pen.measureText(HIGHER).width;
  const [leaves, now] = [place.x(x[i]), place.x(x[frame])];
  // Over the bands that are cut off; beyond their steep edge where there is no room for it.
  let left = leaves - size - 8;
  if (left < box.left + 4) left = leaves + 14;
  if (left < now + 4 && left + size > now - 4) left = now + 6;
  pen.lineWidth = 4;
  pen.lineJoin = "round";
  pen.strokeStyle = look.paper;
  pen.strokeText(HIGHER, left, box.top + 2);
  pen.fillStyle = look.text;
  pen.fillText(HIGHER, left, box.top + 2);
  pen.lineJoin = "miter";
}

// The place that is marked, and how thick the bands are there, all but the lowest.
function writeThickness(pen, { x, edges, marked, digits, tracks }, { place }, look) {
  const i = x.findLastIndex((value) => value <= marked);
  const across = place.x(x[i]);
  const bands = partsOf({ tracks }, "band");
  const last = i === x.length - 1; // the names stand at its right
  const beside = last ? across - 6 : across + 6;
  pen.font = `bold ${NAME}px ${look.font}`;
  pen.textAlign = last ? "right" : "left";
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  bands.forEach(({ y }, b) => {
    if (!b) return;
    const middle = place.y((edges[b][i] + edges[b + 1][i]) / 2);
    segment(pen, [across, place.y(edges[b][i])], [across, place.y(edges[b + 1][i])], look.text, 2);
    pen.strokeStyle = look.paper;
    pen.lineWidth = 4;
    pen.fillStyle = look.text;
    pen.strokeText(y[i].toFixed(digits), beside, middle);
    pen.fillText(y[i].toFixed(digits), beside, middle);
  });
  pen.lineJoin = "miter";
}

// The heights of the names at the right: at the bands' ends, or, where the end is not to be shown, at
// what they are at the frame.
function heightsOf({ tracks, edges }, frame, { box, place }) {
  if (frame === null) return tracks.map(({ label }) => place.y(label));
  let b = 0;
  const middles = tracks.map(({ part, y }) => {
    if (part !== "band") return place.y(y[frame]);
    b += 1;
    return place.y((edges[b - 1][frame] + edges[b][frame]) / 2);
  });
  // Of those beyond the picture the upper one stays the upper one.
  const inside = middles.map((y, i) => Math.max(box.top, Math.min(box.bottom, y)) - i / 1000);
  return spread(inside, GAP, box.top + NAME / 2, box.bottom);
}

// Where the name of a level ends, and its foot: where the fewest curves run through it, at the right
// and over the level if it can be.
function placeOnLevel(pen, { x, tracks }, level, { box, place }) {
  const size = pen.measureText(level.name).width;
  const curves = tracks.filter(({ part }) => part !== "band");
  const [over, under] = [place.y(level.y) - 2, place.y(level.y) + NAME + 4];
  const inkUnder = ({ right, bottom }) => {
    const within = (y, i) =>
      Math.abs(place.x(x[i]) - right + size / 2) < size / 2 + 4 &&
      Math.abs(place.y(y) - bottom + NAME / 2) < NAME / 2 + 2;
    return curves.reduce((sum, { y }) => sum + y.filter(within).length, 0);
  };
  const ends = [box.right - 4, (box.left + box.right + size) / 2, box.left + size + 6];
  const places = ends.flatMap((right) => [over, under].map((bottom) => ({ right, bottom })));
  const prices = places.map(inkUnder);
  return places[prices.indexOf(Math.min(...prices))];
}

function writeLabels(pen, scene, at, frame, plane, look) {
  const { box } = plane;
  const { tracks, levels, digits } = scene;
  pen.font = `${NAME}px ${look.font}`;
  pen.textAlign = "right";
  pen.textBaseline = "bottom";
  pen.fillStyle = look.text;
  pen.strokeStyle = look.paper;
  pen.lineWidth = 4;
  pen.lineJoin = "round";
  for (const level of levels) {
    pen.globalAlpha = strength(look.meant, level.name);
    const { right, bottom } = placeOnLevel(pen, scene, level, plane);
    pen.strokeText(level.name, right, bottom); // it may stand on a band
    pen.fillText(level.name, right, bottom);
  }
  pen.lineJoin = "miter";
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  const heights = heightsOf(scene, at, plane);
  tracks.forEach((track, i) => {
    const { name, letter, part, colour, y } = track;
    pen.globalAlpha = strength(look.meant, name, letter);
    pen.fillStyle = part === "line" ? look.text : colour;
    const thick = part === "band" ? 10 : 3;
    pen.fillRect(box.right + 6, heights[i] - thick / 2, 8, thick);
    pen.fillStyle = look.text;
    const number = digits ? ` ${y[frame].toFixed(digits)}` : "";
    pen.fillText(`${nameOf(track)}${number}`, box.right + 18, heights[i]);
  });
  pen.globalAlpha = 1;
}
