// A text in pieces, as nodes: terms explain themselves, phrases light up what they mean.

import { element } from "../lib/dom.js";

const EDGE = 8; // pixels from an explanation to the edge of the window

export function paragraph(pieces, className = "") {
  return element("p", { className }, ...pieces.map(node));
}

// The words alone, for what is a button itself.
export const plainWords = (pieces) => pieces.map(({ text }) => text).join("");

function node({ kind, text, names, about }) {
  if (kind === "bold") return element("b", { textContent: text });
  if (kind === "stressed") return element("em", { textContent: text });
  if (kind === "look") return about ? explain(pointer(text, names), about) : pointer(text, names);
  if (kind === "term") return term(text, about);
  return text;
}

// While it is hovered or focused, what it names stays bright and all else fades.
function pointer(textContent, names) {
  const made = element("span", { className: "lab-look", tabIndex: 0, textContent });
  made.onmouseenter = made.onfocus = () => light(names);
  made.onmouseleave = made.onblur = () => light(null);
  return made;
}

const light = (names) => dispatchEvent(new CustomEvent("lab-look", { detail: names }));

const term = (textContent, about) => explain(element("span", { tabIndex: 0, textContent }), about);

// Its sentence stands beside it on hover and focus, and is read with it.
function explain(made, about) {
  const note = element("span", { className: "lab-about", role: "tooltip", textContent: about });
  made.classList.add("lab-term");
  made.append(note);
  const open = () => place(made, note);
  for (const event of ["pointerenter", "pointermove", "focus"]) made.addEventListener(event, open);
  return made;
}

// Above its word, where all has been read: below it are the answers and the way onward. It is below
// where the window ends, and nowhere beyond a side of it.
function place(made, note) {
  if (!note.offsetHeight) return; // a pointer that rests opens none
  made.classList.toggle("lab-under", made.getClientRects()[0].top < note.offsetHeight + EDGE);
  note.style.translate = "";
  const { left, right } = note.getBoundingClientRect();
  const beyond = Math.max(0, right + EDGE - innerWidth) || Math.min(0, left - EDGE);
  if (beyond) note.style.translate = `${-beyond}px`;
}
