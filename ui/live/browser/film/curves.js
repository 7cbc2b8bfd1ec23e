// Curves with a dot at the frame: what was, drawn out; what is still to come, faint.

import { clip, dot, line } from "../lib/canvas.js";
import { spread } from "../lib/spread.js";
import { drawAxes, onAxis } from "../stage/axes.js";
import { curve } from "../stage/sketch.js";

const LETTER = 14; // pixels from one letter to the next below it

export function curves(pen, scene, frame, plane, look) {
  const { box, place } = plane;
  const at = (value) => place.y(onAxis(scene.layout.yaxis, value));
  drawAxes(pen, scene.layout, plane, look);
  clip(pen, box, () => {
    for (const level of scene.levels) drawLevel(pen, at(level.y), box, look);
    for (const track of scene.tracks) drawTrack(pen, scene, track, frame, place);
    pen.setLineDash([]);
  });
  pen.font = `12px ${look.font}`;
  pen.textBaseline = "bottom";
  pen.textAlign = "right";
  pen.fillStyle = look.text;
  for (const level of scene.levels) pen.fillText(level.name, box.right - 2, at(level.y) - 2);
  pen.textAlign = "left";
  const x = place.x(scene.x[frame]);
  const ends = scene.tracks.map((track) => ({ track, y: at(track.y[frame]) }));
  writeLetters(
    pen,
    x,
    ends.filter(({ y }) => y >= box.top - 9 && y <= box.bottom + 9),
    box,
    look,
  );
}

// A dot for each curve, and beside it its letter; letters of curves that meet stand one under the
// other.
function writeLetters(pen, x, ends, box, look) {
  const rows = spread(
    ends.map(({ y }) => y - 3),
    LETTER,
    box.top,
    box.bottom + 6,
  );
  pen.font = `bold 13px ${look.font}`;
  ends.forEach(({ track, y }, i) => {
    dot(pen, x, y, track.colour, track.faint ? 2.5 : 4.5);
    pen.fillText(track.letter, x + 7, rows[i]);
  });
}

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

function drawTrack(pen, scene, { y, colour, dash, faint }, frame, place) {
  // As thin as the screen can: a tenth of the time without a graphics card.
  const hairline = 1 / devicePixelRatio;
  pen.globalAlpha = 0.4;
  drawUpTo(pen, scene, y, y.length - 1, { color: colour, width: hairline, dash }, place);
  pen.globalAlpha = faint ? 0.55 : 1;
  drawUpTo(pen, scene, y, frame, { color: colour, width: 2.5, dash }, place);
  pen.globalAlpha = 1;
}
