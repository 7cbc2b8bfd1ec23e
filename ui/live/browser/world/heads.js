// The letters of runs at the moving ends of their curves, while a run is drawn in part.

import { spread } from "../lib/spread.js";
import { onAxis } from "../stage/axes.js";

const LETTER = /^([A-Z]) · /;
const GAP = 14; // pixels from one letter to the next below it
const BESIDE = 5; // from the end to its letter

// `panes` by the short names of their y axes, as `panesOf` returns them; `right` is where drawing ends.
export function writeHeads(pen, curves, panes, right, look) {
  pen.font = `bold 13px ${look.font}`;
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  pen.lineWidth = 3;
  pen.strokeStyle = look.paper;
  for (const [name, pane] of Object.entries(panes)) {
    const own = curves.filter((curve) => (curve.yaxis ?? "y") === name);
    writeLetters(pen, own.map((curve) => headOf(curve, pane, right)).filter(Boolean), pane.box);
  }
  pen.lineJoin = "miter";
}

function writeLetters(pen, heads, { top, bottom }) {
  const places = heads.map(({ y }) => y);
  const heights = spread(places, GAP, top, bottom);
  heads.forEach(({ letter, colour, x }, i) => {
    pen.fillStyle = colour;
    pen.strokeText(letter, x + BESIDE, heights[i]);
    pen.fillText(letter, x + BESIDE, heights[i]);
  });
}

// Where a run's line has come to so far; nothing of bands, dots and lines to compare with.
function headOf({ name, mode, fill, x, y, line }, { axes, place }, right) {
  const [, letter] = name?.match(LETTER) ?? [];
  if (!letter || mode !== "lines" || fill === "toself") return null;
  for (let i = x.length - 1; i >= 0; i--) {
    const [px, py] = [place.x(onAxis(axes.xaxis, x[i])), place.y(onAxis(axes.yaxis, y[i]))];
    if (px <= right && Number.isFinite(py)) return { letter, colour: line.color, x: px, y: py };
  }
  return null;
}
