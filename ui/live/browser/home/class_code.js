// The way into a class, for whoever heard its code.

import { element } from "../lib/dom.js";

const LETTERS = 5;

export function joinClass() {
  const code = element("input", {
    type: "text",
    maxLength: LETTERS,
    size: LETTERS + 2,
    autocomplete: "off",
    placeholder: "code",
    aria: { label: "the code of a class" },
  });
  const said = element("span", { role: "status" });
  const form = element(
    "form",
    { className: "lab-class-code" },
    element("label", {}, "In a class? ", code),
    element("button", { textContent: "Join" }),
    said,
  );
  form.onsubmit = async (event) => {
    event.preventDefault();
    const typed = code.value.trim().toUpperCase();
    if (typed.length !== LETTERS) {
      said.textContent = `A code has ${LETTERS} letters.`;
      return;
    }
    const { begin } = await import("../classroom/begin.js");
    const { enter } = await begin();
    const there = await enter(typed);
    said.textContent = there ? "" : "There is no class with this code.";
  };
  return form;
}
