// A report as one HTML file. The server writes it with marks, which are filled here: with the pictures
// as they stand, the day, the link, and the list of the study.

import { element } from "../lib/dom.js";
import { inTheme } from "../lib/palette.js";
import { downloadBlob } from "../lib/save.js";
import { theme } from "../lib/theme.js";
import { withOwnLetters } from "../saves/sheet.js";
import { loadPlotly } from "../stage/plotly.js";
import { now } from "./store.js";

const MARK = /<!--(?:(picture):)?([\w-]+)-->/g;
const SIZE = { format: "svg", width: 860, height: 460, imageDataOnly: true };

// White paper and dark letters, whatever the page looks like.
const PAPER = { text: "#31333f", paper: "#ffffff", grid: "rgba(49,51,63,0.16)", dark: false };

export async function saveReport(html, root, study) {
  const look = { ...theme(root), ...PAPER, scale: 1, meant: null };
  const filled = { date: serialize(textNode(today())), link: link(location.href), study };
  for (const payload of shownFigures()) filled[payload.name] = await svgOf(payload, look);
  const written = html.replace(MARK, (_, _picture, name) => filled[name] ?? "");
  downloadBlob(`sparsity-lab-report-${day()}.html`, new Blob([written], { type: "text/html" }));
}

// The figures of all stages on the page.
function shownFigures() {
  const stages = [...document.querySelectorAll(".lab-stage")].map((node) => node.stage);
  const rows = stages.flatMap((stage) => stage?.rows ?? []);
  return rows.flatMap((row) => [...(row.figures?.values() ?? [])]).map(({ payload }) => payload);
}

// As large as the paper is wide: its own width and height would keep it small.
async function svgOf({ figure, plotly }, look) {
  const Plotly = await loadPlotly(plotly);
  const svg = await Plotly.toImage(withOwnLetters(inTheme(figure, look), look), SIZE);
  return svg.slice(svg.indexOf("<svg"));
}

const textNode = (text) => document.createTextNode(text);

// A node as text, escaped by the browser.
export const serialize = (node) => new XMLSerializer().serializeToString(node);

const link = (href) => serialize(element("a", { href, textContent: "Open this view in the app" }));

const today = () => new Date(now()).toLocaleDateString("en-GB", { dateStyle: "long" });
const day = () => new Date(now()).toISOString().slice(0, 10);
