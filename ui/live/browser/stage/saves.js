// A figure as a file.

import { readBack } from "../lib/dom.js";
import { decode } from "../lib/numbers.js";
import { inTheme } from "../lib/palette.js";
import { download, downloadCsv } from "../lib/save.js";
import { applyTheme } from "./figure_theme.js";
import { loadPlotly } from "./plotly.js";

export const SAVES = { SVG: "an SVG file", PNG: "a PNG file", CSV: "a table of its points" };

export async function saveFigure(kind, payload, look) {
  const file = `sparsity-lab-${payload.name}`;
  if (kind === "CSV") {
    downloadCsv(file, pointsOf(payload.figure));
    return;
  }
  const format = kind.toLowerCase();
  const options = { format, width: 900, height: 600, scale: kind === "PNG" ? 2 : 1 };
  download(`${file}.${format}`, await imageOf(payload, look, options));
}

// A figure as a picture: see Plotly.toImage for the options.
export async function imageOf({ figure, plotly }, look, options) {
  const { data, layout: drawn } = inTheme(figure, look);
  const layout = { ...applyTheme(rimmed(drawn, look.paper), look), paper_bgcolor: look.paper };
  const Plotly = await loadPlotly(plotly);
  return Plotly.toImage({ data, layout }, options);
}

// On the page a style sheet gives the letters of names their rim.
const rimmed = (layout, paper) => ({
  ...layout,
  annotations: layout.annotations?.map((note) => ({ bgcolor: paper, ...note })),
});

// What a picture draws, a row for each mark: a point, a bar, a cell that has a value. Where places on
// an axis stand for names, the names stand there (`name_places` in charts/layout.py); what a mark says
// itself is its label. Python's twin is `Picture.table`.
export function pointsOf(figure) {
  const marks = figure.data.filter(({ meta }) => meta !== "ornament").flatMap(marksOf);
  const axes = ["xaxis", ...Object.keys(figure.layout).filter((name) => name.startsWith("yaxis"))];
  const values = [...new Set(marks.map(({ value }) => value?.title))].filter(Boolean);
  const rows = marks.map((mark) => {
    const places = axes.map((axis) => placeOf(mark, axis, figure.layout));
    return { mark, places, label: places.includes(mark.label) ? "" : mark.label };
  });
  const labelled = rows.some(({ label }) => label);
  const titles = axes.map((axis) => readBack(figure.layout[axis].title?.text || axis[0]));
  return [
    ["curve", ...titles, ...values, ...(labelled ? ["label"] : [])],
    ...rows.map(({ mark, places, label }) => [
      mark.curve,
      ...places,
      ...values.map((title) => (mark.value?.title === title ? mark.value.here : "")),
      ...(labelled ? [label] : []),
    ]),
  ];
}

const isThere = (place) => typeof place === "string" || Number.isFinite(place);
const labelOf = (text) => (typeof text === "string" ? readBack(text) : "");

function marksOf(trace) {
  const curve = readBack(trace.name);
  if (trace.type === "heatmap") return cellsOf(trace, curve);
  const [x, y] = [[...decode(trace.x)], [...decode(trace.y)]];
  const yaxis = (trace.yaxis ?? "y").replace("y", "yaxis");
  const texts = Array.isArray(trace.text) ? trace.text : [];
  return x
    .map((place, i) => ({ curve, xaxis: place, [yaxis]: y[i], label: labelOf(texts[i]) }))
    .filter((mark) => isThere(mark.xaxis) && isThere(mark[yaxis]));
}

// `meta` says what the values are, and where they stand when colours show something else.
function cellsOf(trace, curve) {
  const { value: title, at = "z" } = trace.meta ?? {};
  const [x, y] = [[...decode(trace.x)], [...decode(trace.y)]];
  return trace.z.flatMap((row, j) =>
    row.flatMap((shown, i) => {
      if (!Number.isFinite(shown)) return [];
      const value = title && { title, here: trace[at][j][i] };
      const label = labelOf(trace.text?.[j]?.[i]);
      return [{ curve, xaxis: x[i] ?? i, yaxis: y[j] ?? j, value, label }];
    }),
  );
}

// A logarithmic axis may show 0 at a floor below all other numbers.
function placeOf(mark, axis, { meta }) {
  const place = mark[axis];
  if (place === undefined) return "";
  if (place === meta?.floor?.[axis]) return 0;
  // Marks of several series stand a little beside the place that is theirs.
  const nearest = (near, each) => (Math.abs(each - place) < Math.abs(near - place) ? each : near);
  return meta?.places?.[axis]?.reduce(nearest) ?? meta?.names?.[axis]?.[Math.round(place)] ?? place;
}
