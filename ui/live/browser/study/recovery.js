// Looks in this browser for the file of an address, and chooses it in the page's own entry for files,
// as its visitor did before: so it is looked at and counted like any other file that comes.

import { element, setText } from "../lib/dom.js";
import { keptFiles } from "./uploads.js";

const ENTRY = ".st-key-recovery_files input[type=file]";
const LOOK_MS = 50;
const ENTRY_MS = 10_000; // until the entry is there, at most
const SLOW_MS = 15_000;

const LOOKING = "Looking for the file of this page in this browser …";
const FOUND = "Found in this browser, opening it …";
const SLOW = "The file was found in this browser, and the server has not taken it yet.";

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".lab-recovery");
  if (root.dataset.key === data.key) return;
  root.dataset.key = data.key;
  const words = element("p", { role: "status", textContent: LOOKING });
  const leave = () => setStateValue("missing", data.key);
  const button = element("button", {
    type: "button",
    textContent: "Go on without it",
    onclick: leave,
  });
  root.replaceChildren(words, button);
  recover(data.key, (text) => setText(words, text)).then((found) => {
    if (!found) leave();
  });
}

// Returns whether the file was there, and could be chosen.
async function recover(key, say) {
  const files = await keptFiles(key);
  if (!files.length) return false;
  say(FOUND);
  const entry = await waitForEntry();
  if (!entry) return false;
  const choice = new DataTransfer();
  for (const file of files) choice.items.add(file);
  entry.files = choice.files;
  entry.dispatchEvent(new Event("change", { bubbles: true }));
  setTimeout(say, SLOW_MS, SLOW);
  return true;
}

async function waitForEntry() {
  for (const began = performance.now(); performance.now() - began < ENTRY_MS; ) {
    const entry = document.querySelector(ENTRY);
    if (entry) return entry;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return null;
}
