// One rule alone, as large as the stage: the weight before along the bottom, the weight after
// upward. The graph is drawn as a whole, or only where the weight has been: it can be guessed first.

import { handle } from "../../../ui/live/browser/hands/handle.js";
import { dot, segment, stroke, wipeDisplayed } from "../../../ui/live/browser/lib/canvas.js";
import { element } from "../../../ui/live/browser/lib/dom.js";
import { twoPlaces } from "../../../ui/live/browser/lib/numbers.js";
import { eitherShade, shade } from "../../../ui/live/browser/lib/palette.js";
import { branchesOf } from "./map_card.js";
import { MAPS } from "./maps.js";

export const [LOW, HIGH] = [-1, 1.5]; // what both axes show
const MARGIN = { left: 64, right: 20, top: 16, bottom: 58 };
const NAMES = { theta: "threshold", alpha: "pull" };
const DASHES = { theta: [7, 4], alpha: [2, 3] }; // as beside bars

export class OneMap {
  // `put(x)`: the weight is dragged to x; `done()`: it rests; `beside`: the card of another rule;
  // `whole`: all of the graph is drawn from the beginning.
  constructor(card, put, done, beside, whole) {
    Object.assign(this, { card, beside, seen: whole ? [LOW, HIGH] : [Infinity, -Infinity] });
    this.canvas = element("canvas");
    this.value = element("output", { aria: { live: "off" } });
    const swatch = element("i", { className: "lab-swatch" });
    swatch.style.background = eitherShade(card.colour);
    this.field = element("div", { className: "lab-field" }, this.canvas);
    this.hand = handle(this.field, "weight", {
      drag: (x) => put(this.at(x)),
      step: (right, up, far) => put(this.x + (right + up) * (far ? 0.25 : 0.05)),
      done,
    });
    const title = element("h2", {}, swatch, card.title, this.value);
    this.node = element("section", { className: "lab-one" }, title, this.field);
    this.node.dataset.map = card.key;
  }

  // The weight has been at x.
  see(x) {
    this.seen = [Math.min(this.seen[0], x), Math.max(this.seen[1], x)];
  }

  draw(v, j, knobs, most, look) {
    const map = (x) => MAPS[this.card.key](Object.assign([...v], { [j]: x }), j, knobs);
    const { w } = map(v[j]);
    this.x = v[j];
    this.text = `${twoPlaces(v[j])} becomes ${twoPlaces(w)}`;
    const { pen, width, height } = wipeDisplayed(this.canvas);
    if (!width) return;
    const margin = (side) => MARGIN[side] * look.scale;
    const [left, right] = [margin("left"), width - margin("right")];
    const [top, bottom] = [margin("top"), height - margin("bottom")];
    const px = (at) => left + ((right - left) * (at - LOW)) / (HIGH - LOW);
    const py = (at) => bottom - ((bottom - top) * (at - LOW)) / (HIGH - LOW);
    this.at = (x) => LOW + ((x - left) / (right - left)) * (HIGH - LOW);
    const place = { pen, px, py, left, right, top, bottom, look };
    axes(place);
    levels(place, this.card.levels, knobs);
    const beside = this.behind(place, v, j, knobs);
    this.trail(place, map, most);
    this.now(place, v[j], w, most);
    write(place, { text: "unchanged", x: px(1.34), y: py(1.4), align: "right" });
    // A graph that is covered has no name.
    if (beside && knobs.alpha < knobs.theta) write(place, beside);
    names(place, this.card.levels, knobs);
  }

  // The whole graph of another rule, thin; its name stands where the graph in front leaves it bare:
  // below the end of rounding's zeros, or at the weights that are left alone.
  behind({ pen, px, py, look }, v, j, knobs) {
    if (!this.beside) return null;
    let named = null;
    const map = (x) => MAPS[this.beside.key](Object.assign([...v], { [j]: x }), j, knobs);
    const colour = shade(this.beside.colour, look);
    for (const { branch, points } of branchesOf(map, HIGH)) {
      const places = points.filter(([at]) => at >= LOW).map(([at, w]) => [px(at), py(w)]);
      stroke(pen, places, colour, 2 * look.scale, [6, 4]);
      const text = this.beside.title.toLowerCase();
      const pulls = this.beside.levels.includes("alpha");
      if (branch === "zero" && !pulls) {
        const [x, y] = places.at(-1);
        named = { text, colour, x: x + 8 * look.scale, y: y + 22 * look.scale, align: "left" };
      } else if (branch === "stays" && pulls) {
        const [x, y] = places[Math.floor(places.length / 3)];
        named = { text, colour, x: x - 8 * look.scale, y: y - 8 * look.scale, align: "right" };
      }
    }
    return named;
  }

  // Only what was seen of the graph.
  trail({ pen, px, py, look }, map, most) {
    const [from, to] = this.seen;
    for (const { points } of branchesOf(map, most)) {
      const passed = points.filter(([at]) => at >= from - 1e-9 && at <= to + 1e-9);
      const places = passed.map(([at, after]) => [px(at), py(after)]);
      stroke(pen, places, shade(this.card.colour, look), 4 * look.scale);
    }
  }

  // The weight in hand: from the bottom to the graph, and from there to the upright axis.
  now({ pen, px, py, left, bottom, look }, x, w, most) {
    const way = [
      [px(x), bottom],
      [px(x), py(w)],
      [left, py(w)],
    ];
    pen.globalAlpha = 0.6;
    stroke(pen, way, look.text, 1.5 * look.scale);
    pen.globalAlpha = 1;
    dot(pen, px(x), py(w), look.text, 6 * look.scale);
    const values = { now: x.toFixed(2), text: twoPlaces(x), min: -most, max: most };
    this.hand.show(px(x), bottom, values);
  }

  say() {
    this.value.textContent = this.text;
  }
}

function axes({ pen, px, py, left, right, top, bottom, look }) {
  const size = 14 * look.scale;
  pen.font = `${size}px ${look.font}`;
  pen.fillStyle = look.text;
  for (const at of [-1, -0.5, 0, 0.5, 1, 1.5]) {
    const text = String(at).replace("-", "−");
    segment(pen, [px(at), top], [px(at), bottom], look.grid, at ? 1 : 2);
    segment(pen, [left, py(at)], [right, py(at)], look.grid, at ? 1 : 2);
    pen.textAlign = "center";
    pen.textBaseline = "top";
    pen.fillText(text, px(at), bottom + 0.9 * size);
    pen.textAlign = "right";
    pen.textBaseline = "middle";
    pen.fillText(text, left - 0.6 * size, py(at));
  }
  segment(pen, [px(LOW), py(LOW)], [px(HIGH), py(HIGH)], look.text, 1, [3, 5]);
  pen.textAlign = "center";
  pen.textBaseline = "bottom";
  pen.fillText("weight before", (left + right) / 2, bottom + 3.8 * size);
  pen.save();
  pen.translate(1.2 * size, (top + bottom) / 2);
  pen.rotate(-Math.PI / 2);
  pen.fillText("weight after", 0, 0);
  pen.rotate(Math.PI / 2);
  pen.restore();
}

// A text that no line strikes out.
function write({ pen, look }, { text, x, y, align, baseline = "bottom", colour = look.text }) {
  pen.font = `${14 * look.scale}px ${look.font}`;
  pen.strokeStyle = look.paper;
  pen.lineWidth = 4 * look.scale;
  pen.lineJoin = "round";
  pen.fillStyle = colour;
  pen.textAlign = align;
  pen.textBaseline = baseline;
  pen.strokeText(text, x, y);
  pen.fillText(text, x, y);
}

// The knobs of the rule are lengths: upright lines as far from zero on both sides.
function levels({ pen, px, top, bottom, look }, knobs, values) {
  pen.globalAlpha = 0.6;
  for (const { name, at } of linesOf(knobs, values)) {
    segment(pen, [px(at), top], [px(at), bottom], look.text, 1.2 * look.scale, DASHES[name]);
  }
  pen.globalAlpha = 1;
}

// The graph rises from the lower left corner: names stand in the upper left and in the lower right,
// where no line strikes them out.
function names(place, knobs, values) {
  const { pen, px, left, right, top, bottom, look } = place;
  pen.font = `${14 * look.scale}px ${look.font}`;
  const lengthOf = (name) => Number(values[name].toFixed(2));
  const same = knobs.length > 1 && new Set(knobs.map(lengthOf)).size === 1;
  const both = knobs.map((name) => NAMES[name]).join(" = ");
  for (const { name, at, sign, row } of linesOf(same ? knobs.slice(0, 1) : knobs, values)) {
    const word = same ? both : NAMES[name];
    const text = sign < 0 ? `−${lengthOf(name)}` : `${word} ${lengthOf(name)}`;
    const size = pen.measureText(text).width;
    const [away, aside] = [6 * look.scale, (16 + 20 * row) * look.scale];
    if (sign < 0 && px(at) - away - size < left) continue;
    const before = sign < 0 || px(at) + away + size > right + MARGIN.right * look.scale;
    write(place, {
      text,
      x: px(at) + (before ? -away : away),
      y: sign < 0 ? top + aside : bottom - aside,
      align: before ? "right" : "left",
      baseline: sign < 0 ? "top" : "bottom",
    });
  }
}

const linesOf = (knobs, values) =>
  knobs
    .flatMap((name, row) => [1, -1].map((sign) => ({ name, row, sign, at: sign * values[name] })))
    .filter(({ sign, at }) => sign > 0 || at < 0)
    .filter(({ name, at }) => name in NAMES && at <= HIGH && at >= LOW);
