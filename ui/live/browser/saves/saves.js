// A figure as a file.

import { readBack } from "../lib/dom.js";
import { decode } from "../lib/numbers.js";
import { downloadBlob, downloadCsv } from "../lib/save.js";
import { loadPlotly } from "../stage/plotly.js";
import { pixelsOf, sheetOf, textOf } from "./sheet.js";

export const SAVES = { PNG: "a PNG file", SVG: "an SVG file", CSV: "a table of its points" };

// `shown` = { figure, size, look }: how a picture stands on the page, made of its payload.
export async function saveFigure(kind, payload, shown) {
  const file = `sparsity-lab-${payload.name}`;
  if (kind === "CSV") {
    downloadCsv(file, pointsOf(payload.figure));
    return;
  }
  const Plotly = window.Plotly ?? (await loadPlotly(payload.plotly));
  const sheet = await sheetOf(Plotly, payload, shown);
  const blob =
    kind === "PNG" ? await pixelsOf(sheet) : new Blob([textOf(sheet)], { type: "image/svg+xml" });
  downloadBlob(`${file}.${kind.toLowerCase()}`, blob);
}

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
