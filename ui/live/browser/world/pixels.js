// The weights of pixels, each where its pixel is; red for one sign, blue for the other. What is
// exactly 0 is empty, with a dot in its middle.

import { dot } from "../lib/canvas.js";
import { TOP, writeKept } from "./kept.js";

const [RED, BLUE] = ["#c8321e", "#1e5ac8"];
const [RED_ON_DARK, BLUE_ON_DARK] = ["#ff7a66", "#6aa5ff"];
const FAINTEST = 0.16; // so much colour has the smallest weight: it is seen beside none at all
const QUANTA = 32767;
const LABEL = 14; // pixels under a picture for the name of its class

export function pixels(pen, scene, frame, _plane, look, size) {
  const places = placesIn(scene, size);
  const colours = look.dark ? [RED_ON_DARK, BLUE_ON_DARK] : [RED, BLUE];
  pen.strokeStyle = look.grid;
  pen.lineWidth = 1;
  scene.classes.forEach((name, c) => {
    const { left, top, cell } = places[c];
    const [rows, columns] = scene.side;
    pen.strokeRect(left - 0.5, top - 0.5, columns * cell + 1, rows * cell + 1);
    if (!name) return;
    pen.font = `12px ${look.font}`;
    pen.textAlign = "center";
    pen.textBaseline = "top";
    pen.fillStyle = look.text;
    pen.fillText(name, left + (columns * cell) / 2, top + rows * cell + 1, columns * cell);
  });
  const m = scene.names.length;
  for (let j = 0; j < m; j++) {
    const [c, row, column] = scene.cells.subarray(3 * j, 3 * j + 3);
    const { left, top, cell } = places[c];
    square(
      pen,
      scene.values[frame * m + j],
      left + column * cell,
      top + row * cell,
      cell,
      colours,
      look,
    );
  }
  pen.globalAlpha = 1;
  writeKept(pen, scene, frame, size, look);
}

function square(pen, value, x, y, cell, [above, below], look) {
  if (!value) {
    if (cell > 7) dot(pen, x + cell / 2, y + cell / 2, look.grid, 1.2);
    return;
  }
  // Between nothing and the largest weight small ones can be distinguished.
  const share = Math.sqrt(Math.abs(value) / QUANTA);
  pen.globalAlpha = FAINTEST + (1 - FAINTEST) * share;
  pen.fillStyle = value > 0 ? above : below;
  pen.fillRect(x, y, Math.max(cell - 1, cell * 0.9), Math.max(cell - 1, cell * 0.9));
  pen.globalAlpha = 1;
}

// One picture for each class, as large as they can be beside and under each other.
export function placesIn({ classes, side: [rows, columns] }, { width, height }) {
  const named = classes.length > 1 ? LABEL : 0;
  const [wide, high] = [width - 16, height - TOP - 4];
  let best = { cell: 0 };
  for (let across = 1; across <= classes.length; across++) {
    const down = Math.ceil(classes.length / across);
    const cell = Math.min(
      (wide / across - (across > 1 ? 6 : 0)) / columns,
      (high / down - named - 4) / rows,
    );
    if (cell > best.cell) best = { cell, across, down };
  }
  const { cell, across, down } = best;
  return classes.map((_, c) => ({
    cell,
    left: 8 + ((c % across) + 0.5) * (wide / across) - (columns * cell) / 2,
    top: TOP + Math.floor(c / across) * (high / down),
  }));
}
