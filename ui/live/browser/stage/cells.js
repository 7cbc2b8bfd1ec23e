// Cells of a heatmap on a canvas, and the axes on which cells and names stand.

import { decode } from "../lib/numbers.js";
import { axesOf, shortOf } from "./panes.js";

// Those without a bar of colours beside them.
export const drawableCells = ({ type, showscale, colorscale, zmin, zmax }) =>
  type === "heatmap" &&
  showscale === false &&
  Array.isArray(colorscale) &&
  [zmin, zmax].every(Number.isFinite);

const CHANNELS = /[\d.]+/g;

// Red, green, blue and how opaque, of a colour as figures write them.
function channels(colour) {
  if (colour.startsWith("#")) {
    return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)).concat(1);
  }
  const [r, g, b, a = 1] = colour.match(CHANNELS).map(Number);
  return [r, g, b, a];
}

function colourAt(scale, share) {
  const next = Math.max(
    1,
    scale.findIndex(([at]) => at >= share),
  );
  const [[from, low], [to, high]] = [scale[next - 1], scale[next]];
  const part = to > from ? Math.min(1, Math.max(0, (share - from) / (to - from))) : 0;
  const mixed = low.map((channel, i) => channel + part * (high[i] - channel));
  return `rgba(${mixed.slice(0, 3).map(Math.round)},${mixed[3]})`;
}

export function drawCells(pen, { x, y, z, zmin, zmax, colorscale, xgap = 0, ygap = 0 }, place) {
  const scale = colorscale.map(([at, colour]) => [at, channels(colour)]);
  const across = edgesOf(x, place.x, xgap);
  const down = edgesOf(y, place.y, ygap);
  z.forEach((row, j) => {
    row.forEach((value, i) => {
      if (!Number.isFinite(value)) return;
      pen.fillStyle = colourAt(scale, (value - zmin) / (zmax - zmin || 1));
      pen.fillRect(across[i][0], down[j][0], across[i][1], down[j][1]);
    });
  });
}

// Where each cell begins along an axis, and how long it is, in whole pixels: else seams were seen.
function edgesOf(values, place, gap) {
  const half = (values[1] - values[0] || 1) / 2;
  return Array.from(values, (value) => {
    const ends = [place(value - half), place(value + half)].map(Math.round);
    return [Math.min(...ends) + gap / 2, Math.abs(ends[1] - ends[0]) - gap];
  });
}

// The layout with what cells and names ask of axes that do not say it: names stand side by side in the
// order in which they come, and cells fill an axis.
export function withNames({ data, layout }) {
  const changed = {};
  for (const name of axesOf(layout)) {
    const [letter, axis] = [name[0], layout[name]];
    const own = data.filter((trace) => (trace[`${letter}axis`] ?? letter) === shortOf(name));
    const filled = own.some(({ type }) => type === "heatmap");
    const named = own.some((trace) => typeof trace[letter]?.[0] === "string");
    if ((!filled && !named) || axis.range) continue;
    const names = named ? (axis.categoryarray ?? namesIn(own, letter)) : null;
    const ends = names ? [-0.5, names.length - 0.5] : endsOf(decode(own[0][letter]));
    const range = axis.autorange === "reversed" ? ends.reverse() : ends;
    changed[name] = { ...axis, range };
    if (names) Object.assign(changed[name], { type: "category", categoryarray: names });
  }
  return { ...layout, ...changed };
}

const namesIn = (traces, letter) => [...new Set(traces.flatMap((trace) => trace[letter]))];

function endsOf(values) {
  const half = (values[1] - values[0] || 1) / 2;
  return [values[0] - half, values.at(-1) + half];
}

// Where cells are square the axis that has more room shows more.
export function makeSquare(layout, spans, box) {
  if (!layout.yaxis.scaleanchor) return;
  const [wide, high] = [box.right - box.left, box.bottom - box.top];
  const sizes = [spans.xaxis, spans.yaxis].map(([from, to]) => Math.abs(to - from));
  const step = Math.max(sizes[0] / wide, sizes[1] / high);
  spans.xaxis = widen(spans.xaxis, step * wide);
  spans.yaxis = widen(spans.yaxis, step * high);
}

function widen([from, to], size) {
  const [middle, half] = [(from + to) / 2, (Math.sign(to - from) * size) / 2];
  return [middle - half, middle + half];
}
