// Weights around zero; those exactly at zero are a bar of their own.

import { clipped } from "../lib/pen.js";
import { axes, written } from "../stage/sketch.js";

export function histogram(pen, scene, frame, { box, place, spans }, look) {
  const bins = scene.names.length;
  const heights = scene.heights.subarray(frame * bins, (frame + 1) * bins);
  const [zeros, outside] = scene.tracks.map((track) => track.y[frame]);
  const floor = place.y(0);
  const raised = (x, width, count, colour) => {
    if (!count) return;
    const y = Math.max(place.y(count), box.top);
    pen.fillStyle = colour;
    pen.fillRect(x, y, width, Math.max(1, floor - y));
  };
  pen.fillStyle = look.grid;
  clipped(pen, box, () =>
    pen.fillRect(
      place.x(-scene.band),
      box.top,
      place.x(scene.band) - place.x(-scene.band),
      box.bottom - box.top,
    ),
  );
  axes(pen, scene.layout, box, place, spans, look);
  const wide = (box.right - box.left) / bins;
  heights.forEach((count, b) => raised(box.left + b * wide + 0.5, wide - 1, count, scene.colour));
  const spike = Math.max(5, wide);
  raised(place.x(0) - spike / 2, spike, zeros, look.text);
  pen.font = `bold 12px ${look.font}`;
  pen.fillStyle = look.text;
  pen.textBaseline = "top";
  pen.textAlign = "left";
  pen.fillText(`${written(zeros)} exactly 0`, place.x(0) + spike / 2 + 5, box.top);
  if (!outside) return;
  pen.font = `12px ${look.font}`;
  pen.textAlign = "right";
  pen.fillText(`${written(outside)} further out`, box.right - 2, box.top + 18);
}
