// Copies the address bar, which is the whole state, and says so.

import { element } from "./lib/dom.js";

async function copy(text) {
  // Browsers lend their clipboard only to pages from https or localhost.
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = element("textarea", { value: text });
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (!done) throw new Error("no clipboard");
}

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
