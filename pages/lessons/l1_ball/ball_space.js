// The L1 ball in space, an octahedron: drag the point, or turn the ball by its background.

import { handle } from "../../../ui/live/browser/hands/handle.js";
import { dot, segment, stroke, wipeDisplayed } from "../../../ui/live/browser/lib/canvas.js";
import { element } from "../../../ui/live/browser/lib/dom.js";
import { twoPlaces } from "../../../ui/live/browser/lib/numbers.js";
import { projectOntoBall } from "./ball.js";
import { sharp, write } from "./ball_plane.js";

const TURN = 0.008; // radians a pixel
const BESIDE = 16; // pixels, from a corner to its number
const CROWDED = 60; // pixels of the radius, under which three numbers run together
const SHADOW = [2, 4]; // dashes of the lines that say how deep the point lies
const UNIT = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const dot3 = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const sum3 = (...terms) =>
  [0, 1, 2].map((i) => terms.reduce((total, [k, a]) => total + k * a[i], 0));

export class BallSpace {
  constructor(field, moved, turned, done) {
    this.shape = [1, 1, 1];
    this.canvas = element("canvas", { className: "lab-turns" });
    field.append(this.canvas);
    this.handle = handle(field, "point in space; with shift, up and down move it along w₃", {
      drag: (x, y) => {
        const [right, up, ahead] = this.view;
        const flat = [(x - this.centre[0]) / this.scale, (this.centre[1] - y) / this.scale];
        moved(sum3([flat[0], right], [flat[1], up], [dot3(this.u, ahead), ahead]));
      },
      step: (dx, dy, third) =>
        moved(sum3([1, this.u], [0.05 * dx, UNIT[0]], [0.05 * dy, UNIT[third ? 2 : 1]])),
      done,
    });
    this.turner = handle(field, "turn the ball", {
      drag: () => {},
      step: (dx, dy) => turned(-0.1 * dx, 0.1 * dy),
      done,
    });
    this.turner.node.classList.add("lab-turner");
    this.turner.node.textContent = "⟳";
    for (const node of [this.canvas, this.turner.node]) this.turns(node, turned, done);
  }

  turns(node, turned, done) {
    let last = null;
    node.addEventListener("pointerdown", (event) => {
      node.setPointerCapture(event.pointerId);
      last = [event.clientX, event.clientY];
    });
    node.addEventListener("pointermove", (event) => {
      if (!last) return;
      turned(-TURN * (event.clientX - last[0]), TURN * (event.clientY - last[1]));
      last = [event.clientX, event.clientY];
    });
    for (const end of ["pointerup", "pointercancel"]) {
      node.addEventListener(end, () => {
        if (last) done();
        last = null;
      });
    }
  }

  draw(u, z, [yaw, pitch], look, { parts, reach }) {
    this.u = u;
    const { pen, width, height } = wipeDisplayed(this.canvas, look.scale);
    if (!width) return null;
    const [sy, cy, sp, cp] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
    this.view = [
      [-sy, cy, 0],
      [-sp * cy, -sp * sy, cp],
      [cp * cy, cp * sy, sp],
    ];
    this.scale = Math.min(width, height) / (2 * reach);
    this.centre = [width / 2, height / 2];
    const at = (x) => [
      this.centre[0] + dot3(x, this.view[0]) * this.scale,
      this.centre[1] - dot3(x, this.view[1]) * this.scale,
    ];
    const projection = projectOntoBall(u, z);
    const { w } = projection;
    for (const e of UNIT) segment(pen, at(sum3([-reach, e])), at(sum3([reach, e])), look.grid);
    const walks = parts.includes("walk");
    this.faces(pen, at, z, walks ? projection : { w, theta: 0 }, look);
    this.names(pen, at, z, look, reach);
    this.depth(pen, at, u, projection.theta > 0, look);
    if (walks) {
      segment(pen, at(u), at(w), look.accent, 2);
      dot(pen, ...at(w), look.accent, sharp(w) ? 8 : 5.5);
    }
    const text = `v = (${u.map(twoPlaces).join(", ")})`;
    this.handle.scale = look.scale;
    this.turner.scale = look.scale;
    this.handle.show(...at(u), { now: u[0].toFixed(2), text, min: -reach, max: reach });
    const now = Math.round((yaw * 180) / Math.PI);
    this.turner.show(width - 20, 20, { now, text: `turned by ${now}°`, min: -36000, max: 36000 });
    return projection;
  }

  // The plus end of each has its name; a mark and a number stand at the corner.
  names(pen, at, z, look, reach) {
    pen.font = `14px ${look.font}`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    UNIT.forEach((e, i) => {
      pen.fillStyle = look.text;
      write(pen, ["first", "second", "third"][i], ...at(sum3([reach * 0.97, e])), look);
      if (i && z * this.scale < CROWDED) return; // one number for all three corners
      const [x, y] = at(sum3([z, e]));
      const [ahead, up] = [x - this.centre[0], y - this.centre[1]];
      // Beside the axis, and on its upper side.
      const aside = (BESIDE * (ahead < 0 ? -1 : 1)) / (Math.hypot(ahead, up) || 1);
      write(pen, String(Number(z.toFixed(2))), x + aside * up, y - aside * ahead, look);
    });
  }

  // Down to the plane of the first two weights, and from there along it: the point is seen to lie
  // before the ball or behind it.
  depth(pen, at, u, outside, look) {
    const foot = at([u[0], u[1], 0]);
    for (const end of [at(u), at([u[0], 0, 0]), at([0, u[1], 0])]) {
      segment(pen, foot, end, look.text, 1, SHADOW);
    }
    dot(pen, ...foot, look.text, 2.5);
    const [x, y] = at(u);
    pen.font = `14px ${look.font}`;
    const away = x < this.centre[0] ? -12 : 12; // from the centre, where the walk goes
    pen.textAlign = away < 0 ? "right" : "left";
    pen.textBaseline = "bottom";
    pen.fillStyle = look.text;
    write(pen, outside ? "outside" : "inside", x + away, y - 8, look);
  }

  // Back faces first. The face, edge or corner that w lies on is lit.
  faces(pen, at, z, { w, theta }, look) {
    const signs = [1, -1].flatMap((a) => [1, -1].flatMap((b) => [1, -1].map((c) => [a, b, c])));
    signs.sort((a, b) => dot3(a, this.view[2]) - dot3(b, this.view[2]));
    const support = w.map(Math.sign);
    const on = theta > 0;
    for (const sign of signs) {
      const corners = UNIT.map((e, i) => at(sum3([z * sign[i], e])));
      const front = dot3(sign, this.view[2]) > 0;
      const lit = on && support.every((s, i) => s === sign[i]);
      pen.globalAlpha = lit ? 0.5 : 0.1;
      pen.fillStyle = look.accent;
      pen.beginPath();
      for (const corner of corners) pen.lineTo(...corner);
      pen.fill();
      pen.globalAlpha = front ? 0.9 : 0.3;
      stroke(pen, [...corners, corners[0]], look.text, 1.2);
      pen.globalAlpha = 1;
    }
    const ends = UNIT.map((e, i) => support[i] && at(sum3([z * support[i], e]))).filter(Boolean);
    if (on && ends.length === 2) segment(pen, ...ends, look.accent, 5);
  }
}
