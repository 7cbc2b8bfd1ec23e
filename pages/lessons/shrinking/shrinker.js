// Weights that a hand drags, and where each rule sends them; below, the rules as cards. The levels
// θ, α and k can be dragged too: knobs, of which the server hears when they rest. A step of the
// story shows one rule: its graph alone, or the weights and nothing else.

import { mount } from "../../../ui/live/browser/events/elements.js";
import { report } from "../../../ui/live/browser/events/log.js";
import { Follower } from "../../../ui/live/browser/hands/follower.js";
import { handle } from "../../../ui/live/browser/hands/handle.js";
import { Motion } from "../../../ui/live/browser/hands/motion.js";
import { pointParameter, readPoint } from "../../../ui/live/browser/hands/point.js";
import { segment, wipeDisplayed } from "../../../ui/live/browser/lib/canvas.js";
import { element, whenGone } from "../../../ui/live/browser/lib/dom.js";
import { twoPlaces } from "../../../ui/live/browser/lib/numbers.js";
import { shade } from "../../../ui/live/browser/lib/palette.js";
import { theme, wantsNoMotion } from "../../../ui/live/browser/lib/theme.js";
import { Card } from "./map_card.js";
import { MAPS } from "./maps.js";
import { HIGH, LOW, OneMap } from "./one_map.js";

const SWEEP = { seconds: 5, rounds: 3, weight: 1 };
const PATH_SECONDS = 3; // of a story's weight on its way
const ROWS = ["3.6rem", "5.2rem"]; // beside a picture: the hint, and the names of rules, of many
const SHARE = 0.66; // of the height: the cards need room, too
const LEFT = 34;
const RIGHT = 92;
const WORDS = 82; // for each level instead, where they have names and no letters
const [LOWEST, HIGHEST] = [-0.8, 1.6]; // the heights of a step: its weights leave more below empty
const TICKS = [-0.5, 0, 0.5, 1, 1.5]; // of a step
const NAMED = [50, 70, 0, 128]; // at the left of a step, for the names of its rows of numbers, by the number of rules
const LEAST_BARS = 170; // of their height, where numbers of four rules stand below
const ROW = 19; // from one row of them to the next

// Weights that are knobs: of them the server hears, where a step asks for a place of theirs.
const HEARD = { 1: "second", 3: "fourth" };

// What can be dragged at the right: knobs, and how their lines are dashed.
const LEVELS = [
  { name: "theta", letter: "θ", word: "threshold", dash: [7, 4] },
  { name: "alpha", letter: "α", word: "pull", dash: [2, 3] },
  { name: "k", letter: "k", word: "k", dash: [12, 3, 2, 3] },
];

class Shrinker {
  constructor(root) {
    this.root = root;
    this.motion = new Motion(root, (seconds) => this.sweep(seconds), SWEEP.seconds * SWEEP.rounds);
    this.canvas = element("canvas");
    this.field = element("div", { className: "lab-field" }, this.canvas);
    this.cards = element("div", { className: "lab-cards" });
    this.more = element("div", { className: "lab-cards" });
    this.rest = element(
      "details",
      { className: "lab-rest" },
      element("summary", { textContent: "Two more rules: for groups, and the link of SMIDAS" }),
      this.more,
    );
    this.rest.ontoggle = () => this.draw();
    this.words = element("span");
    this.hint = element("p", { className: "lab-hint" }, this.motion.button, this.words);
    this.address = pointParameter(root, () => [this.j, ...this.v]);
    this.sized = new ResizeObserver(() => this.draw());
    this.sized.observe(root);
  }

  tell(data, setStateValue) {
    this.send = (values) => report({ source: "hand", values, live: false }, setStateValue);
    const turned = this.payload?.scene?.id !== data.scene?.id || this.payload === undefined;
    this.payload = data;
    this.knobs ??= { ...data.knobs, size: data.size };
    if (turned) this.build(data);
    this.size(data);
    this.follower.tell(data.knobs);
    if (data.point || this.touched) this.address.write();
  }

  // Free play needs room for its cards; a step has one picture.
  size({ scene, height }) {
    const own = scene
      ? `calc(${height} - ${ROWS[Number(scene.rules.length > 2)]})`
      : `max(200px, min(${SHARE} * ${height}, 100vh - 640px))`;
    this.canvas.style.height = own;
    for (const map of this.graphs) map.canvas.style.height = own;
  }

  build({ weights, cards, point, follows, scene }) {
    this.motion.stop();
    this.follower?.close();
    this.follower = new Follower(follows, (values) => this.turn(values));
    const start = scene ? "" : point;
    [this.j, ...this.v] = readPoint(start, [SWEEP.weight, ...weights], [-Infinity, Infinity]);
    this.j = Math.min(Math.max(Math.round(this.j), 0), weights.length - 1);
    this.v = this.v.map((x) => this.within(x));
    this.touched = false;
    this.layOut(cards, scene);
    this.handles = weights.map((_, j) => this.weightHandle(j));
    this.levels = LEVELS.filter(({ name }) => !scene || scene.levels.includes(name)).map((level) =>
      Object.assign(this.levelHandle(level), level),
    );
    this.root.onpointerdown = (event) => {
      if (event.target.closest(".lab-field")) this.motion.stop();
    };
    this.motion.at = 0;
    this.motion.most = scene ? PATH_SECONDS : SWEEP.seconds * SWEEP.rounds;
    this.begin(scene, start);
  }

  // A step begins where its weight begins, and plays its path once, where it has one.
  begin(scene, point) {
    if (scene) this.sweep(0);
    if (scene && wantsNoMotion()) this.sweep(PATH_SECONDS);
    const still = scene && scene.path[0] === scene.path[1];
    this.motion.button.hidden = Boolean(still);
    if (!point && !still && !wantsNoMotion()) this.motion.start();
  }

  layOut(cards, scene) {
    this.root.classList.toggle("lab-in-story", Boolean(scene));
    this.field.replaceChildren(this.canvas);
    this.graphs = [];
    const chosen = scene ? cards.filter(({ key }) => scene.rules.includes(key)) : cards;
    const alone = scene && !scene.bars;
    if (alone) {
      const put = (x) => this.put(scene.hand, x);
      const beside = cards.find(({ key }) => key === scene.beside);
      const done = () => this.address.write();
      this.graphs = chosen.map((card) => new OneMap(card, put, done, beside, scene.whole));
    }
    this.maps = alone
      ? this.graphs
      : chosen.map((card) => new Card(card, scene ? chosen.length : 0));
    const nodes = (further) =>
      this.maps.filter(({ card }) => Boolean(card.further) === further).map(({ node }) => node);
    this.cards.replaceChildren(...nodes(false));
    this.more.replaceChildren(...nodes(true));
    const field = alone ? [] : [this.field];
    this.root.replaceChildren(this.hint, ...field, this.cards, ...(scene ? [] : [this.rest]));
    this.words.textContent = alone ? this.hintOfGraph(scene) : this.hintOfBars(scene);
  }

  hintOfGraph({ whole }) {
    const drag = "Drag the ring along the bottom, or use the arrow keys.";
    return whole ? drag : `${drag} The curve is drawn where the weight has been.`;
  }

  hintOfBars(scene) {
    const { theta, alpha, k } = this.knobs;
    const rings = { all: "a ring to move a weight", hand: "the ring to move its weight" };
    const drag = `Drag ${rings[scene?.loose ?? "all"]}`;
    if (!scene) {
      const frame = "The blue frame marks the weight that was moved last.";
      return `${drag}, a letter at the right to move its line. ${frame}`;
    }
    const values = `${drag}. The threshold is ${theta}, the pull ${alpha}, and keep-k keeps ${k}.`;
    if (scene.rules.length > 2) return values;
    if (scene.levels.every((name) => scene.fixed.includes(name))) return `${drag}.`;
    const more = scene.levels.includes("k") ? " A lower line “kept” keeps more weights." : "";
    if (scene.loose === "none") return `Drag a box at the right to move its line.${more}`;
    return `${drag}, a box at the right to move its line.${more}`;
  }

  // The rules that are in sight.
  get shown() {
    return this.maps.filter(({ card }) => !card.further || this.opened);
  }

  // Whether the two further rules of free play are.
  get opened() {
    return this.rest.open && !this.payload.scene;
  }

  weightHandle(j) {
    const made = handle(this.field, `weight ${j + 1}`, {
      drag: (_, y) => this.put(j, this.value(y)),
      step: (_, up, far) => this.put(j, this.v[j] + up * (far ? 0.25 : 0.05)),
      done: () => this.settle(),
    });
    made.node.addEventListener("focus", () => this.take(j));
    made.node.hidden = !this.loose(j);
    return made;
  }

  // Whether a weight can be dragged.
  loose(j) {
    const { scene } = this.payload;
    return !scene || scene.loose === "all" || (scene.loose === "hand" && j === scene.hand);
  }

  // The name of the knob that the weight in hand is in this step.
  get heard() {
    const { scene } = this.payload;
    return scene?.loose === "hand" ? HEARD[scene.hand] : undefined;
  }

  settle() {
    this.address.write();
    if (!this.heard) return;
    this.v[this.j] = Number(this.v[this.j].toFixed(2)); // the card and the picture say the same
    this.follower.touch();
    this.send({ [this.heard]: this.v[this.j] });
    this.draw();
  }

  levelHandle({ name, letter, word }) {
    const counted = name === "k";
    const above = (level) => this.v.filter((x) => Math.abs(x) > level).length;
    const made = handle(this.field, `level ${letter}`, {
      drag: (_, y) => this.set(name, counted ? above(this.value(y)) : this.value(y)),
      step: (_, up, far) =>
        this.payload.scene?.fixed.includes(name) ||
        this.set(name, this.knobs[name] + up * (counted ? 1 : far ? 0.25 : 0.05)),
      done: () => {
        this.follower.touch();
        this.send({ theta: this.knobs.theta, alpha: this.knobs.alpha, k: this.knobs.k });
      },
    });
    made.node.classList.add("lab-level");
    const fixed = Boolean(this.payload.scene?.fixed.includes(name));
    made.node.classList.toggle("lab-fixed", fixed);
    if (fixed) made.node.tabIndex = -1;
    made.node.textContent = this.payload.scene ? word : letter;
    return made;
  }

  within(x) {
    const { most, scene } = this.payload;
    const [low, high] = !scene
      ? [-most, most]
      : scene.bars
        ? [LOWEST + 0.05, HIGHEST - 0.05]
        : [LOW, HIGH];
    return Math.min(Math.max(x, low), high);
  }

  // The heights at both ends of the bars.
  get heights() {
    const { most, scene } = this.payload;
    return scene ? [LOWEST, HIGHEST] : [-1.06 * most, 1.06 * most];
  }

  take(j) {
    this.j = j;
    this.draw();
  }

  put(j, x) {
    this.motion.stop();
    this.touched = true;
    if (this.heard) this.follower.touch();
    [this.j, this.v[j]] = [j, this.within(Math.abs(x) < 0.005 ? 0 : x)];
    this.see();
  }

  set(name, value) {
    const [low, high] = this.payload.ranges[name];
    this.follower.touch();
    this.knobs[name] = Number(Math.min(Math.max(value, low), high).toFixed(2));
    this.draw();
  }

  turn(values) {
    Object.assign(this.knobs, values);
    if (this.heard) this.v[this.payload.scene.hand] = this.knobs[this.heard];
    this.see();
  }

  // Free play ends where it began: the sentences are about the weights of the opening.
  sweep(seconds) {
    const { scene, weights, most } = this.payload;
    this.j = scene?.hand ?? SWEEP.weight;
    if (scene && !this.heard) {
      const [from, to] = scene.path;
      this.v[this.j] = from + (to - from) * Math.min(seconds / PATH_SECONDS, 1);
    } else if (scene) this.v[this.j] = weights[this.j];
    else if (seconds >= this.motion.most) this.v[this.j] = weights[this.j];
    else this.v[this.j] = 0.8 * most * Math.sin((2 * Math.PI * seconds) / SWEEP.seconds);
    this.see();
  }

  // Graphs show where the weight in hand has been.
  see() {
    for (const map of this.graphs) map.see(this.v[this.j]);
    this.draw();
  }

  value(y) {
    const [low, high] = this.heights;
    return high - ((high - low) * y) / this.floor;
  }

  draw() {
    if (!this.v || !this.root.clientWidth) return;
    const look = theme(this.root);
    // Measured and drawn first, written afterwards: the browser lays the page out once.
    const { shown } = this;
    const listed = this.listed(this.root.clientWidth, this.canvas.clientHeight, look);
    for (const map of shown) map.listed = shown.length <= listed;
    for (const map of shown) map.draw(this.v, this.j, this.knobs, this.payload.most, look);
    if (this.field.isConnected) this.drawField(look, shown);
    for (const map of shown) map.say();
    this.root.dataset.drawn = Number(this.root.dataset.drawn ?? 0) + 1;
  }

  // All weights, as bars, and what the rules make of them.
  drawField(look, shown) {
    const { pen, width, height } = wipeDisplayed(this.canvas);
    const { scene } = this.payload;
    const [low, high] = this.heights;
    const numbered = scene && shown.length <= this.listed(width, height, look);
    const rows = numbered ? 2 + shown.length : 1;
    this.floor = scene ? height - rows * ROW * look.scale : height;
    const y = (at) => (this.floor * (high - at)) / (high - low);
    // Lines that stay where they are have their names one above the other.
    const still = this.levels.every(({ name }) => scene?.fixed.includes(name));
    const columns = still ? Math.min(this.levels.length, 1) : this.levels.length;
    const beside = scene ? 16 + WORDS * columns : RIGHT;
    const named = numbered ? NAMED[shown.length - 1] : LEFT;
    const [left, right] = [named * look.scale, width - beside * look.scale];
    const place = { pen, height, y, left, right, slot: (right - left) / this.v.length };
    this.ground(place, look);
    this.v.forEach((x, j) => this.bars(place, j, x, look, shown));
    this.drawLevels(place, look, shown);
    if (numbered) this.numbers(place, look, shown);
  }

  // Of how many rules there is room for the numbers: beside the names of lines, and below the bars.
  listed(width, height, look) {
    if (width <= 600 * look.scale) return 1;
    return height / look.scale < LEAST_BARS + 6 * ROW ? 2 : 4;
  }

  // Groups, where a rule for them is in sight, the zero line, and the scale.
  ground({ pen, height, y, left, right, slot }, look) {
    const { size, most } = this.payload;
    pen.font = `${14 * look.scale}px ${look.font}`;
    pen.textAlign = "left";
    pen.textBaseline = "top";
    for (let g = 0; this.opened && g * size < this.v.length; g++) {
      pen.globalAlpha = 0.5;
      pen.fillStyle = look.grid;
      pen.fillRect(left + g * size * slot + 3, 0, size * slot - 6, height);
      pen.globalAlpha = 1;
      pen.fillStyle = look.text;
      pen.fillText(`group ${g + 1}`, left + g * size * slot + 9, 4);
    }
    pen.fillStyle = look.text;
    pen.textBaseline = "bottom";
    pen.textAlign = "center";
    const word = pen.measureText("weight 9").width < slot - 6 ? "weight " : "";
    const base = this.payload.scene ? this.floor + ROW * look.scale : height;
    this.v.forEach((_, j) => {
      pen.fillText(`${word}${j + 1}`, left + (j + 0.5) * slot, base - 4, slot - 6);
    });
    pen.textAlign = "right";
    pen.textBaseline = "middle";
    const whole = Array.from({ length: 2 * Math.floor(most) + 1 }, (_, i) => i - Math.floor(most));
    for (const at of this.payload.scene ? TICKS : whole)
      pen.fillText(String(at).replace("-", "−"), left - 8, y(at));
    segment(pen, [left, y(0)], [right, y(0)], look.text);
  }

  // One weight as a hollow bar, and what the rules make of it within.
  bars({ pen, y, left, slot }, j, x, look, shown) {
    const edge = left + j * slot + 0.1 * slot;
    const wide = 0.8 * slot;
    // The cards of free play are about the weight in hand.
    const framed = j === this.j && !this.payload.scene;
    pen.strokeStyle = framed ? look.accent : look.text;
    pen.lineWidth = framed ? 2.5 : 1;
    pen.strokeRect(edge, Math.min(y(x), y(0)), wide, Math.abs(y(x) - y(0)));
    const each = wide / shown.length;
    shown.forEach(({ card }, i) => {
      const { w } = MAPS[card.key](this.v, j, this.knobs);
      fillMapped(pen, w, edge + (i + 0.5) * each, 0.36 * each, y, shade(card.colour, look));
    });
    const { most } = this.payload;
    const values = { now: x.toFixed(2), text: twoPlaces(x), min: -most, max: most };
    this.handles[j].show(edge + wide / 2, y(x), values);
  }

  // Below each weight its numbers, before the rule and after it, where no line strikes them out.
  numbers({ pen, left, slot }, look, shown) {
    pen.fillStyle = look.text;
    pen.textBaseline = "bottom";
    const rows = { before: this.v };
    for (const { card } of shown) {
      const name = shown.length > 1 ? card.title.toLowerCase() : "after";
      rows[name] = this.v.map((_, j) => MAPS[card.key](this.v, j, this.knobs).w);
    }
    Object.entries(rows).forEach(([name, values], i) => {
      const base = this.floor + (i + 2) * ROW * look.scale - 4;
      pen.textAlign = "left";
      pen.font = `${12 * look.scale}px ${look.font}`;
      pen.fillText(name, 2, base);
      pen.textAlign = "center";
      values.forEach((value, j) => {
        // Of many numbers those of the weight in hand are to be compared.
        const bold = i && (shown.length <= 2 || j === this.j);
        pen.font = `${bold ? "bold " : ""}${14 * look.scale}px ${look.font}`;
        const text = String(Number(value.toFixed(2))).replace("-", "−");
        pen.fillText(text, left + (j + 0.5) * slot, base, slot - 2);
      });
    });
  }

  // θ and α on both sides of zero, and between the k-th largest and the next; where there are two
  // rules, each in the colour of its own.
  drawLevels({ pen, y, left, right }, look, shown) {
    const sizes = [...this.v.map(Math.abs), 0].sort((a, b) => b - a);
    const { k } = this.knobs;
    const cut = k < 1 ? this.payload.most : (sizes[k - 1] + sizes[k]) / 2;
    const heights = this.levels.map(({ name }) => (name === "k" ? cut : this.knobs[name]));
    // Names that cannot be dragged have no box, and one column.
    const apart = this.levels.every(({ node }) => node.classList.contains("lab-fixed")) ? 14 : 22;
    const columns = columnsOf(heights.map(y), apart * look.scale);
    const across = (this.payload.scene ? WORDS : 28) * look.scale;
    this.levels.forEach((level, i) => {
      const { name, letter, dash } = level;
      const of = shown.filter(({ card }) => card.levels.includes(name));
      const two = this.payload.scene && shown.length === 2 && of.length === 1;
      const colour = two ? shade(of[0].card.colour, look) : look.text;
      pen.globalAlpha = two ? 1 : 0.75;
      const low = y(-heights[i]) >= this.floor; // below the picture
      if (low) this.sayBelow(pen, heights[i], right - 60 * i * look.scale, colour, look);
      for (const at of [y(heights[i]), y(-heights[i])]) {
        if (at < this.floor) segment(pen, [left, at], [right, at], colour, two ? 2 : 1.2, dash);
      }
      pen.globalAlpha = 1;
      const now = this.knobs[name];
      const text = `${letter} = ${name === "k" ? now : twoPlaces(now)}`;
      const [min, max] = this.payload.ranges[name];
      level.show(right + 14 + across * columns[i], y(heights[i]), { now, text, min, max });
      if (!this.payload.scene) return;
      if (name === "k") level.node.textContent = `k: ${now} kept`;
      else if (this.levels.length === 1) level.node.textContent = `${level.word} ${twoPlaces(now)}`;
    });
  }

  // An arrow where a line lies below the picture, and how far below zero that is.
  sayBelow(pen, height, right, colour, look) {
    pen.fillStyle = colour;
    pen.font = `${14 * look.scale}px ${look.font}`;
    pen.textAlign = "right";
    pen.textBaseline = "bottom";
    pen.fillText(`↓ ${twoPlaces(-height)}`, right, this.floor - 4);
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
function columnsOf(heights, apart) {
  const columns = [];
  for (const height of heights) {
    const taken = columns.filter((_, other) => Math.abs(height - heights[other]) < apart);
    columns.push([0, 1, 2].find((column) => !taken.includes(column)));
  }
  return columns;
}

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".lab-shrinker");
  root.shrinker ??= new Shrinker(root);
  mount(root, data, (newest) => root.shrinker.tell(newest, setStateValue));
  return whenGone(root, () => root.shrinker.close());
}
