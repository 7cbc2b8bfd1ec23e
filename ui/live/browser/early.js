// Nothing to see: while the server still learns, it has the browser fetch what figures need; and it
// says whose visit this is.

import { meet } from "./connection.js";
import "./focus.js";
import "./own_link.js";
import "./classroom/begin.js";
import { element } from "./lib/dom.js";

// Whatever page it is, these will be asked for next.
import("./panels/panels.js");
import("./stage/stage.js");

// Pages that draw with plotly.js as soon as there is anything to show. Films, stories and questions
// do without it at first; there the browser fetches it when it has nothing else to do.
const DRAWN_AT_ONCE = /\/(playground|data)$/;

// Fetched only: to run plotly.js takes most of a second, in which nothing could be drawn.
export default function ({ data }) {
  meet(data.visit);
  if (document.querySelector("link[data-lab-plotly]")) return;
  const href = new URL(data.plotly, document.baseURI).href;
  const rel = DRAWN_AT_ONCE.test(location.pathname) ? "preload" : "prefetch";
  const link = element("link", { rel, as: "script", href });
  link.dataset.labPlotly = "";
  document.head.append(link);
}
