// Loads plotly.js, once a page, from the app itself.

function loadPlotly(url) {
  window.sparsityLabPlotly ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = new URL(url, document.baseURI).href;
    script.onload = () => resolve(window.Plotly);
    script.onerror = () => {
      delete window.sparsityLabPlotly;
      reject(new Error("plotly.js could not be loaded"));
    };
    document.head.append(script);
  });
  return window.sparsityLabPlotly;
}
