// Nothing to see: while the server still learns, it has the browser fetch what figures need; and it
// says whose visit this is.

import { meet } from "./connection.js";
import "./focus.js";
import "./own_link.js";
import "./classroom/begin.js";
import { element } from "./lib/dom.js";
import { inUse, onFirstUse } from "./stage/first_use.js";

// Whatever page it is, these will be asked for next.
import("./panels/panels.js");
import("./stage/stage.js");

// Pages of figures, which load plotly.js themselves when somebody uses them; on others it is fetched
// then, when the browser has nothing else to do, for the figures that may come.
const DRAWN_AT_ONCE = /\/(playground|data)$/;

function fetchLater(plotly) {
  if (DRAWN_AT_ONCE.test(location.pathname)) return;
  if (document.querySelector("link[data-lab-plotly]")) return;
  const href = new URL(plotly, document.baseURI).href;
  const link = element("link", { rel: "prefetch", as: "script", href });
  link.dataset.labPlotly = "";
  document.head.append(link);
}

let waits = false;

export default function ({ data }) {
  meet(data.visit);
  if (inUse()) fetchLater(data.plotly);
  else if (!waits) onFirstUse(() => fetchLater(data.plotly));
  waits = true;
}
