// A point in the plane and one in space, and where the L1 ball of radius z sends them.

import {
  Follower,
  figure,
  Motion,
  made,
  noted,
  read,
  still,
} from "../../../ui/live/browser/hands/hands.js";
import { theme } from "../../../ui/live/browser/lib/look.js";
import { BallPlane, REACH } from "./ball_plane.js";
import { BallSpace } from "./ball_space.js";

const ROUND = 12; // seconds for one round
const ROUNDS = 2;
const START = [1.6, 0.5, 1.2, 1.1, 0.35, 0.6, 0.4];

class L1Ball {
  constructor(root) {
    this.root = root;
    this.motion = new Motion(root, (seconds) => this.round(seconds), ROUND * ROUNDS);
    const [plane, space] = [
      made("div", { className: "lab-field" }),
      made("div", { className: "lab-field" }),
    ];
    this.said = [made("p"), made("p")];
    const done = () => noted(root, () => this.place);
    const held =
      (act) =>
      (...told) => {
        this.motion.stop();
        this.touched = true;
        act(...told);
        this.draw();
      };
    this.plane = new BallPlane(
      plane,
      held((v) => this.put(0, v)),
      done,
    );
    this.space = new BallSpace(
      space,
      held((u) => this.put(2, u)),
      held((yaw, pitch) => this.turn(yaw, pitch)),
      done,
    );
    const words = made("span", {
      textContent:
        "Drag a point; turn the ball by its background. Arrow keys move what has the focus.",
    });
    root.replaceChildren(
      made("p", { className: "lab-hint" }, this.motion.button, words),
      made(
        "div",
        { className: "lab-balls" },
        made("div", {}, plane, this.said[0]),
        made("div", {}, space, this.said[1]),
      ),
    );
    this.follower = new Follower("l1_ball", ({ radius }) => this.grow(radius));
    this.sized = new ResizeObserver(() => this.draw());
    this.sized.observe(plane);
  }

  tell({ z, height, point, answers, took }) {
    const fresh = this.z === undefined;
    this.z ??= z;
    for (const side of [this.plane, this.space])
      side.canvas.style.height = `calc(${height} - 50px)`;
    if (fresh) {
      this.place = read(point, START, [-9, 9]);
      this.put(0, this.place.slice(0, 2));
      this.put(2, this.place.slice(2, 5));
      if (!point && !still()) this.motion.start();
    }
    this.follower.tell({ radius: z });
    if (point || this.touched) noted(this.root, () => this.place);
    dispatchEvent(new CustomEvent("lab-answer", { detail: { mark: answers, took } }));
  }

  grow(radius) {
    if (radius !== undefined) this.z = radius;
    this.draw();
  }

  put(from, values) {
    values.forEach(
      (x, i) =>
        (this.place[from + i] = Math.min(Math.max(Math.abs(x) < 0.005 ? 0 : x, -REACH), REACH)),
    );
  }

  turn(yaw, pitch) {
    const [round, most] = [2 * Math.PI, 1.5];
    this.place[5] = (((this.place[5] + yaw) % round) + round) % round;
    this.place[6] = Math.min(Math.max(this.place[6] + pitch, -most), most);
  }

  round(seconds) {
    const angle = (2 * Math.PI * seconds) / ROUND + 0.3;
    const far = Math.min(2 * this.z, 0.92 * REACH);
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
    const look = theme(this.root);
    const [v, u, view] = [this.place.slice(0, 2), this.place.slice(2, 5), this.place.slice(5)];
    const flat = this.plane.draw(v, this.z, look);
    const deep = this.space.draw(u, this.z, view, look);
    if (!flat || !deep) return;
    const share =
      flat.share === null
        ? ""
        : ` From this far, ${Math.round(100 * flat.share)} % of all directions end in a corner.`;
    this.said[0].textContent =
      written(v, this.z, flat, ["the origin", "a corner", "a side"]) + share;
    this.said[1].textContent = written(u, this.z, deep, [
      "the origin",
      "a corner",
      "an edge",
      "a face",
    ]);
    this.root.dataset.drawn = Number(this.root.dataset.drawn ?? 0) + 1;
  }

  close() {
    this.motion.stop();
    this.follower.close();
    clearTimeout(this.root.later);
    this.sized.disconnect();
  }
}

// θ with its numbers, and where that leads.
function written(v, z, { w, theta, rho }, places) {
  if (!theta)
    return `‖v‖₁ = ${figure(v.reduce((sum, a) => sum + Math.abs(a), 0))} ≤ z = ${figure(z)}: v is inside and stays.`;
  const stay = v
    .map(Math.abs)
    .sort((a, b) => b - a)
    .slice(0, rho);
  const sum = `${stay.map(figure).join(" + ")} − ${figure(z)}`;
  return `θ = (${sum})/${rho} = ${figure(theta)}: w = (${w.map(figure).join(", ")}), ${places[rho]}.`;
}

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".lab-l1_ball");
  root.ball ??= new L1Ball(root);
  root.ball.tell(data);
  return () => root.ball.close();
}
