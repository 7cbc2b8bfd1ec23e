// The leader's window: where it goes the class goes.

import { viewOf } from "../lib/address.js";
import { showPlace } from "./follow.js";
import { arrive, hear, START, speak, wasKept } from "./leader_place.js";
import { lead, leave } from "./room.js";
import { classroom, isOwnFile, ownQuestion, pageHere } from "./state.js";

const LOOK_MS = 200;
const AGAIN_MS = 1000;
const HELD_MS = 600; // after its last movement a hand holds nothing

let state = START;
let isSending = false;
let pausedUntil = 0;

const asks = (asked) =>
  asked?.waits ? { key: asked.key, kind: asked.kind, choices: asked.choices } : null;

// What the leader points at, and the knobs in the leader's hand: both are seen by all.
let look = [];
let hand = null;

addEventListener("lab-look", ({ detail }) => {
  look = detail ?? [];
});
addEventListener("lab-moved", ({ detail }) => {
  hand = { source: detail.source, values: numbersIn(detail.values), at: performance.now() };
});

const numbersIn = (values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => Number.isFinite(value)));

function heldNow() {
  if (hand && performance.now() - hand.at > HELD_MS) hand = null;
  return hand && { source: hand.source, values: hand.values };
}

// A film that stands still is where the leader has put it.
function frameHere() {
  const { frame, playing } = document.querySelector(".lab-player")?.dataset ?? {};
  return frame === undefined || playing === "true" ? -1 : Number(frame);
}

function place() {
  const query = viewOf(location.search);
  const asked = ownQuestion() ?? asks(classroom.asked);
  // The answer that is shown belongs to the question that was asked.
  const before = !asked && new URLSearchParams(query).has("bet") && classroom.room?.question;
  return {
    page: pageHere(),
    query,
    frame: frameHere(),
    look,
    hand: heldNow(),
    question: asked ?? (before || null),
    ...(before ? { phase: "answer" } : {}),
  };
}

// Where another leader takes the class, this window goes, too.
function hearOfOthers() {
  const { room, leads, takesOver } = classroom;
  if (!room || !leads || isSending || isOwnFile(room.query)) return;
  const before = state.way;
  state = hear(state, room, place(), performance.now(), takesOver);
  classroom.takesOver = false;
  if (state.way !== before) showPlace(room.page, new URLSearchParams(room.query));
}

// The address is the state: where it changes, the class is to hear of it.
async function tell() {
  if (!classroom.code || !classroom.leads || classroom.takesOver) return;
  if (performance.now() < pausedUntil || isSending) return;
  const here = place();
  const said = speak(state, here, performance.now());
  state = said.state;
  if (!said.changes) return;
  isSending = true;
  try {
    const { revision } = await lead(said.changes);
    state = wasKept(state, here, revision);
  } catch (error) {
    pausedUntil = performance.now() + AGAIN_MS;
    if ([403, 410].includes(error.status)) leave();
  }
  isSending = false;
  hearOfOthers(); // who may have gone on meanwhile
}

export const showSplit = () => lead({ phase: "split" });
export const askAgain = () => lead({ round: 2, phase: "open" });

addEventListener("lab-class", () => {
  if (!classroom.code) state = START;
  hearOfOthers();
});
setInterval(tell, LOOK_MS);
// A look now and then may miss where a window stood for a moment; older browsers have no more.
window.navigation?.addEventListener("currententrychange", () => {
  state = arrive(state, place());
});
