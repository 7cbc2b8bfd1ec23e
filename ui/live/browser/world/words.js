// The features with the largest weights as bars, and those just dropped, struck out.

import { segment } from "../lib/canvas.js";
import { groupDigits } from "../lib/numbers.js";
import { TOP, writeKept } from "./kept.js";

const NAMES = 0.46; // of the width
const LEAST = 14; // pixels of a row that can be read

export function words(pen, scene, frame, _plane, look, size) {
  const rows = scene.rows.length / scene.kept.length;
  const cuts = scene.cut.length / scene.kept.length;
  const room = size.height - TOP - 4;
  const shown = Math.max(1, Math.min(rows, Math.floor(room / LEAST) - 1));
  const rise = Math.min(22, room / (shown + 1.4));
  const letters = Math.max(9, Math.min(13, rise - 3));
  const zero = size.width * (NAMES + (1 - NAMES) / 2);
  const reach = size.width * ((1 - NAMES) / 2) - 8;
  pen.textBaseline = "middle";
  segment(pen, [zero, TOP], [zero, TOP + shown * rise], look.text, 1);
  for (let r = 0; r < shown; r++) {
    const place = scene.rows[frame * rows + r];
    if (!place) continue;
    const y = TOP + (r + 0.5) * rise;
    const value = scene.values[frame * rows + r];
    pen.fillStyle = scene.colour;
    const length = (value / scene.largest) * reach;
    pen.fillRect(Math.min(zero, zero + length), y - 0.3 * rise, Math.abs(length), 0.6 * rise);
    pen.fillStyle = look.text;
    pen.font = `${letters}px ${look.font}`;
    pen.textAlign = "right";
    pen.fillText(scene.names[place - 1], size.width * NAMES - 6, y, size.width * NAMES - 14);
  }
  drawDropped(pen, scene, frame, cuts, TOP + (shown + 0.8) * rise, letters, look, size);
  writeKept(pen, scene, frame, size, look);
}

function drawDropped(pen, scene, frame, cuts, y, letters, look, { width }) {
  const number = scene.dropped[frame];
  if (!number) return;
  pen.font = `${letters}px ${look.font}`;
  pen.textAlign = "left";
  pen.fillStyle = look.text;
  const text = `${groupDigits(number)} dropped: `;
  pen.fillText(text, 8, y);
  let left = 8 + pen.measureText(text).width;
  pen.globalAlpha = 0.7;
  for (let c = 0; c < cuts; c++) {
    const place = scene.cut[frame * cuts + c];
    if (!place) continue;
    const name = scene.names[place - 1];
    const wide = pen.measureText(name).width;
    if (left + wide > width - 8) break;
    pen.fillText(name, left, y);
    segment(pen, [left, y], [left + wide, y], look.text, 1.2);
    left += wide + 8;
  }
  pen.globalAlpha = 1;
}
