// The head of a run's card: its letter and line, its algorithm to choose, and a cross to remove it. By
// keyboard Delete on the list of algorithms removes it: so Tab goes from there straight to its knobs.

import { element, setAria } from "../lib/dom.js";
import { eitherShade } from "../lib/palette.js";

const PATTERNS = { solid: "", dash: "9 5", dot: "3 4", dashdot: "9 4 3 4" };

// `act(action, value)` is called when another algorithm is chosen or the run is removed.
export function heading(run, act) {
  const { letter, colour, removable, noun = "run" } = run;
  const name = element("b", { textContent: letter });
  name.style.color = eitherShade(colour);
  const nodes = [
    name,
    sample(run),
    run.fixed ? element("span", { textContent: run.name }) : algorithms(run, act),
  ];
  if (removable) {
    const close = element("button", {
      type: "button",
      textContent: "×",
      tabIndex: -1,
      title: `Remove ${noun} ${letter} (Delete, on the list before)`,
      aria: { label: `remove ${noun} ${letter}` },
    });
    close.onclick = () => act("remove", letter);
    nodes.push(close);
  }
  return element("div", { className: "lab-head" }, ...nodes);
}

// A line under the head that says what the algorithm does.
export const subtitle = (text) => element("p", { className: "lab-idea", textContent: text });

// A piece of the run's line.
export function sample({ colour, dash, idea = "" }) {
  const node = element("span", { className: "lab-sample", title: idea });
  node.innerHTML =
    '<svg width="34" height="12" aria-hidden="true"><line x1="1" x2="33" y1="6" y2="6"/></svg>';
  const line = node.querySelector("line");
  line.style.cssText = `stroke:${eitherShade(colour)};stroke-width:3;stroke-dasharray:${PATTERNS[dash]}`;
  return node;
}

// One heading a family; what has no update for the chosen loss cannot be chosen.
function algorithms({ letter, noun = "run", idea, algorithm, algorithms, removable }, act) {
  const aria = { label: `algorithm of ${noun} ${letter}` };
  const select = element("select", { title: idea, aria });
  for (const family of new Set(algorithms.map(([, , of]) => of))) {
    const group = element("optgroup", { label: family });
    for (const [key, title, of, fits] of algorithms) {
      if (of !== family) continue;
      const disabled = !fits && key !== algorithm;
      group.append(element("option", { textContent: title, value: key, disabled }));
    }
    select.append(group);
  }
  select.value = algorithm;
  select.onchange = () => act("algorithm", select.value);
  if (removable) {
    setAria(select, { keyshortcuts: "Delete" });
    select.onkeydown = (event) => {
      if (event.key === "Delete") act("remove", letter);
    };
  }
  return select;
}
