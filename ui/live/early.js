// Nothing to see: it has the browser read plotly.js while the server still learns.

export default function ({ data }) {
  // A failure is told by the figures, which ask again.
  loadPlotly(data.plotly).catch(() => {});
}
