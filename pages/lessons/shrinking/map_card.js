// One map as a card: its graph for the weight in hand, its formula and its code; the branch that
// was taken is lit in all three.

import { figure, made, stroke, wiped } from "../../../ui/live/browser/hands/hands.js";
import { MAPS } from "./maps.js";

const SAMPLES = 300;

// v_g with its index set low.
const indexed = (text) =>
  text.split(/_(\w)/).map((part, i) => (i % 2 ? made("sub", { textContent: part }) : part));

export class Card {
  constructor(card) {
    this.card = card;
    this.canvas = made("canvas");
    this.lines = card.branches.map(([names, value, condition]) => {
      const line = made(
        "div",
        { className: "lab-branch" },
        made("span", {}, ...indexed(value)),
        made("small", {}, ...indexed(condition)),
      );
      line.dataset.names = names;
      return line;
    });
    this.pieces = card.code.map(([names, text]) => {
      const piece = made(names ? "mark" : "span", { textContent: text });
      piece.dataset.names = names;
      return piece;
    });
    this.value = made("output");
    this.value.setAttribute("aria-live", "off");
    const swatch = made("i", { className: "lab-swatch" });
    swatch.style.background = card.colour;
    const formula = made(
      "div",
      { className: "lab-formula" },
      made("b", { textContent: `${card.symbol} =` }),
      made("div", {}, ...this.lines),
    );
    this.node = made(
      "section",
      { className: "lab-card" },
      made("h4", {}, swatch, `${card.title} `, made("small", { textContent: card.source })),
      this.canvas,
      this.value,
      formula,
      made("pre", {}, made("code", {}, ...this.pieces)),
    );
    this.node.dataset.map = card.key;
  }

  // What it says of weight j; `say` writes it.
  draw(v, j, knobs, most, look) {
    const map = (x) => MAPS[this.card.key](Object.assign([...v], { [j]: x }), j, knobs);
    const { w, branch } = map(v[j]);
    this.said = [`${figure(v[j])} → ${figure(w)}`, branch];
    this.graph(map, v[j], w, branch, most, look);
  }

  say() {
    const [text, branch] = this.said;
    this.value.textContent = text;
    this.node.dataset.branch = branch;
    for (const part of [...this.lines, ...this.pieces])
      part.classList.toggle("lab-lit", part.dataset.names.split(" ").includes(branch));
  }

  graph(map, x, w, branch, most, look) {
    const { pen, width, height } = wiped(this.canvas);
    if (!width) return;
    const px = (at) => (width * (at + most)) / (2 * most);
    const py = (at) => height / 2 - ((height / 2 - 4) * at) / most;
    stroke(
      pen,
      [
        [0, py(0)],
        [width, py(0)],
      ],
      look.grid,
    );
    stroke(
      pen,
      [
        [px(0), 0],
        [px(0), height],
      ],
      look.grid,
    );
    stroke(
      pen,
      [
        [px(-most), py(-most)],
        [px(most), py(most)],
      ],
      look.grid,
      1,
      [3, 4],
    );
    let [run, of, then] = [[], null, 0];
    const end = () => {
      pen.globalAlpha = of === branch ? 1 : 0.4;
      stroke(pen, run, this.card.colour, of === branch ? 4 : 2);
      pen.globalAlpha = 1;
    };
    for (let i = 0; i <= SAMPLES; i++) {
      const at = most * ((2 * i) / SAMPLES - 1);
      const now = map(at);
      if (of !== null && now.branch !== of) {
        end();
        // Branches that meet are joined; where the map jumps, there is a gap.
        run = Math.abs(now.w - then) < (8 * most) / SAMPLES ? run.slice(-1) : [];
      }
      [of, then] = [now.branch, now.w];
      run.push([px(at), py(now.w)]);
    }
    end();
    stroke(
      pen,
      [
        [px(x), py(0)],
        [px(x), py(w)],
        [px(0), py(w)],
      ],
      look.text,
      1,
      [2, 3],
    );
    pen.fillStyle = look.text;
    pen.beginPath();
    pen.arc(px(x), py(w), 4.5, 0, 2 * Math.PI);
    pen.fill();
  }
}
