// One map as a card: its graph for the weight in hand, its formula and its code; the branch that
// was taken is lit in all three.

import { dot, segment, stroke, wipeDisplayed } from "../../../ui/live/browser/lib/canvas.js";
import { element } from "../../../ui/live/browser/lib/dom.js";
import { twoPlaces } from "../../../ui/live/browser/lib/numbers.js";
import { eitherShade, shade } from "../../../ui/live/browser/lib/palette.js";
import { MAPS } from "./maps.js";

const SAMPLES = 300;

// v_g with its index set low.
const withIndices = (text) =>
  text.split(/_(\w)/).map((part, i) => (i % 2 ? element("sub", { textContent: part }) : part));

export class Card {
  // `brief`: its name alone and how many weights it keeps, for so many rules beside each other.
  constructor(card, brief = 0) {
    Object.assign(this, { card, brief });
    this.canvas = element("canvas");
    this.lines = card.branches.map(([names, value, condition]) => {
      const line = element(
        "div",
        { className: "lab-branch" },
        element("span", {}, ...withIndices(value)),
        element("small", {}, ...withIndices(condition)),
      );
      line.dataset.names = names;
      return line;
    });
    this.pieces = card.code.map(([names, text]) => {
      const piece = element(names ? "mark" : "span", { textContent: text });
      piece.dataset.names = names;
      return piece;
    });
    this.value = element("output", { aria: { live: "off" } });
    const swatch = element("i", { className: "lab-swatch" });
    swatch.style.background = eitherShade(card.colour);
    const formula = element(
      "div",
      { className: "lab-formula" },
      element("b", { textContent: `${card.symbol} =` }),
      element("div", {}, ...this.lines),
    );
    const title = element("h2", {}, swatch, `${card.title} `);
    if (brief) title.append(this.value);
    this.node = element("section", { className: brief ? "lab-named" : "lab-map" }, title);
    if (!brief) {
      title.append(element("small", { textContent: card.source }));
      const code = element("pre", {}, element("code", {}, ...this.pieces));
      this.node.append(this.canvas, this.value, formula, code);
    }
    this.node.dataset.map = card.key;
  }

  // What it has to say of weight j; `say` writes it.
  draw(v, j, knobs, most, look) {
    if (this.brief) {
      const left = v.filter((_, i) => MAPS[this.card.key](v, i, knobs).w !== 0);
      this.text = `keeps ${left.length} of ${v.length}`;
      // Two rules have their bars wide apart; of more the numbers help, where no table has them.
      const { w } = MAPS[this.card.key](v, j, knobs);
      if (this.brief > 2 && !this.listed)
        this.text += `; weight ${j + 1}: ${twoPlaces(v[j])} → ${twoPlaces(w)}`;
      return;
    }
    const map = (x) => MAPS[this.card.key](Object.assign([...v], { [j]: x }), j, knobs);
    const { w, branch } = map(v[j]);
    this.text = `${twoPlaces(v[j])} → ${twoPlaces(w)}`;
    this.branch = branch;
    this.graph(map, v[j], w, most, look);
  }

  say() {
    this.value.textContent = this.text;
    if (this.brief) return;
    this.node.dataset.branch = this.branch;
    for (const part of [...this.lines, ...this.pieces]) {
      part.classList.toggle("lab-lit", part.dataset.names.split(" ").includes(this.branch));
    }
  }

  graph(map, x, w, most, look) {
    const { pen, width, height } = wipeDisplayed(this.canvas);
    if (!width) return;
    const px = (at) => (width * (at + most)) / (2 * most);
    const py = (at) => height / 2 - ((height / 2 - 4) * at) / most;
    segment(pen, [0, py(0)], [width, py(0)], look.grid);
    segment(pen, [px(0), 0], [px(0), height], look.grid);
    segment(pen, [px(-most), py(-most)], [px(most), py(most)], look.grid, 1, [3, 4]);
    for (const { branch, points } of branchesOf(map, most)) {
      const lit = branch === this.branch;
      const places = points.map(([at, to]) => [px(at), py(to)]);
      pen.globalAlpha = lit ? 1 : 0.4;
      stroke(pen, places, shade(this.card.colour, look), lit ? 4 : 2);
      pen.globalAlpha = 1;
    }
    const [foot, tip, left] = [
      [px(x), py(0)],
      [px(x), py(w)],
      [px(0), py(w)],
    ];
    stroke(pen, [foot, tip, left], look.text, 1, [2, 3]);
    dot(pen, ...tip, look.text);
  }
}

// The graph of `map` from −most to most in pieces: `branch`, and `points` [x, w].
export function branchesOf(map, most) {
  const pieces = [];
  let before = null;
  for (let i = 0; i <= SAMPLES; i++) {
    const x = most * ((2 * i) / SAMPLES - 1);
    const { w, branch } = map(x);
    if (branch !== pieces.at(-1)?.branch) {
      // Branches that meet are joined; where the map jumps, there is a gap.
      const joined = before && Math.abs(w - before[1]) < (8 * most) / SAMPLES;
      pieces.push({ branch, points: joined ? [before] : [] });
    }
    before = [x, w];
    pieces.at(-1).points.push(before);
  }
  return pieces;
}
