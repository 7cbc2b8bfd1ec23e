// The study: whether this browser keeps anything, and the report that is saved.

import { element } from "../lib/dom.js";
import { choiceNodes } from "./keep_choice.js";
import { saveReport } from "./report.js";

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".lab-study");
  if (!root.firstChild)
    root.append(element("div", { className: "lab-keep_choice" }, ...choiceNodes()));
  if (!data.n || root.dataset.report === data.n) return;
  root.dataset.report = data.n;
  saveReport(data.report, root, "");
}
