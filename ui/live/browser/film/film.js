// The scenes of a film, each drawn on a canvas for one frame.

import { inSteps, wipe } from "../lib/canvas.js";
import { decode } from "../lib/numbers.js";
import { planeOf } from "../stage/axes.js";
import { bars } from "./bars.js";
import { curves } from "./curves.js";
import { drawFormulas } from "./formulas.js";
import { histogram } from "./histogram.js";
import { roomForNames } from "./names.js";
import { drawBands } from "./stacked_bands.js";
import { tiles } from "./tiles.js";

// By the kinds that Python names. Each draws (pen, scene, frame, plane, look, size).
const SCENES = { bars, curves, histogram, stacked_bands: drawBands, tiles, formulas: drawFormulas };
const PROJECT = "../../../../";

// A film with its arrays decoded, in place.
export function decodeArrays(film) {
  for (const [name, value] of Object.entries(film)) {
    if (value?.bdata) film[name] = decode(value);
    else if (value && typeof value === "object") decodeArrays(value);
  }
  return film;
}

// Fetches the kinds that are drawn for one lesson only: such a scene names its `module`, a path in
// the project, which exports a function of the kind's name. Returns nothing where all are here.
export function fetchKinds({ scenes }) {
  const missing = scenes.filter(({ kind, module }) => module && !(kind in SCENES));
  if (!missing.length) return null;
  const fetched = missing.map(async ({ kind, module }) => {
    const exported = await import(new URL(PROJECT + module, import.meta.url));
    SCENES[kind] = exported[kind];
  });
  return Promise.all(fetched);
}

// The names of what can be meant in a scene: curves, levels, bars, tiles, rows.
export function partsOf(scene) {
  scene.parts ??= new Set([
    ...[...(scene.tracks ?? []), ...(scene.levels ?? [])].flatMap(({ name, letter }) => [
      name,
      letter,
    ]),
    ...(scene.names ?? []),
    ...(scene.rows ?? []).map(({ label }) => label),
  ]);
  return scene.parts;
}

// One scene at one frame. `look` = {text, grid, font, accent, paper, scale, meant, future}: the names
// that are meant in it, or null for all; `future` is false where nothing of it is to be seen.
export function shoot(canvas, scene, frame, size, look) {
  const pen = wipe(canvas, size, look.scale);
  const room = inSteps(size, look.scale);
  const plane = scene.layout
    ? scenePlane(scene.layout, room, roomForNames(pen, scene, look, room))
    : null;
  SCENES[scene.kind]?.(pen, scene, frame, plane, look, room);
  pen.fillStyle = look.text;
  pen.font = `bold 13px ${look.font}`;
  pen.textAlign = "left";
  pen.textBaseline = "top";
  pen.fillText(scene.title, 12, 4, room.width - 24);
}

function scenePlane({ margin, xaxis, yaxis }, { width, height }, names) {
  const { l, r, b } = margin;
  const box = { left: l, right: width - Math.max(r, names), top: 26, bottom: height - b };
  return planeOf(box, [xaxis.range, yaxis.range]);
}
