// A student's window: it goes where the class goes, unless its student explores.

import { reportFromAfar } from "../events/log.js";
import { viewOf } from "../lib/address.js";
import { element } from "../lib/dom.js";
import { navigate } from "../lib/navigate.js";
import { stand } from "./corner.js";
import { leave, sayUnclear, standAt } from "./room.js";
import {
  answersBySetting,
  classroom,
  isBeside,
  isOpen,
  isOwnFile,
  isUnclearHere,
  pageHere,
  saidHere,
} from "./state.js";

const LOOK_MS = 400;
const SPREAD_MS = 300; // a class asks the server one after the other
const TELL_MS = 3000; // between two looks at where an explorer stands
const EYES_MS = 800; // between two looks at whether all eyes are on the class
const OVER_MS = 8000; // for which it is said that a class is over

// The class shows the answer: a student sees what their own answer meant.
function queryFor(room) {
  const parameters = new URLSearchParams(room.query);
  const said = () => saidHere() ?? saidHere(room.question.key, 1);
  const own = room.question && room.phase === "answer" ? said() : null;
  if (parameters.get("bet") === "0" && own) parameters.set("bet", own);
  return parameters;
}

function go() {
  const { room, leads, follows } = classroom;
  if (!room || leads || !(follows || room.eyes) || answersBySetting()) return;
  if (isOwnFile(room.query)) return; // there is nothing to be seen there
  const parameters = queryFor(room);
  if (room.page !== pageHere()) {
    parameters.set("class", classroom.code);
    const query = parameters.toString();
    navigate(room.page + (query && `?${query}`));
  } else if (viewOf(parameters.toString()) !== viewOf(location.search)) {
    for (const name of ["present", "show", "picture", "class"]) parameters.delete(name);
    standAtView(viewOf(parameters.toString()));
  }
}

// Has this page show another view of it.
export const standAtView = (value) =>
  reportFromAfar({ source: "class", values: {}, live: false, action: "go", value });

// A setting that somebody in the class gave: the leader takes the class there, a student explores.
export function visit(query) {
  explore({ source: "class" });
  standAtView(viewOf(query));
}

// What the leader points at, holds and shows of a film; pictures follow when the hand rests.
let watched = {};

function watch() {
  const { room, leads, follows } = classroom;
  if (!room || leads || !(follows || room.eyes) || answersBySetting() || !isBeside()) return;
  const { look, hand, frame } = room;
  const before = watched;
  watched = { look: JSON.stringify(look), hand: hand ?? before.hand, frame };
  if (watched.look !== (before.look ?? "[]"))
    dispatchEvent(new CustomEvent("lab-look", { detail: look.length ? look : null }));
  if (hand || before.hand) {
    const detail = { ...(hand ?? before.hand), live: Boolean(hand), handle: true };
    dispatchEvent(new CustomEvent("lab-moved", { detail }));
    if (!hand) watched.hand = null;
  }
  if (frame >= 0 && frame !== before.frame)
    dispatchEvent(new CustomEvent("lab-class-frame", { detail: frame }));
}

const stepHere = () => Number(new URLSearchParams(location.search).get("step") ?? 1) || 0;

// Whoever moves something explores; with all eyes on the class nobody does.
export function explore({ source, action }) {
  const { code, leads, follows, room } = classroom;
  if (!code || leads || !follows || !room) return;
  if (answersBySetting() && !(source === "story" && action === "step")) return;
  if (room.eyes) return void setTimeout(go, LOOK_MS);
  classroom.follows = false;
  draw();
  tellPlace();
}

// The leader sees how many are at which step.
let placed = null;

function tellPlace() {
  const { code, leads, follows } = classroom;
  const step = code && !leads && !follows ? stepHere() : null;
  if (step !== null && step !== placed) standAt(step, false).catch(() => {});
  placed = step;
}

function comeBack() {
  classroom.follows = true;
  standAt(0, true).catch(() => {});
  go();
  draw();
}

let bar = null;

function placeOf({ page, query }) {
  const step = new URLSearchParams(query).get("step");
  return page === "" || !step ? "elsewhere" : `at step ${step}`;
}

function sayOver() {
  classroom.isOver = false;
  if (!bar?.isConnected) return;
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
  stand(bar, true);
  const text = !room
    ? `Class ${code}: looking for it …`
    : isOwnFile(room.query) && (follows || room.eyes)
      ? `Class ${code}: your teacher looks at a file that you do not have.`
      : room.eyes
        ? `Class ${code}: all eyes on the class.`
        : follows
          ? `Class ${code}: you follow.`
          : `You are exploring. The class is ${placeOf(room)}.`;
  const waits = room?.question && isOpen() && saidHere() === null;
  const mark = waits ? (isUnclearHere() ? "marked" : "open") : "";
  if (bar.text === text + mark) return undefined;
  bar.text = text + mark;
  const nodes = [element("span", { textContent: text })];
  const button = (textContent, onclick) =>
    element("button", { type: "button", textContent, onclick });
  if (room && !follows && !room.eyes) nodes.push(button("Return", comeBack));
  if (mark === "open") nodes.push(button("Question unclear?", () => sayUnclear().catch(() => {})));
  if (mark === "marked")
    nodes.push(
      element("span", { textContent: "Your teacher sees that it is unclear to somebody." }),
    );
  nodes.push(button("Leave", leave));
  bar.replaceChildren(...nodes);
  return undefined;
}

let waiting;

addEventListener("lab-class", () => {
  const { room, leads, follows } = classroom;
  if (room?.eyes && !leads && !follows) comeBack();
  draw();
  watch();
  clearTimeout(waiting);
  waiting = setTimeout(go, Math.random() * SPREAD_MS);
});
addEventListener("lab-reported", ({ detail }) => {
  if (!["class", "study"].includes(detail.source)) explore(detail);
});
setInterval(tellPlace, TELL_MS);
// A step that was under way when all were called back comes to its end here.
setInterval(() => classroom.room?.eyes && go(), EYES_MS);
draw();
