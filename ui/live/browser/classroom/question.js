// The teacher's own question, in a panel above the bar of the class, on whatever page the class stands.

import { element } from "../lib/dom.js";
import { classAnswers } from "./bet.js";
import { putInCorner } from "./corner.js";
import { answer } from "./room.js";
import { settingsList } from "./settings.js";
import { numberSplit, splitRows } from "./split.js";
import { again, classroom, isOpen, ownQuestion, questionState, saidHere } from "./state.js";

let panel = null;

const note = (textContent) => element("p", { className: "lab-note", textContent });
const plain = (texts) => texts.map((text) => [{ kind: "text", text }]);

function draw() {
  const question = classroom.code ? ownQuestion() : null;
  if (!question) {
    panel?.remove();
    panel = null;
    return;
  }
  const text = questionState();
  if (panel?.text === text) return;
  panel ??= element("section", { className: "lab-class-question" });
  panel.setAttribute("aria-label", "the question to the class");
  // Nothing is drawn under somebody who types an answer that is still taken.
  const isHeld = panel.contains(document.activeElement);
  if (isOpen() && isHeld && document.activeElement.matches("input")) return;
  panel.text = text;
  const held = isHeld ? document.activeElement.name : "";
  panel.replaceChildren(
    element("h2", { textContent: question.text }),
    ...(isOpen() ? asking(question) : saidBy(question)),
  );
  putInCorner(panel);
  if (held) panel.querySelector(`[name="${held}"]`)?.focus();
}

function asking({ kind, answers }) {
  if (classroom.leads) return answers.map((one) => element("p", { textContent: one }));
  if (kind === "choice") return [classAnswers(plain(answers))];
  if (kind === "number") return [numberForm()];
  const text =
    saidHere() === null
      ? "Turn the knobs: your setting goes to the class by itself, without a name."
      : "Your setting is with the class. The last one counts.";
  return [note(text)];
}

function numberForm() {
  const value = saidHere() ?? "";
  const label = { label: "your answer" };
  const field = element("input", {
    type: "number",
    step: "any",
    required: true,
    value,
    aria: label,
  });
  const said = note(
    value === ""
      ? "Your answer goes to the class, without a name."
      : "Your answer is with the class. You can change it until the class looks at it.",
  );
  const form = element(
    "form",
    {},
    field,
    element("button", { type: "submit", textContent: "Send" }),
    said,
  );
  form.onkeydown = (event) => event.stopPropagation();
  form.onsubmit = async (event) => {
    event.preventDefault();
    field.blur();
    await answer(field.valueAsNumber).catch(({ message }) => {
      said.textContent = message;
    });
  };
  return form;
}

function saidBy({ kind, answers }) {
  if (kind === "choice") return [note(`The class said${again()}:`), splitRows(plain(answers))];
  if (kind === "number") return numberSplit();
  const list = settingsList();
  return list.length ? list : [note("Nobody has answered.")];
}

addEventListener("lab-class", draw);
draw();
