// The leader's form for a question of her own.

import { element } from "../lib/dom.js";
import { putInCorner } from "./corner.js";
import { lead } from "./room.js";

const MOST_CHOICES = 6;
const KINDS = {
  choice: "one of these answers, a line each",
  number: "a number",
  setting: "a setting of the knobs on this page",
};

// Opens the form; a second time it closes.
export function openForm() {
  const there = document.querySelector(".lab-ask");
  if (there) return void there.remove();
  const form = makeForm();
  putInCorner(form);
  form.querySelector("textarea").focus();
}

function makeForm() {
  const text = element("textarea", { name: "text", rows: 2, maxLength: 300, required: true });
  const kinds = Object.entries(KINDS).map(([value, textContent]) =>
    element("option", { value, textContent }),
  );
  const kind = element("select", { name: "kind" }, ...kinds);
  const choices = element("textarea", { name: "choices", rows: 3, required: true });
  const lines = withLabel("The answers, a line each", choices);
  kind.onchange = () => {
    lines.hidden = kind.value !== "choice";
    choices.required = !lines.hidden;
  };
  const said = element("p", { role: "status" });
  const form = element(
    "form",
    { className: "lab-ask", role: "group" },
    withLabel("Your question", text),
    withLabel("An answer is", kind),
    lines,
    said,
    element("button", { type: "submit", textContent: "Ask the class" }),
    element("button", { type: "button", textContent: "Cancel", onclick: () => form.remove() }),
  );
  form.setAttribute("aria-label", "a question to the class");
  form.onkeydown = (event) => {
    event.stopPropagation(); // letters and PageDown are no steps here
    if (event.key === "Escape") form.remove();
  };
  form.onsubmit = async (event) => {
    event.preventDefault();
    try {
      await lead({ question: questionIn(text.value, kind.value, choices.value) });
      form.remove();
    } catch ({ message }) {
      said.textContent = message;
    }
  };
  return form;
}

const withLabel = (text, control) =>
  element("label", {}, element("span", { textContent: text }), control);

function questionIn(text, kind, lines) {
  const key = `own.${Math.random().toString(36).slice(2)}`; // another one each time
  const asked = { key, kind, text: text.trim(), choices: 0 };
  if (kind !== "choice") return asked;
  const answers = lines
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  if (answers.length < 2 || answers.length > MOST_CHOICES)
    throw new Error(`Write two to ${MOST_CHOICES} answers, a line each.`);
  return { ...asked, answers, choices: answers.length };
}
