// Printing. Pictures are drawn for the paper before it is printed, and for the screen again after:
// meanwhile the rules for paper hold on the screen, so that sizes and colours are those of paper.

import { theme } from "./theme.js";

const LETTER_SCALE = 0.75; // of the screen's: paper is read from nearer, and has less room
const listeners = new Set();

// Calls `draw(look, onPaper)` when the page turns into what is printed, and when it turns back; `root`
// is where it draws. Returns what is to be called when that is over.
export function onPrint(root, draw) {
  const listener = (share) => {
    const look = theme(root);
    draw({ ...look, scale: share * look.scale }, share < 1);
  };
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// The media of all rules for paper. What is of another origin cannot be read, nor is it ours.
function mediaOfPaper() {
  const rules = [...document.styleSheets].flatMap((sheet) => {
    try {
      return [...sheet.cssRules];
    } catch {
      return [];
    }
  });
  return rules.map(({ media }) => media).filter((media) => media?.mediaText === "print");
}

let held = [];

function turn(media, text, share) {
  for (const one of media) one.mediaText = text;
  for (const draw of listeners) draw(share);
}

addEventListener("beforeprint", () => {
  held = mediaOfPaper();
  turn(held, "all", LETTER_SCALE);
});
addEventListener("afterprint", () => turn(held, "print", 1));
