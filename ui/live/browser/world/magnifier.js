// One step in the plane of two weights is too small to be seen: a round of the plane is drawn large, in
// a corner, with an arrow for each phase so far.

import { clip, dot, segment } from "../lib/canvas.js";
import { groupDigits } from "../lib/numbers.js";
import { planeOf } from "../stage/axes.js";

const SIDE = 0.46; // of the box
const ROOM = 1.5; // times the longest way from the beginning
const SHAPES = { step: [], pull: [4, 3], cut: [1.5, 2.5] }; // of the arrows
const TIP = 5;
const ROOMY = 72; // pixels that the words under it need

// `step` = {path, whole, phases}: where the weights stood before and after each phase so far, and after
// all of them.
export function magnify(pen, scene, { path, whole: stages, phases }, whole, look) {
  const reach = ROOM * reachOf(stages);
  const side = SIDE * Math.min(whole.right - whole.left, 1.6 * (whole.bottom - whole.top));
  const high = Math.min(side, whole.bottom - whole.top - 8);
  const box = {
    left: whole.left + 4,
    right: whole.left + 4 + side,
    top: whole.bottom - 4 - high,
    bottom: whole.bottom - 4,
  };
  const [[x, y]] = path;
  const spans = [
    [x - reach, x + reach],
    [y - reach, y + reach],
  ];
  const { place } = planeOf(box, spans);
  pen.fillStyle = look.paper;
  pen.fillRect(box.left, box.top, side, high);
  clip(pen, box, () => {
    zeros(pen, box, place, look);
    arrows(pen, scene, path, phases, place);
  });
  pen.strokeStyle = look.text;
  pen.lineWidth = 1;
  pen.setLineDash([]);
  pen.strokeRect(box.left, box.top, side, high);
  if (side > ROOMY) writeZoom(pen, scene, { box, whole, reach, side }, look);
}

function writeZoom(pen, scene, { box, whole, reach, side }, look) {
  const { xaxis } = scene.layout;
  const zoom =
    (xaxis.range[1] - xaxis.range[0]) / (whole.right - whole.left) / ((2 * reach) / side);
  pen.font = `11px ${look.font}`;
  pen.textAlign = "right";
  pen.textBaseline = "bottom";
  pen.fillStyle = look.text;
  const times = zoom >= 10 ? Math.round(zoom) : Math.round(10 * zoom) / 10;
  pen.fillText(`${groupDigits(times)} × larger`, box.right - 3, box.bottom - 2);
}

// As far as any phase leads, be it still to come: so the round stays as it is.
function reachOf(stages) {
  const [[left, low]] = stages;
  const ways = stages.map(([x, y]) => Math.max(Math.abs(x - left), Math.abs(y - low)));
  return Math.max(...ways) || 1e-3;
}

function zeros(pen, box, place, look) {
  pen.globalAlpha = 0.4;
  segment(pen, [place.x(0), box.top], [place.x(0), box.bottom], look.text, 5);
  segment(pen, [box.left, place.y(0)], [box.right, place.y(0)], look.text, 5);
  pen.globalAlpha = 1;
}

function arrows(pen, { colour }, path, phases, place) {
  const points = path.map(([x, y]) => [place.x(x), place.y(y)]);
  dot(pen, ...points[0], colour, 3.5);
  for (let i = 1; i < points.length; i++)
    arrow(pen, points[i - 1], points[i], colour, SHAPES[phases[i]]);
}

function arrow(pen, from, to, colour, dash) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  if (length < 1) return;
  segment(pen, from, to, colour, 2, dash);
  const [ux, uy] = [dx / length, dy / length];
  pen.fillStyle = colour;
  pen.beginPath();
  pen.moveTo(to[0], to[1]);
  pen.lineTo(to[0] - TIP * (ux + 0.5 * uy), to[1] - TIP * (uy - 0.5 * ux));
  pen.lineTo(to[0] - TIP * (ux - 0.5 * uy), to[1] - TIP * (uy + 0.5 * ux));
  pen.fill();
}
