// Curves with a dot at the frame: what was, drawn out; what is still to come, faint, or not at all.
// Where a curve leaves the picture an arrow says so.

import { clip, dot, line } from "../lib/canvas.js";
import { dashOf } from "../lib/dashes.js";
import { strength } from "../lib/light.js";
import { drawAxes, onAxis } from "../stage/axes.js";
import { curve } from "../stage/sketch.js";
import { hasList, NAME, nameAt, writeNames } from "./names.js";

const LIFT = 9; // pixels, of a name off the line that is still to come
const SAMPLE = 36; // pixels, of a piece of a curve beside its name
const HALF = 11; // pixels, of a name and its rim

export function curves(pen, scene, frame, plane, look, { width, height }) {
  const { box, place } = plane;
  const listed = hasList(scene, height);
  const at = (value) => place.y(onAxis(scene.layout.yaxis, value));
  drawAxes(pen, scene.layout, plane, look);
  const alpha = ({ name, letter }) => strength(look.meant, name, letter);
  clip(pen, box, () => {
    for (const level of scene.levels) {
      pen.globalAlpha = alpha(level);
      drawLevel(pen, at(level.y), box, look);
    }
    pen.globalAlpha = scene.ink * strength(look.meant);
    for (const upright of scene.uprights ?? []) drawUpright(pen, place.x(upright), box, look);
    for (const track of scene.tracks) {
      drawTrack(pen, scene, track, frame, place, { alpha: alpha(track), future: look.future });
    }
    pen.setLineDash([]);
  });
  const x = place.x(scene.x[frame]);
  const ends = scene.tracks.map((track) => endOf(track, at(track.y[frame]), box)).filter(Boolean);
  for (const { track, y, side } of ends) {
    pen.globalAlpha = alpha(track);
    drawExits(pen, scene, track, frame, plane, at);
    if (side) drawArrow(pen, x, side, box, track.colour);
    else drawEnd(pen, x, { track, y }, ends, look);
  }
  if (listed) listNames(pen, scene, alpha, plane, look);
  writeNames(
    pen,
    (listed ? [] : ends).map(({ track, y }) => ({
      text: nameAt(scene, track, track.y[frame]),
      colour: track.colour,
      alpha: alpha(track),
      x,
      y,
    })),
    scene.levels.map((level) => ({ text: level.name, y: at(level.y), alpha: alpha(level) })),
    { box, width, lift: look.future === false ? 0 : LIFT, ink: inkOf(scene, frame, place, at) },
    look,
  );
}

// Names in the upper left corner, each behind a piece of its curve: where curves lie upon each other,
// at their ends names would cover them.
function listNames(pen, { tracks }, alpha, { box }, look) {
  pen.font = `bold ${NAME}px ${look.font}`;
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  tracks.forEach((track, i) => {
    const [left, y] = [box.left + 10, box.top + 14 + 20 * i];
    pen.globalAlpha = alpha(track);
    line(pen, track.colour, 2.5, dashOf(track.dash));
    pen.moveTo(left, y);
    pen.lineTo(left + SAMPLE, y);
    pen.stroke();
    pen.setLineDash([]);
    line(pen, look.paper, 8); // wide: the line of a goal may lie behind
    pen.lineJoin = "round";
    pen.strokeText(track.name, left + SAMPLE + 8, y);
    pen.lineJoin = "miter";
    pen.fillStyle = track.colour;
    pen.fillText(track.name, left + SAMPLE + 8, y);
  });
  pen.globalAlpha = 1;
}

const SAME = 3; // pixels between ends that lie on each other
const [FAINT, DOT, RIM, RING] = [2.5, 4.5, 5.5, 7]; // pixels, of their radii

// A dot; of curves that end on each other the first has a ring around it, so that two are seen.
function drawEnd(pen, x, { track, y }, ends, look) {
  const size = track.faint ? FAINT : DOT;
  const here = ends.filter((end) => !end.track.faint && Math.abs(end.y - y) < SAME);
  if (here.length < 2 || here[0].track !== track) return dot(pen, x, y, track.colour, size);
  dot(pen, x, y, track.colour, RING);
  dot(pen, x, y, look.paper, RIM);
}

const ARROW = 5; // pixels, half of its width
const APART = 3 * ARROW; // pixels from one to the next

// -1 above the picture, 1 below it, 0 in it; a dot at its very edge is still seen.
const beyond = (y, { top, bottom }, edge = 0) => (y > bottom + edge) - (y < top - edge);

// The end of a curve at the frame; of one beyond the picture its name stands at the edge.
function endOf(track, y, box) {
  if (!Number.isFinite(y)) return null;
  const side = beyond(y, box, 9);
  return { track, side, y: side ? Math.min(Math.max(y, box.top + 8), box.bottom - 8) : y };
}

function drawExits(pen, { x }, { y, colour }, frame, { box, place }, at) {
  let last = -Infinity;
  for (let i = 1; i <= frame; i++) {
    const [from, to] = [at(y[i - 1]), at(y[i])];
    const side = beyond(to, box, 2);
    if (!side || beyond(from, box) === side) continue;
    const share = ((side < 0 ? box.top : box.bottom) - from) / (to - from);
    const across = place.x(x[i - 1] + share * (x[i] - x[i - 1]));
    if (across - last < APART) continue;
    drawArrow(pen, across, side, box, colour);
    last = across;
  }
}

function drawArrow(pen, x, side, { top, bottom }, colour) {
  const edge = side < 0 ? top : bottom;
  pen.fillStyle = colour;
  pen.beginPath();
  pen.moveTo(x, edge + side);
  pen.lineTo(x - ARROW, edge - 1.6 * side * ARROW);
  pen.lineTo(x + ARROW, edge - 1.6 * side * ARROW);
  pen.fill();
}

// How many pieces of the curves pass through a name between `left` and `right` around `y`; a level,
// which can be seen on both sides of it, counts less.
const inkOf =
  ({ x, tracks, levels }, frame, place, at) =>
  (left, right, y) => {
    let count = 0.4 * levels.filter((level) => Math.abs(at(level.y) - y) < HALF).length;
    for (let i = frame; i > 0 && place.x(x[i]) > left; i--) {
      if (place.x(x[i - 1]) > right) continue;
      for (const track of tracks) {
        const ends = [at(track.y[i - 1]), at(track.y[i])];
        count += Math.min(...ends) < y + HALF && Math.max(...ends) > y - HALF;
      }
    }
    return count;
  };

export function drawLevel(pen, y, box, look, width = 1) {
  line(pen, look.text, width, [2, 4]);
  pen.moveTo(box.left, y);
  pen.lineTo(box.right, y);
  pen.stroke();
}

function drawUpright(pen, x, box, look) {
  line(pen, look.text, 1, []);
  pen.moveTo(x, box.top);
  pen.lineTo(x, box.bottom);
  pen.stroke();
}

// A curve up to the frame `last`; `style` = {color, width, dash}.
export function drawUpTo(pen, { x, layout }, y, last, style, place) {
  const part = { x: x.subarray(0, last + 1), y: y.subarray(0, last + 1), line: style };
  curve(pen, part, layout, place);
}

function drawTrack(pen, scene, { y, colour, dash, faint }, frame, place, { alpha, future }) {
  if (future !== false) {
    // As thin as the screen can: a tenth of the time without a graphics card.
    const hairline = 1 / devicePixelRatio;
    pen.globalAlpha = 0.4 * alpha;
    drawUpTo(pen, scene, y, y.length - 1, { color: colour, width: hairline, dash }, place);
  }
  pen.globalAlpha = (faint ? 0.55 : 1) * alpha;
  drawUpTo(pen, scene, y, frame, { color: colour, width: 2.5, dash }, place);
  pen.globalAlpha = 1;
}
