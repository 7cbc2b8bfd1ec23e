// The way out of the presenter's page: a small link in the corner, and the Escape key.

import { element, whenGone } from "../lib/dom.js";
import { navigate } from "../lib/navigate.js";

function leave() {
  const url = new URL(location.href);
  for (const name of ["present", "show", "picture"]) url.searchParams.delete(name);
  navigate(url);
}

export default function ({ parentElement }) {
  const root = parentElement.querySelector(".lab-way_out");
  if (!root.firstChild) {
    const title = "Leave the presenter's page (Escape)";
    const button = element("button", { type: "button", textContent: "× leave", title });
    button.onclick = leave;
    root.append(button);
    root.hear = (event) => {
      // In a field for numbers Escape takes back what was typed, and a dialog it closes.
      const other = event.target.matches?.("[type=text]") || document.querySelector("dialog[open]");
      if (event.key === "Escape" && !other) leave();
    };
    document.addEventListener("keydown", root.hear);
  }
  return whenGone(root, () => document.removeEventListener("keydown", root.hear));
}
