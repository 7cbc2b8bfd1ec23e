// The L1 ball in the plane: a point under the hand, its projection, and the corner or side it
// falls on; dotted, the round ball, which has no corners.

import { handle } from "../../../ui/live/browser/hands/handle.js";
import { dot, segment, stroke, wipeDisplayed } from "../../../ui/live/browser/lib/canvas.js";
import { element } from "../../../ui/live/browser/lib/dom.js";
import { twoPlaces } from "../../../ui/live/browser/lib/numbers.js";
import { projectOntoBall, roundly } from "./ball.js";

const RING = 720;
const EDGE = 0.97; // of the box, as far as the point may be dragged
const NUMBERS = [-3, -2, -1, 1, 2, 3];
const APART = 36; // pixels, of two numbers on an axis
const BELOW = 14; // pixels, from a line to the amount under it
const NUMBERED = [-10, 24]; // pixels from the axis, between which its numbers stand
const WAYS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

const LETTERS = ["A", "B", "C"];
// Pixels from each of the three ends to its letter.
const ASIDE = [
  [8, 32],
  [-10, 8],
  [6, -12],
];

// A text with a rim that keeps lines off it.
export function write(pen, text, x, y, look) {
  pen.strokeStyle = look.paper;
  pen.lineWidth = 4;
  pen.lineJoin = "round";
  pen.strokeText(text, x, y);
  pen.fillText(text, x, y);
}

export const sharp = (w) => w.some((a) => a === 0);

export class BallPlane {
  constructor(field, moved, done) {
    this.walked = 1; // the share of the way that is drawn
    this.shape = [1, 1]; // how far the box reaches, across and up, in steps of its nearer edge
    this.canvas = element("canvas");
    field.append(this.canvas);
    this.handle = handle(field, "point in the plane", {
      drag: (x, y) => moved([(x - this.centre[0]) / this.scale, (this.centre[1] - y) / this.scale]),
      step: (dx, dy, far) =>
        moved([this.v[0] + dx * (far ? 0.25 : 0.05), this.v[1] + dy * (far ? 0.25 : 0.05)]),
      done,
    });
  }

  // `parts` names what is drawn beside the point and the axes.
  draw(v, z, look, { parts, reach, ringAt }) {
    this.v = v;
    const { pen, width, height } = wipeDisplayed(this.canvas, look.scale);
    if (!width) return null;
    const near = Math.min(width, height);
    this.scale = near / (2 * reach);
    this.centre = [width / 2, height / 2];
    this.shape = [(EDGE * width) / near, (EDGE * height) / near];
    const at = ([x, y]) => [this.centre[0] + x * this.scale, this.centre[1] - y * this.scale];
    const projection = projectOntoBall(v, z);
    const round = roundly(v, z);
    const shows = (part) => parts.includes(part);
    if (shows("regions")) this.cells(pen, at, z, look);
    this.axes(pen, at, width, look);
    this.numbers(pen, at, z, look);
    if (shows("circle")) this.circle(pen, z, look, shows("diamond"));
    if (shows("diamond")) this.diamond(pen, at, z, look);
    const onto = shows("diamond") ? projectOntoBall : (from) => ({ w: roundly(from, z) });
    const share = shows("directions")
      ? this.ring(pen, at, ringAt || Math.hypot(...v), z, look, onto)
      : null;
    if (shows("ends")) this.ends(pen, at, z, look, shows("distances"));
    if (shows("round walk")) this.walk(pen, at, round, look, shows("walk"));
    if (shows("amounts")) this.phases(pen, at, projection, look);
    else if (shows("walk")) this.walk(pen, at, projection.w, look);
    if (shows("amounts")) this.amounts(pen, at, projection.w, look);
    const text = `v = (${v.map(twoPlaces).join(", ")})`;
    this.handle.scale = look.scale;
    const most = reach * Math.max(...this.shape);
    this.handle.show(...at(v), { now: v[0].toFixed(2), text, min: -most, max: most });
    return { ...projection, round, share };
  }

  axes(pen, at, width, look) {
    segment(pen, at([-9, 0]), at([9, 0]), look.grid);
    segment(pen, at([0, -9]), at([0, 9]), look.grid);
    pen.fillStyle = look.text;
    pen.font = `14px ${look.font}`;
    pen.textAlign = "right";
    pen.textBaseline = "top";
    pen.fillText("first weight", width - 4, this.centre[1] + 44); // under the numbers
    pen.textAlign = "left";
    pen.fillText("second weight", this.centre[0] + 8, 2); // beside the numbers
  }

  // Whole numbers and the radius, at the corners that it belongs to.
  // They stand beside their marks, where no side of the ball and no ring passes.
  numbers(pen, at, z, look) {
    const near = (a, b) => Math.abs(a - b) * this.scale < APART;
    const whole = NUMBERS.filter((n) => !near(Math.abs(n), z));
    pen.font = `14px ${look.font}`;
    for (const n of [...whole, z, -z]) {
      const text = String(Number(n.toFixed(2))).replace("-", "−");
      const [x, y] = [at([n, 0]), at([0, n])];
      segment(pen, [x[0], x[1] - 4], [x[0], x[1] + 4], look.text);
      segment(pen, [y[0] - 4, y[1]], [y[0] + 4, y[1]], look.text);
      pen.fillStyle = look.text;
      pen.textAlign = n < 0 ? "right" : "left";
      pen.textBaseline = "top";
      pen.fillText(text, x[0] + (n < 0 ? -5 : 5), x[1] + 7);
      pen.textAlign = "right";
      pen.textBaseline = n < 0 ? "top" : "bottom";
      pen.fillText(text, y[0] - 7, y[1] + (n < 0 ? 5 : -5));
    }
  }

  diamond(pen, at, z, look) {
    const corners = WAYS.map(([x, y]) => at([z * x, z * y]));
    pen.globalAlpha = 0.12;
    pen.fillStyle = look.accent;
    pen.beginPath();
    for (const [x, y] of corners) pen.lineTo(x, y);
    pen.fill();
    pen.globalAlpha = 1;
    stroke(pen, [...corners, corners[0]], look.text, 1.5);
  }

  // Dotted where it is only compared with.
  circle(pen, z, look, compared) {
    pen.beginPath();
    pen.arc(...this.centre, z * this.scale, 0, 2 * Math.PI);
    if (!compared) {
      pen.globalAlpha = 0.12;
      pen.fillStyle = look.accent;
      pen.fill();
      pen.globalAlpha = 1;
    }
    pen.strokeStyle = look.text;
    pen.lineWidth = 1.5;
    pen.setLineDash(compared ? [2, 4] : []);
    pen.stroke();
    pen.setLineDash([]);
  }

  // Where points have to lie for a corner to be nearest.
  cells(pen, at, z, look) {
    pen.fillStyle = look.grid;
    pen.globalAlpha = 0.5;
    for (const [x, y] of WAYS) {
      // The corner z along this way, and 20 further out to both sides.
      const from = (out, aside) => at([x * out - y * aside, y * out + x * aside]);
      pen.beginPath();
      for (const corner of [from(z, 0), from(z + 20, 20), from(z + 20, -20)]) pen.lineTo(...corner);
      pen.fill();
    }
    pen.globalAlpha = 1;
  }

  // All points `radius` from the centre: thick where they end at a weight of 0. Returns their share.
  ring(pen, at, radius, z, look, onto) {
    if (radius <= z) return null;
    const on = (k) => {
      const angle = (2 * Math.PI * k) / RING;
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    };
    let count = 0;
    for (let i = 0; i < RING; i++) {
      const corner = sharp(onto(on(i + 0.5), z).w);
      count += corner;
      const [colour, width] = corner ? [look.accent, 4] : [look.text, 1];
      segment(pen, at(on(i)), at(on(i + 1.1)), colour, width);
    }
    return count / RING;
  }

  // What the walk takes off each weight: the second down, the first along.
  amounts(pen, at, w, look) {
    const off = w.map((a, i) => Math.abs(this.v[i]) - Math.abs(a));
    if (Math.max(...off) === 0) return;
    const [start, turn, end] = [at(this.v), at([this.v[0], w[1]]), at(w)];
    segment(pen, start, turn, look.text, 1, [2, 3]);
    segment(pen, turn, end, look.text, 1, [2, 3]);
    const [down, aside] = [this.v[1] < 0 ? -1 : 1, this.v[0] < 0 ? -8 : 8];
    const [top, bottom] = NUMBERED.map((edge) => this.centre[1] + edge);
    let below = turn[1] + down * BELOW;
    if (below > top && below < bottom) below = down > 0 ? bottom + 8 : top - 8;
    pen.fillStyle = look.accent; // the colour of the walk: no number of an axis
    pen.font = `bold 14px ${look.font}`;
    pen.textBaseline = "middle";
    const text = `−${twoPlaces(off[0])}`;
    pen.textAlign = "center";
    write(pen, text, (turn[0] + end[0]) / 2, below, look);
    pen.textAlign = aside < 0 ? "right" : "left";
    write(pen, `−${twoPlaces(off[1])}`, turn[0] + aside, (start[1] + turn[1]) / 2, look);
  }

  // A corner, the point of a side toward the centre, the middle of the side: a square with a letter,
  // a line from the point, and its length where that is known.
  ends(pen, at, z, look, measured) {
    const sum = Math.abs(this.v[0]) + Math.abs(this.v[1]) || 1;
    const ends = [[z, 0], this.v.map((a) => (a * z) / sum), [z / 2, z / 2]];
    for (const end of ends) segment(pen, at(this.v), at(end), look.text, 1, [2, 3]);
    for (const [i, end] of ends.entries()) {
      const [x, y] = at(end);
      pen.fillStyle = look.paper;
      pen.strokeStyle = look.text;
      pen.lineWidth = 1.5;
      pen.fillRect(x - 5, y - 5, 10, 10);
      pen.strokeRect(x - 5, y - 5, 10, 10);
      pen.fillStyle = look.text;
      pen.font = `14px ${look.font}`;
      pen.textBaseline = "middle";
      pen.textAlign = ["left", "right", "left"][i];
      const away = Math.hypot(...end.map((a, j) => a - this.v[j]));
      const text = measured ? `${LETTERS[i]}: ${twoPlaces(away)}` : LETTERS[i];
      write(pen, text, x + ASIDE[i][0], y + ASIDE[i][1], look);
    }
  }

  // The same amount off both, none past 0: first both together, then one alone.
  phases(pen, at, { w, theta }, look) {
    const after = (off) => this.v.map((a) => Math.sign(a) * Math.max(Math.abs(a) - off, 0));
    const here = this.walked < 1 ? after(this.walked * theta) : w;
    const knee = Math.min(...this.v.map(Math.abs), this.walked * theta);
    segment(pen, at(this.v), at(after(knee)), look.accent, 2);
    segment(pen, at(after(knee)), at(here), look.accent, 2);
    dot(pen, ...at(here), look.accent, sharp(here) ? 8 : 5.5);
  }

  // From the point to where it ends; dashed where it is only compared with.
  walk(pen, at, w, look, compared = false) {
    if (!compared) {
      const here = w.map((a, i) => this.v[i] + this.walked * (a - this.v[i]));
      segment(pen, at(this.v), at(here), look.accent, 2);
      dot(pen, ...at(here), look.accent, sharp(here) ? 8 : 5.5);
      return;
    }
    segment(pen, at(this.v), at(w), look.text, 1, [2, 3]);
    pen.strokeStyle = look.text;
    pen.lineWidth = 1.5;
    dot(pen, ...at(w), look.paper);
    pen.stroke();
  }
}
