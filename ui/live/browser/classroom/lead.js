// The leader's window: where it goes the class goes; a bar tells how many are there and what they say.

import { viewOf } from "../lib/address.js";
import { element } from "../lib/dom.js";
import { takeColours } from "./colours.js";
import { offerContest } from "./contest.js";
import { answersAddress, end, lead, leave } from "./room.js";
import { classroom } from "./state.js";

const LOOK_MS = 200;
const AGAIN_MS = 1000;

let sent = "";
let pausedUntil = 0;
let bar = null;

const asks = (asked) => (asked?.waits ? { key: asked.key, choices: asked.choices } : null);

const place = () => ({
  page: location.pathname.split("/").at(-1),
  query: viewOf(location.search),
  question: asks(classroom.asked),
});

// The address is the state: where it changes, the class is to hear of it.
async function look() {
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
    await lead(shown ? { page: here.page, query: here.query, phase: "answer" } : here);
  } catch (error) {
    sent = before;
    pausedUntil = performance.now() + AGAIN_MS;
    if ([403, 410].includes(error.status)) leave();
  }
}

export const showSplit = () => lead({ phase: "split" });

function askAgain() {
  return lead({ round: 2, phase: "open" });
}

const button = (textContent, onclick, properties = {}) =>
  element("button", { type: "button", textContent, onclick, ...properties });

function counts({ here, following, steps, question, answered, round }) {
  const people = Math.max(here - 1, 0); // the leader has a seat, too
  const parts = [`${people} here`, `${Math.max(following - 1, 0)} follow`];
  const places = Object.entries(steps ?? {}).map(([step, n]) => `${n} at step ${step}`);
  if (places.length) parts.push(places.join(", "));
  if (question) parts.push(`${answered} of ${people} answered${round === 2 ? ", round 2" : ""}`);
  return `Students: ${parts.join(" · ")}`;
}

function tools({ question, phase, round, eyes }) {
  const nodes = [];
  if (question && phase === "open") nodes.push(button("Show the split", showSplit));
  if (question && phase === "split" && round === 1) nodes.push(button("Ask again", askAgain));
  nodes.push(
    button(eyes ? "Let them explore" : "All eyes here", () => lead({ eyes: !eyes }), {
      ariaPressed: String(Boolean(eyes)),
    }),
    button("Contest", offerContest),
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
  if (!bar.isConnected) document.body.append(bar);
  takeColours(bar);
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
setInterval(look, LOOK_MS);
draw();
