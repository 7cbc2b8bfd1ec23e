// Live panels: the knobs of several things as sliders that report while they are dragged.
//
// Python sends for each panel `knobs` (what they are) and `values` (where they stand), and the number
// up to which it has `heard` of movements. All panels that change together are one element: one
// message, one rendering by the page.

import { mount } from "../events/elements.js";
import { acknowledge, deliverBy } from "../events/log.js";
import { element } from "../lib/dom.js";
import { namesInLight, onLight } from "../lib/light.js";
import { Fold } from "./fold.js";
import { Panel } from "./panel.js";

function followHandles(root) {
  const hear = ({ detail }) => {
    if (!root.isConnected) removeEventListener("lab-moved", hear);
    else if (detail.handle) root.panels.get(detail.source)?.follow(detail.values, detail.live);
  };
  addEventListener("lab-moved", hear);
  return hear;
}

// Knobs that a story means have a ring.
function ring(root) {
  const names = namesInLight() ?? [];
  for (const node of root.querySelectorAll("[data-knob]")) {
    node.classList.toggle("lab-meant", names.includes(node.dataset.knob));
  }
}

function followLight(root) {
  const over = onLight(() => (root.isConnected ? ring(root) : over()));
  return over;
}

function show(root, data, setStateValue) {
  const { panels } = root;
  for (const [source, panel] of panels) {
    if (data.panels.some((other) => other.source === source)) continue;
    panel.root.remove();
    panels.delete(source);
  }
  // Cards begin a line of their own, however much room the rows before them leave.
  root.rest ??= element("div", { className: "lab-break" });
  let before = null;
  for (const payload of data.panels) {
    if (!panels.has(payload.source)) {
      const node = element("div");
      before ? before.after(node) : root.prepend(node);
      panels.set(payload.source, new Panel(node, payload.source));
    }
    panels.get(payload.source).update({ ...payload, folds: !data.together }, setStateValue, panels);
    if (before?.classList.contains("lab-row") && payload.layout === "column") {
      before.after(root.rest);
    }
    before = panels.get(payload.source).root;
  }
  if (data.together) foldTogether(root, data.panels);
  ring(root);
}

// One button for all panels: it names what is turned in each, of a run with its letter.
function foldTogether(root, panels) {
  if (!root.fold) {
    root.fold = new Fold(root);
    root.fold.nodes[0].classList.add("lab-together");
  }
  const turned = panels
    .filter((panel) => panel.turned)
    .map(({ heading, turned }) => (heading ? `${heading.letter} ${turned}` : turned));
  root.fold.show(turned.join(", "));
  if (root.lastChild !== root.fold.text) root.append(...root.fold.nodes);
}

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".lab-panels");
  root.panels ??= new Map();
  root.followed ??= followHandles(root);
  root.lit ??= followLight(root);
  acknowledge(data.heard);
  deliverBy(root, setStateValue);
  mount(root, data, (newest) => show(root, newest, setStateValue));
}
