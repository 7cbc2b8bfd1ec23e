// A figure as Plotly is given it: in the colours and the letters of the page, and as large as they.

import { dashOf } from "../lib/dashes.js";
import { POWERS } from "./axes.js";
import { axesOf } from "./panes.js";

// A layout in the colours and the letters of the page.
export function applyTheme(layout, { text, grid, font, paper, scale = 1 }) {
  const lines = { gridcolor: grid, linecolor: grid, tickcolor: grid };
  const letters = { color: text, family: font, size: layout.font?.size ?? 12 };
  // A crosshair is as thin as other lines; whole numbers at it are written without places.
  const crosshair = { spikecolor: text, spikethickness: scale, hoverformat: ",.7~g" };
  const axes = axesOf(layout).map((name) => {
    const crossed = name.startsWith("x") && layout.hovermode === "x unified";
    const usual = { zeroline: false, labelalias: POWERS, ...(crossed ? crosshair : {}) };
    return [name, { ...usual, ...layout[name], ...lines }];
  });
  return {
    ...layout,
    ...Object.fromEntries(axes),
    font: letters,
    // As the page is, and not clear: what Plotly lays under a crosshair would be white then.
    paper_bgcolor: paper,
    plot_bgcolor: "rgba(0,0,0,0)",
    shapes: layout.shapes?.map((shape) => ({ ...shape, line: { color: text, ...shape.line } })),
    // Names in full, on the page's own paper.
    hoverlabel: {
      bgcolor: paper,
      bordercolor: grid,
      namelength: -1,
      ...layout.hoverlabel,
      font: letters,
    },
    // Dragging on a touch screen scrolls the page.
    dragmode: matchMedia("(pointer: coarse)").matches ? false : "zoom",
  };
}

// Everything in pixels that the figures use, `scale` times as large.
export function scaleFigure({ data, layout }, scale = 1) {
  if (scale === 1) return { data, layout };
  return {
    data: data.map((trace) => scaledTrace(trace, scale)),
    layout: scaledLayout(layout, scale),
  };
}

// The fields `names` of `part` that are numbers, or lists of them, times `scale`.
function times(scale, part, ...names) {
  if (!part) return part;
  const lists = names.filter((name) => Array.isArray(part[name]) || ArrayBuffer.isView(part[name]));
  const numbers = names.filter((name) => typeof part[name] === "number");
  return {
    ...part,
    ...Object.fromEntries(numbers.map((name) => [name, part[name] * scale])),
    ...Object.fromEntries(lists.map((name) => [name, Array.from(part[name], (n) => n * scale)])),
  };
}

function scaledLine(line, scale) {
  if (!line) return line;
  const dash = line.dash && dashOf(line.dash).map((length) => `${length * scale}px`);
  return { ...times(scale, line, "width"), ...(dash?.length ? { dash: dash.join() } : {}) };
}

function scaledTrace(trace, scale) {
  const grown = { ...trace };
  if (trace.line) grown.line = scaledLine(trace.line, scale);
  if (trace.marker) {
    grown.marker = times(scale, trace.marker, "size");
    if (trace.marker.line) grown.marker.line = scaledLine(trace.marker.line, scale);
  }
  if (trace.textfont) grown.textfont = times(scale, trace.textfont, "size");
  if (trace.colorbar) grown.colorbar = times(scale, trace.colorbar, "thickness");
  return grown;
}

function scaledLayout(layout, scale) {
  const axes = axesOf(layout).map((name) => {
    const axis = times(scale, layout[name], "ticklen", "tickwidth", "gridwidth", "linewidth");
    // As it is without a size of its own, which Plotly gives it from that of all letters.
    for (const [part, size] of Object.entries({ ticklen: 5, gridwidth: 1, linewidth: 1 })) {
      axis[part] ??= size * scale;
    }
    const title = times(scale, axis.title, "standoff");
    return [name, { ...axis, title }];
  });
  const note = (annotation) => ({
    ...times(scale, annotation, "xshift", "yshift", "borderpad", "ax", "ay", "arrowwidth"),
    borderwidth: scale,
    borderpad: (annotation.borderpad ?? 1) * scale,
    font: { ...annotation.font, size: (annotation.font?.size ?? 12) * scale },
  });
  return {
    ...layout,
    ...Object.fromEntries(axes),
    font: times(scale, { size: 12, ...layout.font }, "size"),
    margin: times(scale, layout.margin, "l", "r", "t", "b"),
    annotations: layout.annotations?.map(note),
    shapes: layout.shapes?.map((shape) => ({ ...shape, line: scaledLine(shape.line, scale) })),
  };
}
