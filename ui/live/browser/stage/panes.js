// The panes of a figure, one above the other along one x axis: where each stands, and what it shows.

import { planeOf, span } from "./axes.js";

// The axes of a layout in its own names: "xaxis", "yaxis", and "yaxis2" of a second pane.
export const axesOf = (layout) => Object.keys(layout).filter((name) => /^[xy]axis\d*$/.test(name));

// Plotly's short name of an axis, by which curves and notes call it: "y2" is "yaxis2".
export const shortOf = (name) => name.replace("axis", "");

// `shown` = for each axis what it shows, as `spansOf` returns it. Returns the panes by the short name
// of their y axis, the first one first; `foot` is that under which the x axis stands.
export function panesOf(layout, box, shown) {
  const height = box.bottom - box.top;
  const panes = {};
  for (const name of axesOf(layout).filter((axis) => axis.startsWith("y"))) {
    const [low, high] = layout[name].domain ?? [0, 1];
    const part = { ...box, top: box.bottom - high * height, bottom: box.bottom - low * height };
    const axes = { xaxis: layout.xaxis, yaxis: layout[name] };
    const foot = (layout.xaxis.anchor ?? "y") === shortOf(name);
    panes[shortOf(name)] = { axes, foot, ...planeOf(part, [shown.xaxis, shown[name]]) };
  }
  return panes;
}

// What each axis shows: where the reader zoomed to, or what the figure asks for, or all points; and
// while a hand moves never less than `held`, what it showed before.
export function spansOf(layout, curves, zoomed, held, box) {
  // Dots at the very edge would be half hidden.
  const marked = curves.filter(({ mode }) => mode?.includes("markers"));
  const dotted = marked.reduce((sum, { x }) => sum + x.length, 0) > 1;
  const free = (layout.meta?.free ?? []).map(shortOf);
  const spans = {};
  for (const name of axesOf(layout)) {
    const across = name.startsWith("x");
    const arrays = curves
      .filter((curve) => across || (curve.yaxis ?? "y") === shortOf(name))
      .map((curve) => (across ? curve.x : curve.y));
    if (!across) arrays.push(heightsOf(layout, shortOf(name)));
    if (!across && curves.some(({ type }) => type === "bar")) arrays.push([0]);
    const padding = across ? (dotted ? 0.06 : 0) : 0.055 + overBars(curves, box);
    const own = span(layout[name], zoomed[name], arrays, padding);
    const before = zoomed[name] || free.includes(shortOf(name)) ? null : held?.[name];
    spans[name] = before ? grow(before, own, layout[name].range ? 0 : SLACK) : own;
  }
  return spans;
}

// The room of the words over bars, as a share of what bars have.
function overBars(curves, box) {
  const [bars] = curves.filter(({ textposition }) => textposition === "outside");
  if (!bars || !box) return 0;
  const words = (1.3 * (bars.textfont?.size ?? 12)) / (box.bottom - box.top);
  return 1 / (0.95 - words) - 1 / 0.95;
}

// Names stand within the axes, too.
const heightsOf = (layout, pane) =>
  (layout.annotations ?? [])
    .filter(({ yref }) => (yref ?? "y") === pane)
    .map(({ y }) => (layout[pane.replace("y", "yaxis")].type === "log" ? 10 ** y : y));

const STEP = 0.15;
// What all points ask for has room at its ends, a little more or less than Plotly's.
const SLACK = 0.03;

// `before` and `own` together. An end that moves at all moves by a share of the axis, so that it
// does not creep along at every sketch; a share of `slack` beyond does not move it yet.
export function grow([low, high], [from, to], slack = 0) {
  if (low > high || from > to) return [from, to];
  const size = high - low;
  const [step, most] = [STEP * size, slack * size];
  const below = from >= 0 ? Math.max(0, low - step) : low - step;
  return [
    from < low - most ? Math.min(from, below) : low,
    to > high + most ? Math.max(to, high + step) : high,
  ];
}
