// Light on what is meant: a step of a story names some things, or the phrase of its card that the
// reader points at; all else is drawn faintly, and knobs that are meant have a ring.

const FAINT = 0.25;

let step = { id: null, names: [] };
let pointed = null;
const listeners = new Set();

// The names that are meant, or null where nothing is singled out.
export const namesInLight = () => pointed ?? (step.names.length ? step.names : null);

// A step has begun, or there is none: `cue` = {id, look} or null. Nobody points at what was before.
export function begin(cue) {
  const { id = null, look = [] } = cue ?? {};
  const before = JSON.stringify(namesInLight());
  if (id !== step.id) pointed = null;
  step = { id, names: look };
  if (JSON.stringify(namesInLight()) !== before) tell();
}

function tell() {
  for (const listener of listeners) listener(namesInLight());
}

addEventListener("lab-look", ({ detail }) => {
  pointed = detail;
  tell();
});

// Calls `listener(names)` at each change. Returns what is to be called when that is over.
export function onLight(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// How strong a thing of these names is drawn where `names` are meant, or nothing is.
export const strength = (names, ...own) =>
  !names || own.some((name) => name && names.includes(name)) ? 1 : FAINT;

// What of `names` is left within a thing of its own name and of these parts: null where all of it is
// meant, undefined where none is.
export function within(names, own, parts) {
  if (!names || own.some((name) => names.includes(name))) return null;
  const left = names.filter((name) => parts.has(name));
  return left.length ? left : undefined;
}
