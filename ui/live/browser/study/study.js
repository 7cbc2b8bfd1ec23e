// The study: whether this browser keeps anything, the list of what it keeps, and the report.

import { element, whenGone } from "../lib/dom.js";
import { onEntries } from "./entries.js";
import { choiceNodes } from "./keep_choice.js";
import { saveReport, serialize } from "./report.js";
import { StudyList, studyTable } from "./study_list.js";

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".lab-study");
  root.study ??= begin(root);
  if (data.n && root.dataset.report !== data.n) {
    root.dataset.report = data.n;
    save(data.report, root);
  }
  return whenGone(root, root.study);
}

// Returns what ends it.
function begin(root) {
  const kept = new StudyList();
  const choice = element("div", { className: "lab-keep_choice" }, ...choiceNodes());
  root.replaceChildren(choice, kept.root);
  kept.show();
  return onEntries(() => kept.show());
}

async function save(report, root) {
  const table = await studyTable();
  saveReport(report, root, table ? serialize(table) : "");
}
