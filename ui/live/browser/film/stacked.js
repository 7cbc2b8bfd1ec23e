// Bands one upon the other, with a line across them.

import { clipped, dot, line } from "../lib/pen.js";
import { axes, curve } from "../stage/sketch.js";

// The lower edge of each band, and the upper one of the last.
function piledUp(bands, length) {
  const edges = [new Float64Array(length)];
  for (const { y } of bands) {
    const below = edges.at(-1);
    edges.push(y.map((value, i) => below[i] + value));
  }
  return edges;
}

export function stacked(pen, scene, frame, { box, place, spans }, look) {
  const { x, tracks, level } = scene;
  const bands = tracks.filter((track) => track.band);
  scene.tops ??= piledUp(bands, x.length);
  clipped(pen, box, () => {
    bands.forEach(({ colour }, b) => {
      for (const [last, alpha] of [
        [x.length - 1, 0.16],
        [frame, 0.7],
      ]) {
        pen.globalAlpha = alpha;
        pen.fillStyle = colour;
        pen.beginPath();
        for (let i = 0; i <= last; i++) pen.lineTo(place.x(x[i]), place.y(scene.tops[b + 1][i]));
        for (let i = last; i >= 0; i--) pen.lineTo(place.x(x[i]), place.y(scene.tops[b][i]));
        pen.fill();
      }
    });
    pen.globalAlpha = 1;
  });
  axes(pen, scene.layout, box, place, spans, look);
  const measured = tracks.find((track) => !track.band);
  clipped(pen, box, () => {
    line(pen, look.text, 1.2, [2, 4]);
    pen.moveTo(box.left, place.y(level.y));
    pen.lineTo(box.right, place.y(level.y));
    pen.stroke();
    for (const [last, alpha] of [
      [x.length - 1, 0.35],
      [frame, 1],
    ]) {
      pen.globalAlpha = alpha;
      const part = {
        x: x.subarray(0, last + 1),
        y: measured.y.subarray(0, last + 1),
        line: { color: look.text, width: 2.5 },
      };
      curve(pen, part, scene.layout, place);
    }
    pen.globalAlpha = 1;
    line(pen, look.text, 1);
    pen.moveTo(place.x(x[frame]), box.top);
    pen.lineTo(place.x(x[frame]), box.bottom);
    pen.stroke();
  });
  dot(pen, place.x(x[frame]), place.y(measured.y[frame]), look.text);
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
