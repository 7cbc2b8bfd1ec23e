// The choice whether this browser keeps anything, and the button that has it forget all.

import { element, setText } from "../lib/dom.js";
import { keeps, setKeeps } from "./choice.js";
import { forgetAll } from "./entries.js";
import { isAvailable } from "./store.js";
import "./uploads.js"; // which notes the files that are chosen from now on

const BLOCKED =
  "This browser lets the page keep nothing, as in a private window or by its settings: after a " +
  "reload the file has to be chosen again.";
const KEPT =
  "Files of up to 50 MB, the settings you tried, and finished answers stay in this browser, so that a " +
  "reload finds them again. They go to nobody but this server, and only when their page is opened. " +
  "Whoever uses this browser can see them: on a computer that you share, take the tick away.";
const NOT_KEPT = "Nothing new is kept in this browser: a reload loses files and results.";
const FORGOTTEN = "This browser has forgotten all files and all results.";

export default function ({ parentElement }) {
  const root = parentElement.querySelector(".lab-keep_choice");
  if (root.firstChild) return;
  root.append(...choiceNodes());
}

// The nodes of the choice; `changed` is called after each change.
export function choiceNodes(changed = () => {}) {
  const box = element("input", { type: "checkbox", checked: keeps() });
  const label = element("label", {}, box, "Keep my files and results in this browser");
  const forget = element("button", { type: "button", textContent: "Forget all" });
  const words = element("p", { aria: { live: "polite" } });
  const say = () => setText(words, box.checked ? KEPT : NOT_KEPT);
  box.onchange = () => {
    setKeeps(box.checked);
    say();
    changed();
  };
  forget.onclick = async () => {
    await forgetAll();
    setText(words, FORGOTTEN);
    changed();
  };
  say();
  isAvailable().then((available) => {
    if (available) return;
    box.disabled = forget.disabled = true;
    box.checked = false;
    setText(words, BLOCKED);
  });
  return [element("div", {}, label, forget), words];
}
