// The quick painter: the same figure on a canvas, in a millisecond or two, while a hand moves a
// knob. Plotly takes ten times as long and draws it again when the hand rests. It knows what the
// project's figures use: lines with dashes and gaps, linear and log axes, letters at the ends.

import { legend } from "./legend.js";

// As Plotly draws them.
const DASH = { solid: [], dash: [9, 9], dot: [3, 3], dashdot: [9, 3, 3, 3] };

export function decode(axis) {
  if (!axis?.bdata) return axis ?? [];
  // Several times as fast as Uint8Array.from with a function for each letter.
  const letters = atob(axis.bdata);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  const kind = { f8: Float64Array, u2: Uint16Array }[axis.dtype] ?? Float32Array;
  return new kind(bytes.buffer);
}

// Axis coordinates: the value itself, or its logarithm, as Plotly counts them.
export const onAxis = (layout, value) => (layout.type === "log" ? Math.log10(value) : value);

// What the axis shows: where the reader zoomed to, or what the figure asks for, or all points.
function span(layout, zoomed, arrays, padding) {
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

// Numbers as they stand at an axis. Making a format takes longer than drawing the axis: they are kept.
const formats = new Map();
export function written(value, places = 0, most = 12) {
  const key = 100 * places + most;
  if (!formats.has(key))
    formats.set(
      key,
      new Intl.NumberFormat("en-US", {
        minimumFractionDigits: places,
        maximumFractionDigits: most,
      }),
    );
  return formats.get(key).format(value);
}

const raised = (n) => String(n).replace(/./g, (c) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[c] ?? "⁻");

// Plotly's "D2" on a log axis of few decades: 1, 2 and 5 of each.
function decades(low, high) {
  const found = [];
  for (let power = Math.floor(low); power <= high; power++) {
    for (const digit of [1, 2, 5]) {
      const at = power + Math.log10(digit);
      if (at < low - 1e-9 || at > high + 1e-9) continue;
      const whole = power === 0 || power === 1 ? 10 ** power : power;
      found.push({
        at,
        text: String(digit > 1 ? digit : whole).replace("-", "−"),
        exponent: digit === 1 && whole === power,
      });
    }
  }
  return found;
}

function ticks([low, high], wanted, { type, dtick }) {
  if (type === "names") return [];
  const log = type === "log";
  if (log && dtick === "D2") return decades(low, high);
  const rough = (high - low) / wanted;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const nice = [1, 2, 5, 10].map((m) => m * unit).find((step) => step >= rough * 0.999);
  const step = log ? (dtick ?? 1) : nice;
  // Beyond some digits numbers are written as m×10ⁿ, one n for the axis.
  const size = Math.floor(Math.log10(Math.max(Math.abs(low), Math.abs(high))) + 0.01);
  const n = !log && Math.abs(size) > 6 ? size : 0;
  const places = Math.max(0, -Math.floor(Math.log10(step) - n + 1e-9));
  const found = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; i++) {
    const at = i * step || 0;
    const text = written(
      log && at >= 0 && at < 2 ? 10 ** at : at / 10 ** n,
      at ? Math.min(places, 12) : 0,
    );
    const power = n && at ? `×10${raised(n)}` : "";
    found.push({ at, text: text.replace("-", "−") + power, exponent: log && (at < 0 || at >= 2) });
  }
  return found;
}

function label(pen, tick, x, y, size) {
  if (!tick.exponent) return pen.fillText(tick.text, x, y);
  const width = pen.measureText("10").width;
  const shift = pen.textAlign === "center" ? width / 2 : pen.textAlign === "right" ? width : 0;
  const small = pen.font.replace(`${size}px`, `${size * 0.75}px`);
  const font = pen.font;
  pen.fillText("10", x - (pen.textAlign === "right" ? 8 : 0), y);
  pen.font = small;
  pen.fillText(tick.text, x + (pen.textAlign === "right" ? 0 : shift + 4), y - 5);
  pen.font = font;
}

export function axes(pen, layout, box, place, spans, look) {
  const size = 12;
  const [spanX, spanY] = spans;
  pen.font = `${size}px ${look.font}`;
  pen.lineWidth = 1;
  pen.strokeStyle = look.grid;
  pen.fillStyle = look.text;
  pen.beginPath();
  pen.textAlign = "center";
  pen.textBaseline = "top";
  for (const tick of ticks(spanX, 6, layout.xaxis)) {
    const x = Math.round(place.x(tick.at)) + 0.5;
    pen.moveTo(x, box.top);
    pen.lineTo(x, box.bottom + 5);
    label(pen, tick, x, box.bottom + 8, size);
  }
  pen.textAlign = "right";
  pen.textBaseline = "middle";
  for (const tick of ticks(spanY, 6, layout.yaxis)) {
    const y = Math.round(place.y(tick.at)) + 0.5;
    pen.moveTo(box.left - 5, y);
    pen.lineTo(box.right, y);
    label(pen, tick, box.left - 8, y, size);
  }
  pen.moveTo(box.left + 0.5, box.top);
  pen.lineTo(box.left + 0.5, box.bottom + 0.5);
  pen.lineTo(box.right, box.bottom + 0.5);
  pen.stroke();
  pen.font = `14px ${look.font}`;
  pen.textAlign = "center";
  pen.fillText(layout.xaxis.title.text, (box.left + box.right) / 2, box.bottom + 34);
  pen.save();
  pen.translate(10, (box.top + box.bottom) / 2);
  pen.rotate(-Math.PI / 2);
  pen.fillText(layout.yaxis.title.text, 0, 0);
  pen.restore();
}

// Where no graphics card helps, a long zigzag takes a third of the time when it is stroked in short
// pieces. Where it shines through, or is dashed, the seams would be seen.
const PIECE = 8;

export function curve(pen, { x, y, line }, layout, place) {
  pen.strokeStyle = line.color;
  pen.lineWidth = line.width;
  const dash = DASH[line.dash ?? "solid"];
  pen.setLineDash(dash);
  pen.lineCap = dash.length ? "butt" : "round";
  const most = pen.globalAlpha === 1 && !dash.length ? PIECE : Infinity;
  pen.beginPath();
  let drawn = 0;
  for (let i = 0; i < x.length; i++) {
    const [px, py] = [place.x(onAxis(layout.xaxis, x[i])), place.y(onAxis(layout.yaxis, y[i]))];
    if (!Number.isFinite(px) || !Number.isFinite(py)) {
      drawn = 0;
      continue;
    }
    drawn ? pen.lineTo(px, py) : pen.moveTo(px, py);
    if (drawn++ < most) continue;
    pen.stroke();
    pen.beginPath();
    pen.moveTo(px, py);
    drawn = 1;
  }
  pen.stroke();
  pen.lineCap = "butt";
}

function dots(pen, { x, y, marker }, layout, place) {
  pen.fillStyle = marker.color;
  pen.beginPath();
  for (let i = 0; i < x.length; i++) {
    const [px, py] = [place.x(onAxis(layout.xaxis, x[i])), place.y(onAxis(layout.yaxis, y[i]))];
    if (!Number.isFinite(px) || !Number.isFinite(py)) continue;
    pen.moveTo(px + marker.size / 2, py);
    pen.arc(px, py, marker.size / 2, 0, 2 * Math.PI);
  }
  pen.fill();
}

// Lines and dots are what a sketch can draw.
export const sketchable = ({ data }) =>
  data.every(({ type, line, marker }) => type === "scatter" && line?.color && !marker?.symbol);

// `zoomed` = {x, y}: the ranges the reader chose, or null. `at` = {box, entries}: where Plotly has
// put axes and legend, if it has. `look` = {text, grid, font}.
export function sketch(canvas, { data, layout }, { width, height }, zoomed, at, look) {
  const scale = devicePixelRatio || 1;
  if (canvas.width !== width * scale || canvas.height !== height * scale) {
    Object.assign(canvas, { width: width * scale, height: height * scale });
    Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
  }
  const pen = canvas.getContext("2d");
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.clearRect(0, 0, width, height);
  pen.setLineDash([]);
  const off = new Set(at?.entries.filter((entry) => entry.off).map((entry) => entry.name));
  const shown = data.filter((trace) => !off.has(trace.name));
  const curves = shown.map((trace) => ({ ...trace, x: decode(trace.x), y: decode(trace.y) }));
  const { l, r, t, b } = layout.margin;
  const box = at?.box ?? { left: l, right: width - r, top: t, bottom: height - b };
  const spotted = curves.some(({ mode, x }) => mode.includes("markers") && x.length > 1);
  const spanX = span(
    layout.xaxis,
    zoomed.x,
    curves.map((c) => c.x),
    spotted ? 0.06 : 0,
  );
  const spanY = span(
    layout.yaxis,
    zoomed.y,
    curves.map((c) => c.y),
    0.055,
  );
  const place = {
    x: (at) => box.left + ((at - spanX[0]) / (spanX[1] - spanX[0])) * (box.right - box.left),
    y: (at) => box.bottom - ((at - spanY[0]) / (spanY[1] - spanY[0])) * (box.bottom - box.top),
  };
  axes(pen, layout, box, place, [spanX, spanY], look);
  pen.save();
  pen.beginPath();
  pen.rect(box.left, box.top, box.right - box.left, box.bottom - box.top);
  pen.clip();
  for (const trace of curves) {
    if (trace.mode.includes("lines")) curve(pen, trace, layout, place);
    if (trace.mode.includes("markers") && trace.cliponaxis !== false)
      dots(pen, trace, layout, place);
  }
  pen.restore();
  for (const trace of curves) if (trace.cliponaxis === false) dots(pen, trace, layout, place);
  pen.setLineDash([]);
  if (at)
    legend(
      pen,
      at.entries,
      data.map((trace) => ({ ...trace, dash: DASH[trace.line.dash ?? "solid"] })),
      look,
    );
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  for (const { x, y, text, font, xshift } of layout.annotations ?? []) {
    pen.font = `bold ${font.size}px ${look.font}`;
    pen.fillStyle = font.color ?? look.text;
    pen.fillText(text.replace(/<[^>]*>/g, ""), place.x(x) + xshift, place.y(y));
  }
}
