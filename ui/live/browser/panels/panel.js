// One panel: the knobs of one thing, each with a slider and its exact value beside it, a choice or a
// switch. A control has `nodes` to be put on the page, `show(value)`, and calls `report(value, live)` when
// it is moved.

import { pendingValue, report } from "../events/log.js";
import { element } from "../lib/dom.js";
import { formatNumber, typedNumber } from "../lib/numbers.js";
import { Fold } from "./fold.js";
import { heading, subtitle } from "./heading.js";
import { RuleText } from "./rule.js";

const COMMIT_MS = 250;

export class Panel {
  constructor(root, source) {
    this.root = root;
    this.source = source;
    root.dataset.source = source;
    this.pending = {}; // what was moved and is not done with
    this.fold = new Fold(root);
  }

  // The row of nodes is made anew only when the knobs themselves change.
  update(data, setStateValue, panels) {
    this.setStateValue = setStateValue;
    this.others = panels;
    this.mirrored = data.mirrored;
    const plan = JSON.stringify([data.knobs, data.heading, data.layout, data.button, data.title]);
    if (plan !== this.plan) this.build(data);
    this.plan = plan;
    this.fold.show(data.turned, data.open);
    this.show(data.values);
  }

  // A knob that was moved meanwhile stays: these values answer an older movement, and others follow.
  show(values) {
    for (const [name, value] of Object.entries(values)) {
      const moved = this.pending[name] ?? pendingValue(this.source, name);
      this.controls[name].show(fromWire(moved ?? value));
    }
  }

  // What was moved a moment ago is still reported, of the knobs that remain.
  build({ knobs, heading: run, layout, label, button, title, folds }) {
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
    this.root.classList.toggle(
      "lab-rare",
      Boolean(knobs.length) && knobs.every((knob) => knob.rare) && !folds && !button && !run,
    );
    if (folds && knobs.some((knob) => knob.rare)) this.root.append(...this.fold.nodes);
    if (button) {
      const add = element("button", { type: "button", className: "lab-button", ...button });
      add.onclick = () => this.act("button", "");
      this.root.append(add);
    }
    if (focused) this.root.querySelector(`[aria-label="${focused}"]`)?.focus();
  }

  // A knob with its letter, whose index is set lower, and its name.
  row(knob) {
    const Kind = knob.rule ? RuleText : knob.stops ? Range : knob.choices ? Choice : Flag;
    const control = new Kind(knob, (value, live) => this.moved(knob.name, value, live));
    this.controls[knob.name] = control;
    const [letter, index] = knob.symbol.split("_");
    const symbol = element("span", { className: "lab-symbol" }, letter);
    if (index) symbol.append(element("sub", { textContent: index }));
    const words = element("span", { className: "lab-words", textContent: knob.label });
    const type = Kind.name.toLowerCase();
    const className = `lab-knob lab-${type}${knob.rare ? " lab-rare" : ""}`;
    // What has buttons in it is no label of one control.
    const node = element(
      knob.rule ? "div" : "label",
      { className, title: knob.about },
      symbol,
      words,
      ...control.nodes,
    );
    node.dataset.knob = knob.name;
    return node;
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

export const fromWire = (value) => (value === "inf" ? Infinity : value);
export const toWire = (value) => (value === Infinity ? "inf" : value);

// The slider's positions are the knob's stops, counted: even steps under the hand and the keys,
// whatever the scale, with 0 and ∞ as stops like any other.
export class Range {
  constructor(knob, report) {
    this.stops = knob.stops.map(fromWire);
    this.ends = knob.ends;
    this.integer = knob.integer;
    this.log = knob.log;
    this.unset = knob.unset; // the word for 0, where it is no bound
    this.report = report;
    const max = this.stops.length - 1;
    const aria = { label: knob.name };
    this.slider = element("input", { type: "range", min: 0, max, step: 1, aria });
    this.slider.onkeydown = (event) => this.type(event);
    this.slider.oninput = () => {
      this.dragged = true;
      this.show(this.stops[this.slider.value], true);
      report(this.value, true);
    };
    const rest = () => {
      this.dragged = false;
      report(this.value, false);
    };
    this.slider.onchange = rest;
    // A drag that ends where it began is no change for the browser.
    this.slider.onpointerup = () => setTimeout(() => this.dragged && rest());
    this.entry = this.exact(knob.name);
    this.nodes = [this.slider, this.entry];
  }

  // A number that is typed on the slider goes to the field beside it, which is no stop of its own
  // for the Tab key: half as many stops lead through the knobs.
  type(event) {
    const begins = event.key === "Enter" || (event.key.length === 1 && /[\d.,-]/.test(event.key));
    if (!begins || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.entry.focus();
    if (event.key === "Enter") return;
    this.entry.value = event.key;
    this.typing = true;
  }

  // Where the exact value is read and typed.
  exact(name) {
    const aria = { label: `${name}, exact` };
    const entry = element("input", { type: "text", inputMode: "decimal", tabIndex: -1, aria });
    entry.oninput = () => {
      this.typing = true;
    };
    entry.onblur = () => this.settle();
    entry.onchange = () => this.take(this.read(entry.value));
    entry.onkeydown = (event) => {
      if (event.key === "Escape") this.settle();
      if (event.key !== "Escape" && event.key !== "Enter") return;
      // What was typed is taken first.
      setTimeout(() => this.slider.focus());
    };
    entry.onfocus = () => entry.select();
    return entry;
  }

  read(text) {
    const none = this.unset && ["", this.unset].includes(text.trim().toLowerCase());
    return none ? 0 : typedNumber(text);
  }

  write(value) {
    return this.unset && !value ? this.unset : formatNumber(value, this);
  }

  take(typed) {
    this.typing = false;
    this.entry.setAttribute("aria-invalid", Number.isNaN(typed));
    if (Number.isNaN(typed)) {
      this.show(this.value);
      return;
    }
    this.show(this.clamped(typed));
    this.report(this.value, false);
  }

  // The nearest value that the knob allows: as `Knob.clamp` in Python has it.
  clamped(value) {
    const [low, high] = this.ends;
    if (value > high) {
      const endless = this.stops.at(-1) === Infinity && value === Infinity;
      return endless ? Infinity : high;
    }
    if (value < low) return this.log && this.stops[0] === 0 && value <= 0 ? 0 : low;
    return this.integer ? Math.round(value) : value;
  }

  // What is half typed is not overwritten by what arrives meanwhile.
  settle() {
    this.typing = false;
    this.show(this.value);
  }

  show(value, slid = false) {
    this.value = value;
    if (!slid) this.slider.value = this.nearest(value);
    const filled = `${(100 * this.slider.value) / this.slider.max}%`;
    this.slider.setAttribute("aria-valuetext", this.write(value));
    this.slider.style.setProperty("--filled", filled);
    if (!this.typing) this.entry.value = this.write(value);
  }

  // The place of the stop next to `value`; ∞ − ∞ is no distance.
  nearest(value) {
    let nearest = 0;
    this.stops.forEach((stop, i) => {
      const closer = Math.abs(stop - value) < Math.abs(this.stops[nearest] - value);
      if (stop === value || closer) nearest = i;
    });
    return nearest;
  }
}

// Names of choices that words say better: how step sizes fall.
const CHOICES = { inv_sqrt: "η/√t", inv: "η/t" };

class Choice {
  constructor(knob, report) {
    this.select = element("select", { aria: { label: knob.name } });
    this.select.append(
      ...knob.choices.map((c) => new Option(CHOICES[c] ?? c.replaceAll("_", " "), c)),
    );
    this.select.onchange = () => report(this.select.value, false);
    this.nodes = [this.select];
  }

  show(value) {
    this.select.value = value;
  }
}

class Flag {
  constructor(knob, report) {
    this.box = element("input", { type: "checkbox", aria: { label: knob.name } });
    this.box.onchange = () => report(this.box.checked, false);
    this.nodes = [this.box];
  }

  show(value) {
    this.box.checked = value;
  }
}
