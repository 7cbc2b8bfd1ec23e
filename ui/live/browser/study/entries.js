// Entries of the study: views that were tried, sweeps and answers, each with its address and numbers.
//
// An entry is { id, kind, page, query, data, runs?, lines?, on?, time, name }. Its id is its address, so
// that who comes back to a view finds the one entry of it, with the name that they gave it. The outcomes
// of a sweep stand apart from it, so that a list does not read them.

import { keeps } from "./choice.js";
import {
  beyond,
  clear,
  count,
  get,
  list,
  MOST_RESULTS,
  MOST_TRIED,
  now,
  put,
  remove,
} from "./store.js";

const listeners = new Set();

// Calls `changed` when an entry was added, changed or removed in this window. Returns what ends that.
export function onEntries(changed) {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

function announce() {
  for (const changed of listeners) changed();
}

export const idOf = ({ page, query }) => `${page}?${query}`;

// Keeps an entry, with its outcomes as text if there are any, if the visitor wants that.
export async function keepEntry(entry, outcomes = "") {
  if (!keeps()) return;
  const id = idOf(entry);
  const { name = "" } = (await get("entries", id)) ?? {};
  const kept = await put("entries", [{ ...entry, id, name, time: now() }]);
  if (kept && outcomes) await put("files", [{ key: id, outcomes }]);
  // To read them all takes milliseconds, which a hand might feel.
  if (kept && (outcomes || (await count("entries")) > MOST_TRIED + MOST_RESULTS)) await makeRoom();
  announce();
}

export const outcomesOf = async (id) => (await get("files", id))?.outcomes ?? "";

// Those with a name of their visitor's stay.
async function makeRoom() {
  const unnamed = (await list("entries")).filter(({ name }) => !name);
  const tried = unnamed.filter(({ kind }) => kind === "tried");
  const results = unnamed.filter(({ kind }) => kind !== "tried");
  const old = [...beyond(tried, MOST_TRIED), ...beyond(results, MOST_RESULTS)];
  if (old.length) await removeEntries(old.map(({ id }) => id));
}

export async function nameEntry(id, name) {
  const entry = await get("entries", id);
  if (entry) await put("entries", [{ ...entry, name }]);
}

export async function removeEntries(ids) {
  await remove("entries", ids);
  await remove("files", ids);
  announce();
}

// Files go, too.
export async function forgetAll() {
  await clear();
  announce();
}

// All of them, the newest first.
export async function entries() {
  return (await list("entries")).sort((one, other) => other.time - one.time);
}
