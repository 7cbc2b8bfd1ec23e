// Live panels: the knobs of several things as sliders that report while they are dragged.
//
// Python sends for each panel `knobs` (what they are) and `values` (where they stand), and gets
// back `moved` = {source, mark, values, live, action?, value?}. All panels that change together are
// one element: one message, one rendering by the page. While a knob is held its own value is not
// overwritten: what arrives then answers an older movement.

const HELD_MS = 600;
const COMMIT_MS = 250;

const number = (text) => {
  const clean = text.trim().replace(",", ".").replace("−", "-");
  return /^(∞|inf(inity)?)$/i.test(clean) ? Infinity : clean === "" ? NaN : Number(clean);
};
const fromWire = (value) => (value === "inf" ? Infinity : value);
const toWire = (value) => (value === Infinity ? "inf" : value);
const shown = (value) => (value === Infinity ? "∞" : String(Number(Number(value).toPrecision(6))));
const make = (tag, properties = {}, children = []) => {
  const { aria = {}, ...rest } = properties;
  const node = Object.assign(document.createElement(tag), rest);
  for (const [name, value] of Object.entries(aria)) node.setAttribute(`aria-${name}`, value);
  node.append(...children);
  return node;
};

// The slider's positions are the knob's stops, counted: even steps under the hand and the keys,
// whatever the scale, with 0 and ∞ as stops like any other.
class Range {
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
    this.entry.onchange = () => {
      const typed = number(this.entry.value);
      const value = this.clamped(typed);
      this.entry.setAttribute("aria-invalid", Number.isNaN(typed));
      if (Number.isNaN(typed)) return this.show(this.value);
      this.show(value);
      report(value, false);
    };
    this.entry.onkeydown = (event) => {
      if (event.key === "Escape") this.show(this.value);
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
    this.entry.value = shown(value);
  }
}

class Choice {
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

class Flag {
  constructor(knob, report) {
    this.box = make("input", { type: "checkbox", aria: { label: knob.name } });
    this.box.onchange = () => report(this.box.checked, false);
    this.nodes = [this.box];
  }
  show(value) {
    this.box.checked = value;
  }
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
  }

  build({ knobs, heading, layout, label, button }) {
    const focused = this.root.contains(document.activeElement) && document.activeElement.ariaLabel;
    this.controls = {};
    const kind = (knob) => (knob.stops ? Range : knob.choices ? Choice : Flag);
    const rows = knobs.map((knob) => {
      const control = new (kind(knob))(knob, (value, live) => this.report(knob.name, value, live));
      this.controls[knob.name] = control;
      const title = knob.about;
      const symbol = make("span", { className: "lab-symbol", textContent: knob.symbol });
      const words = make("span", { className: "lab-words", textContent: knob.label });
      const type = kind(knob).name.toLowerCase();
      return make("label", { className: `lab-knob lab-${type}`, title }, [symbol, words, ...control.nodes]);
    });
    this.root.className = `lab-panel lab-${layout}`;
    this.root.setAttribute("role", "group");
    this.root.setAttribute("aria-label", label);
    this.root.replaceChildren(...(heading ? [this.head(heading)] : []), ...rows);
    if (button) {
      const add = make("button", { type: "button", className: "lab-button", ...button });
      add.onclick = () => this.act("button", "");
      this.root.append(add);
    }
    if (focused) this.root.querySelector(`[aria-label="${focused}"]`)?.focus();
  }

  head({ letter, colour, dash, algorithm, algorithms, idea, removable }) {
    const pattern = { solid: "", dash: "9 5", dot: "3 4", dashdot: "9 4 3 4" }[dash];
    const sample = make("span", { className: "lab-sample", title: idea });
    sample.innerHTML = '<svg width="34" height="12" aria-hidden="true"><line x1="1" x2="33" y1="6" y2="6"/></svg>';
    sample.querySelector("line").style.cssText = `stroke:${colour};stroke-width:3;stroke-dasharray:${pattern}`;
    const select = make("select", { title: idea, aria: { label: `algorithm of run ${letter}` } });
    select.append(...algorithms.map(([key, title]) => new Option(title, key)));
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
    clearTimeout(this.commit);
    // Keys fire "input" and "change" at every press: only the last press of a burst commits.
    if (live) this.offer(true);
    else this.commit = setTimeout(() => this.offer(false), COMMIT_MS);
  }

  offer(live) {
    pacer.offer(this.source, (mark) => {
      this.setStateValue("moved", { source: this.source, mark, values: { ...this.pending }, live });
      if (!live) this.pending = {};
    });
  }

  // What was moved just before goes along, but for a run that is being removed: its panel is the
  // next run's from now on.
  act(action, value) {
    if (action === "remove") for (const panel of this.others.values()) panel.forget();
    clearTimeout(this.commit);
    pacer.offer(this.source, (mark) => {
      const values = { ...this.pending };
      this.setStateValue("moved", { source: this.source, mark, values, action, value, live: false });
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
  let before = null;
  for (const told of data.panels) {
    if (!panels.has(told.source)) {
      const node = document.createElement("div");
      before ? before.after(node) : root.prepend(node);
      panels.set(told.source, new Panel(node, told.source));
    }
    panels.get(told.source).update(told, setStateValue, panels);
    before = panels.get(told.source).root;
  }
}
