// Bands one upon the other, with a line across them.

import { clip, dot, line } from "../lib/canvas.js";
import { strength } from "../lib/light.js";
import { spread } from "../lib/spread.js";
import { drawAxes } from "../stage/axes.js";
import { drawLevel, drawUpTo } from "./curves.js";
import { NAME, nameOf } from "./names.js";

const GAP = 17; // pixels from one name to the next below it

export function drawBands(pen, scene, frame, plane, look) {
  const { box, place } = plane;
  const { x, tracks, level } = scene;
  const bands = tracks.filter((track) => track.band);
  const measured = tracks.find((track) => !track.band);
  scene.edges ??= edgesOf(bands, x.length);
  const future = look.future !== false;
  const alpha = ({ name, letter }) => strength(look.meant, name, letter);
  clip(pen, box, () =>
    bands.forEach((band, b) => {
      if (future) fillBand(pen, scene, b, x.length - 1, place, band.colour, 0.16 * alpha(band));
      fillBand(pen, scene, b, frame, place, band.colour, 0.7 * alpha(band));
    }),
  );
  drawAxes(pen, scene.layout, plane, look);
  clip(pen, box, () => {
    pen.globalAlpha = alpha(level);
    drawLevel(pen, place.y(level.y), box, look, 1.2);
    const style = { color: look.text, width: 2.5 };
    if (future) {
      pen.globalAlpha = 0.35 * alpha(measured);
      drawUpTo(pen, scene, measured.y, x.length - 1, style, place);
    }
    pen.globalAlpha = alpha(measured);
    drawUpTo(pen, scene, measured.y, frame, style, place);
    pen.globalAlpha = 1;
    line(pen, look.text, 1);
    pen.moveTo(place.x(x[frame]), box.top);
    pen.lineTo(place.x(x[frame]), box.bottom);
    pen.stroke();
  });
  pen.globalAlpha = alpha(measured);
  dot(pen, place.x(x[frame]), place.y(measured.y[frame]), look.text);
  writeLabels(pen, scene, future ? null : frame, plane, look);
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

// The band from `edges[b]` up to the next, up to the frame `last`.
function fillBand(pen, { x, edges }, b, last, place, colour, alpha) {
  const [lower, upper] = [edges[b], edges[b + 1]];
  pen.globalAlpha = alpha;
  pen.fillStyle = colour;
  pen.beginPath();
  for (let i = 0; i <= last; i++) pen.lineTo(place.x(x[i]), place.y(upper[i]));
  for (let i = last; i >= 0; i--) pen.lineTo(place.x(x[i]), place.y(lower[i]));
  pen.fill();
  pen.globalAlpha = 1;
}

// The heights of the names at the right: at the bands' ends, or, where the end is not to be shown, at
// what they are at the frame.
function heightsOf({ tracks, edges }, frame, { box, place }) {
  if (frame === null) return tracks.map(({ label }) => place.y(label));
  let b = 0;
  const middles = tracks.map(({ band, y }) => {
    if (!band) return place.y(y[frame]);
    b += 1;
    return place.y((edges[b - 1][frame] + edges[b][frame]) / 2);
  });
  const inside = middles.map((y) => Math.max(box.top, Math.min(box.bottom, y)));
  return spread(inside, GAP, box.top + NAME / 2, box.bottom);
}

function writeLabels(pen, scene, frame, plane, look) {
  const { box, place } = plane;
  const { tracks, level } = scene;
  pen.font = `${NAME}px ${look.font}`;
  pen.textAlign = "right";
  pen.textBaseline = "bottom";
  pen.fillStyle = look.text;
  pen.globalAlpha = strength(look.meant, level.name);
  pen.fillText(level.name, box.right - 4, place.y(level.y) - 2);
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  const heights = heightsOf(scene, frame, plane);
  tracks.forEach((track, i) => {
    pen.globalAlpha = strength(look.meant, track.name, track.letter);
    pen.fillStyle = track.band ? track.colour : look.text;
    pen.fillRect(box.right + 6, heights[i] - 5, 8, 10);
    pen.fillStyle = look.text;
    pen.fillText(nameOf(track), box.right + 18, heights[i]);
  });
  pen.globalAlpha = 1;
}
