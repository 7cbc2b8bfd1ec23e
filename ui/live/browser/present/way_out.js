// The way out of the presenter's page: a small link in the corner, and the Escape key. For the class
// there is a way in: the key q shows a QR code.

import { classLink, classroom } from "../classroom/state.js";
import { element, whenGone } from "../lib/dom.js";
import { focusLate } from "../lib/late_focus.js";
import { navigate } from "../lib/navigate.js";

function leave() {
  const url = new URL(location.href);
  for (const name of ["present", "show", "picture"]) url.searchParams.delete(name);
  navigate(url);
  document.activeElement?.blur();
  focusLate(".lab-share-open");
}

// Phones open the view as a page of their own, or come to the class. What draws the code is loaded when
// it is asked for.
export async function showView(root) {
  const { showCode } = await import("../share/code.js");
  const { viewAddress } = await import("../share/links.js");
  showCode(root, classroom.code ? classLink() : viewAddress());
}

function hear(event, root) {
  // In a field for numbers Escape takes back what was typed, and a dialog it closes.
  if (event.target.matches?.("[type=text], textarea")) return;
  if (document.querySelector("dialog[open]")) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") leave();
  if (event.key === "q" && !event.target.matches?.("select")) showView(root);
}

export default function ({ parentElement }) {
  const root = parentElement.querySelector(".lab-way_out");
  if (!root.firstChild) {
    const title = "Leave the presenter's page (Escape)";
    const button = element("button", { type: "button", textContent: "× leave", title });
    button.onclick = leave;
    root.append(button);
    root.hear = (event) => hear(event, root);
    document.addEventListener("keydown", root.hear);
  }
  return whenGone(root, () => document.removeEventListener("keydown", root.hear));
}
