// One control a knob: a slider with its exact value beside it, a choice, a switch. Each has `nodes`
// to be put on the page, `show(value)`, and calls `report(value, live)` when it is moved.

const number = (text) => {
  const clean = text.trim().replace(",", ".").replace("−", "-");
  return /^(∞|inf(inity)?)$/i.test(clean) ? Infinity : clean === "" ? NaN : Number(clean);
};
export const fromWire = (value) => (value === "inf" ? Infinity : value);
export const toWire = (value) => (value === Infinity ? "inf" : value);
const shown = (value) => (value === Infinity ? "∞" : String(Number(Number(value).toPrecision(6))));
export const make = (tag, properties = {}, children = []) => {
  const { aria = {}, ...rest } = properties;
  const node = Object.assign(document.createElement(tag), rest);
  for (const [name, value] of Object.entries(aria)) node.setAttribute(`aria-${name}`, value);
  node.append(...children);
  return node;
};

// The slider's positions are the knob's stops, counted: even steps under the hand and the keys,
// whatever the scale, with 0 and ∞ as stops like any other.
export class Range {
  constructor(knob, report) {
    this.stops = knob.stops.map(fromWire);
    this.integer = knob.integer;
    this.log = knob.log;
    const last = this.stops.length - 1;
    this.slider = make("input", { type: "range", min: 0, max: last, step: 1, aria: { label: knob.name } });
    this.entry = make("input", { type: "text", inputMode: "decimal", aria: { label: `${knob.name}, exact` } });
    this.nodes = [this.slider, this.entry];
    this.slider.oninput = () => {
      this.show(this.stops[this.slider.value], true);
      report(this.value, true);
    };
    this.slider.onchange = () => report(this.value, false);
    this.entry.oninput = () => (this.typing = true);
    this.entry.onblur = () => this.settle();
    this.entry.onchange = () => {
      this.typing = false;
      const typed = number(this.entry.value);
      const value = this.clamped(typed);
      this.entry.setAttribute("aria-invalid", Number.isNaN(typed));
      if (Number.isNaN(typed)) return this.show(this.value);
      this.show(value);
      report(value, false);
    };
    this.entry.onkeydown = (event) => {
      if (event.key === "Escape") this.settle();
    };
    this.entry.onfocus = () => this.entry.select();
  }
  clamped(value) {
    const finite = this.stops.filter(Number.isFinite);
    const top = finite.at(-1);
    if (value > top) return this.stops.at(-1) === Infinity && value === Infinity ? Infinity : top;
    if (value < finite[0]) return finite[0];
    if (this.log && finite[0] === 0 && value > 0 && value < finite[1]) return finite[1];
    return this.integer ? Math.round(value) : value;
  }
  // What is half typed is not overwritten by what arrives meanwhile.
  settle() {
    this.typing = false;
    this.show(this.value);
  }
  show(value, slid = false) {
    this.value = value;
    if (!slid) {
      let nearest = 0;
      this.stops.forEach((stop, i) => {
        const better = stop === value || Math.abs(stop - value) < Math.abs(this.stops[nearest] - value);
        if (better) nearest = i;
      });
      this.slider.value = nearest;
    }
    this.slider.setAttribute("aria-valuetext", shown(value));
    this.slider.style.setProperty("--filled", `${(100 * this.slider.value) / this.slider.max}%`);
    if (!this.typing) this.entry.value = shown(value);
  }
}

export class Choice {
  constructor(knob, report) {
    this.select = make("select", { aria: { label: knob.name } });
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
    this.box = make("input", { type: "checkbox", aria: { label: knob.name } });
    this.box.onchange = () => report(this.box.checked, false);
    this.nodes = [this.box];
  }
  show(value) {
    this.box.checked = value;
  }
}
