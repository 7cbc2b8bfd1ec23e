// Formulas with their numbers, one below the other; those that begin with "!" are lit.

import { MATHS } from "../lib/canvas.js";
import { strength } from "../lib/light.js";

const [TOP, ROW] = [22, 52]; // pixels

export function drawFormulas(pen, scene, frame, _, look, { width: across, height }) {
  // Smaller where there are more rows than room.
  const small = Math.min(1, (height - TOP) / (ROW * scene.rows.length));
  const width = across / small;
  pen.save();
  pen.translate(0, TOP);
  pen.scale(small, small);
  pen.textBaseline = "alphabetic";
  pen.textAlign = "left";
  let y = 26;
  for (const { label, texts } of scene.rows) {
    const lit = texts[frame].startsWith("!");
    const text = lit ? texts[frame].slice(1) : texts[frame];
    pen.fillStyle = look.text;
    const alpha = strength(look.meant, label);
    pen.globalAlpha = 0.7 * alpha;
    pen.font = `12px ${look.font}`;
    pen.fillText(label, 12, y);
    if (lit) {
      pen.fillStyle = look.accent;
      pen.globalAlpha = 0.16 * alpha;
      pen.fillRect(6, y + 5, width - 12, 25);
    }
    pen.fillStyle = look.text;
    pen.globalAlpha = alpha;
    pen.font = `${lit ? "bold " : ""}17px ${MATHS}`;
    pen.fillText(text, 14, y + 23, width - 24);
    y += ROW;
  }
  pen.globalAlpha = 1;
  pen.restore();
}
