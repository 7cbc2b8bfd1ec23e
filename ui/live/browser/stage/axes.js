// Axes on a canvas, as Plotly would draw them: what they show, their ticks and their titles.

import { grouped } from "../lib/numbers.js";

// Axis coordinates: the value itself, or its logarithm, as Plotly counts them.
export const onAxis = (layout, value) => (layout.type === "log" ? Math.log10(value) : value);

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

const raised = (n) => String(n).replace(/./g, (c) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[c] ?? "⁻");

// Plotly's "D2" on a log axis of few decades: 1, 2 and 5 of each.
function decades(low, high) {
  const marks = [];
  for (let power = Math.floor(low); power <= high; power++) {
    for (const digit of [1, 2, 5]) {
      const at = power + Math.log10(digit);
      if (at < low - 1e-9 || at > high + 1e-9) continue;
      const whole = power === 0 || power === 1 ? 10 ** power : power;
      marks.push({
        at,
        text: String(digit > 1 ? digit : whole).replace("-", "−"),
        exponent: digit === 1 && whole === power,
      });
    }
  }
  return marks;
}

// The steps of an axis: some 6 of them, at multiples of 1, 2 or 5 times a power of ten.
function stepOf([low, high]) {
  const rough = (high - low) / 6;
  const unit = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((m) => m * unit).find((step) => step >= rough * 0.999);
}

function ticks([low, high], { type, dtick, tickvals, ticktext }) {
  if (type === "names") return [];
  const log = type === "log";
  if (tickvals) {
    const marks = tickvals.map((value, i) => ({ at: onAxis({ type }, value), text: ticktext[i] }));
    return marks.filter(({ at }) => at >= low && at <= high);
  }
  if (log && dtick === "D2") return decades(low, high);
  const step = log ? (dtick ?? 1) : stepOf([low, high]);
  // Beyond some digits numbers are written as m×10ⁿ, one n for the axis.
  const size = Math.floor(Math.log10(Math.max(Math.abs(low), Math.abs(high))) + 0.01);
  const n = !log && Math.abs(size) > 6 ? size : 0;
  const places = Math.max(0, -Math.floor(Math.log10(step) - n + 1e-9));
  const marks = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; i++) {
    const at = i * step || 0;
    const value = log && at >= 0 && at < 2 ? 10 ** at : at / 10 ** n;
    const text = grouped(value, at ? Math.min(places, 12) : 0).replace("-", "−");
    const power = n && at ? `×10${raised(n)}` : "";
    marks.push({ at, text: text + power, exponent: log && (at < 0 || at >= 2) });
  }
  return marks;
}

const TEXT = 12; // pixels

function writeTick(pen, { text, exponent }, x, y) {
  if (!exponent) {
    pen.fillText(text, x, y);
    return;
  }
  const { font } = pen;
  const width = pen.measureText("10").width;
  const right = pen.textAlign === "right";
  const shift = pen.textAlign === "center" ? width / 2 : width;
  pen.fillText("10", x - (right ? 8 : 0), y);
  pen.font = font.replace(`${TEXT}px`, `${TEXT * 0.75}px`);
  pen.fillText(text, x + (right ? 0 : shift + 4), y - 5);
  pen.font = font;
}

export function drawAxes(pen, layout, { box, spans, place }, look) {
  pen.font = `${TEXT}px ${look.font}`;
  pen.lineWidth = 1;
  pen.strokeStyle = look.grid;
  pen.fillStyle = look.text;
  pen.beginPath();
  pen.textAlign = "center";
  pen.textBaseline = "top";
  for (const tick of ticks(spans[0], layout.xaxis)) {
    const x = Math.round(place.x(tick.at)) + 0.5;
    pen.moveTo(x, box.top);
    pen.lineTo(x, box.bottom + 5);
    writeTick(pen, tick, x, box.bottom + 8);
  }
  pen.textAlign = "right";
  pen.textBaseline = "middle";
  for (const tick of ticks(spans[1], layout.yaxis)) {
    const y = Math.round(place.y(tick.at)) + 0.5;
    pen.moveTo(box.left - 5, y);
    pen.lineTo(box.right, y);
    writeTick(pen, tick, box.left - 8, y);
  }
  pen.moveTo(box.left + 0.5, box.top);
  pen.lineTo(box.left + 0.5, box.bottom + 0.5);
  pen.lineTo(box.right, box.bottom + 0.5);
  pen.stroke();
  writeTitles(pen, layout, box, look);
}

function writeTitles(pen, layout, box, look) {
  pen.font = `14px ${look.font}`;
  pen.textAlign = "center";
  pen.fillText(layout.xaxis.title.text, (box.left + box.right) / 2, box.bottom + 34);
  pen.save();
  pen.translate(10, (box.top + box.bottom) / 2);
  pen.rotate(-Math.PI / 2);
  pen.fillText(layout.yaxis.title.text, 0, 0);
  pen.restore();
}
