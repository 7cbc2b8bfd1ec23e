// Names at the moving ends of curves and at the ends of levels: beside the dot where there is room,
// else before it, kept apart from each other and inside the canvas.

import { groupDigits } from "../lib/numbers.js";
import { spread } from "../lib/spread.js";

export const NAME = 14; // pixels
const GAP = 17; // from one name to the next below it
const BESIDE = 8; // from a dot to its name
const ABOVE = 9; // from a line to the middle of a name over it
const AROUND = [-12, 14, -24, 26, -36, 38, -46]; // from a dot to the middle of a name before it
const FAR = 40; // pixels away, a name is as bad as one that a piece of a curve strikes out
const EDGE = 4;
const LEAST = 260; // pixels of a picture's height with a list of names
// Of the canvas so much at most is kept free for names at the right; a high one has room for them
// between its curves.
const [MOST, HIGH] = [0.44, 0.32];

const font = (bold, look) => `${bold ? "bold " : ""}${NAME}px ${look.font}`;

// What stands at a curve's end: its letter, or its name in full; nothing at those in the background.
export const nameOf = ({ letter, name, faint }) => letter || (faint ? "" : (name ?? ""));

// Whether names stand in a list in the picture: in a low one it would lie on the curves.
export const hasList = ({ listed }, height) => Boolean(listed) && height > LEAST;

// The same with the height beside it, where the scene writes heights.
export function nameAt({ digits }, track, height) {
  const name = nameOf(track);
  if (!name || !Number.isInteger(digits)) return name;
  return `${name}: ${groupDigits(height, digits, digits).replace("-", "−")}`;
}

function widthOf(pen, text, bold, look) {
  pen.font = font(bold, look);
  return pen.measureText(text).width;
}

// The room at the right that words need, 0 where they would take too much of the canvas. Bands have
// a mark of their colour before their names, and no other place for them.
export function roomForNames(pen, scene, look, { width, height }) {
  const { kind, tracks = [], digits } = scene;
  const marks = kind === "stacked_bands" ? tracks : [];
  if (marks.length) {
    const number = digits ? ` ${(0).toFixed(digits)}` : "";
    return 26 + Math.max(...marks.map((each) => widthOf(pen, nameOf(each) + number, false, look)));
  }
  if (kind !== "curves" || hasList(scene, height)) return 0;
  const named = tracks.filter((track) => !track.letter && nameOf(track));
  if (!named.length) return 0;
  const words = named.flatMap((track) => {
    const known = track.y.filter((y) => Number.isFinite(y));
    return [Math.min(...known), Math.max(...known)].map((y) => nameAt(scene, track, y));
  });
  const levels = (scene.levels ?? []).map(({ name }) => widthOf(pen, name, false, look));
  const widest = Math.max(...words.map((text) => widthOf(pen, text, true, look)), ...levels);
  const room = widest + BESIDE + EDGE + 4;
  return room <= (height > width ? HIGH : MOST) * width ? room : 0;
}

// `ends` = [{ text, colour, x, y, alpha }] at the dots of curves; `levels` = [{ text, y, alpha }].
// `lift` raises names beside a dot off the line behind it; `ink(left, right, y)` weighs what is drawn
// where a name would lie.
export function writeNames(pen, ends, levels, { box, width, lift, ink }, look) {
  // Of two levels around a curve the lower one has its name on the other side, away from the curve.
  const under = ({ y }) => levels.some((other) => other.y < y);
  // Names of levels first: those of curves have more places.
  const before = levels.map((level) =>
    atLevel(pen, level, { box, width, ink, under: under(level) }, look),
  );
  for (const end of ends) before.push(beside(pen, end, { box, width, lift, ink, before }, look));
  // Where a curve ends on a level its own name is the upper one.
  const [high, low] = [before.slice(levels.length), before.slice(0, levels.length)];
  const labels = [...high, ...low].filter(({ text }) => text);
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  pen.lineWidth = 4;
  pen.setLineDash([]);
  for (const label of keptApart(labels, box)) {
    pen.font = font(label.bold, look);
    pen.globalAlpha = label.alpha ?? 1;
    pen.strokeStyle = look.paper;
    pen.fillStyle = label.colour;
    pen.strokeText(label.text, label.left, label.y);
    pen.fillText(label.text, label.left, label.y);
  }
  pen.lineJoin = "miter";
  pen.globalAlpha = 1;
}

function beside(pen, end, { box, width, lift, ink, before }, look) {
  const size = widthOf(pen, end.text, true, look);
  if (end.x + BESIDE + size <= width - EDGE) {
    const left = end.x + BESIDE;
    // A level that runs on through the name would strike it out.
    const inkAt = (y) => (left < box.right - EDGE ? ink(left, left + size, y) : 0);
    const places = [-lift, ...AROUND].map((shift) => ({ y: end.y + shift }));
    const least = Math.min(...places.map(({ y }) => inkAt(y)));
    const { y } = places.find((one) => inkAt(one.y) === least);
    return { ...end, bold: true, size, left, y };
  }
  // Before the dot is the curve itself: the name stands over or under it, where less is drawn and
  // no other name stands; not on the axis, as long as there is room elsewhere.
  const inside = Math.min(Math.max(end.x - BESIDE - size, box.left), width - EDGE - size);
  const left = Math.max(EDGE, inside);
  const close = (y) => (other) => other.text && Math.abs(other.y - y) < GAP - 1;
  const namesAt = (y) => before.filter(close(y)).length;
  const places = AROUND.map((shift) => ({ y: end.y + shift, away: Math.abs(shift) / FAR }))
    .filter(({ y }) => y > box.top + NAME / 2 && y < box.bottom)
    .map(({ y, away }) => ({ y, price: ink(left, left + size, y) + 2 * namesAt(y) + away }));
  const least = Math.min(...places.map(({ price }) => price));
  const { y } = places.find(({ price }) => price === least) ?? { y: end.y };
  return { ...end, bold: true, size, left, y };
}

function atLevel(pen, level, { box, width, ink, under }, look) {
  const size = widthOf(pen, level.text, false, look);
  const part = { ...level, colour: look.text, size };
  if (box.right + BESIDE + size <= width - EDGE) return { ...part, left: box.right + BESIDE };
  const left = box.right - 2 - size;
  const [over, below] = [level.y - ABOVE, level.y + ABOVE + 1];
  const inkAlong = (y) => ink(left, left + size, y);
  return { ...part, left, y: under && inkAlong(below) <= inkAlong(over) ? below : over };
}

// Only names that would lie on each other are moved.
function keptApart(labels, box) {
  const clusters = [];
  for (const label of [...labels].sort((a, b) => a.left - b.left)) {
    const last = clusters.at(-1);
    if (last && label.left < last.right) {
      last.labels.push(label);
      last.right = Math.max(last.right, label.left + label.size);
    } else clusters.push({ labels: [label], right: label.left + label.size });
  }
  return clusters.flatMap(({ labels: some }) => {
    const [low, high] = [box.top + NAME / 2, box.bottom + NAME / 2];
    const heights = spread(
      some.map(({ y }) => y),
      GAP,
      low,
      high,
    );
    return some.map((label, i) => ({ ...label, y: heights[i] }));
  });
}
