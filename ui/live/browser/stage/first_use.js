// Whether somebody uses the page. Pictures at rest are sketches until then: a class of phones would
// fetch the megabyte of plotly.js to look at what a canvas shows as well. What Plotly alone can do
// begins with one of these: a mouse moves, or a finger, a pen, the focus or a key comes into a figure.

let used = false;
const waiting = new Set();

export const inUse = () => used;

// Calls `act` at the first use, which is still to come. Returns what ends the waiting.
export function onFirstUse(act) {
  waiting.add(act);
  return () => waiting.delete(act);
}

// To be called where a picture needs Plotly for what it shows.
export function use() {
  if (used) return;
  used = true;
  for (const sign of SIGNS) removeEventListener(sign, hear, true);
  for (const act of waiting) act();
  waiting.clear();
}

// A handle is dragged without Plotly, which would hold it up as it comes.
const inFigure = ({ target }) =>
  target instanceof Element && target.closest(".lab-figure") && !target.closest(".lab-handles");

const SIGNS = ["pointermove", "pointerdown", "focusin", "keydown"];

function hear(event) {
  if (event.type === "pointermove" ? event.pointerType === "mouse" : inFigure(event)) use();
}

for (const sign of SIGNS) addEventListener(sign, hear, { capture: true, passive: true });
