// Curves with a dot at the frame: what was, drawn out; what is still to come, faint, or not at all.

import { clip, dot, line } from "../lib/canvas.js";
import { strength } from "../lib/light.js";
import { grouped } from "../lib/numbers.js";
import { drawAxes, onAxis } from "../stage/axes.js";
import { curve } from "../stage/sketch.js";
import { nameOf, writeNames } from "./names.js";

const LIFT = 9; // pixels, of a name off the line that is still to come
const HALF = 11; // pixels, of a name and its rim

export function curves(pen, scene, frame, plane, look, { width }) {
  const { box, place } = plane;
  const at = (value) => place.y(onAxis(scene.layout.yaxis, value));
  drawAxes(pen, scene.layout, plane, look);
  const alpha = ({ name, letter }) => strength(look.meant, name, letter);
  clip(pen, box, () => {
    for (const level of scene.levels) {
      pen.globalAlpha = alpha(level);
      drawLevel(pen, at(level.y), box, look);
    }
    for (const track of scene.tracks) {
      drawTrack(pen, scene, track, frame, place, { alpha: alpha(track), future: look.future });
    }
    pen.setLineDash([]);
  });
  const x = place.x(scene.x[frame]);
  const ends = scene.tracks
    .map((track) => ({ track, y: at(track.y[frame]) }))
    .filter(({ y }) => y >= box.top - 9 && y <= box.bottom + 9);
  for (const { track, y } of ends) {
    pen.globalAlpha = alpha(track);
    dot(pen, x, y, track.colour, track.faint ? 2.5 : 4.5);
  }
  writeNames(
    pen,
    ends.map(({ track, y }) => ({
      text: scene.counted ? `${nameOf(track)}: ${grouped(track.y[frame])}` : nameOf(track),
      colour: track.colour,
      alpha: alpha(track),
      x,
      y,
    })),
    scene.levels.map((level) => ({ text: level.name, y: at(level.y), alpha: alpha(level) })),
    { box, width, lift: look.future === false ? 0 : LIFT, ink: inkOf(scene, frame, place, at) },
    look,
  );
}

// How many pieces of the curves pass through a name between `left` and `right` around `y`; a level,
// which can be seen on both sides of it, counts less.
const inkOf =
  ({ x, tracks, levels }, frame, place, at) =>
  (left, right, y) => {
    let count = 0.4 * levels.filter((level) => Math.abs(at(level.y) - y) < HALF).length;
    for (let i = frame; i > 0 && place.x(x[i]) > left; i--) {
      if (place.x(x[i - 1]) > right) continue;
      for (const track of tracks) {
        const ends = [at(track.y[i - 1]), at(track.y[i])];
        count += Math.min(...ends) < y + HALF && Math.max(...ends) > y - HALF;
      }
    }
    return count;
  };

export function drawLevel(pen, y, box, look, width = 1) {
  line(pen, look.text, width, [2, 4]);
  pen.moveTo(box.left, y);
  pen.lineTo(box.right, y);
  pen.stroke();
}

// A curve up to the frame `last`; `style` = {color, width, dash}.
export function drawUpTo(pen, { x, layout }, y, last, style, place) {
  const part = { x: x.subarray(0, last + 1), y: y.subarray(0, last + 1), line: style };
  curve(pen, part, layout, place);
}

function drawTrack(pen, scene, { y, colour, dash, faint }, frame, place, { alpha, future }) {
  if (future !== false) {
    // As thin as the screen can: a tenth of the time without a graphics card.
    const hairline = 1 / devicePixelRatio;
    pen.globalAlpha = 0.4 * alpha;
    drawUpTo(pen, scene, y, y.length - 1, { color: colour, width: hairline, dash }, place);
  }
  pen.globalAlpha = (faint ? 0.55 : 1) * alpha;
  drawUpTo(pen, scene, y, frame, { color: colour, width: 2.5, dash }, place);
  pen.globalAlpha = 1;
}
