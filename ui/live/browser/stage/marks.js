// Dots of a figure on a canvas, and the words beside them.

import { onAxis } from "./axes.js";

// Plotly's names of marks, and their outlines around a point; without a symbol it is round. Short
// lines across a point are not filled.
const DASH = "line-ew-open";
const upright = (way) => (pen, x, y, r) => {
  pen.moveTo(x, y - way * r);
  pen.lineTo(x - 1.15 * r, y + (way * r) / 2);
  pen.lineTo(x + 1.15 * r, y + (way * r) / 2);
  pen.closePath();
};
const round = (pen, x, y, r) => {
  pen.moveTo(x + r, y);
  pen.arc(x, y, r, 0, 2 * Math.PI);
};
const triangle = (way) => (pen, x, y, r) => {
  pen.moveTo(x + way * r, y);
  pen.lineTo(x - (way * r) / 2, y - 1.15 * r);
  pen.lineTo(x - (way * r) / 2, y + 1.15 * r);
  pen.closePath();
};
const OUTLINES = {
  undefined: round,
  square: (pen, x, y, r) => pen.rect(x - r, y - r, 2 * r, 2 * r),
  "triangle-right": triangle(1),
  "triangle-left": triangle(-1),
  [DASH]: (pen, x, y, r) => {
    pen.moveTo(x + r, y);
    pen.lineTo(x - r, y);
  },
  "triangle-up": upright(1),
  "triangle-down": upright(-1),
};

export const drawableMarks = ({ mode, marker, textposition = "middle center" }) =>
  Object.hasOwn(OUTLINES, String(marker?.symbol)) &&
  !Array.isArray(marker?.color) &&
  (!mode.includes("text") || Object.hasOwn(ACROSS, textposition.split(" ")[1]));

function* places({ x, y }, layout, place) {
  for (let i = 0; i < x.length; i++) {
    const [px, py] = [place.x(onAxis(layout.xaxis, x[i])), place.y(onAxis(layout.yaxis, y[i]))];
    if (Number.isFinite(px) && Number.isFinite(py)) yield [px, py, i];
  }
}

const sizeOf = ({ size = 6 }, i) => (Array.isArray(size) ? size[i] : size);

// One of them alone, no larger than legends show it.
export function drawMark(pen, { marker = {}, line }, x, y) {
  pen.fillStyle = marker.color ?? line?.color;
  pen.beginPath();
  OUTLINES[String(marker.symbol)]?.(pen, x, y, Math.min(16, sizeOf(marker, 0)) / 2);
  pen.fill();
}

export function dots(pen, trace, layout, place) {
  const { marker, line } = trace;
  const outline = OUTLINES[String(marker.symbol)];
  pen.fillStyle = marker.color ?? line?.color;
  pen.beginPath();
  for (const [x, y, i] of places(trace, layout, place)) {
    const size = sizeOf(marker, i);
    if (size) outline(pen, x, y, size / 2);
  }
  pen.fill();
  if (!marker.line?.width) return;
  pen.setLineDash([]);
  pen.strokeStyle = marker.line.color ?? marker.color;
  pen.lineWidth = marker.line.width;
  pen.stroke();
}

// Where words begin or end beside a point, and how far from it.
const ACROSS = { left: ["right", -1], center: ["center", 0], right: ["left", 1] };
const UP = { top: -1, middle: 0, bottom: 1 };
const BESIDE = 3; // pixels

export function writeMarks(pen, trace, layout, place, look) {
  const { text, textfont, marker, mode, textposition = "middle center" } = trace;
  const [up, across] = textposition.split(" ");
  const [align, way] = ACROSS[across];
  const size = textfont?.size ?? 12;
  const away =
    (mode.includes("markers") ? (marker?.size ?? 6) / 2 : 0) + (way || UP[up] ? BESIDE : 0);
  pen.font = `${size}px ${look.font}`;
  pen.fillStyle = textfont?.color ?? look.text;
  pen.textAlign = align;
  pen.textBaseline = "middle";
  for (const [x, y, i] of places(trace, layout, place)) {
    const words = typeof text === "string" ? text : text?.[i];
    pen.fillText(words ?? "", x + way * away * 0.7, y + UP[up] * (away * 0.7 + 0.55 * size));
  }
}
