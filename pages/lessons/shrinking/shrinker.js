// Weights that a hand drags, and where six maps send each of them; below, the maps as cards. The
// levels θ, α and k can be dragged too: knobs, of which the server hears when they rest.

import {
  Follower,
  figure,
  handle,
  Motion,
  made,
  noted,
  read,
  still,
  stroke,
  wiped,
} from "../../../ui/live/browser/hands/hands.js";
import { theme } from "../../../ui/live/browser/lib/look.js";
import { Card } from "./map_card.js";
import { MAPS } from "./maps.js";

const SWEEP = { seconds: 5, rounds: 3, weight: 1 };
const SHARE = 0.66; // of the height: the cards need room, too
const LEFT = 34;
const RIGHT = 92;

class Shrinker {
  constructor(root) {
    this.root = root;
    this.motion = new Motion(root, (seconds) => this.sweep(seconds), SWEEP.seconds * SWEEP.rounds);
    this.canvas = made("canvas");
    this.field = made("div", { className: "lab-field" }, this.canvas);
    this.cards = made("div", { className: "lab-cards" });
    const words = made("span", {
      textContent: "Drag a weight, or θ, α and k at the right; arrow keys move what has the focus.",
    });
    root.replaceChildren(
      made("p", { className: "lab-hint" }, this.motion.button, words),
      this.field,
      this.cards,
    );
    this.follower = new Follower("shrinking", (values) => this.turn(values));
    this.sized = new ResizeObserver(() => this.draw());
    this.sized.observe(this.field);
  }

  tell(data, setStateValue) {
    this.send = (values) =>
      setStateValue("moved", { mark: `shrinker:${performance.now()}`, live: false, values });
    const fresh = this.told === undefined;
    this.told = data;
    this.canvas.style.height = `max(200px, min(${SHARE} * ${data.height}, 100vh - 640px))`;
    this.knobs ??= { ...data.knobs, size: data.size };
    if (fresh) this.build(data);
    this.follower.tell(data.knobs);
    if (data.point || this.touched) noted(this.root, () => this.place());
    dispatchEvent(
      new CustomEvent("lab-answer", { detail: { mark: data.answers, took: data.took } }),
    );
  }

  build({ weights, cards, point }) {
    const d = weights.length;
    [this.j, ...this.v] = read(point, [SWEEP.weight, ...weights], [-Infinity, Infinity]);
    this.j = Math.min(Math.max(Math.round(this.j), 0), d - 1);
    this.v = this.v.map((x) => this.within(x));
    this.shown = cards.map((card) => new Card(card));
    this.cards.replaceChildren(...this.shown.map((card) => card.node));
    this.handles = weights.map((_, j) =>
      handle(this.field, `weight ${j + 1}`, {
        drag: (_, y) => this.put(j, this.value(y)),
        step: (_, up, far) => this.put(j, this.v[j] + up * (far ? 0.25 : 0.05)),
        done: () => noted(this.root, () => this.place()),
      }),
    );
    this.handles.forEach(({ node }, j) => node.addEventListener("focus", () => this.take(j)));
    this.levels = ["theta", "alpha", "k"].map((name) =>
      handle(this.field, `level ${{ theta: "θ", alpha: "α", k: "k" }[name]}`, {
        drag: (_, y) =>
          this.set(
            name,
            name === "k" ? this.v.filter((x) => Math.abs(x) > this.value(y)).length : this.value(y),
          ),
        step: (_, up, far) =>
          this.set(name, this.knobs[name] + up * (name === "k" ? 1 : far ? 0.25 : 0.05)),
        done: () => {
          this.follower.touch();
          this.send({ theta: this.knobs.theta, alpha: this.knobs.alpha, k: this.knobs.k });
        },
      }),
    );
    for (const { node } of this.levels) node.classList.add("lab-level");
    this.root.addEventListener(
      "pointerdown",
      (event) => event.target.closest(".lab-handle") && this.motion.stop(),
    );
    if (!point && !still()) this.motion.start();
  }

  place() {
    return [this.j, ...this.v];
  }

  within(x) {
    return Math.min(Math.max(x, -this.told.most), this.told.most);
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
    const [low, high] = this.told.ranges[name];
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
      0.8 * this.told.most * Math.sin((2 * Math.PI * seconds) / SWEEP.seconds),
    );
    this.draw();
  }

  value(y) {
    return this.told.most * 1.06 * (1 - (2 * y) / this.canvas.clientHeight);
  }

  draw() {
    if (!this.v || !this.canvas.clientWidth) return;
    const look = theme(this.root);
    // Measured and drawn first, written afterwards: the browser lays the page out once.
    for (const card of this.shown) card.draw(this.v, this.j, this.knobs, this.told.most, look);
    const { pen, width, height } = wiped(this.canvas);
    const y = (at) => (height / 2) * (1 - at / (1.06 * this.told.most));
    const slot = (width - LEFT - RIGHT) / this.v.length;
    this.ground(pen, width, height, y, slot, look);
    this.v.forEach((x, j) => this.bars(pen, j, x, y, slot, look));
    this.level(pen, width, y, look);
    for (const card of this.shown) card.say();
    this.root.dataset.drawn = Number(this.root.dataset.drawn ?? 0) + 1;
  }

  // Groups, the zero line, and the scale.
  ground(pen, width, height, y, slot, look) {
    const { size, most } = this.told;
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
    stroke(
      pen,
      [
        [LEFT, y(0)],
        [width - RIGHT, y(0)],
      ],
      look.text,
    );
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
      const { w } = MAPS[card.key](this.v, j, this.knobs);
      const middle = left + (i + 0.5) * each;
      pen.fillStyle = card.colour;
      if (w)
        pen.fillRect(
          middle - 0.36 * each,
          Math.min(y(w), y(0)),
          0.72 * each,
          Math.abs(y(w) - y(0)),
        );
      else
        stroke(
          pen,
          [
            [middle - 0.36 * each, y(0)],
            [middle + 0.36 * each, y(0)],
          ],
          card.colour,
          4,
        );
      pen.fillStyle = look.text;
      pen.textBaseline = x >= 0 ? "top" : "bottom";
      if (each > 12) pen.fillText(card.symbol, middle, y(0) + (x >= 0 ? 5 : -5));
    });
    this.handles[j].show(
      left + wide / 2,
      y(x),
      x.toFixed(2),
      `${figure(x)}`,
      -this.told.most,
      this.told.most,
    );
  }

  // θ and α on both sides of zero, and between the k-th largest and the next.
  level(pen, width, y, look) {
    const sizes = [...this.v.map(Math.abs), 0].sort((a, b) => b - a);
    const { theta, alpha, k } = this.knobs;
    const cut = k < 1 ? this.told.most : (sizes[k - 1] + sizes[k]) / 2;
    const levels = [
      ["θ", theta, [7, 4]],
      ["α", alpha, [2, 3]],
      ["k", cut, [12, 3, 2, 3]],
    ];
    const texts = levels.map(([name, at]) => `${name} = ${name === "k" ? k : figure(at)}`);
    // Names that would cover each other stand side by side.
    const columns = [];
    for (const [i, [, at]] of levels.entries()) {
      const taken = columns.filter((_, other) => Math.abs(y(at) - y(levels[other][1])) < 22);
      columns[i] = [0, 1, 2].find((column) => !taken.includes(column));
    }
    levels.forEach(([name, at, dash], i) => {
      for (const side of [1, -1]) {
        pen.globalAlpha = 0.75;
        stroke(
          pen,
          [
            [LEFT, y(side * at)],
            [width - RIGHT, y(side * at)],
          ],
          look.text,
          1.2,
          dash,
        );
        pen.globalAlpha = 1;
      }
      this.levels[i].node.textContent = name;
      const [low, high] = this.told.ranges[["theta", "alpha", "k"][i]];
      this.levels[i].show(
        width - RIGHT + 14 + 28 * columns[i],
        y(at),
        name === "k" ? k : at,
        texts[i],
        low,
        high,
      );
    });
  }

  close() {
    this.motion.stop();
    this.follower.close();
    clearTimeout(this.root.later);
    this.sized.disconnect();
  }
}

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".lab-shrinker");
  root.shrinker ??= new Shrinker(root);
  root.shrinker.tell(data, setStateValue);
  return () => root.shrinker.close();
}
