// A point in the plane and one in space, and where the L1 ball of radius z sends them. In a step of
// the story the point is three knobs, of which the server hears when the hand rests.

import { mount } from "../../../ui/live/browser/events/elements.js";
import { report } from "../../../ui/live/browser/events/log.js";
import { Follower } from "../../../ui/live/browser/hands/follower.js";
import { Motion } from "../../../ui/live/browser/hands/motion.js";
import { pointParameter, readPoint } from "../../../ui/live/browser/hands/point.js";
import { element, whenGone } from "../../../ui/live/browser/lib/dom.js";
import { twoPlaces } from "../../../ui/live/browser/lib/numbers.js";
import { large, theme, wantsNoMotion } from "../../../ui/live/browser/lib/theme.js";
import { projectOntoBall, roundly } from "./ball.js";
import { BallPlane, sharp } from "./ball_plane.js";
import { BallSpace } from "./ball_space.js";

const ROUND = 12; // seconds for one round
const ROUNDS = 2;
// Of a step: the walks that are counted on the way around, from all directions alike, and how often
// the way turns, in space from pole to pole. No turn is whole: it would meet the same directions again.
const COUNTED = 100;
const TURNS = { plane: 1.98, space: 9 };
const WALK_MS = 900;
const PHASES_MS = 2400; // of a walk in two phases: each is seen
// From the centre to the edge of the picture; that of a step is nearer, and makes room for the ball.
const [REACH, TOLD] = [2.7, 2.5];
const POINT = ["first", "second", "third"];
const MOST = 2; // a weight of the point, as its knob has it
const NAMES_BEYOND = 1.3; // radii of the ball in space, to the names of its axes
const HINT = "Drag a point; turn the ball by its background. Arrow keys move what has the focus.";
const HINTS = {
  plane: "Drag the point, or move it by arrow keys.",
  space: "Drag the point. Drag beside it, or ⟳, to turn the ball. Arrow keys do both.",
};

// v in the plane; v in space; yaw and pitch of the view.
const START = [1.6, 0.5, 1.2, 1.1, 0.35, 0.6, 0.4];

// Free play: both sides, and all there is to draw.
const ALL = {
  sides: ["plane", "space"],
  parts: ["diamond", "circle", "walk", "round walk", "regions", "directions"],
  point: START,
  moves: true,
};

// What w lies on, by how many of its entries are not 0.
const PLACES = ["the origin", "a corner", "a side"];
const PLACES_IN_SPACE = ["the origin", "a corner", "an edge", "a face"];

class L1Ball {
  constructor(root) {
    this.root = root;
    this.address = pointParameter(root, () => this.place);
    this.motion = new Motion(root, (seconds) => this.round(seconds), ROUND * ROUNDS);
    this.captions = [element("p"), element("p")];
    const fields = this.captions.map(() => element("div", { className: "lab-field" }));
    this.build(...fields);
    this.hint = element("span");
    this.sides = fields.map((field, i) => element("div", {}, field, this.captions[i]));
    this.balls = element("div", { className: "lab-balls" }, ...this.sides);
    root.replaceChildren(
      element("p", { className: "lab-hint" }, this.motion.button, this.hint),
      this.balls,
    );
    this.sized = new ResizeObserver(() => this.draw());
    this.sized.observe(fields[0]);
  }

  build(plane, space) {
    const done = () => this.rest();
    const moverOf = (from) => (values) => {
      this.dragged = true;
      this.take(() => this.put(from, values));
    };
    const turnTo = (yaw, pitch) => this.take(() => this.turn(yaw, pitch));
    this.plane = new BallPlane(plane, moverOf(0), done);
    this.space = new BallSpace(space, moverOf(2), turnTo, done);
  }

  // What a hand does.
  take(act) {
    this.motion.stop();
    this.shown = 0;
    this.follower.touch();
    [this.begun, this.plane.walked] = [-Infinity, 1];
    this.touched = true;
    act();
    this.draw();
  }

  // `scene` is what a step of a story shows, null in free play.
  tell({ knobs, follows, height, point, scene }, setStateValue) {
    this.send = (values) => report({ source: "hand", values, live: false }, setStateValue);
    for (const side of [this.plane, this.space]) {
      side.canvas.style.height = `calc(${height} - 3.6rem)`;
    }
    const first = !this.follower;
    if (first) {
      this.follower = new Follower(follows, (values) => this.follow(values));
      this.z = knobs.radius;
    }
    const key = scene ? JSON.stringify(scene) : "";
    if (key !== this.key) {
      this.turnTo(key, scene ? this.placed(scene, knobs) : ALL, first && point);
      this.follow(knobs);
    }
    this.follower.tell(knobs);
    if ((first && point) || this.touched) this.address.write();
  }

  // A step with its point, as its knobs have it.
  placed(scene, knobs) {
    this.known = Object.fromEntries(POINT.map((name) => [name, knobs[name]]));
    return { ...scene, point: [...this.knownPoint, ...START.slice(5)] };
  }

  get knownPoint() {
    const { first, second, third } = this.known;
    return [first, second, first, second, third];
  }

  // A step begins where it says, whatever was dragged before; a link, where it was made.
  turnTo(key, scene, point) {
    [this.key, this.scene, this.touched, this.shown] = [key, scene, false, 0];
    this.motion.stop();
    this.motion.button.hidden = !scene.moves;
    this.hint.textContent = HINTS[scene.sides.join()] ?? HINT;
    this.balls.dataset.sides = scene.sides.length;
    for (const [i, name] of ["plane", "space"].entries()) {
      this.sides[i].hidden = !scene.sides.includes(name);
    }
    this.place = readPoint(point || "", scene.point, [-9, 9]);
    if (key) this.place.splice(0, 5, ...this.knownPoint);
    this.put(0, this.place.slice(0, 2));
    this.put(2, this.place.slice(2, 5));
    [this.begun, this.plane.walked] = [undefined, 1];
    if (wantsNoMotion()) this.draw();
    else if (scene.moves && !point) this.motion.start();
    else this.walk();
  }

  // The point is seen to walk, once.
  walk() {
    const { key } = this;
    const lasts = this.scene.parts.includes("amounts") ? PHASES_MS : WALK_MS;
    const tick = (now) => {
      if (key !== this.key || !this.root.isConnected) return;
      this.begun ??= now;
      this.plane.walked = Math.min((now - this.begun) / lasts, 1);
      this.draw();
      if (this.plane.walked < 1) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  // In a step as far as its point as the server knows it: under the hand nothing is drawn smaller.
  get reach() {
    if (!this.key) return REACH;
    const { first, second, third } = this.known;
    if (this.scene.sides.includes("space")) {
      const far = Math.max(...[first, second, third].map(Math.abs));
      return Math.max(TOLD, NAMES_BEYOND * this.z, far);
    }
    const [wide, high] = this.plane.shape;
    const far = Math.max(Math.abs(first) / wide, Math.abs(second) / high);
    return Math.max(TOLD, 1.06 * this.z, 1.03 * far);
  }

  follow({ radius = this.z, ...values }) {
    this.z = radius;
    const moved = POINT.filter((name) => name in values && values[name] !== this.known?.[name]);
    if (this.key && moved.length) {
      for (const name of moved) this.known[name] = values[name];
      this.motion.stop();
      this.plane.walked = 1;
      this.place.splice(0, 5, ...this.knownPoint);
    }
    this.draw();
  }

  // The server hears where a point rests that a hand has moved; the view is nobody's but the reader's.
  rest() {
    this.address.write();
    if (!this.key || !this.dragged) return;
    this.dragged = false;
    const flat = this.scene.sides.includes("plane");
    const here = flat ? this.place.slice(0, 2) : this.place.slice(2, 5);
    const values = Object.fromEntries(here.map((x, i) => [POINT[i], Number(x.toFixed(2))]));
    this.put(flat ? 0 : 2, Object.values(values)); // the card and the picture say the same
    this.draw();
    if (Object.entries(values).every(([name, x]) => this.known[name] === x)) return;
    this.follower.touch();
    Object.assign(this.known, values);
    this.send(values);
  }

  put(from, values) {
    const side = from ? this.space : this.plane;
    values.forEach((x, i) => {
      const at = Math.abs(x) < 0.005 ? 0 : x;
      const most = Math.min(this.reach * (side.shape[i] ?? 1), MOST);
      this.place[from + i] = Math.min(Math.max(at, -most), most);
    });
  }

  turn(yaw, pitch) {
    const [round, most] = [2 * Math.PI, 1.5];
    this.place[5] = (((this.place[5] + yaw) % round) + round) % round;
    this.place[6] = Math.min(Math.max(this.place[6] + pitch, -most), most);
  }

  // A step's way: a circle in the plane, in space a spiral that passes all directions alike.
  direction(share) {
    const flat = this.scene.sides.includes("plane");
    const angle = 2 * Math.PI * TURNS[flat ? "plane" : "space"] * share + 0.3;
    const third = flat ? 0 : 1 - 2 * share;
    const flatly = 2 * this.z * Math.sqrt(1 - third ** 2);
    const point = [flatly * Math.cos(angle), flatly * Math.sin(angle), 2 * this.z * third];
    return flat ? point.slice(0, 2) : point;
  }

  // The walks so far, and those of them that end with a weight at 0.
  get tally() {
    if (!this.shown) return "";
    const circle = this.scene.parts.includes("circle");
    const end = (v) => (circle ? roundly(v, this.z) : projectOntoBall(v, this.z).w);
    let zeros = 0;
    for (let i = 0; i < this.shown; i++) zeros += sharp(end(this.direction((i + 0.5) / COUNTED)));
    return `Walks so far: ${this.shown}, with a zero: ${zeros}. `;
  }

  round(seconds) {
    if (this.key) {
      const share = Math.min(seconds / (ROUND * ROUNDS), 1);
      this.shown = Math.round(COUNTED * share);
      this.put(this.scene.sides.includes("plane") ? 0 : 2, this.direction(share));
      this.draw();
      return;
    }
    const angle = (2 * Math.PI * seconds) / ROUND + 0.3;
    const far = Math.min(2 * this.z, 0.92 * this.reach);
    this.put(0, [far * Math.cos(angle), far * Math.sin(angle)]);
    const up = 0.9 * Math.sin(2 * angle);
    this.put(2, [
      far * Math.cos(up) * Math.cos(angle),
      far * Math.cos(up) * Math.sin(angle),
      far * Math.sin(up),
    ]);
    this.place[5] = START[5] + 0.35 * Math.sin(angle);
    this.draw();
  }

  draw() {
    if (!this.place) return;
    const look = large(theme(this.root));
    const [v, u, view] = [this.place.slice(0, 2), this.place.slice(2, 5), this.place.slice(5)];
    const { parts, sides } = this.scene;
    // A step speaks of points 2 radii away, wherever its own point is dragged.
    const sight = { parts, reach: this.reach, ringAt: this.key ? 2 * this.z : 0 };
    const flat = sides.includes("plane") ? this.plane.draw(v, this.z, look, sight) : null;
    const deep = sides.includes("space") ? this.space.draw(u, this.z, view, look, sight) : null;
    const [plane, space] = this.captions;
    if (flat) plane.textContent = this.tally + this.caption(v, flat, PLACES) + shareOf(flat);
    if (deep) space.textContent = this.tally + this.caption(u, deep, PLACES_IN_SPACE);
    if (flat || deep) this.root.dataset.drawn = Number(this.root.dataset.drawn ?? 0) + 1;
  }

  caption(v, projection, places) {
    if (!this.key) return sentence(v, this.z, projection, places);
    return plainly(v, this.z, projection, this.scene.parts);
  }

  close() {
    this.motion.stop();
    this.follower.close();
    this.address.close();
    this.sized.disconnect();
  }
}

function shareOf({ share }) {
  if (share === null) return "";
  return ` From this far ${Math.round(100 * share)} of 100 directions end at a weight of 0.`;
}

// The same for who has met no letters: the weights before the walk and after it.
function plainly(v, z, { w, round }, parts) {
  const sum = v.reduce((total, a) => total + Math.abs(a), 0);
  const ends = { walk: w, "round walk": round };
  const end = ends[Object.keys(ends).find((name) => parts.includes(name))];
  const coordinates = (point) => point.map(twoPlaces).join(", ");
  const plus = v.length === 3 ? " Each axis has its name at its plus end." : "";
  if (end) return `Before the walk: ${coordinates(v)}. After it: ${coordinates(end)}.${plus}`;
  const where = (size) => `${size > z ? "more than" : "within"} the budget of ${twoPlaces(z)}.`;
  if (parts.includes("circle")) {
    const far = Math.hypot(...v);
    return `Distance from the centre ${twoPlaces(far)}: ${where(far)}`;
  }
  const sizes = v.map((a) => twoPlaces(Math.abs(a))).join(" + ");
  return `${sizes} = ${twoPlaces(sum)}: ${where(sum)}${plus}`;
}

// θ with its numbers, and where that leads.
function sentence(v, z, { w, theta, rho }, places) {
  const sizes = v.map(Math.abs);
  if (!theta) {
    const norm = sizes.reduce((sum, a) => sum + a, 0);
    return `‖v‖₁ = ${twoPlaces(norm)} ≤ z = ${twoPlaces(z)}: v is inside and stays.`;
  }
  const staying = sizes.sort((a, b) => b - a).slice(0, rho);
  const numerator = `${staying.map(twoPlaces).join(" + ")} − ${twoPlaces(z)}`;
  const point = `(${w.map(twoPlaces).join(", ")})`;
  return `θ = (${numerator})/${rho} = ${twoPlaces(theta)}: w = ${point}, ${places[rho]}.`;
}

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".lab-l1_ball");
  root.ball ??= new L1Ball(root);
  mount(root, data, (newest) => root.ball.tell(newest, setStateValue));
  return whenGone(root, () => root.ball.close());
}
