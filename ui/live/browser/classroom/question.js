// The teacher's own question, in a panel above the bar of the class, on whatever page the class stands.

import { element } from "../lib/dom.js";
import { classAnswers, splitRows } from "./bet.js";
import { stand } from "./corner.js";
import { answer } from "./room.js";
import { settingsList } from "./settings.js";
import { again, classroom, isOpen, ownQuestion, saidHere } from "./state.js";

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
  const text = JSON.stringify([classroom.room, saidHere()]);
  if (panel?.text === text) return;
  panel ??= element("section", { className: "lab-class-question" });
  panel.setAttribute("aria-label", "the question to the class");
  panel.text = text;
  if (panel.contains(document.activeElement) && document.activeElement.matches("input")) return;
  panel.replaceChildren(
    element("h2", { textContent: question.text }),
    ...(isOpen() ? asking(question) : saidBy(question)),
  );
  stand(panel);
}

function asking({ kind, answers }) {
  if (classroom.leads) return answers.map((one) => element("p", { textContent: one }));
  if (kind === "choice") return [classAnswers(plain(answers))];
  if (kind === "number") return [numberForm()];
  const text = saidHere()
    ? "Your setting is with the class. The last one counts."
    : "Turn the knobs: your setting goes to the class by itself, without a name.";
  return [note(text)];
}

function numberForm() {
  const value = saidHere() || "";
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
  const { split = {} } = classroom.room;
  if (kind === "choice")
    return [note(`The class said${again()}:`), splitRows(plain(answers), split)];
  if (kind === "number") return numbers(split);
  const list = settingsList();
  return list.length ? list : [note("Nobody has answered.")];
}

// Each answer as a dot on a line, and the one in the middle as a number.
function numbers(split) {
  const values = Object.entries(split)
    .map(([value, n]) => [Number(value), n])
    .toSorted(([a], [b]) => a - b);
  if (!values.length) return [note("Nobody has answered.")];
  const all = values.flatMap(([value, n]) => Array(n).fill(value));
  const [low, high] = [all[0], all.at(-1)];
  const dots = values.flatMap(([value, n]) =>
    Array.from({ length: n }, (_, i) => {
      const mine = i === 0 && value === Number(saidHere()) && saidHere() !== 0;
      const dot = element("span", {
        className: mine ? "lab-hit lab-mine" : "lab-hit",
        title: value,
      });
      dot.style.setProperty("--at", high > low ? (value - low) / (high - low) : 0.5);
      dot.style.setProperty("--height", i);
      return dot;
    }),
  );
  const strip = element("div", { className: "lab-strip", aria: { hidden: true } }, ...dots);
  strip.style.setProperty("--highest", Math.max(...values.map(([, n]) => n)));
  const ends = element(
    "div",
    { className: "lab-strip-ends" },
    element("span", { textContent: low }),
    element("span", { textContent: high }),
  );
  const middle = all[Math.floor((all.length - 1) / 2)];
  const text = `${all.length} answers from ${low} to ${high}; half of the class said at most ${middle}${again()}.`;
  return [note(text), strip, ends];
}

addEventListener("lab-class", draw);
draw();
