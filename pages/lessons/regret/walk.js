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
const AFTER = "after"; // so many examples: the mark
const STEP = 2.5; // pixels, of the dot at each step
const LINE = 20; // from one line of the key to the next
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
  pen.globalAlpha = 1;
  if (scene.marked !== null && scene.shown[frame] >= scene.marked) {
    drawMark(pen, at(scene.marked), look);
  }
  pen.globalAlpha = alpha(RIVAL);
  drawCross(pen, goal, look.paper, 8);
  drawCross(pen, goal, scene.colours[2], 4);
  pen.globalAlpha = alpha(LEARNER);
  dot(pen, ...at(scene.shown[frame]), look.text, 6);
  pen.globalAlpha = 1;
  writeKey(pen, scene, corner(at(0), goal), plane, look);
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
  for (let i = 1; i <= last; i++) dot(pen, ...at(i), colour, STEP);
}

// Where the weights stood after the step that is marked.
function drawMark(pen, [x, y], look) {
  dot(pen, x, y, look.paper, 9);
  dot(pen, x, y, look.text, 7);
  dot(pen, x, y, look.paper, 4);
}

function drawCross(pen, [x, y], colour, width) {
  segment(pen, [x - ARM, y - ARM], [x + ARM, y + ARM], colour, width);
  segment(pen, [x - ARM, y + ARM], [x + ARM, y - ARM], colour, width);
}

// The upper corner that the way to the rival's weights leaves free.
function corner([x0, y0], [x1, y1]) {
  return x1 < x0 === y1 <= y0 ? "right" : "left";
}

// What each mark is, in that corner and in the one across: at the marks names would cover the steps.
function writeKey(pen, scene, side, { box }, look) {
  const [way, steps, rival] = scene.colours;
  const [upper, lower] = [box.top + 14, box.bottom - 14 - LINE];
  const across = side === "left" ? "right" : "left";
  pen.font = `bold 14px ${look.font}`;
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  const write = (names, corner, top) => {
    const widest = Math.max(...names.map(([name]) => pen.measureText(name).width));
    const left = corner === "left" ? box.left + 34 : box.right - widest - 6;
    names.forEach(([name, colour], i) => {
      const y = top + LINE * i;
      pen.globalAlpha = strength(look.meant, name);
      if (name.startsWith(AFTER)) drawMark(pen, [left - 16, y], look);
      else drawSample(pen, name, [left - 16, y], colour);
      pen.fillStyle = colour;
      pen.fillText(name, left, y);
    });
  };
  write(
    [
      [RIVAL, rival],
      [LEARNER, look.text],
      ...(scene.marked === null ? [] : [[`${AFTER} ${scene.marked} examples`, look.text]]),
    ],
    side,
    upper,
  );
  write(
    [
      [WAY, way],
      [STEPS, steps],
    ],
    across,
    lower,
  );
  pen.globalAlpha = 1;
}

function drawSample(pen, name, [x, y], colour) {
  if (name === LEARNER) dot(pen, x, y, colour, 6);
  else if (name === WAY) segment(pen, [x - 11, y], [x + 9, y], colour, 3, [9, 6]);
  else if (name === STEPS) {
    segment(pen, [x - 9, y], [x + 7, y], colour, 1.5);
    for (const across of [-9, -1, 7]) dot(pen, x + across, y, colour, STEP);
  } else {
    segment(pen, [x - 6, y - 6], [x + 6, y + 6], colour, 4);
    segment(pen, [x - 6, y + 6], [x + 6, y - 6], colour, 4);
  }
}
