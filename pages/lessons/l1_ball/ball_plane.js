// The L1 ball in the plane: a point under the hand, its projection, and the corner or side it
// falls on; dotted, the round ball, which has no corners.

import { figure, handle, made, stroke, wiped } from "../../../ui/live/browser/hands/hands.js";
import { projected, roundly } from "./ball.js";

export const REACH = 2.7;
const RING = 360;

export const sharp = (w) => w.some((a) => a === 0);

export class BallPlane {
  constructor(field, moved, done) {
    this.canvas = made("canvas");
    field.append(this.canvas);
    this.handle = handle(field, "point in the plane", {
      drag: (x, y) => moved([(x - this.centre[0]) / this.scale, (this.centre[1] - y) / this.scale]),
      step: (dx, dy, far) =>
        moved([this.v[0] + dx * (far ? 0.25 : 0.05), this.v[1] + dy * (far ? 0.25 : 0.05)]),
      done,
    });
  }

  draw(v, z, look) {
    this.v = v;
    const { pen, width, height } = wiped(this.canvas);
    if (!width) return null;
    this.scale = Math.min(width, height) / (2 * REACH);
    this.centre = [width / 2, height / 2];
    const at = ([x, y]) => [this.centre[0] + x * this.scale, this.centre[1] - y * this.scale];
    const found = projected(v, z);
    this.cells(pen, at, z, look);
    for (const [a, b, name] of [
      [[-9, 0], [9, 0], "w₁"],
      [[0, -9], [0, 9], "w₂"],
    ]) {
      stroke(pen, [at(a), at(b)], look.grid);
      pen.fillStyle = look.text;
      pen.font = `13px ${look.font}`;
      pen.textAlign = "right";
      pen.textBaseline = "top";
      const [x, y] = name === "w₁" ? [width - 4, this.centre[1] + 4] : [this.centre[0] - 6, 2];
      pen.fillText(name, x, y);
    }
    const corners = [
      [z, 0],
      [0, z],
      [-z, 0],
      [0, -z],
    ].map(at);
    pen.globalAlpha = 0.12;
    pen.fillStyle = look.accent;
    pen.beginPath();
    for (const [x, y] of corners) pen.lineTo(x, y);
    pen.fill();
    pen.globalAlpha = 1;
    stroke(pen, [...corners, corners[0]], look.text, 1.5);
    pen.setLineDash([2, 4]);
    pen.beginPath();
    pen.arc(...this.centre, z * this.scale, 0, 2 * Math.PI);
    pen.stroke();
    pen.setLineDash([]);
    const share = this.ring(pen, at, v, z, look);
    this.point(pen, at, found, z, look);
    const said = `v = (${v.map(figure).join(", ")})`;
    this.handle.show(...at(v), v[0].toFixed(2), said, -REACH, REACH);
    return { ...found, share };
  }

  // Where points have to lie for a corner to be nearest.
  cells(pen, at, z, look) {
    pen.fillStyle = look.grid;
    pen.globalAlpha = 0.5;
    for (const [x, y] of [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ]) {
      pen.beginPath();
      for (const [u, v] of [
        [z, 0],
        [z + 20, 20],
        [z + 20, -20],
      ])
        pen.lineTo(...at([x * u - y * v, y * u + x * v]));
      pen.fill();
    }
    pen.globalAlpha = 1;
  }

  // All points as far out as v: thick where they end in a corner. Returns their share.
  ring(pen, at, v, z, look) {
    const radius = Math.hypot(...v);
    if (radius <= z) return null;
    let count = 0;
    for (let i = 0; i < RING; i++) {
      const on = (k) => [
        radius * Math.cos((2 * Math.PI * k) / RING),
        radius * Math.sin((2 * Math.PI * k) / RING),
      ];
      const corner = sharp(projected(on(i + 0.5), z).w);
      count += corner;
      stroke(pen, [at(on(i)), at(on(i + 1.1))], corner ? look.accent : look.text, corner ? 4 : 1);
    }
    return count / RING;
  }

  point(pen, at, { w }, z, look) {
    const round = roundly(this.v, z);
    stroke(pen, [at(this.v), at(round)], look.text, 1, [2, 3]);
    stroke(pen, [at(this.v), at(w)], look.accent, 2);
    pen.fillStyle = look.paper;
    pen.strokeStyle = look.text;
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.arc(...at(round), 4.5, 0, 2 * Math.PI);
    pen.fill();
    pen.stroke();
    pen.fillStyle = look.accent;
    pen.beginPath();
    pen.arc(...at(w), sharp(w) ? 8 : 5.5, 0, 2 * Math.PI);
    pen.fill();
  }
}
