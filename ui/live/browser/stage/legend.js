// Where Plotly has put axes and legend, so that a sketch can put its own there: nothing jumps when a
// hand takes a knob. Curves that the reader has switched off in the legend stay off.

import { dashOf } from "../lib/dashes.js";

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

const [SAMPLE, BOX] = [30, 12];

export function drawLegend(pen, entries, data, look) {
  pen.font = `12px ${look.font}`;
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  for (const { name, off, x, y } of entries) {
    const trace = data.find((one) => one.name === name);
    if (!trace?.line?.color && trace?.type !== "bar") continue;
    pen.globalAlpha = off ? 0.5 : 1;
    if (trace.type === "bar") drawBox(pen, trace.marker.color, x - 5 - SAMPLE / 2, y);
    else drawSample(pen, trace.line, x, y);
    pen.fillStyle = look.text;
    pen.fillText(name, x, y + 1);
  }
  pen.globalAlpha = 1;
  pen.setLineDash([]);
}

function drawSample(pen, { color, width, dash }, x, y) {
  pen.strokeStyle = color;
  pen.lineWidth = width;
  pen.setLineDash(dashOf(dash));
  pen.beginPath();
  pen.moveTo(x - 5 - SAMPLE, y);
  pen.lineTo(x - 5, y);
  pen.stroke();
}

function drawBox(pen, colour, x, y) {
  pen.fillStyle = colour;
  pen.fillRect(x - BOX / 2, y - BOX / 2, BOX, BOX);
}
