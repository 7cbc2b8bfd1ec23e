// Formulas with their numbers, one below the other; those that begin with "!" are lit.

import { MATHS } from "../lib/canvas.js";

export function written(pen, scene, frame, _, look, { width }) {
  pen.textBaseline = "alphabetic";
  pen.textAlign = "left";
  let y = 48;
  for (const { label, texts } of scene.rows) {
    const lit = texts[frame].startsWith("!");
    const text = lit ? texts[frame].slice(1) : texts[frame];
    pen.fillStyle = look.text;
    pen.globalAlpha = 0.7;
    pen.font = `12px ${look.font}`;
    pen.fillText(label, 12, y);
    if (lit) {
      pen.fillStyle = look.accent;
      pen.globalAlpha = 0.16;
      pen.fillRect(6, y + 5, width - 12, 25);
    }
    pen.fillStyle = look.text;
    pen.globalAlpha = 1;
    pen.font = `${lit ? "bold " : ""}17px ${MATHS}`;
    pen.fillText(text, 14, y + 23, width - 24);
    y += 52;
  }
}
