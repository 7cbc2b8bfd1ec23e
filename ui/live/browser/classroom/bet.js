// A bet that a whole class makes: its answers go to the class, which sees the split once it is shown.

import { element } from "../lib/dom.js";
import { plainWords } from "../story/words.js";
import { splitRows } from "./split.js";
import { again, answersBySetting, classroom, isOpen, saidHere, sharedQuestion } from "./state.js";

// Whether this window's bet is one of a class that it follows, or is on its way into.
export const answersInClass = () =>
  classroom.joins || Boolean(classroom.follows && !classroom.leads && sharedQuestion());

function noteOn(said) {
  if (classroom.joins) return "Looking for your class …";
  if (!isOpen())
    return said === null ? "You have not answered." : "Your answer was the marked one.";
  return said === null
    ? "Your answer goes to the class, without a name."
    : "The marked answer is with the class. You can change it until the class looks at it.";
}

export function classAnswers(answers) {
  const said = saidHere();
  const note = element("p", { className: "lab-note", textContent: noteOn(said) });
  const list = answers.map((answer, i) => {
    const node = element("button", {
      type: "button",
      textContent: plainWords(answer),
      name: `answer ${i + 1}`,
      ariaPressed: String(said === i + 1),
      disabled: !isOpen(),
    });
    node.onclick = async () => {
      const room = await import("./room.js");
      await room.answer(i + 1).catch(({ message }) => {
        note.textContent = message;
      });
    };
    return node;
  });
  return element("div", { className: "lab-answers" }, ...list, note);
}

// Nothing before the leader shows it.
export function classSplit(answers) {
  if (!sharedQuestion() || !classroom.room.split) return [];
  const head = element("p", { className: "lab-note", textContent: `The class said${again()}:` });
  return [head, splitRows(answers)];
}

const MINE = "Your setting is with the class. You can change it until the class looks at it.";
const BEFORE = "Move the knob: your setting goes to the class by itself, without a name.";

// Under a goal that is a question to the class.
export function classGoal() {
  if (!sharedQuestion()) return [];
  if (answersBySetting())
    return [
      element("p", { className: "lab-note", textContent: saidHere() === null ? BEFORE : MINE }),
    ];
  const list = element("div", {});
  import("./settings.js").then(({ settingsList }) => list.replaceChildren(...settingsList()));
  return [list];
}
