// Two entries of the study side by side: the knobs and the numbers in which they differ.

import { element } from "../lib/dom.js";

const MISSING = "–";
const USUAL = "as usual";
const SHARED = ["data", "stream", "plan"]; // groups of an address that are no run's

// The table; `titles` are the names of the two.
export function comparison(entries, titles) {
  const rows = [...differences(entries), ...differing(entries.map(numbersOf), MISSING)];
  const heads = ["", ...titles].map((text) =>
    element("th", { scope: "col", textContent: text || "\u00a0" }),
  );
  const caption = rows.length ? "Where the two differ" : "The two differ in nothing.";
  return element(
    "table",
    {},
    element("caption", { textContent: caption }),
    element("thead", {}, element("tr", {}, ...heads)),
    element("tbody", {}, ...rows.map(rowOf)),
  );
}

const rowOf = ([label, ...texts]) =>
  element(
    "tr",
    {},
    element("th", { scope: "row", textContent: label }),
    ...texts.map((textContent) => element("td", { textContent })),
  );

// The settings in which two entries differ: [label, of the one, of the other], those of the data first.
export const differences = (entries) => [
  ...differing(entries.map(sharedOf), USUAL),
  ...differing(entries.map(runsOf), MISSING),
];

// The rows in which two maps differ.
function differing(maps, missing) {
  const labels = new Set(maps.flatMap((map) => [...map.keys()]));
  const rows = [...labels].map((label) => [label, ...maps.map((map) => map.get(label) ?? missing)]);
  return rows.filter(([, one, other]) => one !== other);
}

const inWords = (name) => name.replaceAll("_", " ");

// The data, what was done to them, and what all runs share, by name.
function sharedOf({ data, query }) {
  const named = [...new URLSearchParams(query)]
    .map(([name, value]) => [...name.split("."), value])
    .filter(([group, , value]) => value !== undefined && SHARED.includes(group))
    .map(([, name, value]) => [inWords(name), value]);
  return new Map([["data", data], ...named]);
}

// The method and the knobs of each run, by the run's letter and their names.
function runsOf({ runs = [] }) {
  return new Map(
    runs.flatMap(({ letter, algorithm, knobs }) => [
      [letter, inWords(algorithm)],
      ...Object.entries(knobs).map(([knob, value]) => [`${letter} ${inWords(knob)}`, value]),
    ]),
  );
}

// The numbers of each run, and the lines of an answer.
function numbersOf({ runs = [], lines = [] }) {
  return new Map([
    ...runs.flatMap(({ letter, numbers }) =>
      Object.entries(numbers).map(([name, text]) => [`${letter} ${name}`, text]),
    ),
    ...lines.map((line, i) => [`result ${i + 1}`, line]),
  ]);
}
