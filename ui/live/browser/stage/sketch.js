// The quick painter: the same figure on a canvas, in a millisecond or two, while a hand moves a
// knob. Plotly takes ten times as long and draws it again when the hand rests. It knows what the
// project's figures use: lines with dashes and gaps, linear and log axes, letters at the ends.

import { clip, wipe } from "../lib/canvas.js";
import { readBack } from "../lib/dom.js";
import { decode } from "../lib/numbers.js";
import { drawAxes, onAxis, planeOf, span } from "./axes.js";
import { drawLegend } from "./legend.js";

// As Plotly draws them.
const DASH = { solid: [], dash: [9, 9], dot: [3, 3], dashdot: [9, 3, 3, 3] };

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
  let before; // the height of the last point, at which a staircase goes on
  for (let i = 0; i < x.length; i++) {
    const [px, py] = [place.x(onAxis(layout.xaxis, x[i])), place.y(onAxis(layout.yaxis, y[i]))];
    if (!Number.isFinite(px) || !Number.isFinite(py)) {
      drawn = 0;
      continue;
    }
    if (drawn && line.shape === "hv") pen.lineTo(px, before);
    before = py;
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

// `size` = { width, height } of the canvas. `zoomed` = {x, y}: the ranges the reader chose, or null.
// `at` = {box, entries}: where Plotly has put axes and legend, if it has. `look` = {text, grid, font}.
export function sketch(canvas, { data, layout }, size, zoomed, at, look) {
  const pen = wipe(canvas, size);
  // Written only when it changes: a style that is set again is worked out again.
  const [width, height] = [`${size.width}px`, `${size.height}px`];
  if (canvas.style.width !== width) canvas.style.width = width;
  if (canvas.style.height !== height) canvas.style.height = height;
  const off = new Set(at?.entries.filter((entry) => entry.off).map((entry) => entry.name));
  const curves = data
    .filter((trace) => !off.has(trace.name))
    .map((trace) => ({ ...trace, x: decode(trace.x), y: decode(trace.y) }));
  const plane = shownPlane(layout, curves, size, zoomed, at);
  drawAxes(pen, layout, plane, look);
  clip(pen, plane.box, () => {
    for (const trace of curves) {
      if (trace.mode.includes("lines")) curve(pen, trace, layout, plane.place);
      const inside = trace.cliponaxis !== false;
      if (inside && trace.mode.includes("markers")) dots(pen, trace, layout, plane.place);
    }
  });
  for (const trace of curves) {
    if (trace.cliponaxis === false) dots(pen, trace, layout, plane.place);
  }
  pen.setLineDash([]);
  if (at) {
    const dashed = data.map((trace) => ({ ...trace, dash: DASH[trace.line.dash ?? "solid"] }));
    drawLegend(pen, at.entries, dashed, look);
  }
  writeAnnotations(pen, layout, plane.place, look);
}

function shownPlane(layout, curves, { width, height }, zoomed, at) {
  const { l, r, t, b } = layout.margin;
  const box = at?.box ?? { left: l, right: width - r, top: t, bottom: height - b };
  // Dots at the very edge would be half hidden.
  const dotted = curves.some(({ mode, x }) => mode.includes("markers") && x.length > 1);
  const [xs, ys] = [curves.map(({ x }) => x), curves.map(({ y }) => y)];
  return planeOf(box, [
    span(layout.xaxis, zoomed.x, xs, dotted ? 0.06 : 0),
    span(layout.yaxis, zoomed.y, ys, 0.055),
  ]);
}

function writeAnnotations(pen, layout, place, look) {
  pen.textBaseline = "middle";
  for (const { x, y, text, font, xanchor, xshift } of layout.annotations ?? []) {
    pen.font = `bold ${font.size}px ${look.font}`;
    pen.fillStyle = font.color ?? look.text;
    pen.textAlign = xanchor === "right" ? "right" : "left";
    pen.fillText(readBack(text.replace(/<[^>]*>/g, "")), place.x(x) + xshift, place.y(y));
  }
}
