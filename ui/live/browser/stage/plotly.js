// Loads plotly.js, once a page, from the app itself.

import { element } from "../lib/dom.js";

let asked;

export function loadPlotly(url) {
  asked ??= new Promise((resolve, reject) => {
    const script = element("script", { src: new URL(url, document.baseURI).href });
    script.onload = () => resolve(window.Plotly);
    script.onerror = () => {
      asked = undefined;
      reject(new Error("plotly.js could not be loaded"));
    };
    document.head.append(script);
  });
  return asked;
}
