// Examples in the plane of two features, and the line on which the prediction is 0: on one side of
// it the guess is one kind, on the other side the other.

import { clip, dot, line } from "../../../ui/live/browser/lib/canvas.js";
import { drawAxes } from "../../../ui/live/browser/stage/axes.js";

const [SMALL, LARGE] = [3.5, 5]; // radii of examples, where there are many and few
const MANY = 120;
const FAR = 40; // units of a feature, beyond every picture

export function plane(pen, scene, frame, { box, spans, place }, look) {
  const shown = scene.shown[frame];
  const [a, b] = scene.weights.subarray(2 * frame, 2 * frame + 2);
  const size = Math.hypot(a, b);
  drawAxes(pen, scene.layout, { box, spans, place }, look);
  const lined = scene.line && size > 0;
  clip(pen, box, () => {
    if (lined) drawSides(pen, scene, [a / size, b / size], place);
    drawExamples(pen, scene, shown, place, look);
    if (lined) drawLine(pen, [a / size, b / size], place, look);
  });
  if (lined) nameSides(pen, scene, [a / size, b / size], { box, place }, look);
}

// A point at `across` from the origin towards the side of higher predictions, `along` the line.
const at = ([a, b], across, along, place) => [
  place.x(a * across - b * along),
  place.y(b * across + a * along),
];

function drawSides(pen, { colours }, normal, place) {
  colours.forEach((colour, kind) => {
    const depth = kind ? -FAR : FAR;
    pen.fillStyle = colour;
    pen.globalAlpha = 0.1;
    pen.beginPath();
    pen.moveTo(...at(normal, 0, -FAR, place));
    pen.lineTo(...at(normal, 0, FAR, place));
    pen.lineTo(...at(normal, depth, FAR, place));
    pen.lineTo(...at(normal, depth, -FAR, place));
    pen.fill();
  });
  pen.globalAlpha = 1;
}

function drawLine(pen, normal, place, look) {
  line(pen, look.text, 3);
  pen.moveTo(...at(normal, 0, -FAR, place));
  pen.lineTo(...at(normal, 0, FAR, place));
  pen.stroke();
}

// The first kind filled, the second a ring; the last to come is larger, within a square.
function drawExamples(pen, { x, y, labels, colours }, shown, place, look) {
  const radius = shown > MANY ? SMALL : LARGE;
  for (let i = 0; i < shown; i++) {
    const last = i === shown - 1;
    const [across, up] = [place.x(x[i]), place.y(y[i])];
    pen.globalAlpha = last ? 1 : 0.65;
    drawExample(pen, across, up, labels[i] > 0 ? 0 : 1, colours, last ? 1.5 * LARGE : radius);
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

// As far from the line as the picture allows, on its own side.
function nameSides(pen, { kinds, colours }, [a, b], { box, place }, look) {
  pen.font = `bold 14px ${look.font}`;
  pen.textBaseline = "middle";
  pen.lineWidth = 4;
  pen.lineJoin = "round";
  pen.strokeStyle = look.paper;
  kinds.forEach((kind, i) => {
    const way = i ? -1 : 1;
    const [across, up] = [place.x(way * a * 3.2), place.y(way * b * 3.2)];
    const text = `guess: ${kind}`;
    const half = pen.measureText(text).width / 2;
    const x = Math.min(Math.max(across, box.left + half + 6), box.right - half - 6);
    const y = Math.min(Math.max(up, box.top + 14), box.bottom - 14);
    pen.textAlign = "center";
    pen.strokeText(text, x, y);
    pen.fillStyle = colours[i];
    pen.fillText(text, x, y);
  });
}
