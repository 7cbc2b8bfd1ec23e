// How far a reader has come in each lesson, kept in this browser alone.

const KEY = "sparsity-lab-progress";

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {}; // no storage, or not ours
  }
}

// Writes down the step of a lesson that is seen, if one is; returns the step last seen, 1 at first.
export function remember(lesson, step, of) {
  const all = read();
  const known = all[lesson] ?? { step: 1, done: false };
  if (!step) return known.step;
  all[lesson] = { step, done: known.done || step === of, of };
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // Then nothing is remembered.
  }
  return step;
}

// { lesson: { step, done, of } }
export const progress = read;
