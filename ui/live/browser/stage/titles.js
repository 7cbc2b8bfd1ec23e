// Titles of axes where there is little room: the first words of them, as many as fit.

import { axesOf } from "./panes.js";

const LETTER = 6.6; // pixels, of a title's letter in the middle

// The layout with shorter titles at the side, for a picture of `height` pixels.
export function withTitlesThatFit(layout, height, scale = 1) {
  const margin = layout.margin ?? { t: 0, b: 0 };
  const room = height / scale - margin.t - margin.b;
  const changed = {};
  for (const name of axesOf(layout).filter((axis) => axis.startsWith("y"))) {
    const { title, domain = [0, 1] } = layout[name];
    const text = title?.text;
    const letters = Math.max(0, Math.floor(((domain[1] - domain[0]) * room) / LETTER));
    if (!text || text.length <= letters) continue;
    const shorter = beginning(text, letters);
    // A word that is far too long would lie on the next pane's.
    const fits = shorter.length <= letters + 1 || !text.includes(" ") || !layout.yaxis2;
    changed[name] = { ...layout[name], title: { ...title, text: fits ? shorter : "" } };
  }
  return { ...layout, ...changed };
}

const DANGLING = /^(in|of|per|a|the|on|↑|↓)$/;

// The first words of a text, at least one: no word in brackets that are left open, none that waits
// for another.
function beginning(text, letters) {
  const words = text.split(" ");
  const tooLong = () => words.join(" ").length > letters || DANGLING.test(words.at(-1));
  while (words.length > 1 && tooLong()) words.pop();
  const left = words.join(" ");
  return left.split("(").length > left.split(")").length ? left.split("(")[0].trim() : left;
}
