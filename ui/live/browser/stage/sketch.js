// The quick painter: the same figure on a canvas, in a millisecond or two, while a hand moves a
// knob. Plotly takes ten times as long and draws it again when the hand rests. It knows what the
// project's figures use: lines with dashes and gaps, dots, filled bands, upright bars, cells, linear
// and log axes, panes one above the other, shapes, and names anywhere.

import { clip, inSteps, wipe } from "../lib/canvas.js";
import { dashOf, inDashes } from "../lib/dashes.js";
import { readBack } from "../lib/dom.js";
import { decode } from "../lib/numbers.js";
import { writeHeads } from "../world/heads.js";
import { drawAxes, inPlaces, onAxis } from "./axes.js";
import { drawableBars, drawBars, standing, writeBars } from "./bars.js";
import { drawableCells, drawCells, makeSquare, withNames } from "./cells.js";
import { drawLegend, placesIn } from "./legend.js";
import { dots, drawableMarks, writeMarks } from "./marks.js";
import { drawShapes, writeNotes } from "./notes.js";
import { panesOf, spansOf } from "./panes.js";

// Where no graphics card helps, a long zigzag takes a third of the time when it is stroked in short
// pieces, and a sixth when it is dashed and its dashes are. Where a line shines through, the seams of
// pieces would be seen; dashes have none.
const PIECE = 8;

export function curve(pen, { x, y, line }, layout, place) {
  pen.strokeStyle = line.color;
  pen.lineWidth = line.width;
  pen.miterLimit = 2; // as Plotly has it: the tip of a saw ends where its point is
  const dash = dashOf(line.dash);
  pen.setLineDash([]);
  pen.lineCap = dash.length ? "butt" : "round";
  for (const points of linesIn(x, y, line, layout, place)) {
    if (dash.length) strokeAll(pen, inDashes(points, dash, paper(pen)));
    else strokeAll(pen, pen.globalAlpha === 1 ? inPieces(points) : [points]);
  }
  pen.lineCap = "butt";
}

// All of a canvas, and the halves of lines that run along its edges.
function paper(pen) {
  const [{ a: sharp }, edge] = [pen.getTransform(), pen.lineWidth];
  const [width, height] = [pen.canvas.width / sharp, pen.canvas.height / sharp];
  return { left: -edge, right: width + edge, top: -edge, bottom: height + edge };
}

// The points of a curve in pixels, from gap to gap; a staircase has corners of its own.
function linesIn(x, y, { shape }, layout, place) {
  const lines = [];
  let points = null;
  for (let i = 0; i < x.length; i++) {
    const [px, py] = [place.x(onAxis(layout.xaxis, x[i])), place.y(onAxis(layout.yaxis, y[i]))];
    if (!Number.isFinite(px) || !Number.isFinite(py)) {
      points = null;
      continue;
    }
    if (points && shape === "hv") points.push([px, points.at(-1)[1]]);
    if (!points) {
      points = [];
      lines.push(points);
    }
    points.push([px, py]);
  }
  return lines;
}

// Each piece begins where the one before it ends.
function inPieces(points) {
  const pieces = [];
  for (let i = 0; i < points.length; i += PIECE) pieces.push(points.slice(i, i + PIECE + 1));
  return pieces;
}

// Several short lines are one stroke.
function strokeAll(pen, lines) {
  let drawn = 0;
  pen.beginPath();
  for (const points of lines) {
    points.forEach(([x, y], i) => (i ? pen.lineTo(x, y) : pen.moveTo(x, y)));
    drawn += points.length;
    if (drawn < PIECE) continue;
    pen.stroke();
    pen.beginPath();
    drawn = 0;
  }
  pen.stroke();
}

// What lies within a curve; a gap in it begins another piece.
function band(pen, { x, y, fillcolor }, layout, place) {
  pen.fillStyle = fillcolor;
  pen.beginPath();
  let begun = false;
  for (let i = 0; i < x.length; i++) {
    const [px, py] = [place.x(onAxis(layout.xaxis, x[i])), place.y(onAxis(layout.yaxis, y[i]))];
    const gap = !Number.isFinite(px) || !Number.isFinite(py);
    if (!gap) begun ? pen.lineTo(px, py) : pen.moveTo(px, py);
    begun = !gap;
  }
  pen.fill();
}

const drawable = (trace) =>
  trace.type === "scatter" &&
  (trace.line?.color || trace.line?.width === 0 || !trace.mode.includes("lines")) &&
  drawableMarks(trace) &&
  (!trace.fill || trace.fill === "none" || (trace.fill === "toself" && trace.fillcolor));

// Lines, dots, filled bands, bars and cells are what a sketch can draw, in panes along one x axis.
export const sketchable = ({ data, layout = {} }) =>
  data.every((trace) => drawable(trace) || drawableBars(trace, layout) || drawableCells(trace)) &&
  !layout.xaxis2 &&
  !Object.values(layout).some((part) => part?.overlaying);

// Whether a sketch shows all that Plotly would: axes do not move aside for long names in it.
export const restsAsSketch = (figure) =>
  sketchable(figure) && !Object.values(figure.layout).some((part) => part?.automargin);

function drawTrace(pen, trace, { axes, place }) {
  const { type, mode, line, fill, opacity, cliponaxis } = trace;
  pen.globalAlpha = opacity ?? 1;
  if (type === "bar") {
    drawBars(pen, trace, place);
    return;
  }
  if (type === "heatmap") {
    drawCells(pen, trace, place);
    return;
  }
  if (fill === "toself") band(pen, trace, axes, place);
  if (mode.includes("lines") && line.width !== 0) curve(pen, trace, axes, place);
  if (mode.includes("markers") && cliponaxis !== false) dots(pen, trace, axes, place);
}

// `size` = { width, height } of the canvas. `zoomed`, `held`: by axis the range that the reader
// chose, and the one that was shown before. `at` = {box, entries}: where Plotly has put axes and
// legend, if it has. `look` = {text, grid, font, paper, scale}. `until`: the share of the run that
// is drawn so far, with letters for names. Returns by axis what is shown.
export function sketch(canvas, figure, size, zoomed, at, look, { held, until = 1 } = {}) {
  const scale = look.scale ?? 1;
  const { data } = figure;
  const layout = withNames(figure);
  const pen = wipe(canvas, size, scale);
  fit(canvas.style, size);
  const { box, entries } = at
    ? placedBefore(at, scale)
    : placesIn({ data, layout }, inSteps(size, scale), pen, look);
  const off = new Set(entries.filter((entry) => entry.off).map((entry) => entry.name));
  const curves = data
    .filter((trace) => !off.has(readBack(trace.name)) && trace.visible !== false)
    .map((trace) => ({
      ...trace,
      x: inPlaces(layout.xaxis, decode(trace.x)),
      y: inPlaces(layout[axisOf(trace)], decode(trace.y)),
    }));
  const spans = spansOf(layout, curves, zoomed, held, box);
  makeSquare(layout, spans, box);
  const panes = panesOf(layout, box, spans);
  drawShapes(pen, layout, panes, box, look, "below");
  for (const { axes, foot, ...plane } of Object.values(panes)) {
    drawAxes(pen, axes, plane, look, foot);
  }
  drawShapes(pen, layout, panes, box, look, "between");
  const drawn = until < 1 ? { ...box, right: placeIn(layout, spans, box, until) } : box;
  drawCurves(pen, standing(curves, layout), panes, drawn, look);
  drawShapes(pen, layout, panes, box, look, "above");
  drawLegend(pen, entries, data, look);
  if (until === 1) writeNotes(pen, layout, panes, box, look, Boolean(held));
  else writeHeads(pen, curves, panes, drawn.right, look);
  return spans;
}

// Where on the canvas a share of the run is over, which ends at the number `meta.progress`.
function placeIn({ xaxis, meta }, spans, box, share) {
  const [low, high] = spans.xaxis;
  const at = onAxis(xaxis, share * meta.progress);
  const across = Math.max(0, Math.min((at - low) / (high - low), 1));
  return box.left + across * (box.right - box.left);
}

const axisOf = ({ yaxis = "y" }) => yaxis.replace("y", "yaxis");

// Written only when it changes: a style that is set again is worked out again.
function fit(style, { width, height }) {
  if (style.width !== `${width}px`) style.width = `${width}px`;
  if (style.height !== `${height}px`) style.height = `${height}px`;
}

// The same in pixels, before Plotly has put its axes anywhere.
export function boxIn(canvas, figure, size, look) {
  const { scale = 1 } = look;
  const { box } = placesIn(figure, inSteps(size, scale), canvas.getContext("2d"), look);
  return inSteps(box, 1 / scale);
}

// Places in pixels, in the steps of the pen.
const placedBefore = ({ box, entries }, scale) => ({
  box: inSteps(box, scale),
  entries: entries.map(({ x, y, ...entry }) => ({ ...entry, ...inSteps({ x, y }, scale) })),
});

function drawCurves(pen, curves, panes, { left, right }, look) {
  const paneOf = ({ yaxis }) => panes[yaxis ?? "y"] ?? panes.y;
  for (const [name, pane] of Object.entries(panes)) {
    clip(pen, { ...pane.box, left, right }, () => {
      for (const trace of curves) if (paneOf(trace) === panes[name]) drawTrace(pen, trace, pane);
    });
  }
  pen.globalAlpha = 1;
  for (const trace of curves) {
    if (trace.cliponaxis !== false) continue;
    const { axes, place } = paneOf(trace);
    pen.globalAlpha = trace.opacity ?? 1;
    const edge = { left: left - 20, right: right + 20, top: 0, bottom: 1e5 };
    clip(pen, edge, () => {
      if (trace.type === "bar") writeBars(pen, trace, place, look);
      else if (trace.mode.includes("markers")) dots(pen, trace, axes, place);
    });
    if (trace.mode?.includes("text")) writeMarks(pen, trace, axes, place, look);
  }
  pen.globalAlpha = 1;
  pen.setLineDash([]);
}
