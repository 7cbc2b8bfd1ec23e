// Copies the address bar, which is the whole state, and says so.

import { copy } from "./lib/copy.js";
import { element } from "./lib/dom.js";

export default function ({ parentElement }) {
  const root = parentElement.querySelector(".lab-copy_link");
  if (root.firstChild) return;
  const button = element("button", {
    type: "button",
    textContent: "copy link",
    title: "Copy a link to this view",
    aria: { live: "polite" },
  });
  button.onclick = async () => {
    try {
      await copy(location.href);
      button.textContent = "copied";
    } catch {
      button.textContent = "copy it from the address bar";
    }
    setTimeout(() => {
      button.textContent = "copy link";
    }, 1500);
  };
  root.append(button);
}
