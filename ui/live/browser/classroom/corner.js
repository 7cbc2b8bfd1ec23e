// The corner of the window in which all of a class stands, in the colours of the page.

import { element } from "../lib/dom.js";
import { theme } from "../lib/theme.js";

const LOOK_MS = 2000; // the theme may change

const host = element("div", { className: "lab-class" });

// Puts a node there, above those that have come before unless it is the bar.
export function putInCorner(node, isBar = false) {
  if (!host.isConnected) document.body.append(host);
  wear();
  if (node.isConnected) return;
  if (isBar) host.append(node);
  else host.prepend(node);
}

// Elements of Streamlit have the colours of the theme; the body has none.
function wear() {
  if (!host.isConnected || !host.childElementCount) return;
  const shown = document.querySelector(".lab-stage, .lab-panels, .lab-card, .lab-reporter");
  if (!shown) return;
  const { text, paper, accent, font } = theme(shown);
  host.style.setProperty("--st-font", font);
  host.style.setProperty("--st-text-color", text);
  host.style.setProperty("--st-background-color", paper);
  host.style.setProperty("--st-primary-color", accent);
}

setInterval(wear, LOOK_MS);
