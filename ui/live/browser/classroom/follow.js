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
  noticePage();
  const { room, leads, follows } = classroom;
  if (!room || leads || !(follows || room.eyes) || answersBySetting()) return;
  if (isOwnFile(room.query)) return; // there is nothing to be seen there
  standWhere(room.page, queryFor(room));
}

// Has this window show a place of the class.
export function standWhere(page, parameters) {
  if (page !== pageHere()) {
    parameters.set("class", classroom.code);
    const query = parameters.toString();
    navigate(page + (query && `?${query}`));
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

// 0 where there is no story, and on other pages than the class's.
function stepHere() {
  if (pageHere() !== classroom.room?.page || !document.querySelector(".lab-card")) return 0;
  return Number(new URLSearchParams(location.search).get("step") ?? 1) || 0;
}

// Whoever goes to another page explores, too.
let pageBefore = null;

function noticePage() {
  const { code, leads, follows, room } = classroom;
  const [before, here] = [pageBefore, pageHere()];
  pageBefore = here;
  if (!code || leads || !follows || !room || before === null) return;
  if (here !== before && here !== room.page) explore({ source: "page" });
}

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

const PAGES = ["playground", "sweep", "data", "papers"];

function placeOf({ page, query }) {
  const step = new URLSearchParams(query).get("step");
  if (PAGES.includes(page)) return `on the page “${page[0].toUpperCase()}${page.slice(1)}”`;
  if (page === "") return "on the first page";
  return step && step !== "0" ? `at step ${step}` : "in a lesson";
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
  stand(bar, true);
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

let waiting;
let wasOpen = false; // the contest

addEventListener("lab-class", () => {
  const { room, leads, follows } = classroom;
  const endsNow = wasOpen && room?.contest?.phase === "over";
  wasOpen = room?.contest?.phase === "open";
  if ((room?.eyes || endsNow) && !leads && !follows) comeBack();
  draw();
  watch();
  clearTimeout(waiting);
  waiting = setTimeout(go, Math.random() * SPREAD_MS);
});
addEventListener("lab-reported", ({ detail }) => {
  if (!["class", "study"].includes(detail.source)) explore(detail);
});
setInterval(tellPlace, TELL_MS);
setInterval(noticePage, LOOK_MS);
// A step that was under way when all were called back comes to its end here.
setInterval(() => classroom.room?.eyes && go(), EYES_MS);
draw();
