// Bands one upon the other, with a line across them.

import { clip, dot, line } from "../lib/canvas.js";
import { drawAxes } from "../stage/axes.js";
import { drawLevel, drawUpTo } from "./curves.js";

export function stacked(pen, scene, frame, plane, look) {
  const { box, place } = plane;
  const { x, tracks, level } = scene;
  const bands = tracks.filter((track) => track.band);
  const measured = tracks.find((track) => !track.band);
  scene.edges ??= edgesOf(bands, x.length);
  clip(pen, box, () => bands.forEach((band, b) => fillBand(pen, scene, band, b, frame, place)));
  drawAxes(pen, scene.layout, plane, look);
  clip(pen, box, () => {
    drawLevel(pen, place.y(level.y), box, look, 1.2);
    for (const [last, alpha] of [
      [x.length - 1, 0.35],
      [frame, 1],
    ]) {
      pen.globalAlpha = alpha;
      drawUpTo(pen, scene, measured.y, last, { color: look.text, width: 2.5 }, place);
    }
    pen.globalAlpha = 1;
    line(pen, look.text, 1);
    pen.moveTo(place.x(x[frame]), box.top);
    pen.lineTo(place.x(x[frame]), box.bottom);
    pen.stroke();
  });
  dot(pen, place.x(x[frame]), place.y(measured.y[frame]), look.text);
  writeLabels(pen, scene, plane, look);
}

// The lower edge of each band, and the upper one of the last.
function edgesOf(bands, length) {
  const edges = [new Float64Array(length)];
  for (const { y } of bands) {
    const below = edges.at(-1);
    edges.push(y.map((value, i) => below[i] + value));
  }
  return edges;
}

// The band from `edges[b]` up to the next: what is still to come faint, what was strong.
function fillBand(pen, { x, edges }, { colour }, b, frame, place) {
  const [lower, upper] = [edges[b], edges[b + 1]];
  for (const [last, alpha] of [
    [x.length - 1, 0.16],
    [frame, 0.7],
  ]) {
    pen.globalAlpha = alpha;
    pen.fillStyle = colour;
    pen.beginPath();
    for (let i = 0; i <= last; i++) pen.lineTo(place.x(x[i]), place.y(upper[i]));
    for (let i = last; i >= 0; i--) pen.lineTo(place.x(x[i]), place.y(lower[i]));
    pen.fill();
  }
  pen.globalAlpha = 1;
}

function writeLabels(pen, { tracks, level }, { box, place }, look) {
  pen.font = `12px ${look.font}`;
  pen.textAlign = "right";
  pen.textBaseline = "bottom";
  pen.fillStyle = look.text;
  pen.fillText(level.name, box.right - 4, place.y(level.y) - 2);
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  for (const { letter, colour, band, label } of tracks) {
    const y = place.y(label);
    pen.fillStyle = band ? colour : look.text;
    pen.fillRect(box.right + 6, y - 5, 8, 10);
    pen.fillStyle = look.text;
    pen.fillText(letter, box.right + 18, y);
  }
}
