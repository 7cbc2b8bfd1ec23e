// One step of every run in words and numbers, phase by phase: a sentence, and some weights after each
// phase so far. What is still to come has an empty place, so that nothing moves.

import { element, setText } from "../lib/dom.js";
import { eitherShade } from "../lib/palette.js";

// By which the weights of a step are ordered, whichever of them a run has.
export const PHASES = ["predict", "step", "pull", "cut"];
const TITLES = { predict: "before", step: "step", pull: "pull", cut: "cut" };

export class Steps {
  constructor() {
    this.root = element("div", { className: "lab-steps", hidden: true, aria: { live: "polite" } });
  }

  tell(step, scenes) {
    this.root.hidden = !step;
    if (!step || step === this.step) {
      this.step = step;
      return;
    }
    this.step = step;
    this.root.style.setProperty("--columns", step.runs.length);
    this.cards = step.runs.map((run, i) => card(run, step.phases, scenes[i]));
    this.root.replaceChildren(...this.cards.map(({ node }) => node));
  }

  show(phase) {
    if (!this.step) return;
    this.step.runs.forEach(({ sentences, rows }, i) => {
      const { sentence, cells } = this.cards[i];
      setText(sentence, sentences[this.step.phases[phase]]);
      rows.forEach(({ values }, r) => {
        this.step.phases.forEach((name, p) => {
          const text = p <= phase ? values[PHASES.indexOf(name)] : "";
          setText(cells[r][p], text);
          const before = p ? values[PHASES.indexOf(this.step.phases[p - 1])] : text;
          cells[r][p].classList.toggle("lab-changed", text !== "" && text !== before);
        });
      });
    });
  }
}

function card({ letter, rows }, phases, { colour }) {
  const sentence = element("span");
  const name = element("b", { textContent: `${letter} ` });
  name.style.color = eitherShade(colour);
  const cells = rows.map(() => phases.map(() => element("td")));
  const head = element(
    "tr",
    {},
    element("th", { textContent: "weight", scope: "col" }),
    ...phases.map((phase) => element("th", { textContent: TITLES[phase], scope: "col" })),
  );
  const body = rows.map((row, r) =>
    element("tr", {}, element("th", { textContent: row.name, scope: "row" }), ...cells[r]),
  );
  const table = rows.length
    ? [element("table", {}, element("thead", {}, head), element("tbody", {}, ...body))]
    : [];
  const node = element("div", {}, element("p", {}, name, sentence), ...table);
  return { node, sentence, cells };
}
