// The knobs of the page as tick boxes: those that are ticked stay on the projector.

import { dataOf } from "../events/elements.js";
import { element } from "../lib/dom.js";

let last = null; // what was ticked in this window, as `show` has it

// The panels of the page: `[{ title, knobs: [{ value, symbol, label, usual, rare }] }]`, where `value`
// is a knob as `show` names it: see ui/present.py.
function knobGroups() {
  const cardsIn = ({ panels }) => panels.filter(({ heading }) => heading).length;
  const groups = dataOf("panels_").sort((one, other) => cardsIn(other) - cardsIn(one));
  const all = groups.flatMap(({ panels }) => panels);
  const names = all.flatMap(({ knobs }) => knobs.map(({ name }) => name));
  const isUnique = (name) => names.indexOf(name) === names.lastIndexOf(name);
  const cards = all.some(({ heading }) => heading);
  return all
    .filter(({ knobs }) => knobs.length)
    .map((panel) => ({
      title: panel.heading
        ? `Run ${panel.heading.letter}: ${panel.heading.name}`
        : capital(panel.title || panel.label),
      knobs: panel.knobs.map(({ name, symbol, label, rare }) => ({
        value: isUnique(name) ? name : `${placeOf(panel)}.${name}`,
        symbol: symbol.replace("_", ""),
        label,
        rare,
        // As ui/present.py has it where an address names none.
        usual: !rare && (!cards || Boolean(panel.heading)),
      })),
    }));
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const placeOf = ({ heading, source }) => heading?.letter.toLowerCase() ?? source;

export class KnobChoice {
  constructor() {
    this.root = element("div", { className: "lab-share-knobs" });
  }

  // To be called when it comes into sight: the page may have other knobs by now.
  show() {
    this.boxes = [];
    const groups = knobGroups();
    const known = groups.flatMap(({ knobs }) => knobs.map(({ value }) => value));
    const before = last?.split(",").filter((value) => known.includes(value));
    this.root.replaceChildren(
      ...groups.map(({ title, knobs }) => {
        const boxes = knobs.map((knob) => this.box(knob, before));
        return element("fieldset", {}, element("legend", { textContent: title }), ...boxes);
      }),
    );
    this.root.hidden = !groups.length;
  }

  box({ value, symbol, label, usual }, before) {
    const input = element("input", { type: "checkbox", value });
    input.checked = before?.length ? before.includes(value) : usual;
    input.onchange = () => {
      last = this.ticked.join(",");
    };
    this.boxes.push({ input, usual });
    const letter = element("i", { textContent: symbol });
    return element("label", {}, input, letter, " ", label);
  }

  get ticked() {
    return this.boxes.filter(({ input }) => input.checked).map(({ input }) => input.value);
  }

  // As an address has it: "" for the usual ones, which stay where none is ticked, too.
  get text() {
    const asUsual = this.boxes?.every(({ input, usual }) => input.checked === usual) ?? true;
    return asUsual ? "" : this.ticked.join(",");
  }
}
