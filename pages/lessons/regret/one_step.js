// One step of the weights, and the way to the rival's weights before and after it; not to scale.

import { dot, segment } from "../../../ui/live/browser/lib/canvas.js";
import { strength } from "../../../ui/live/browser/lib/light.js";

const RISE = Math.PI / 7; // the angle of the way
const LENGTH = 0.36; // of the step, as a share of the way
const ARM = 9; // pixels, of the rival's cross
const [LINE, MARGIN] = [20, 28]; // pixels

export function one_step(pen, scene, _frame, _plane, look, { width, height }) {
  const lowest = height - MARGIN - LINE * scene.notes.length;
  const [way, step, rival] = scene.colours;
  const [across, up] = [Math.cos(RISE), -Math.sin(RISE)];
  const high = lowest - 3 * MARGIN;
  const wide = across + (scene.sideways ? LENGTH * Math.sin(RISE) : 0);
  const long = Math.min((width - 2.5 * MARGIN) / wide, high / Math.sin(RISE));
  const tall = long * (scene.sideways ? Math.max(-up, LENGTH * across) : -up);
  const foot = lowest - Math.max(0, high - tall) / 2; // in the middle of its room
  const aside = scene.sideways ? LENGTH * long * Math.sin(RISE) : 0;
  const before = [MARGIN + aside, foot - MARGIN];
  const goal = [before[0] + long * across, before[1] + long * up];
  const [dx, dy] = scene.sideways ? [up, -across] : [across, up];
  const after = [before[0] + LENGTH * long * dx, before[1] + LENGTH * long * dy];
  pen.globalAlpha = strength(look.meant);
  segment(pen, before, goal, way, 3, [9, 6]);
  if (scene.sideways) segment(pen, after, goal, way, 3);
  segment(pen, before, after, step, 5);
  if (scene.sideways) drawAngle(pen, before, [across, up], [dx, dy], look);
  cross(pen, goal, look.paper, 8);
  cross(pen, goal, rival, 4);
  dot(pen, ...before, look.text, 6);
  dot(pen, ...after, step, 6);
  pen.font = `bold 14px ${look.font}`;
  pen.textBaseline = "middle";
  const write = (text, [x, y], align, colour) => {
    pen.textAlign = align;
    pen.fillStyle = colour;
    pen.fillText(text, x, y);
  };
  write("rival's weights", [goal[0] + ARM, goal[1] - LINE], "right", rival);
  write("before", [before[0] + 12, before[1] + 14], "left", look.text);
  write("after", [after[0] + 2, after[1] - 16], scene.sideways ? "left" : "right", step);
  pen.font = `14px ${look.font}`;
  scene.notes.forEach((note, i) => {
    write(note, [MARGIN / 2, foot + LINE * (i + 0.9)], "left", look.text);
  });
  pen.globalAlpha = 1;
}

function drawAngle(pen, [x, y], [ax, ay], [bx, by], look) {
  const size = 14;
  const corner = [x + size * (ax + bx), y + size * (ay + by)];
  segment(pen, [x + size * ax, y + size * ay], corner, look.text, 1.5);
  segment(pen, corner, [x + size * bx, y + size * by], look.text, 1.5);
}

function cross(pen, [x, y], colour, width) {
  segment(pen, [x - ARM, y - ARM], [x + ARM, y + ARM], colour, width);
  segment(pen, [x - ARM, y + ARM], [x + ARM, y - ARM], colour, width);
}
