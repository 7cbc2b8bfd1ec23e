// A small table, click by click: its places one below the other, each free or with an id and its
// weight. What a click has just read is lit; what has just left is faint, and its place is free.

import { strength } from "../../../ui/live/browser/lib/light.js";

const [TOP, HEAD, EDGE] = [26, 22, 8]; // pixels
const MIDDLE = 0.5; // of a row
const WRITTEN = 15; // pixels, of the largest letters

export function small_table(pen, scene, frame, _, look, { width, height }) {
  const { places, names, colour } = scene;
  const row = Math.min(34, (height - TOP - HEAD - EDGE) / places);
  const columns = columnsOf(width);
  const letters = Math.max(9, Math.min(WRITTEN, row - 3));
  heads(pen, columns, look);
  for (let place = 0; place < places; place++) {
    const at = frame * places + place;
    const id = names[scene.holder[at]];
    const y = TOP + HEAD + (place + MIDDLE) * row;
    pen.font = `${letters}px ${look.font}`;
    pen.textBaseline = "middle";
    const cell = { id, weight: scene.weight[at], lit: scene.lit[at], left: scene.left[at] };
    drawRow(pen, place, cell, { y, row, columns, colour, largest: scene.largest }, look);
  }
  pen.globalAlpha = 1;
}

// Where the columns begin and end: the place, the id, the bar of its weight, the number.
function columnsOf(width) {
  const [left, right] = [EDGE, width - EDGE];
  const share = (of) => left + of * (right - left);
  const [bar, number] = [share(0.36), share(0.84)];
  return { place: share(0.1), id: share(0.34), bar, zero: (bar + number) / 2, number, right, left };
}

function heads(pen, { place, id, zero }, look) {
  pen.font = `12px ${look.font}`;
  pen.fillStyle = look.text;
  pen.globalAlpha = 0.75;
  pen.textBaseline = "middle";
  pen.textAlign = "right";
  pen.fillText("place", place, TOP + HEAD / 2);
  pen.fillText("id", id, TOP + HEAD / 2);
  pen.textAlign = "center";
  pen.fillText("weight", zero, TOP + HEAD / 2);
}

function drawRow(pen, place, { id, weight, lit, left }, at, look) {
  const { y, row, columns, colour, largest } = at;
  const meant = strength(look.meant, id);
  pen.globalAlpha = 1;
  pen.fillStyle = look.grid;
  pen.fillRect(columns.left, y + row / 2 - 1, columns.right - columns.left, 1);
  pen.fillRect(columns.zero, y - row / 2, 1, row);
  pen.fillStyle = look.text;
  pen.globalAlpha = 0.6;
  pen.textAlign = "right";
  pen.fillText(String(place + 1), columns.place, y);
  if (!id) return;
  if (lit) {
    pen.fillStyle = look.accent;
    pen.globalAlpha = 0.2 * lit * meant;
    pen.fillRect(columns.left, y - row / 2, columns.right - columns.left, row - 1);
  }
  pen.globalAlpha = (weight ? 1 : 0.5 * left) * meant;
  pen.fillStyle = look.text;
  pen.fillText(id, columns.id, y);
  pen.textAlign = "left";
  pen.fillText(weight ? weight.toFixed(4).replace("-", "−") : "0, leaves", columns.number, y);
  // To the right of the middle what is above 0.
  const half = columns.number - columns.zero - EDGE;
  pen.fillStyle = colour;
  pen.fillRect(columns.zero, y - 0.3 * row, (half * weight) / largest, 0.6 * row);
}
