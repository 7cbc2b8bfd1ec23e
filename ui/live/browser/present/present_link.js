// The way to the presenter's page: a field for the knobs that stay, the link, and a button to go.

import { copy } from "../lib/copy.js";
import { element, setText } from "../lib/dom.js";
import { navigate } from "../lib/navigate.js";

// The knobs in sight, each once, as the field takes them.
function names() {
  const inputs = document.querySelectorAll(
    ".lab-knob :is(input[type=range], select, [type=checkbox])",
  );
  const shown = [...inputs].filter((input) => input.checkVisibility());
  return [...new Set(shown.map((input) => input.ariaLabel))];
}

// Words on what the field takes; of one run alone only where there are runs to distinguish.
function hint() {
  const known = names();
  if (!known.length) return "This page shows no knobs now.";
  const runs = document.querySelector('.lab-panel [aria-label^="remove run "]');
  const own = runs ? " c.gravity is that of run C alone." : "";
  return `The knobs in sight: ${known.join(", ")}.${own}`;
}

function address(shown) {
  const url = new URL(location.href);
  url.searchParams.set("present", "1");
  const list = shown.split(/[\s,]+/).filter(Boolean);
  if (list.length) url.searchParams.set("show", list.join(","));
  else url.searchParams.delete("show");
  return url;
}

export default function ({ parentElement }) {
  const root = parentElement.querySelector(".lab-present_link");
  const there = element("p");
  setText(there, hint());
  const known = root.querySelector("p");
  if (known) return known.replaceWith(there);
  const field = element("input", { type: "text", placeholder: "the usual ones" });
  const label = element("label", {}, "Knobs that stay on the screen ", field);
  const go = element("button", { type: "button", textContent: "Present this view" });
  go.onclick = () => navigate(address(field.value));
  const link = element("button", { type: "button", textContent: "Copy its link" });
  link.onclick = async () => {
    try {
      await copy(address(field.value).href);
      link.textContent = "Copied";
    } catch {
      link.textContent = address(field.value).href;
    }
    setTimeout(() => {
      link.textContent = "Copy its link";
    }, 1500);
  };
  root.append(label, there, go, link);
}
