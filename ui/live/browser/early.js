// Nothing to see: while the server still learns, it has the browser fetch what figures need; and it
// says whose visit this is.

import { meet } from "./connection.js";
import "./own_link.js";
import { element } from "./lib/dom.js";

// Whatever page it is, these will be asked for next.
import("./panels/panels.js");
import("./stage/stage.js");

// Fetched only: to run plotly.js takes most of a second, in which nothing could be drawn.
export default function ({ data }) {
  meet(data.visit);
  if (document.querySelector("link[data-lab-plotly]")) return;
  const href = new URL(data.plotly, document.baseURI).href;
  const link = element("link", { rel: "preload", as: "script", href });
  link.dataset.labPlotly = "";
  document.head.append(link);
}
