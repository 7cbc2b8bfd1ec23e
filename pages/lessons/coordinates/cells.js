// The cells of a table, lit as a method reads them: row by row, or column by column. The row or the
// column of the step that is under way is bright, all that were read before are pale.

import { strength } from "../../../ui/live/browser/lib/light.js";

const LARGEST = 26; // pixels, of a cell
const [UNREAD, READ] = [0.5, 0.42];
const LINE = 20; // pixels, of the count above the cells
const LETTERS = 14;

export function cells(pen, scene, frame, { box }, look) {
  const { by, colour, tracks } = scene;
  const [rows, columns] = scene.shape;
  const read = scene.read[frame];
  const [across, down] = [box.right - box.left, box.bottom - box.top - LINE];
  const size = Math.min(across / columns, down / rows, LARGEST);
  const left = box.left + (across - size * columns) / 2;
  const top = box.top + LINE + (down - size * rows) / 2;
  const light = strength(look.meant, tracks[0].name);
  const deep = by === "column" ? rows : columns; // cells of one step
  const begun = Math.ceil(read / deep) - 1; // the step under way
  const gap = size > 8 ? 1 : 0.5;
  for (let k = 0; k < rows * columns; k++) {
    const [step, within] = [Math.floor(k / deep), k % deep];
    const [row, column] = by === "column" ? [within, step] : [step, within];
    const lit = k < read;
    pen.fillStyle = lit ? colour : look.grid;
    pen.globalAlpha = light * (lit ? (step === begun ? 1 : READ) : UNREAD);
    const [x, y] = [left + column * size, top + row * size];
    pen.fillRect(x + gap, y + gap, size - 2 * gap, size - 2 * gap);
  }
  pen.globalAlpha = light;
  write(pen, scene, { read, deep, left, top, size, bottom: top + size * rows, box }, look);
  pen.globalAlpha = 1;
}

function write(pen, { layout, by, shape, counted }, place, look) {
  const columns = shape[1];
  const { read, deep, left, top, size, bottom, box } = place;
  const steps = Math.floor(read / deep);
  pen.fillStyle = look.text;
  pen.font = `${LETTERS}px ${look.font}`;
  pen.textAlign = "left";
  pen.textBaseline = "top";
  const some = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;
  const made = `${some(steps, by)} read: ${some(steps, "step")}, ${some(read, "cell")}`;
  pen.fillText(counted ? made : `${some(read, "cell")} read`, 12, box.top);
  pen.textAlign = "center";
  const middle = left + (size * columns) / 2;
  pen.fillText(layout.xaxis.title.text, middle, bottom + 8);
  pen.save();
  pen.translate(left - 10, (top + bottom) / 2);
  pen.rotate(-Math.PI / 2);
  pen.textBaseline = "bottom";
  pen.fillText(layout.yaxis.title.text, 0, 0);
  pen.restore();
}
