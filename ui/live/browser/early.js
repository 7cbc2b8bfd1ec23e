// Nothing to see: it has the browser read plotly.js while the server still learns.

import { loadPlotly } from "./plotly.js";

// Whatever page it is, these will be asked for next.
import("./panels.js");
import("./stage.js");

export default function ({ data }) {
  // A failure is told by the figures, which ask again.
  loadPlotly(data.plotly).catch(() => {});
}
