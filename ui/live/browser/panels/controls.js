// One control a knob: a slider with its exact value beside it, a choice, a switch. Each has `nodes`
// to be put on the page, `show(value)`, and calls `report(value, live)` when it is moved.

import { element } from "../lib/dom.js";
import { typedNumber, written } from "../lib/numbers.js";

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

  // Where the exact value is read and typed.
  exact(name) {
    const aria = { label: `${name}, exact` };
    const entry = element("input", { type: "text", inputMode: "decimal", aria });
    entry.oninput = () => {
      this.typing = true;
    };
    entry.onblur = () => this.settle();
    entry.onchange = () => this.take(this.read(entry.value));
    entry.onkeydown = (event) => {
      if (event.key === "Escape") this.settle();
    };
    entry.onfocus = () => entry.select();
    return entry;
  }

  read(text) {
    const none = this.unset && ["", this.unset].includes(text.trim().toLowerCase());
    return none ? 0 : typedNumber(text);
  }

  write(value) {
    return this.unset && !value ? this.unset : written(value, this);
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

export class Choice {
  constructor(knob, report) {
    this.select = element("select", { aria: { label: knob.name } });
    this.select.append(...knob.choices.map((c) => new Option(c.replaceAll("_", " "), c)));
    this.select.onchange = () => report(this.select.value, false);
    this.nodes = [this.select];
  }

  show(value) {
    this.select.value = value;
  }
}

export class Flag {
  constructor(knob, report) {
    this.box = element("input", { type: "checkbox", aria: { label: knob.name } });
    this.box.onchange = () => report(this.box.checked, false);
    this.nodes = [this.box];
  }

  show(value) {
    this.box.checked = value;
  }
}
