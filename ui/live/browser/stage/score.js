// The runs with their numbers, in their order: a table that changes with the pictures.

import { element, setText } from "../lib/dom.js";
import { eitherShade } from "../lib/palette.js";
import { sample } from "../panels/heading.js";

// A knob and its value stand in one line where a name is broken.
const together = (text) => text.replaceAll(" = ", "\u00a0=\u00a0");

export class Score {
  constructor() {
    this.root = element("table", { className: "lab-score" });
  }

  // `score` = { columns: [{ text, about }], rows: [{ letter, colour, dash, cells, best }] } or null.
  // Cells are made anew only when the runs change.
  show(score) {
    const plan =
      score &&
      JSON.stringify([
        score.columns,
        score.rows.map(({ letter, colour, dash }) => [letter, colour, dash]),
      ]);
    if (plan !== this.plan) this.build(score);
    this.plan = plan;
    score?.rows.forEach(({ cells, best }, i) => {
      cells.forEach((text, j) => {
        const cell = this.cells[i][j];
        setText(cell, together(text));
        cell.classList.toggle("lab-best", Boolean(best?.includes(j)));
      });
    });
  }

  build(score) {
    this.cells = [];
    if (!score) {
      this.root.replaceChildren();
      return;
    }
    const titles = score.columns.map(({ text, about }) =>
      element("th", { scope: "col", textContent: text, title: about }),
    );
    const rows = score.rows.map((row) => this.row(row));
    this.root.replaceChildren(
      element("thead", {}, element("tr", {}, element("td"), ...titles)),
      element("tbody", {}, ...rows),
    );
  }

  row({ letter, colour, dash, cells }) {
    const name = element("b", { textContent: letter });
    name.style.color = eitherShade(colour);
    const nodes = cells.map((_, j) => element(j ? "td" : "th", j ? {} : { scope: "row" }));
    this.cells.push(nodes);
    return element("tr", {}, element("td", {}, name, " ", sample({ colour, dash })), ...nodes);
  }
}
