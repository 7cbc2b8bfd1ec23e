// Figures under a light: which names stand in one, and how strong each curve and each note is.

import { readBack } from "./dom.js";
import { strength } from "./light.js";

// The names of what can be meant in a figure: its curves, and the words that stand beside them.
export function partsOf({ data, layout }) {
  const notes = (layout.annotations ?? []).map(({ text }) => plain(text));
  return new Set([...data.map(({ name }) => name), ...notes].filter(Boolean));
}

// A name that Plotly reads, without its marks.
const plain = (text) => readBack((text ?? "").replaceAll(/<[^>]*>/g, ""));

// The strengths of all curves and notes where `names` are meant.
export function strengths({ data, layout }, names) {
  const notes = layout.annotations ?? [];
  return {
    curves: data.map(({ name, opacity }) => (opacity ?? 1) * strength(names, name)),
    notes: notes.map(({ text, opacity }) => (opacity ?? 1) * strength(names, plain(text))),
  };
}

// A figure in which all but what is meant is faint.
export function inStrengths(figure, names) {
  if (!names) return figure;
  const { curves, notes } = strengths(figure, names);
  const data = figure.data.map((trace, i) => ({ ...trace, opacity: curves[i] }));
  const annotations = figure.layout.annotations?.map((note, i) => ({ ...note, opacity: notes[i] }));
  return { data, layout: { ...figure.layout, annotations } };
}
