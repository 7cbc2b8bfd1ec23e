// Live panels: the knobs of several things as sliders that report while they are dragged.
//
// Python sends for each panel `knobs` (what they are) and `values` (where they stand), and gets
// back `moved` = {source, mark, values, live, earlier, action?, value?}. All panels that change
// together are one element: one message, one rendering by the page. While a knob is held its own
// value is not overwritten: what arrives then answers an older movement.

import { Choice, Flag, fromWire, make, Range, toWire } from "./controls.js";
import { pacer } from "./pacer.js";

const HELD_MS = 600;
const COMMIT_MS = 250;
const DOUBT_MS = 10_000;

// Of the movements that wait for it, Streamlit hears the last one only. So each brings along, as
// `earlier`, those that ended and were not answered: values, so that hearing them twice is no harm.
let unanswered = [];

function settled(mark) {
  const at = (text) => Number(text.split(":").at(-1));
  unanswered = unanswered.filter((one) => at(one.mark) > at(mark));
}
addEventListener("lab-answer", ({ detail: { mark } }) => settled(mark));

function earlier() {
  unanswered = unanswered.filter(({ since }) => performance.now() - since < DOUBT_MS);
  return unanswered.map(({ source, values }) => ({ source, values }));
}

class Panel {
  constructor(root, source) {
    this.root = root;
    this.source = source;
    this.held = new Map();
    this.pending = {};
  }

  // The row of nodes is made anew only when the knobs themselves change.
  update(data, setStateValue, panels) {
    this.setStateValue = setStateValue;
    this.others = panels;
    this.mirrored = data.mirrored;
    const plan = JSON.stringify([data.knobs, data.heading, data.layout, data.button]);
    if (plan !== this.plan || data.refusals !== this.refusals) this.forget();
    if (plan !== this.plan) this.build(data);
    [this.plan, this.refusals] = [plan, data.refusals];
    if (data.open && this.opened === undefined) this.unfold(true);
    // What the server says by itself needs no answer any more.
    const told = ([name, value]) => data.values[name] === value;
    unanswered = unanswered.filter(({ source, values }) => source !== this.source || !Object.entries(values).every(told));
    this.show(data.values);
  }

  // A knob in hand is shown again once it is let go; one that has moved on since will be told.
  show(values) {
    clearTimeout(this.later);
    for (const [name, value] of Object.entries(values)) {
      const held = performance.now() - (this.held.get(name) ?? -Infinity) < HELD_MS;
      if (held || name in this.pending) this.later = setTimeout(() => this.show(values), HELD_MS);
      else this.controls[name].show(fromWire(value));
    }
  }

  // What was moved but not sent: void once the panel speaks of other knobs or was refused.
  forget() {
    clearTimeout(this.commit);
    clearTimeout(this.later);
    this.held.clear();
    this.pending = {};
    unanswered = unanswered.filter(({ source }) => source !== this.source);
  }

  build({ knobs, heading, layout, label, button }) {
    const focused = this.root.contains(document.activeElement) && document.activeElement.ariaLabel;
    this.controls = {};
    const kind = (knob) => (knob.stops ? Range : knob.choices ? Choice : Flag);
    const rows = knobs.map((knob) => {
      const control = new (kind(knob))(knob, (value, live) => this.report(knob.name, value, live));
      this.controls[knob.name] = control;
      const title = knob.about;
      const [letter, index] = knob.symbol.split("_");
      const symbol = make("span", { className: "lab-symbol" }, [letter, ...(index ? [make("sub", { textContent: index })] : [])]);
      const words = make("span", { className: "lab-words", textContent: knob.label });
      const type = kind(knob).name.toLowerCase();
      const rare = knob.rare ? " lab-rare" : "";
      return make("label", { className: `lab-knob lab-${type}${rare}`, title }, [symbol, words, ...control.nodes]);
    });
    this.root.className = `lab-panel lab-${layout}`;
    this.root.setAttribute("role", "group");
    this.root.setAttribute("aria-label", label);
    this.root.replaceChildren(...(heading ? [this.head(heading)] : []), ...rows);
    if (knobs.some((knob) => knob.rare)) this.root.append(this.more());
    if (button) {
      const add = make("button", { type: "button", className: "lab-button", ...button });
      add.onclick = () => this.act("button", "");
      this.root.append(add);
    }
    if (focused) this.root.querySelector(`[aria-label="${focused}"]`)?.focus();
  }

  // Knobs that are seldom turned stand behind a button. One that is turned opens its panel, unless
  // the reader has opened or closed it by hand.
  more() {
    const button = make("button", { type: "button", className: "lab-more" });
    this.unfold = (open) => {
      button.textContent = open ? "fewer knobs" : "more knobs";
      button.setAttribute("aria-expanded", open);
      this.root.classList.toggle("lab-open", open);
    };
    button.onclick = () => this.unfold((this.opened = !this.root.classList.contains("lab-open")));
    this.unfold(this.opened ?? false);
    return button;
  }

  head({ letter, colour, dash, algorithm, algorithms, idea, removable }) {
    const pattern = { solid: "", dash: "9 5", dot: "3 4", dashdot: "9 4 3 4" }[dash];
    const sample = make("span", { className: "lab-sample", title: idea });
    sample.innerHTML = '<svg width="34" height="12" aria-hidden="true"><line x1="1" x2="33" y1="6" y2="6"/></svg>';
    sample.querySelector("line").style.cssText = `stroke:${colour};stroke-width:3;stroke-dasharray:${pattern}`;
    const select = make("select", { title: idea, aria: { label: `algorithm of run ${letter}` } });
    // One heading a paper; what has no update for the chosen loss cannot be chosen.
    for (const family of new Set(algorithms.map(([, , family]) => family))) {
      const group = make("optgroup", { label: family });
      for (const [key, title, of, fits] of algorithms) {
        if (of === family) group.append(make("option", { textContent: title, value: key, disabled: !fits && key !== algorithm }));
      }
      select.append(group);
    }
    select.value = algorithm;
    select.onchange = () => this.act("algorithm", select.value);
    const name = make("b", { textContent: letter });
    name.style.color = colour;
    const nodes = [name, sample, select];
    if (removable) {
      const close = make("button", { type: "button", textContent: "×", aria: { label: `remove run ${letter}` } });
      close.title = `Remove run ${letter}`;
      close.onclick = () => this.act("remove", letter);
      nodes.push(close);
    }
    return make("div", { className: "lab-head" }, nodes);
  }

  report(name, value, live) {
    this.held.set(name, performance.now());
    this.pending[name] = toWire(value);
    if (this.mirrored.includes(name)) {
      for (const other of this.others.values()) {
        if (other !== this && other.mirrored.includes(name)) other.controls[name].show(value);
      }
    }
    // Geometry in the browser follows at once, and does not wait for the server.
    dispatchEvent(new CustomEvent("lab-moved", { detail: { source: this.source, values: { ...this.pending } } }));
    clearTimeout(this.commit);
    // Keys fire "input" and "change" at every press: only the last press of a burst commits.
    if (live) this.offer(true);
    else this.commit = setTimeout(() => this.offer(false), COMMIT_MS);
  }

  offer(live) {
    pacer.offer(this.source, (mark) => {
      const values = { ...this.pending };
      this.setStateValue("moved", { source: this.source, mark, values, live, earlier: earlier() });
      if (live) return;
      unanswered.push({ source: this.source, mark, values, since: performance.now() });
      this.pending = {};
    });
  }

  // What was moved just before goes along, but for a run that is being removed: its panel is the
  // next run's from now on.
  act(action, value) {
    if (action === "remove") for (const panel of this.others.values()) panel.forget();
    clearTimeout(this.commit);
    pacer.offer(this.source, (mark) => {
      const values = { ...this.pending };
      this.setStateValue("moved", { source: this.source, mark, values, action, value, live: false, earlier: earlier() });
      this.forget();
    });
  }
}

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".lab-panels");
  const panels = (root.panels ??= new Map());
  for (const [source, panel] of panels) {
    if (data.panels.some((other) => other.source === source)) continue;
    panel.root.remove();
    panels.delete(source);
  }
  // Cards begin a line of their own, however much room the rows before them leave.
  const rest = (root.rest ??= make("div", { className: "lab-break" }));
  let before = null;
  for (const told of data.panels) {
    if (!panels.has(told.source)) {
      const node = document.createElement("div");
      before ? before.after(node) : root.prepend(node);
      panels.set(told.source, new Panel(node, told.source));
    }
    panels.get(told.source).update(told, setStateValue, panels);
    if (before?.classList.contains("lab-row") && told.layout === "column") before.after(rest);
    before = panels.get(told.source).root;
  }
}
