// Keeps the settings that were tried, and gives those of the same data back to a visit that does not
// have them. It shows nothing.

import { mount } from "../events/elements.js";
import { entries, keepEntry, removeEntries } from "./entries.js";

const MOST = 300;
const forgotten = new Map(); // by data and stream: how often they were forgotten
const brought = new Set(); // data and streams whose settings the visit was given

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".lab-trials");
  mount(root, data, (newest) => {
    show(newest, setStateValue);
  });
}

async function show({ on, restore, forgets, entry }, setStateValue) {
  if (forgets > (forgotten.get(on) ?? 0)) await forget(on);
  forgotten.set(on, forgets);
  if (!restore) brought.delete(on);
  else if (!brought.has(on)) {
    brought.add(on);
    const runs = await runsOn(on);
    if (runs.length) setStateValue("restored", { on, runs });
  }
  // The address of the page as it opens is empty: nobody has tried anything there yet.
  if (entry.query) await keepEntry({ ...entry, on });
}

// What its visitor has given a name stays in the list.
async function forget(on) {
  const tried = (await triedOn(on)).filter(({ name }) => !name);
  await removeEntries(tried.map(({ id }) => id));
}

const triedOn = async (on) =>
  (await entries()).filter((entry) => entry.kind === "tried" && entry.on === on);

// The runs that were tried on the same data, the oldest first, each once.
async function runsOn(on) {
  const tried = await triedOn(on);
  const known = new Map();
  for (const run of tried.reverse().flatMap(({ runs }) => runs)) {
    const { letter, algorithm, knobs, features, loss, value } = run;
    const kept = { letter, algorithm, knobs, features, loss, value };
    known.set(JSON.stringify([letter, algorithm, knobs]), kept);
  }
  return [...known.values()].slice(-MOST);
}
