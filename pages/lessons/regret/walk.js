// Two weights as a point in the plane: its way from 0 to the rival's weights, each step a dot.

import { clip, dot, line, segment } from "../../../ui/live/browser/lib/canvas.js";
import { strength } from "../../../ui/live/browser/lib/light.js";
import { drawAxes, planeOf } from "../../../ui/live/browser/stage/axes.js";

const [LEARNER, RIVAL, WAY, STEPS] = [
  "learner's weights",
  "rival's weights",
  "the way",
  "the steps",
];
const FEW = 6; // pixels, of a step that is long enough for a dot of its own size
const ARM = 9; // pixels, of the rival's cross

export function walk(pen, scene, frame, { box, spans }, look) {
  const plane = toScale(box, spans);
  const at = (i) => [plane.place.x(scene.path[2 * i]), plane.place.y(scene.path[2 * i + 1])];
  const goal = [plane.place.x(scene.target[0]), plane.place.y(scene.target[1])];
  const alpha = (name) => strength(look.meant, name);
  drawAxes(pen, scene.layout, plane, look);
  clip(pen, box, () => {
    pen.globalAlpha = alpha(WAY);
    segment(pen, at(0), goal, scene.colours[0], 3, [9, 6]);
    pen.globalAlpha = alpha(STEPS);
    drawSteps(pen, at, scene.shown[frame], scene.colours[1]);
  });
  pen.globalAlpha = alpha(RIVAL);
  drawCross(pen, goal, look.paper, 8);
  drawCross(pen, goal, scene.colours[2], 4);
  pen.globalAlpha = alpha(LEARNER);
  dot(pen, ...at(scene.shown[frame]), look.text, 6);
  pen.globalAlpha = 1;
  writeNames(pen, scene, { from: at(0), to: goal, now: at(scene.shown[frame]) }, plane, look);
}

// The plane in which one unit is as long across as upward; the shorter span grows at both ends.
function toScale(box, [across, upward]) {
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const unit = Math.min(width / (across[1] - across[0]), height / (upward[1] - upward[0]));
  const around = ([low, high], size) => {
    const more = (size / unit - (high - low)) / 2;
    return [low - more, high + more];
  };
  return planeOf(box, [around(across, width), around(upward, height)]);
}

function drawSteps(pen, at, last, colour) {
  if (!last) return;
  line(pen, colour, 1.5);
  for (let i = 0; i <= last; i++) pen.lineTo(...at(i));
  pen.stroke();
  const [[x0, y0], [x1, y1]] = [at(0), at(1)];
  const radius = Math.hypot(x1 - x0, y1 - y0) > FEW ? 3.5 : 2;
  for (let i = 1; i <= last; i++) dot(pen, ...at(i), colour, radius);
}

function drawCross(pen, [x, y], colour, width) {
  segment(pen, [x - ARM, y - ARM], [x + ARM, y + ARM], colour, width);
  segment(pen, [x - ARM, y + ARM], [x + ARM, y - ARM], colour, width);
}

// The rival's name beyond its cross, the way's beside its middle, the learner's on the other side.
function writeNames(pen, scene, { from, to, now }, { box }, look) {
  pen.font = `bold 14px ${look.font}`;
  pen.lineWidth = 4;
  pen.lineJoin = "round";
  pen.strokeStyle = look.paper;
  const write = (text, [x, y], colour, align, down) => {
    pen.globalAlpha = strength(look.meant, text);
    pen.textAlign = align;
    pen.textBaseline = down ? "top" : "bottom";
    const size = pen.measureText(text).width;
    const reach = align === "left" ? [0, size] : [size, 0];
    const left = Math.min(Math.max(x, box.left + reach[0] + 4), box.right - reach[1] - 4);
    const high = Math.min(Math.max(y, box.top + (down ? 4 : 20)), box.bottom - (down ? 20 : 4));
    pen.strokeText(text, left, high);
    pen.fillStyle = colour;
    pen.fillText(text, left, high);
  };
  const upward = to[1] <= from[1];
  const outward = to[0] >= from[0] ? "left" : "right";
  const inward = outward === "left" ? "right" : "left";
  const [side, shift] = [outward === "left" ? 1 : -1, upward ? -1 : 1];
  write(RIVAL, [to[0] - 16 * side, to[1] + 12 * shift], scene.colours[2], inward, !upward);
  const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  write(WAY, [middle[0] - 10 * side, middle[1]], scene.colours[0], inward, !upward);
  write(LEARNER, [now[0] + 12 * side, now[1] - 8 * shift], look.text, outward, upward);
  pen.globalAlpha = 1;
  pen.lineJoin = "miter";
}
