// A figure as a file.

import { readBack } from "../lib/dom.js";
import { decode } from "../lib/numbers.js";
import { inTheme } from "../lib/palette.js";
import { download, downloadCsv } from "../lib/save.js";
import { dressed } from "./dressed.js";
import { loadPlotly } from "./plotly.js";

export const SAVES = { SVG: "an SVG file", PNG: "a PNG file", CSV: "a table of its points" };

export async function saveFigure(kind, { name, figure, plotly }, look) {
  const file = `sparsity-lab-${name}`;
  if (kind === "CSV") {
    downloadCsv(file, pointsOf(figure));
    return;
  }
  const { data, layout: drawn } = inTheme(figure, look);
  const layout = { ...dressed(rimmed(drawn, look.paper), look), paper_bgcolor: look.paper };
  const format = kind.toLowerCase();
  const options = { format, width: 900, height: 600, scale: kind === "PNG" ? 2 : 1 };
  const Plotly = await loadPlotly(plotly);
  download(`${file}.${format}`, await Plotly.toImage({ data, layout }, options));
}

// On the page a style sheet gives the letters of names their rim.
const rimmed = (layout, paper) => ({
  ...layout,
  annotations: layout.annotations?.map((note) => ({ bgcolor: paper, ...note })),
});

function pointsOf({ data, layout }) {
  const title = (axis, otherwise) => layout[axis]?.title?.text ?? otherwise;
  const panes = Object.keys(layout).filter((name) => name.startsWith("yaxis"));
  const rows = [["curve", title("xaxis", "x"), ...panes.map((name) => title(name, "y"))]];
  for (const trace of data) {
    if (trace.meta === "ornament") continue;
    const own = (trace.yaxis ?? "y").replace("y", "yaxis");
    // A logarithmic axis may show 0 at a floor below all other numbers.
    const floor = layout.meta?.floor?.[own];
    const [x, y] = [decode(trace.x), decode(trace.y)];
    for (let i = 0; i < x.length; i++) {
      if (!Number.isFinite(y[i])) continue;
      const height = y[i] === floor ? 0 : y[i];
      rows.push([readBack(trace.name), x[i], ...panes.map((name) => (name === own ? height : ""))]);
    }
  }
  return rows;
}
