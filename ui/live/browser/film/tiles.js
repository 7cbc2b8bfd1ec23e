// A row of tiles for each name, one tile a frame, as strong as its share. The ground grows with the
// frames, so that what is still to come is empty.

import { segment } from "../lib/canvas.js";
import { strength } from "../lib/light.js";
import { drawAxes } from "../stage/axes.js";

const GAP = 8; // pixels between two numbers
const LINE = 11; // pixels that a row's name needs
const FAINTEST = 0.32; // so much colour has the smallest share: it is seen beside none at all

export function tiles(pen, scene, frame, plane, look) {
  const { box, place } = plane;
  const [rows, last] = [scene.names.length, scene.layout.xaxis.range[1]];
  const rise = (box.bottom - box.top) / rows;
  const step = Math.max((box.right - box.left) / last, 1);
  pen.fillStyle = look.grid;
  pen.fillRect(box.left, box.top, place.x(frame + 1) - box.left, box.bottom - box.top);
  const strengths = scene.names.map((name) => strength(look.meant, name));
  for (let g = 0; g < rows; g++) {
    pen.fillStyle = scene.colours[g];
    for (let f = 0; f <= frame; f++) {
      const share = scene.shares[f * rows + g];
      if (!share) continue;
      pen.globalAlpha = (FAINTEST + (1 - FAINTEST) * share) * strengths[g];
      pen.fillRect(place.x(f), box.top + g * rise + 0.5, step, rise - 1);
    }
  }
  pen.globalAlpha = 1;
  for (const column of scene.uprights ?? []) {
    const x = Math.round(place.x(column)) + 0.5;
    if (column <= frame) segment(pen, [x, box.top], [x, box.bottom], look.text);
  }
  drawAxes(pen, withRoom(pen, scene.layout, plane, look), plane, look);
  pen.font = `12px ${look.font}`;
  pen.fillStyle = look.text;
  pen.textAlign = "right";
  pen.textBaseline = "middle";
  const every = Math.ceil(LINE / rise); // of low rows every second or third has its name
  scene.names.forEach((name, g) => {
    if (g % every) return;
    pen.globalAlpha = strengths[g];
    pen.fillText(name, box.left - 6, box.top + (g + 0.5) * rise);
  });
  pen.globalAlpha = 1;
}

// The axes with as many of the numbers along the bottom as have room, every second or third.
function withRoom(pen, layout, { box }, look) {
  const { tickvals, ticktext } = layout.xaxis;
  pen.font = `12px ${look.font}`;
  const widest = Math.max(...ticktext.map((text) => pen.measureText(text).width));
  const every = Math.ceil((tickvals.length * (widest + GAP)) / (box.right - box.left));
  const some = (values) => [...values].filter((_, i) => i % every === 0);
  const xaxis = { ...layout.xaxis, tickvals: some(tickvals), ticktext: some(ticktext) };
  return { ...layout, xaxis };
}
