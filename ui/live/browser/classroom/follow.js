// A student's window: it goes where the class goes, unless its student explores.

import { reportFromAfar } from "../events/log.js";
import { carriedOn, viewOf } from "../lib/address.js";
import { navigate } from "../lib/navigate.js";
import { takeSeat } from "./room.js";
import { answersBySetting, classroom, isBeside, isOwnFile, pageHere, saidHere } from "./state.js";

const LOOK_MS = 400;
const SPREAD_MS = 300; // a class asks the server one after the other
const TELL_MS = 3000; // between two looks at where an explorer stands
const EYES_MS = 800; // between two looks at whether all eyes are on the class

// The class shows the answer: a student sees what their own answer meant.
function queryFor(room) {
  const parameters = new URLSearchParams(room.query);
  const ownAnswer = () => saidHere() ?? saidHere(room.question.key, 1);
  const own = room.question && room.phase === "answer" ? ownAnswer() : null;
  if (parameters.get("bet") === "0" && own) parameters.set("bet", own);
  return parameters;
}

function go() {
  noticePage();
  const { room, leads, follows } = classroom;
  if (!room || leads || !(follows || room.eyes) || answersBySetting()) return;
  if (isOwnFile(room.query)) return; // there is nothing to be seen there
  showPlace(room.page, queryFor(room));
}

// Has this window show a place of the class.
export function showPlace(page, parameters) {
  if (page !== pageHere()) {
    for (const [name, value] of carriedOn(page).searchParams) parameters.set(name, value);
    parameters.set("class", classroom.code);
    const query = parameters.toString();
    navigate(page + (query && `?${query}`));
  } else if (viewOf(parameters.toString()) !== viewOf(location.search)) {
    for (const name of ["present", "show", "picture", "class"]) parameters.delete(name);
    showView(viewOf(parameters.toString()));
  }
}

// Has this page show another view of it.
const showView = (value) =>
  reportFromAfar({ source: "class", values: {}, live: false, action: "go", value });

// A setting that somebody in the class gave: the leader takes the class there, a student explores.
export function openSetting(query) {
  explore({ source: "class" });
  showView(viewOf(query));
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
  setFollows(false);
  tellPlace();
}

// The leader sees how many are at which step.
let placed = null;

function tellPlace() {
  const { code, leads, follows } = classroom;
  const step = code && !leads && !follows ? stepHere() : null;
  if (step !== null && step !== placed) takeSeat(step, false).catch(() => {});
  placed = step;
}

export function comeBack() {
  setFollows(true);
  takeSeat(0, true).catch(() => {});
  go();
}

// Whoever draws that hears "lab-follows".
function setFollows(follows) {
  classroom.follows = follows;
  dispatchEvent(new CustomEvent("lab-follows"));
}

let waiting;
let wasOpen = false; // the contest

addEventListener("lab-class", () => {
  const { room, leads, follows } = classroom;
  const endsNow = wasOpen && room?.contest?.phase === "over";
  wasOpen = room?.contest?.phase === "open";
  if ((room?.eyes || endsNow) && !leads && !follows) comeBack();
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
