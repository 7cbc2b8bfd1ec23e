// Keeps finished sweeps and answers, and gives them back to a visit that does not have them. It shows
// nothing.

import { idOf, keepEntry, outcomesOf } from "./entries.js";

const kept = new Set(); // addresses that the server need not send again

export default async function ({ data, setStateValue }) {
  for (const { outcomes, ...entry } of data.entries) {
    await keepEntry(entry, outcomes);
    kept.add(entry.query);
  }
  if (data.entries.length) setStateValue("kept", [...kept]);
  const found = [];
  for (const query of data.asked) {
    const outcomes = await outcomesOf(idOf({ page: "sweep", query }));
    if (outcomes) found.push({ query, outcomes });
  }
  if (found.length) setStateValue("restored", found);
}
