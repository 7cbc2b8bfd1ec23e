// Weights around zero; those exactly at zero are a bar of their own.

import { clip } from "../lib/canvas.js";
import { groupDigits } from "../lib/numbers.js";
import { drawAxes } from "../stage/axes.js";

export function histogram(pen, scene, frame, plane, look) {
  const { box, place } = plane;
  const bins = scene.names.length;
  const heights = scene.heights.subarray(frame * bins, (frame + 1) * bins);
  const [zeros, outside] = scene.tracks.map((track) => track.y[frame]);
  const raise = (x, width, count, colour) => {
    if (!count) return;
    const [top, bottom] = [Math.max(place.y(count), box.top), place.y(0)];
    pen.fillStyle = colour;
    pen.fillRect(x, top, width, Math.max(1, bottom - top));
  };
  pen.fillStyle = look.grid;
  const [left, right] = [place.x(-scene.band), place.x(scene.band)];
  clip(pen, box, () => pen.fillRect(left, box.top, right - left, box.bottom - box.top));
  drawAxes(pen, scene.layout, plane, look);
  const wide = (box.right - box.left) / bins;
  heights.forEach((count, b) => raise(box.left + b * wide + 0.5, wide - 1, count, scene.colour));
  const spike = Math.max(5, 0.5 * wide);
  raise(place.x(0) - spike / 2, spike, zeros, look.text);
  pen.font = `bold 12px ${look.font}`;
  pen.fillStyle = look.text;
  pen.textBaseline = "top";
  pen.textAlign = "left";
  const beside = place.x(0) + spike / 2 + 5;
  pen.fillText(`exactly 0: ${groupDigits(zeros)}`, beside, box.top + 5);
  if (scene.near) {
    pen.fillStyle = scene.colour;
    pen.fillText(`others on grey: ${groupDigits(scene.near[frame])}`, beside, box.top + 23);
  }
  if (!outside) return;
  pen.fillStyle = look.text;
  pen.font = `12px ${look.font}`;
  pen.textAlign = "right";
  pen.fillText(
    `${groupDigits(outside)} further out`,
    box.right - 2,
    box.top + (scene.near ? 41 : 23),
  );
}
