// The playground of this window, as a contest reads its address.

import { carriedOn, viewOf } from "../../lib/address.js";
import { navigate } from "../../lib/navigate.js";
import { pageHere } from "../state.js";

const PAGE = "playground";
const RUN = "run_"; // panels are named so, by the place of their run
const OWN_SPLIT = ["data.test_fraction", "data.seed"];
const LETTERS = ["a", "b", "c", "d"];
const OPENING = ["a", "b"]; // the runs of an address that names none

export const isPlayground = () => pageHere() === PAGE;
export const query = () => new URLSearchParams(viewOf(location.search));

// The letters of the runs of a playground's address.
function lettersOf(parameters) {
  const named = LETTERS.filter((letter) => parameters.has(letter));
  return named.length ? named : OPENING;
}

export const lettersHere = () =>
  isPlayground() ? lettersOf(query()).map((letter) => letter.toUpperCase()) : [];

// What a query says of its data, but for the split, which is each window's own.
export function dataOf(parameters) {
  const named = [...parameters].filter(([name]) => name === "data" || name.startsWith("data."));
  return JSON.stringify(named.filter(([name]) => !OWN_SPLIT.includes(name)).sort());
}

// Whether a view has all methods whose knobs are shown here: others would be a warning on the wall.
function hasKnobsShown(there) {
  const methods = (parameters) => lettersOf(parameters).map((letter) => parameters.get(letter));
  const [here, others] = [methods(query()), methods(there)];
  const panels = [...document.querySelectorAll(`.lab-panel[data-source^="${RUN}"]`)];
  return panels.every(({ dataset }) => others.includes(here[dataset.source.slice(RUN.length)]));
}

// To a view of the playground; how this window looks at it stays.
export function goThere(parameters) {
  const address = carriedOn(PAGE);
  const [there, look] = [new URLSearchParams(parameters), new URLSearchParams(location.search)];
  for (const pair of there) address.searchParams.append(...pair);
  if (isPlayground()) {
    const stays = hasKnobsShown(there) ? ["show", "picture"] : ["picture"];
    for (const name of stays) if (look.has(name)) address.searchParams.set(name, look.get(name));
  }
  navigate(address);
}
