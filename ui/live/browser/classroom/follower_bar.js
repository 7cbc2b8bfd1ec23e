// The bar of a class's student: where the class is, and the way back to it.

import { element } from "../lib/dom.js";
import { putInCorner } from "./corner.js";
import { comeBack } from "./follow.js";
import { leave, sayUnclear } from "./room.js";
import {
  answersBySetting,
  classroom,
  isOpen,
  isOwnFile,
  isUnclearHere,
  pageHere,
  saidHere,
} from "./state.js";

const OVER_MS = 8000; // for which it is said that a class is over

let bar = null;

// Lessons alone have a step in their address, which is 0 in free play.
function placeOf({ page, query }) {
  const step = new URLSearchParams(query).get("step");
  if (page === "") return "on the first page";
  if (step === null) return `on the page “${page[0].toUpperCase()}${page.slice(1)}”`;
  return step === "0" ? "in a lesson" : `at step ${step}`;
}

// What a student's bar says.
function sentence({ code, room, follows }) {
  const looks = follows || room?.eyes;
  if (!room) return `Class ${code}: looking for it …`;
  if (isOwnFile(room.query) && looks)
    return `Class ${code}: your teacher looks at a file that you do not have.`;
  if (room.eyes) return `Class ${code}: all eyes on the class.`;
  if (isCompeting()) return `Class ${code}: you are in the contest.`;
  if (!follows) return `You are exploring. The class is ${placeOf(room)}.`;
  const asks = room.question && isOpen() && room.round === 2 && saidHere() === null;
  return asks
    ? `Class ${code}: second round. Talk about it, then answer once more.`
    : `Class ${code}: you follow.`;
}

// In a contest all explore, and nobody is called away from a run.
const isCompeting = () =>
  classroom.room.contest?.phase === "open" && pageHere() === classroom.room.page;

function sayOver() {
  classroom.isOver = false;
  bar ??= element("div", { className: "lab-class-bar", role: "status" });
  putInCorner(bar, true);
  bar.text = "The class is over.";
  bar.replaceChildren(bar.text);
  setTimeout(() => classroom.code || bar.remove(), OVER_MS);
}

function draw() {
  const { code, room, leads, follows } = classroom;
  const looks = code && room?.eyes && !leads && !answersBySetting();
  document.body.classList.toggle("lab-eyes", Boolean(looks));
  if (!code && classroom.isOver) return sayOver();
  if (!code || leads) return bar?.remove();
  bar ??= element("div", { className: "lab-class-bar", role: "status" });
  putInCorner(bar, true);
  const text = sentence(classroom);
  const waits = room?.question && isOpen() && saidHere() === null;
  const mark = waits ? (isUnclearHere() ? "marked" : "open") : "";
  if (bar.text === text + mark) return undefined;
  bar.text = text + mark;
  const nodes = [element("span", { textContent: text })];
  const button = (textContent, onclick) =>
    element("button", { type: "button", textContent, onclick });
  if (room && !follows && !room.eyes && !isCompeting()) nodes.push(button("Return", comeBack));
  if (mark === "open") nodes.push(button("Question unclear?", () => sayUnclear().catch(() => {})));
  if (mark === "marked")
    nodes.push(
      element("span", { textContent: "Your teacher sees that it is unclear to somebody." }),
    );
  nodes.push(button("Leave", leave));
  bar.replaceChildren(...nodes);
  return undefined;
}

addEventListener("lab-class", draw);
addEventListener("lab-follows", draw);
draw();
