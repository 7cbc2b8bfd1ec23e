// The leader's window: where it goes the class goes; a bar tells how many are there and what they say.

import { viewOf } from "../lib/address.js";
import { element } from "../lib/dom.js";
import { openForm } from "./ask.js";
import { offerContest } from "./contest.js";
import { stand } from "./corner.js";
import { answersAddress, end, lead, leave } from "./room.js";
import { classroom, ownQuestion, pageHere } from "./state.js";

const LOOK_MS = 200;
const AGAIN_MS = 1000;
const HELD_MS = 600; // after its last movement a hand holds nothing

let sent = "";
let pausedUntil = 0;
let bar = null;

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

const place = () => ({
  page: pageHere(),
  query: viewOf(location.search),
  frame: frameHere(),
  look,
  hand: heldNow(),
  question: ownQuestion() ?? asks(classroom.asked),
});

// The address is the state: where it changes, the class is to hear of it.
async function tell() {
  if (!classroom.code || !classroom.leads || performance.now() < pausedUntil) return;
  const here = place();
  const text = JSON.stringify(here);
  if (text === sent) return;
  const before = sent;
  sent = text;
  try {
    // The answer that is shown belongs to the question that was asked.
    const { room } = classroom;
    const shown = room?.question && !here.question && new URLSearchParams(here.query).has("bet");
    const { question: _, ...stand } = here;
    await lead(shown ? { ...stand, phase: "answer" } : here);
  } catch (error) {
    sent = before;
    pausedUntil = performance.now() + AGAIN_MS;
    if ([403, 410].includes(error.status)) leave();
  }
}

export const showSplit = () => lead({ phase: "split" });
export const askOwn = (question) => lead({ question });

function askAgain() {
  return lead({ round: 2, phase: "open" });
}

const button = (textContent, onclick, properties = {}) =>
  element("button", { type: "button", textContent, onclick, ...properties });

function counts({ here, following, steps, question, answered, unclear, reached, round }) {
  const people = Math.max(here - 1, 0); // the leader has a seat, too
  const parts = [`${people} here`, `${Math.max(following - 1, 0)} follow`];
  const places = Object.entries(steps ?? {}).map(([step, n]) => `${n} at step ${step}`);
  if (places.length) parts.push(places.join(", "));
  if (question) parts.push(`${answered} of ${people} answered${round === 2 ? ", round 2" : ""}`);
  if (unclear) parts.push(`unclear to ${unclear}`);
  if (question?.kind === "setting" && !question.text) parts.push(`${reached} reach the goal`);
  return `Students: ${parts.join(" · ")}`;
}

function tools({ question, phase, round, eyes }) {
  const nodes = [];
  const what = question?.kind === "choice" ? "Show the split" : "Show the answers";
  if (question && phase === "open") nodes.push(button(what, showSplit));
  if (question && phase === "split" && round === 1) nodes.push(button("Ask again", askAgain));
  nodes.push(
    button(eyes ? "Let them explore" : "All eyes here", () => lead({ eyes: !eyes }), {
      ariaPressed: String(Boolean(eyes)),
    }),
    button("Contest", offerContest),
    question?.text
      ? button("Put the question away", () => lead({ question: null }))
      : button("Ask a question", () => openForm()),
    element("a", { href: answersAddress(), download: "", textContent: "Answers (CSV)" }),
    button("End class", () => confirm("End the class? All its answers are deleted.") && end()),
  );
  return nodes;
}

function draw() {
  const { code, leads, room } = classroom;
  if (!code || !leads || !room) return bar?.remove();
  bar ??= element("div", { className: "lab-class-bar lab-leads", role: "group" });
  bar.setAttribute("aria-label", "the class that you lead");
  stand(bar, true);
  const text = JSON.stringify([
    counts(room),
    room.question?.key,
    room.phase,
    room.round,
    room.eyes,
  ]);
  if (bar.text === text) return undefined;
  bar.text = text;
  const held = bar.contains(document.activeElement) ? document.activeElement.textContent : null;
  bar.replaceChildren(
    element("b", { textContent: `Class ${code}`, title: "The key c leads here" }),
    element("span", { role: "status", textContent: counts(room) }),
    ...tools(room),
  );
  if (held !== null) refocus(held);
  return undefined;
}

// On the same button, or on the first one where it is gone.
function refocus(text) {
  const all = [...bar.querySelectorAll("button, a")];
  (all.find(({ textContent }) => textContent === text) ?? all[0])?.focus();
}

// The bar is far from all else: the key c leads to it.
function hear({ key, target, ctrlKey, metaKey, altKey }) {
  if (key !== "c" || ctrlKey || metaKey || altKey || !bar?.isConnected) return;
  if (target.matches?.("input:not([type=range]), textarea, select")) return;
  bar.querySelector("button, a")?.focus();
}

addEventListener("keydown", hear);
addEventListener("lab-class", draw);
setInterval(tell, LOOK_MS);
draw();
