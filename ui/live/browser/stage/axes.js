// Axes on a canvas, as Plotly would draw them: what they show, their ticks and their titles.

import { readBack } from "../lib/dom.js";
import { decode, groupDigits, superscript } from "../lib/numbers.js";

// Axis coordinates: the value itself, or its logarithm, as Plotly counts them; a gap is NaN.
export function onAxis(layout, value) {
  if (value === null) return Number.NaN;
  return layout.type === "log" ? Math.log10(value) : value;
}

// Categories, as the numbers of their places.
export const inPlaces = ({ type, categoryarray }, values) =>
  type === "category" && categoryarray ? values.map((one) => categoryarray.indexOf(one)) : values;

// What the axis shows: where the reader zoomed to, or what the figure asks for, or all points.
export function span(layout, zoomed, arrays, padding) {
  if (zoomed) return zoomed;
  if (layout.range) return layout.range;
  let [low, high] = [Infinity, -Infinity];
  for (const values of arrays) {
    for (const value of values) {
      const at = onAxis(layout, value);
      if (!Number.isFinite(at)) continue;
      if (at < low) low = at;
      if (at > high) high = at;
    }
  }
  if (low > high) return [0, 1];
  if (low === high) [low, high] = [low - 1, high + 1];
  const room = padding * (high - low);
  return layout.rangemode === "tozero" && low >= 0 ? [0, high + room] : [low - room, high + room];
}

// Where on a canvas values lie: inside `box`, which shows `spans` = [[low, high] along x, along y].
export function planeOf(box, spans) {
  const along = (from, to, [low, high]) => {
    const scale = (to - from) / (high - low);
    return (at) => from + (at - low) * scale;
  };
  const place = {
    x: along(box.left, box.right, spans[0]),
    y: along(box.bottom, box.top, spans[1]),
  };
  return { box, spans, place };
}

// Powers of ten as Plotly writes them, and how they are written here: its small raised digits are
// markup, of which a copy or a reader makes "10 3".
export const POWERS = Object.fromEntries(
  Array.from({ length: 81 }, (_, i) => i - 40).map((n) => [
    `10<sup>${String(n).replace("-", "−")}</sup>`,
    `10${superscript(n)}`,
  ]),
);

// Plotly's letters at powers of ten are larger, those between smaller; a figure may ask for numbers.
const WRITTEN_OUT = 6;
const powerOfTen = (n, { exponentformat } = {}) =>
  exponentformat === "none" && Math.abs(n) <= WRITTEN_OUT
    ? { at: n, text: withMinus(10 ** n, 12) }
    : { at: n, text: n === 0 || n === 1 ? String(10 ** n) : `10${superscript(n)}`, letters: 1.25 };

// Plotly's "D2" on a log axis of few decades: 1, 2 and 5 of each.
function decades(low, high, axis) {
  const marks = [];
  for (let power = Math.floor(low); power <= high; power++) {
    for (const digit of [1, 2, 5]) {
      const at = power + Math.log10(digit);
      if (at < low - 1e-9 || at > high + 1e-9) continue;
      marks.push(digit > 1 ? { at, text: String(digit), letters: 0.75 } : powerOfTen(power, axis));
    }
  }
  return marks;
}

// The steps of an axis, at multiples of 2, 5 or 10 times a power of ten.
function stepOf([low, high], most = 6) {
  const rough = (high - low) / most;
  const unit = 10 ** Math.floor(Math.log10(rough));
  return [2, 5, 10].map((m) => m * unit).find((step) => step >= rough * 0.999);
}

const MOST_TICKS = 12;

function ticks(span, axis) {
  const [low, high] = span[0] > span[1] ? [span[1], span[0]] : span;
  const { type, dtick, tickvals, ticktext, nticks, categoryarray } = axis;
  if (type === "names" || !(high > low)) return [];
  if (type === "category" && categoryarray) {
    return categoryarray
      .map((text, at) => ({ at, text }))
      .filter(({ at }) => at >= low && at <= high);
  }
  const log = type === "log";
  if (tickvals) {
    const marks = [...decode(tickvals)].map((value, i) => ({
      at: onAxis(axis, value),
      text: ticktext?.[i] ?? withMinus(value, 12),
    }));
    return marks.filter(({ at }) => at >= low && at <= high);
  }
  // Steps that a figure asks for suit its own range; a held axis may show many times as much.
  const suits = high - low <= MOST_TICKS * (dtick === "D2" ? 1 / 3 : dtick);
  if (log && dtick === "D2" && suits) return decades(low, high, axis);
  const free = log ? Math.ceil((high - low) / MOST_TICKS) : stepOf([low, high], nticks ?? 6);
  const step = suits && typeof dtick === "number" ? dtick : free;
  // Beyond some digits numbers are written as m×10ⁿ, one n for the axis.
  const size = Math.floor(Math.log10(Math.max(Math.abs(low), Math.abs(high))) + 0.01);
  const n = !log && Math.abs(size) > 6 ? size : 0;
  const places = Math.max(0, -Math.floor(Math.log10(step) - n + 1e-9));
  const marks = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; i++) {
    const at = i * step || 0;
    const power = n && at ? `×10${superscript(n)}` : "";
    const text = withMinus(at / 10 ** n, Math.min(places, 12)) + power + (axis.ticksuffix ?? "");
    marks.push(log ? powerOfTen(at, axis) : { at, text });
  }
  return marks;
}

const withMinus = (value, most) => groupDigits(value, 0, most).replace("-", "−");

const TEXT = 12; // pixels

// The numbers that have room side by side.
const roomFor = ({ left, right }) => Math.max(2, Math.floor((right - left) / (3 * TEXT)));

// The axes of one pane. `foot` is false where the axis along x stands under another pane.
export function drawAxes(pen, { xaxis, yaxis }, { box, spans, place }, look, foot = true) {
  pen.font = `${TEXT}px ${look.font}`;
  pen.lineWidth = 1;
  pen.strokeStyle = look.grid;
  pen.fillStyle = look.text;
  pen.setLineDash([]);
  pen.beginPath();
  pen.textAlign = "center";
  pen.textBaseline = "top";
  const { ticked: footed, lettered: footnoted } = parts(xaxis);
  // Categories stand one beside the other, however long their names are.
  const most = xaxis.type === "category" ? place.x(1) - place.x(0) : undefined;
  const along = { ...xaxis, nticks: Math.min(xaxis.nticks ?? 6, roomFor(box)) };
  for (const tick of xaxis.visible === false ? [] : ticks(spans[0], along)) {
    const x = Math.round(place.x(tick.at)) + 0.5;
    pen.moveTo(x, xaxis.showgrid === false ? box.bottom : box.top);
    pen.lineTo(x, box.bottom + (foot && footed ? 5 : 0));
    if (foot && footnoted) writeTick(pen, tick, x, box.bottom + (footed ? 9 : 5), look, most);
  }
  pen.textAlign = "right";
  pen.textBaseline = "middle";
  const { ticked, lettered } = parts(yaxis);
  let widest = 0;
  for (const tick of yaxis.visible === false ? [] : ticks(spans[1], yaxis)) {
    const y = Math.round(place.y(tick.at)) + 0.5;
    pen.moveTo(box.left - (ticked ? 5 : 0), y);
    pen.lineTo(yaxis.showgrid === false ? box.left : box.right, y);
    if (lettered)
      widest = Math.max(widest, writeTick(pen, tick, box.left - (ticked ? 8 : 3), y, look));
  }
  drawLines(pen, [foot && xaxis.showline, yaxis.showline], box);
  const standoff = yaxis.title?.standoff ?? 6;
  const beside = Math.max(TEXT * 0.7, box.left - 16 - widest - standoff);
  writeTitles(pen, { xaxis: foot ? xaxis : {}, yaxis }, box, beside, look);
}

// Returns how wide it is.
function writeTick(pen, { text, letters = 1 }, x, y, look, most) {
  // To set a font costs more than to write with it.
  if (letters !== 1) pen.font = `${TEXT * letters}px ${look.font}`;
  const lines = readBack(text).split(/<br\s*\/?>/);
  lines.forEach((line, i) => {
    pen.fillText(line, x, y + i * 1.3 * TEXT, most);
  });
  const width = Math.max(...lines.map((line) => pen.measureText(line).width));
  if (letters !== 1) pen.font = `${TEXT}px ${look.font}`;
  return width;
}

// What is drawn at the ticks of an axis, as far as it is visible.
const parts = ({ ticks: drawn, showticklabels }) => ({
  ticked: drawn === "outside",
  lettered: showticklabels !== false,
});

const hasNumbers = (axis) => parts(axis).lettered && axis.tickvals?.length !== 0;

function drawLines(pen, [along, up], { left, right, top, bottom }) {
  if (up) {
    pen.moveTo(left + 0.5, top);
    pen.lineTo(left + 0.5, bottom + 0.5);
  }
  if (along) {
    pen.moveTo(left + 0.5, bottom + 0.5);
    pen.lineTo(right, bottom + 0.5);
  }
  pen.stroke();
}

function writeTitles(pen, { xaxis, yaxis }, box, beside, look) {
  pen.font = `${1.2 * TEXT}px ${look.font}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  const [across, up] = [xaxis, yaxis].map(({ title, visible }) => visible !== false && title?.text);
  if (across) {
    // One that is wider than its pane begins at the canvas' edge.
    const middle = Math.max((box.left + box.right) / 2, pen.measureText(across).width / 2);
    pen.fillText(across, middle, box.bottom + (hasNumbers(xaxis) ? 34 : 14));
  }
  if (!up) return;
  pen.save();
  pen.translate(beside, (box.top + box.bottom) / 2);
  pen.rotate(-Math.PI / 2);
  pen.fillText(up, 0, 0);
  pen.restore();
}
