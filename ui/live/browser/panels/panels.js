// Live panels: the knobs of several things as sliders that report while they are dragged.
//
// Python sends for each panel `knobs` (what they are) and `values` (where they stand), and the number
// up to which it has `heard` of movements. All panels that change together are one element: one
// message, one rendering by the page.

import { mounted } from "../events/elements.js";
import { acknowledge, deliverBy, report, unheard } from "../events/log.js";
import { element } from "../lib/dom.js";
import { meant, onLight } from "../lib/light.js";
import { Choice, Flag, fromWire, Range, toWire } from "./controls.js";
import { heading, subtitle } from "./heading.js";

const COMMIT_MS = 250;

class Panel {
  constructor(root, source) {
    this.root = root;
    this.source = source;
    this.pending = {}; // what was moved and is not done with
  }

  // The row of nodes is made anew only when the knobs themselves change.
  update(data, setStateValue, panels) {
    this.setStateValue = setStateValue;
    this.others = panels;
    this.mirrored = data.mirrored;
    const plan = JSON.stringify([data.knobs, data.heading, data.layout, data.button, data.title]);
    if (plan !== this.plan) this.build(data);
    this.plan = plan;
    if (data.open && this.opened === undefined) this.unfold(true);
    if (data.turned !== this.turned) {
      this.turned = data.turned;
      this.unfold?.(this.root.classList.contains("lab-open"));
    }
    this.show(data.values);
  }

  // A knob that was moved meanwhile stays: these values answer an older movement, and others follow.
  show(values) {
    for (const [name, value] of Object.entries(values)) {
      const moved = this.pending[name] ?? unheard(this.source, name);
      this.controls[name].show(fromWire(moved ?? value));
    }
  }

  // What was moved a moment ago is still reported, of the knobs that remain.
  build({ knobs, heading: run, layout, label, button, title }) {
    const focused = this.root.contains(document.activeElement) && document.activeElement.ariaLabel;
    this.controls = {};
    const nodes = knobs.map((knob) => this.row(knob));
    const remain = Object.entries(this.pending).filter(([name]) => name in this.controls);
    this.pending = Object.fromEntries(remain);
    if (title) nodes.unshift(element("p", { className: "lab-title", textContent: title }));
    if (run?.subtitle) nodes.unshift(subtitle(run.subtitle));
    if (run) nodes.unshift(heading(run, (action, value) => this.act(action, value)));
    this.root.className = `lab-panel lab-${layout}`;
    this.root.setAttribute("role", "group");
    this.root.setAttribute("aria-label", label);
    this.root.replaceChildren(...nodes);
    if (knobs.some((knob) => knob.rare)) this.root.append(...this.more());
    if (button) {
      const add = element("button", { type: "button", className: "lab-button", ...button });
      add.onclick = () => this.act("button", "");
      this.root.append(add);
    }
    if (focused) this.root.querySelector(`[aria-label="${focused}"]`)?.focus();
  }

  // A knob with its letter, whose index is set lower, and its name.
  row(knob) {
    const Kind = knob.stops ? Range : knob.choices ? Choice : Flag;
    const control = new Kind(knob, (value, live) => this.moved(knob.name, value, live));
    this.controls[knob.name] = control;
    const [letter, index] = knob.symbol.split("_");
    const symbol = element("span", { className: "lab-symbol" }, letter);
    if (index) symbol.append(element("sub", { textContent: index }));
    const words = element("span", { className: "lab-words", textContent: knob.label });
    const type = Kind.name.toLowerCase();
    const className = `lab-knob lab-${type}${knob.rare ? " lab-rare" : ""}`;
    const node = element(
      "label",
      { className, title: knob.about },
      symbol,
      words,
      ...control.nodes,
    );
    node.dataset.knob = knob.name;
    return node;
  }

  // Knobs that are seldom turned stand behind a button. One that is turned opens its panel, unless
  // the reader has opened or closed it by hand. On paper there is no button, and what is turned
  // stands there as text.
  more() {
    const button = element("button", { type: "button", className: "lab-more" });
    const text = element("span", { className: "lab-turned", aria: { hidden: true } });
    this.unfold = (open) => {
      const turned = this.turned ? ` (${this.turned})` : "";
      text.textContent = this.turned ?? "";
      button.textContent = open ? "fewer knobs" : `more knobs${turned}`;
      button.setAttribute("aria-expanded", open);
      this.root.classList.toggle("lab-open", open);
    };
    button.onclick = () => {
      this.opened = !this.root.classList.contains("lab-open");
      this.unfold(this.opened);
    };
    this.unfold(this.opened ?? false);
    return [button, text];
  }

  moved(name, value, live) {
    this.pending[name] = toWire(value);
    if (this.mirrored.includes(name)) this.mirror(name, value);
    // Geometry in the browser follows at once, and does not wait for the server.
    const detail = { source: this.source, values: { ...this.pending } };
    dispatchEvent(new CustomEvent("lab-moved", { detail }));
    clearTimeout(this.commit);
    // Keys fire "input" and "change" at every press: only the last press of a burst commits.
    if (live) this.report({ values: { ...this.pending }, live: true });
    else this.commit = setTimeout(() => this.settle(), COMMIT_MS);
  }

  // A handle in a picture moves these knobs.
  follow(values, live) {
    for (const [name, value] of Object.entries(values)) {
      if (!this.controls[name]) continue;
      this.controls[name].show(fromWire(value));
      if (live) this.pending[name] = value;
      else delete this.pending[name];
    }
  }

  mirror(name, value) {
    for (const other of this.others.values()) {
      if (other !== this && other.mirrored.includes(name)) other.controls[name].show(value);
    }
  }

  // The hand is done with what it moved.
  settle() {
    clearTimeout(this.commit);
    if (!Object.keys(this.pending).length) return;
    this.report({ values: this.pending, live: false });
    this.pending = {};
  }

  // What was moved just before, here or beside, comes first.
  act(action, value) {
    for (const panel of this.others.values()) panel.settle();
    this.report({ values: {}, action, value, live: false });
  }

  report(entry) {
    report({ source: this.source, ...entry }, this.setStateValue);
  }
}

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
  const names = meant() ?? [];
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
    panels.get(payload.source).update(payload, setStateValue, panels);
    if (before?.classList.contains("lab-row") && payload.layout === "column") {
      before.after(root.rest);
    }
    before = panels.get(payload.source).root;
  }
  ring(root);
}

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".lab-panels");
  root.panels ??= new Map();
  root.followed ??= followHandles(root);
  root.lit ??= followLight(root);
  acknowledge(data.heard);
  deliverBy(root, setStateValue);
  mounted(root, data, (newest) => show(root, newest, setStateValue));
}
