// The runs with their numbers, in their order: a table that changes with the pictures.

import { element, setText } from "../lib/dom.js";
import { eitherShade } from "../lib/palette.js";
import { sample } from "../panels/heading.js";

export class Score {
  constructor() {
    this.root = element("table", { className: "lab-score" });
  }

  // `score` = { columns, rows: [{ letter, colour, dash, cells, best }] } or null. Cells are made
  // anew only when the runs change.
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
        setText(cell, text);
        cell.classList.toggle("lab-best", best === j);
      });
    });
  }

  build(score) {
    this.cells = [];
    if (!score) {
      this.root.replaceChildren();
      return;
    }
    const titles = score.columns.map((title) =>
      element("th", { scope: "col", textContent: title }),
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
