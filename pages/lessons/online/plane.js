// Examples in the plane of two features, and the line on which the prediction is 0: on one side of
// it the guess is one kind, on the other side the other.

import { clip, dot, line } from "../../../ui/live/browser/lib/canvas.js";
import { strength } from "../../../ui/live/browser/lib/light.js";
import { drawAxes } from "../../../ui/live/browser/stage/axes.js";

const [SMALL, LARGE] = [3.5, 5]; // radii of examples, where there are many and few
const MANY = 120;
const INWARD = 24; // pixels from the edge to the name of a line
const FAR = 40; // units of a feature, beyond every picture

export function plane(pen, scene, frame, { box, spans, place }, look) {
  const shown = scene.shown[frame];
  const [a, b] = scene.weights.subarray(2 * frame, 2 * frame + 2);
  const size = Math.hypot(a, b);
  drawAxes(pen, scene.layout, { box, spans, place }, look);
  const lined = scene.line && size > 0;
  const before = scene.old?.subarray(2 * frame, 2 * frame + 2) ?? [0, 0];
  const turned = Math.hypot(...before);
  const old = before.map((weight) => weight / turned);
  clip(pen, box, () => {
    pen.globalAlpha = strength(look.meant, "line");
    if (lined) drawSides(pen, scene, [a / size, b / size], place);
    drawExamples(pen, scene, shown, scene.asked?.[frame], place, look);
    pen.globalAlpha = strength(look.meant, "line");
    if (lined) drawLine(pen, [a / size, b / size], place, look);
    if (lined && turned) drawLine(pen, old, place, look, [9, 6]);
    pen.globalAlpha = 1;
  });
  if (lined) nameSides(pen, scene, [a, b], box, look);
  if (lined && turned) nameTurn(pen, [old, [a / size, b / size]], { box, place }, look);
}

// A point at `across` from the origin towards the side of higher predictions, `along` the line.
const at = ([a, b], across, along, place) => [
  place.x(a * across - b * along),
  place.y(b * across + a * along),
];

function drawSides(pen, { colours }, normal, place) {
  pen.globalAlpha *= 0.1;
  colours.slice(0, 2).forEach((colour, kind) => {
    const depth = kind ? -FAR : FAR;
    pen.fillStyle = colour;
    pen.beginPath();
    pen.moveTo(...at(normal, 0, -FAR, place));
    pen.lineTo(...at(normal, 0, FAR, place));
    pen.lineTo(...at(normal, depth, FAR, place));
    pen.lineTo(...at(normal, depth, -FAR, place));
    pen.fill();
  });
}

function drawLine(pen, normal, place, look, dash = []) {
  line(pen, look.text, 3, dash);
  pen.moveTo(...at(normal, 0, -FAR, place));
  pen.lineTo(...at(normal, 0, FAR, place));
  pen.stroke();
  pen.setLineDash([]);
}

// Where a line through the origin comes nearest to the right edge, a little within the picture.
function rightEnd(normal, { left, right, top, bottom }, place) {
  const [from, to] = [at(normal, 0, 0, place), at(normal, 0, 1, place)];
  const long = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const way = Math.sign(to[0] - from[0]) || 1;
  const [dx, dy] = [(way * (to[0] - from[0])) / long, (way * (to[1] - from[1])) / long];
  const room = [(right - from[0]) / dx, ((dy < 0 ? top : bottom) - from[1]) / dy];
  const reach = Math.min(...room.filter(Number.isFinite)) - INWARD;
  return [Math.max(from[0] + dx * reach, left), from[1] + dy * reach];
}

// Both lines have their names at their right ends.
function nameTurn(pen, normals, { box, place }, look) {
  pen.globalAlpha = strength(look.meant, "line");
  pen.font = `bold 14px ${look.font}`;
  pen.lineWidth = 4;
  pen.lineJoin = "round";
  pen.strokeStyle = look.paper;
  pen.fillStyle = look.text;
  pen.textBaseline = "middle";
  normals.forEach((normal, i) => {
    const [x, y] = rightEnd(normal, box, place);
    const text = i ? "after" : "before";
    pen.textAlign = "right";
    pen.strokeText(text, x - 10, y);
    pen.fillText(text, x - 10, y);
  });
  pen.lineJoin = "miter";
  pen.globalAlpha = 1;
}

// The first kind filled, the second a ring; the last to come is larger, within a square, and as long
// as its answer is asked for it looks like neither.
function drawExamples(pen, { x, y, labels, colours, kinds }, shown, asked, place, look) {
  const radius = shown > MANY ? SMALL : LARGE;
  const light = kinds.map((kind) => strength(look.meant, kind));
  for (let i = 0; i < shown; i++) {
    const last = i === shown - 1;
    const kind = labels[i] > 0 ? 0 : 1;
    const [across, up] = [place.x(x[i]), place.y(y[i])];
    pen.globalAlpha = light[kind] * (last ? 1 : 0.65);
    if (last && asked) dot(pen, across, up, colours[2], 1.5 * LARGE);
    else drawExample(pen, across, up, kind, colours, last ? 1.5 * LARGE : radius);
    if (!last) continue;
    line(pen, look.text, 2);
    pen.rect(across - 13, up - 13, 26, 26);
    pen.stroke();
  }
  pen.globalAlpha = 1;
}

function drawExample(pen, x, y, kind, colours, radius) {
  if (!kind) {
    dot(pen, x, y, colours[0], radius);
    return;
  }
  line(pen, colours[1], 2);
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.stroke();
}

// In the corner that lies furthest on its own side.
function nameSides(pen, { kinds, colours }, [a, b], box, look) {
  pen.globalAlpha = strength(look.meant, "line");
  pen.font = `bold 14px ${look.font}`;
  pen.lineWidth = 4;
  pen.lineJoin = "round";
  pen.strokeStyle = look.paper;
  kinds.forEach((kind, i) => {
    const way = i ? -1 : 1;
    const [right, top] = [way * a > 0, way * b > 0];
    const [x, y] = [right ? box.right - 6 : box.left + 6, top ? box.top + 6 : box.bottom - 6];
    pen.textAlign = right ? "right" : "left";
    pen.textBaseline = top ? "top" : "bottom";
    pen.strokeText(`guess: ${kind}`, x, y);
    pen.fillStyle = colours[i];
    pen.fillText(`guess: ${kind}`, x, y);
  });
  pen.globalAlpha = 1;
}
