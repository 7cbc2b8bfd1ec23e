// What all panels of the weights have at their top: the line of their run, and the features kept.

import { stroke } from "../lib/canvas.js";
import { dashOf } from "../lib/dashes.js";
import { groupDigits } from "../lib/numbers.js";

export const TOP = 44; // pixels above what is drawn

export function writeKept(pen, scene, frame, { width }, look) {
  const kept = scene.kept[frame];
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  pen.fillStyle = look.text;
  pen.font = `12px ${look.font}`;
  const text = `${groupDigits(kept)} feature${kept === 1 ? "" : "s"} kept`;
  pen.fillText(text, 46, 30, width - 50);
  const ends = [
    [12, 30],
    [40, 30],
  ];
  stroke(pen, ends, scene.colour, 3, dashOf(scene.dash));
}
