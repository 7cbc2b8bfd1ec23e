// Where Plotly has put axes and legend, so that a sketch can put its own there: nothing jumps when a
// hand takes a knob. Curves that the reader has switched off in the legend stay off. Before Plotly has
// put anything anywhere, they stand where it would put them.

import { dashOf } from "../lib/dashes.js";
import { readBack } from "../lib/dom.js";
import { drawMark } from "./marks.js";

export function placesOf(plot) {
  const { l, t, w, h } = plot._fullLayout._size;
  const traces = [...plot.querySelectorAll(".legend .traces")];
  // Where anything stands is asked for only where something does: it would lay out the page.
  const from = traces.length ? plot.getBoundingClientRect() : null;
  const entries = traces.map((node) => {
    const text = node.querySelector(".legendtext");
    const { left, top, height } = text.getBoundingClientRect();
    const off = Number(getComputedStyle(node).opacity) < 1;
    return { name: text.textContent, off, x: left - from.left, y: top - from.top + height / 2 };
  });
  return { box: { left: l, right: l + w, top: t, bottom: t + h }, entries };
}

// Samples and the room around them stay as they are where letters are larger: in steps of the pen.
function measures({ scale = 1 }) {
  const [sample, gap, box] = [30 / scale, 5 / scale, 12 / scale];
  const line = (Math.max(16, LINE * TEXT * scale) + 3) / scale;
  return { sample, gap, box, line, beforeText: sample + 2 * gap };
}

const [TEXT, LINE] = [12, 1.3]; // pixels of a letter, and heights of one from line to line

// The same as `placesOf`, of a figure that Plotly has not drawn: in steps of the pen, as is `size`.
// Legends lie across; one that stands over the axes has them begin lower.
export function placesIn({ data, layout }, { width, height }, pen, look) {
  const { l, r, t, b } = layout.margin;
  const box = { left: l, right: width - r, top: t, bottom: height - b };
  if (!layout.showlegend) return { box, entries: [] };
  pen.font = `12px ${look.font}`;
  const { gap, line, beforeText } = measures(look);
  const rows = rowsOf(data, layout.legend ?? {}, box.right - box.left, pen, look);
  const { x = 0, y = -0.1, yanchor = "top", xanchor } = layout.legend ?? {};
  const tall = rows.length * line + 2 * gap;
  if (yanchor === "bottom") {
    // With the room that Plotly leaves over it, no more than the narrowest margin.
    const over = tall + Math.min(12, l, r, t, b);
    box.top = Math.max(t, box.bottom - (box.bottom - over) / Math.max(1, y));
  }
  const wide = Math.max(...rows.map((row) => row.wide));
  const middle = x > 2 / 3 ? 1 : 0.5;
  const share = { left: 0, center: 0.5, right: 1 }[xanchor] ?? (x < 1 / 3 ? 0 : middle);
  const left = Math.max(0, box.left + x * (box.right - box.left) - share * wide);
  const edge = box.bottom - y * (box.bottom - box.top);
  const top = { bottom: edge - tall, middle: edge - tall / 2 }[yanchor] ?? edge;
  const entries = rows.flatMap((row, i) =>
    row.entries.map(({ name, at }) => ({
      name,
      off: false,
      x: left + at + beforeText,
      y: top + gap + (i + 0.5) * line,
    })),
  );
  return { box, entries };
}

const isNamed = ({ showlegend, visible, z }) =>
  showlegend !== false && visible !== false && (!z || z.flat().some(Number.isFinite));

// One row where all have room in it, else columns as wide as the widest; or each a share of the room.
function rowsOf(data, { entrywidth, entrywidthmode }, room, pen, look) {
  const names = data.filter(isNamed).map(({ name }) => readBack(name));
  const shared = entrywidthmode === "fraction";
  const { gap: between, beforeText } = measures(look);
  const gap = shared ? 0 : between;
  const widths = names.map((name) =>
    shared ? entrywidth * room : beforeText + pen.measureText(name).width,
  );
  const all = widths.reduce((sum, width) => sum + width, (names.length - 1) * between);
  const widest = Math.max(...widths);
  const rows = [{ entries: [], wide: 0 }];
  names.forEach((name, i) => {
    const step = (all < room ? widths[i] : widest) + gap;
    if (rows.at(-1).entries.length && rows.at(-1).wide + step - between >= room) {
      rows.push({ entries: [], wide: 0 });
    }
    rows.at(-1).entries.push({ name, at: rows.at(-1).wide });
    rows.at(-1).wide += step;
  });
  return rows;
}

export function drawLegend(pen, entries, data, look) {
  const { sample, gap } = measures(look);
  pen.font = `${TEXT}px ${look.font}`;
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  for (const { name, off, x, y } of entries) {
    const trace = data.find((one) => readBack(one.name) === name);
    if (!trace) continue;
    pen.globalAlpha = off ? 0.5 : 1;
    const room = { left: x - gap - sample, middle: x - gap - sample / 2, right: x - gap };
    drawSample(pen, trace, room, y, look);
    pen.fillStyle = look.text;
    pen.fillText(name, x, y + 1);
  }
  pen.globalAlpha = 1;
  pen.setLineDash([]);
}

// What stands for a trace: a box for bars, a stripe for cells, else as much of a band, of a line and of
// a dot as it has.
function drawSample(pen, trace, { left, middle, right }, y, look) {
  const { type, mode = "", line, marker, fill, fillcolor, colorscale } = trace;
  const { box } = measures(look);
  const rect = (colour, from, to, height) => {
    pen.fillStyle = colour;
    pen.fillRect(from, y - height / 2, to - from, height);
  };
  if (type === "bar") {
    rect(firstOf(marker.color), middle - box / 2, middle + box / 2, box);
    return;
  }
  if (type === "heatmap") rect(colorscale.at(-1)[1], left, right, box / 2);
  if (fill === "toself" && fillcolor) rect(fillcolor, left, right, box / 2);
  if (mode.includes("lines") && line?.color && line.width !== 0) {
    pen.strokeStyle = line.color;
    pen.lineWidth = line.width;
    pen.setLineDash(dashOf(line.dash));
    pen.beginPath();
    pen.moveTo(left, y);
    pen.lineTo(right, y);
    pen.stroke();
  }
  if (mode.includes("markers")) drawMark(pen, trace, middle, y);
}

const firstOf = (colour) => (Array.isArray(colour) ? colour[0] : colour);
