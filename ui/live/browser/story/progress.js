// How far a reader has come in each lesson, kept in this browser alone; and, in this tab alone, what
// was said on bets.

const KEY = "sparsity-lab-progress";
const BETS = "sparsity-lab-bets";

const read = () => readFrom(() => localStorage, KEY);

// To ask for a storage at all fails where a browser grants none.
function readFrom(storage, key) {
  try {
    return JSON.parse(storage().getItem(key)) ?? {};
  } catch {
    return {}; // no storage, or not ours
  }
}

function store(storage, key, value) {
  try {
    storage().setItem(key, JSON.stringify(value));
  } catch {
    // Then nothing is remembered.
  }
}

// Writes down the step of a lesson that is seen, if one is; returns the step last seen, 1 at first.
export function remember(lesson, step, of) {
  const all = read();
  const known = all[lesson] ?? { step: 1, done: false };
  if (!step) return known.step;
  all[lesson] = { step, done: known.done || step === of, of };
  store(() => localStorage, KEY, all);
  return step;
}

// What was said on the bet of a step: the number of an answer, 0 for "Just show me"; undefined for
// nothing yet.
export const answerOf = (lesson, step) => readFrom(() => sessionStorage, BETS)[lesson]?.[step];

// Writes that down; an answer below 0 is none.
export function keepAnswer(lesson, step, answer) {
  const all = readFrom(() => sessionStorage, BETS);
  if (all[lesson]?.[step] === answer) return;
  const { [step]: _, ...others } = all[lesson] ?? {};
  all[lesson] = answer < 0 ? others : { ...others, [step]: answer };
  store(() => sessionStorage, BETS, all);
}

// { lesson: { step, done, of } }
export const progress = read;
