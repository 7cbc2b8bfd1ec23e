// A bar for each weight; where there are few, with its name below.

import { line } from "../lib/canvas.js";
import { strength } from "../lib/light.js";
import { drawAxes } from "../stage/axes.js";

const [NAME, NUMBER] = [12, 15]; // pixels
const LEAST = 3; // pixels, of a bar that is not 0: it is seen beside the line at 0

export function bars(pen, scene, frame, plane, look) {
  const { box, place } = plane;
  const d = scene.names.length;
  const named = d <= 24 && (box.right - box.left) / d > 16;
  const heights = scene.heights.subarray(frame * d, (frame + 1) * d);
  if (scene.band) fillBand(pen, scene.band[frame], plane, look);
  const crowded = named && !areApart(pen, scene.names, plane, look);
  const words = crowded ? sharedWords(scene.names) : new Map();
  drawAxes(pen, named ? nameless(scene.layout, words.size) : scene.layout, plane, look);
  const zero = place.y(0);
  const wide = Math.max(1, 0.72 * (place.x(1) - place.x(0)));
  for (let j = 0; j < d; j++) {
    if (!heights[j]) continue;
    const y = place.y(heights[j]);
    pen.globalAlpha = strength(look.meant, scene.names[j]);
    pen.fillStyle = scene.colours[j];
    const [left, top] = [place.x(j) - wide / 2, y < zero ? Math.min(y, zero - LEAST) : zero];
    pen.fillRect(left, top, wide, Math.max(LEAST, Math.abs(y - zero)));
  }
  pen.globalAlpha = 1;
  line(pen, look.text, 1);
  pen.moveTo(box.left, zero);
  pen.lineTo(box.right, zero);
  const beyond = named ? 8 : 1; // a mark on a bar is seen beside it
  scene.marks?.forEach((mark, j) => {
    const y = Math.round(place.y(mark)) + 0.5;
    pen.moveTo(place.x(j) - wide / 2 - beyond, y);
    pen.lineTo(place.x(j) + wide / 2 + beyond, y);
  });
  pen.stroke();
  if (scene.band_name) nameBand(pen, scene.band_name, scene.band[frame], plane, look);
  if (named) writeNames(pen, scene.names, words, plane, look);
  if (Number.isInteger(scene.digits)) writeHeights(pen, scene, heights, plane, look);
}

function writeHeights(pen, { names, colours, digits }, heights, { place }, look) {
  pen.font = `bold ${NUMBER}px ${look.font}`;
  pen.textAlign = "center";
  heights.forEach((height, j) => {
    pen.globalAlpha = strength(look.meant, names[j]);
    pen.fillStyle = colours[j];
    pen.textBaseline = height < 0 ? "top" : "bottom";
    const text = (height || 0).toFixed(digits).replace("-", "−");
    pen.fillText(text, place.x(j), place.y(height) + (height < 0 ? 4 : -4));
  });
  pen.globalAlpha = 1;
}

// The axes of bars that carry their names; words of crowded ones stand in the place of the title.
const nameless = (layout, shortened) => ({
  ...layout,
  xaxis: { ...layout.xaxis, type: "names", ...(shortened ? { title: {} } : {}) },
});

// Whether all names have room side by side.
function areApart(pen, names, { place }, look) {
  pen.font = `${NAME}px ${look.font}`;
  const widest = Math.max(...names.map((name) => pen.measureText(name).width));
  return widest + 4 < place.x(1) - place.x(0);
}

function fillBand(pen, half, { box, place }, look) {
  const [top, bottom] = [Math.max(place.y(half), box.top), Math.min(place.y(-half), box.bottom)];
  pen.fillStyle = look.grid;
  pen.fillRect(box.left, top, box.right - box.left, bottom - top);
}

// Beside the bars, at the band's upper edge, as far as that is within the axis.
function nameBand(pen, name, half, { box, place }, look) {
  pen.font = `${NAME}px ${look.font}`;
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  pen.fillStyle = look.text;
  pen.fillText(name, box.right + 6, Math.max(place.y(half), box.top + NAME / 2));
}

function writeNames(pen, names, words, { box, place }, look) {
  pen.font = `${NAME}px ${look.font}`;
  pen.textAlign = "center";
  pen.textBaseline = "top";
  pen.fillStyle = look.text;
  names.forEach((name, j) => {
    pen.globalAlpha = strength(look.meant, name);
    pen.fillText(words.size ? last(name) : name, place.x(j), box.bottom + 8);
  });
  pen.globalAlpha = 1;
  for (const [word, places] of words) {
    const middle = places.reduce((sum, j) => sum + place.x(j), 0) / places.length;
    pen.fillText(word, middle, box.bottom + 24);
  }
}

// Of "noise 1", "noise 2" the numbers stand under the bars, and the word once under the numbers.
const last = (name) => name.split(" ").at(-1);

function sharedWords(names) {
  const words = new Map();
  names.forEach((name, j) => {
    const word = name.split(" ").slice(0, -1).join(" ");
    if (word) words.set(word, [...(words.get(word) ?? []), j]);
  });
  return words;
}
