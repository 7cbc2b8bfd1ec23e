// Weights that a hand drags, and where six maps send each of them; below, the maps as cards. The
// levels θ, α and k can be dragged too: knobs, of which the server hears when they rest.

import { Follower } from "../../../ui/live/browser/hands/follower.js";
import { handle } from "../../../ui/live/browser/hands/handle.js";
import { Motion } from "../../../ui/live/browser/hands/motion.js";
import { pointParameter, readPoint } from "../../../ui/live/browser/hands/point.js";
import { segment, wipeDisplayed } from "../../../ui/live/browser/lib/canvas.js";
import { element } from "../../../ui/live/browser/lib/dom.js";
import { twoPlaces } from "../../../ui/live/browser/lib/numbers.js";
import { shade } from "../../../ui/live/browser/lib/palette.js";
import { theme, wantsNoMotion } from "../../../ui/live/browser/lib/theme.js";
import { answer, report } from "../../../ui/live/browser/panels/log.js";
import { Card } from "./map_card.js";
import { MAPS } from "./maps.js";

const SWEEP = { seconds: 5, rounds: 3, weight: 1 };
const SHARE = 0.66; // of the height: the cards need room, too
const LEFT = 34;
const RIGHT = 92;

// What can be dragged at the right: knobs, and how their lines are dashed.
const LEVELS = [
  { name: "theta", letter: "θ", dash: [7, 4] },
  { name: "alpha", letter: "α", dash: [2, 3] },
  { name: "k", letter: "k", dash: [12, 3, 2, 3] },
];

class Shrinker {
  constructor(root) {
    this.root = root;
    this.motion = new Motion(root, (seconds) => this.sweep(seconds), SWEEP.seconds * SWEEP.rounds);
    this.canvas = element("canvas");
    this.field = element("div", { className: "lab-field" }, this.canvas);
    this.cards = element("div", { className: "lab-cards" });
    const words = element("span", {
      textContent: "Drag a weight, or θ, α and k at the right; arrow keys move what has the focus.",
    });
    root.replaceChildren(
      element("p", { className: "lab-hint" }, this.motion.button, words),
      this.field,
      this.cards,
    );
    this.address = pointParameter(root, () => [this.j, ...this.v]);
    this.sized = new ResizeObserver(() => this.draw());
    this.sized.observe(this.field);
  }

  tell(data, setStateValue) {
    this.send = (values) => report({ source: "shrinker", values, live: false }, setStateValue);
    const fresh = this.payload === undefined;
    this.payload = data;
    this.canvas.style.height = `max(200px, min(${SHARE} * ${data.height}, 100vh - 640px))`;
    this.knobs ??= { ...data.knobs, size: data.size };
    if (fresh) this.build(data);
    this.follower.tell(data.knobs);
    if (data.point || this.touched) this.address.write();
    answer(data);
  }

  build({ weights, cards, point, follows }) {
    this.follower = new Follower(follows, (values) => this.turn(values));
    [this.j, ...this.v] = readPoint(point, [SWEEP.weight, ...weights], [-Infinity, Infinity]);
    this.j = Math.min(Math.max(Math.round(this.j), 0), weights.length - 1);
    this.v = this.v.map((x) => this.within(x));
    this.shown = cards.map((card) => new Card(card));
    this.cards.replaceChildren(...this.shown.map((card) => card.node));
    this.handles = weights.map((_, j) => this.weightHandle(j));
    this.levels = LEVELS.map((level) => this.levelHandle(level));
    this.root.addEventListener("pointerdown", (event) => {
      if (event.target.closest(".lab-handle")) this.motion.stop();
    });
    if (!point && !wantsNoMotion()) this.motion.start();
  }

  weightHandle(j) {
    const made = handle(this.field, `weight ${j + 1}`, {
      drag: (_, y) => this.put(j, this.value(y)),
      step: (_, up, far) => this.put(j, this.v[j] + up * (far ? 0.25 : 0.05)),
      done: () => this.address.write(),
    });
    made.node.addEventListener("focus", () => this.take(j));
    return made;
  }

  levelHandle({ name, letter }) {
    const counted = name === "k";
    const above = (level) => this.v.filter((x) => Math.abs(x) > level).length;
    const made = handle(this.field, `level ${letter}`, {
      drag: (_, y) => this.set(name, counted ? above(this.value(y)) : this.value(y)),
      step: (_, up, far) =>
        this.set(name, this.knobs[name] + up * (counted ? 1 : far ? 0.25 : 0.05)),
      done: () => {
        this.follower.touch();
        this.send({ theta: this.knobs.theta, alpha: this.knobs.alpha, k: this.knobs.k });
      },
    });
    made.node.classList.add("lab-level");
    made.node.textContent = letter;
    return made;
  }

  within(x) {
    return Math.min(Math.max(x, -this.payload.most), this.payload.most);
  }

  take(j) {
    this.j = j;
    this.draw();
  }

  put(j, x) {
    this.motion.stop();
    this.touched = true;
    [this.j, this.v[j]] = [j, this.within(Math.abs(x) < 0.005 ? 0 : x)];
    this.draw();
  }

  set(name, value) {
    const [low, high] = this.payload.ranges[name];
    this.follower.touch();
    this.knobs[name] = Number(Math.min(Math.max(value, low), high).toFixed(2));
    this.draw();
  }

  turn(values) {
    Object.assign(this.knobs, values);
    this.draw();
  }

  sweep(seconds) {
    this.j = SWEEP.weight;
    this.v[this.j] = this.within(
      0.8 * this.payload.most * Math.sin((2 * Math.PI * seconds) / SWEEP.seconds),
    );
    this.draw();
  }

  value(y) {
    return this.payload.most * 1.06 * (1 - (2 * y) / this.canvas.clientHeight);
  }

  draw() {
    if (!this.v || !this.canvas.clientWidth) return;
    const look = theme(this.root);
    // Measured and drawn first, written afterwards: the browser lays the page out once.
    for (const card of this.shown) card.draw(this.v, this.j, this.knobs, this.payload.most, look);
    const { pen, width, height } = wipeDisplayed(this.canvas);
    const y = (at) => (height / 2) * (1 - at / (1.06 * this.payload.most));
    const slot = (width - LEFT - RIGHT) / this.v.length;
    this.ground(pen, width, height, y, slot, look);
    this.v.forEach((x, j) => this.bars(pen, j, x, y, slot, look));
    this.drawLevels(pen, width, y, look);
    for (const card of this.shown) card.say();
    this.root.dataset.drawn = Number(this.root.dataset.drawn ?? 0) + 1;
  }

  // Groups, the zero line, and the scale.
  ground(pen, width, height, y, slot, look) {
    const { size, most } = this.payload;
    pen.font = `12px ${look.font}`;
    for (let g = 0; g * size < this.v.length; g++) {
      pen.globalAlpha = 0.5;
      pen.fillStyle = look.grid;
      pen.fillRect(LEFT + g * size * slot + 3, 0, size * slot - 6, height);
      pen.globalAlpha = 1;
      pen.fillStyle = look.text;
      pen.textBaseline = "top";
      pen.textAlign = "left";
      pen.fillText(`group ${g + 1}`, LEFT + g * size * slot + 9, 4);
    }
    pen.textAlign = "right";
    pen.textBaseline = "middle";
    for (let at = -Math.floor(most); at <= most; at++)
      pen.fillText(String(at).replace("-", "−"), LEFT - 8, y(at));
    segment(pen, [LEFT, y(0)], [width - RIGHT, y(0)], look.text);
  }

  // One weight as a hollow bar, and what the maps make of it within.
  bars(pen, j, x, y, slot, look) {
    const left = LEFT + j * slot + 0.1 * slot;
    const wide = 0.8 * slot;
    pen.strokeStyle = j === this.j ? look.accent : look.text;
    pen.lineWidth = j === this.j ? 2.5 : 1;
    pen.strokeRect(left, Math.min(y(x), y(0)), wide, Math.abs(y(x) - y(0)));
    const each = wide / this.shown.length;
    pen.textAlign = "center";
    pen.font = `11px ${look.font}`;
    this.shown.forEach(({ card }, i) => {
      const middle = left + (i + 0.5) * each;
      const { w } = MAPS[card.key](this.v, j, this.knobs);
      fillMapped(pen, w, middle, 0.36 * each, y, shade(card.colour, look));
      pen.fillStyle = look.text;
      pen.textBaseline = x >= 0 ? "top" : "bottom";
      if (each > 12) pen.fillText(card.symbol, middle, y(0) + (x >= 0 ? 5 : -5));
    });
    const { most } = this.payload;
    const values = { now: x.toFixed(2), text: twoPlaces(x), min: -most, max: most };
    this.handles[j].show(left + wide / 2, y(x), values);
  }

  // θ and α on both sides of zero, and between the k-th largest and the next.
  drawLevels(pen, width, y, look) {
    const sizes = [...this.v.map(Math.abs), 0].sort((a, b) => b - a);
    const { k } = this.knobs;
    const cut = k < 1 ? this.payload.most : (sizes[k - 1] + sizes[k]) / 2;
    const heights = LEVELS.map(({ name }) => (name === "k" ? cut : this.knobs[name]));
    const columns = columnsOf(heights.map(y));
    LEVELS.forEach(({ name, letter, dash }, i) => {
      pen.globalAlpha = 0.75;
      for (const at of [y(heights[i]), y(-heights[i])]) {
        segment(pen, [LEFT, at], [width - RIGHT, at], look.text, 1.2, dash);
      }
      pen.globalAlpha = 1;
      const now = this.knobs[name];
      const text = `${letter} = ${name === "k" ? now : twoPlaces(now)}`;
      const [min, max] = this.payload.ranges[name];
      const x = width - RIGHT + 14 + 28 * columns[i];
      this.levels[i].show(x, y(heights[i]), { now, text, min, max });
    });
  }

  close() {
    this.motion.stop();
    this.follower.close();
    this.address.close();
    this.sized.disconnect();
  }
}

// A filled bar from zero to w, or a line at zero.
function fillMapped(pen, w, middle, half, y, colour) {
  pen.fillStyle = colour;
  if (w) pen.fillRect(middle - half, Math.min(y(w), y(0)), 2 * half, Math.abs(y(w) - y(0)));
  else segment(pen, [middle - half, y(0)], [middle + half, y(0)], colour, 4);
}

// Names that would cover each other stand side by side: the column of each.
function columnsOf(heights) {
  const columns = [];
  for (const height of heights) {
    const taken = columns.filter((_, other) => Math.abs(height - heights[other]) < 22);
    columns.push([0, 1, 2].find((column) => !taken.includes(column)));
  }
  return columns;
}

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".lab-shrinker");
  root.shrinker ??= new Shrinker(root);
  root.shrinker.tell(data, setStateValue);
  return () => root.shrinker.close();
}
