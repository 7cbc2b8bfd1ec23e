// The leader's window: where it goes the class goes; a bar tells how many are there and what they say.

import { viewOf } from "../lib/address.js";
import { element } from "../lib/dom.js";
import { showView } from "../present/way_out.js";
import { openForm } from "./ask.js";
import { offerContest } from "./contest.js";
import { stand } from "./corner.js";
import { offerFile } from "./file.js";
import { standWhere } from "./follow.js";
import { answersAddress, end, lead, leave } from "./room.js";
import { classroom, isOwnFile, ownQuestion, pageHere } from "./state.js";

const LOOK_MS = 200;
const AGAIN_MS = 1000;
const HELD_MS = 600; // after its last movement a hand holds nothing
const WAY_MS = 10_000; // after which a window that was to go where another leader is stays

let sent = {}; // what this window has said of itself
let stood = ""; // the place to which this window has taken the class, or was taken by another leader
let revision = 0; // of the room, after this window's last change
let isSending = false;
let way = null; // from where another leader takes this window just now, and until when: { from, until }
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

const nameOf = ({ page, query }) => `${page}?${viewOf(query)}`;

// Where another leader takes the class, this window goes, too, and says nothing on its way. A window
// that was loaded again leads from where it stands.
function hearOfOthers() {
  const { room, leads, takesOver } = classroom;
  if (!room || !leads || isSending || isOwnFile(room.query)) return;
  const there = nameOf(room);
  const isOther = stood !== "" && room.revision > revision && there !== stood;
  if (!takesOver && !isOther) return;
  classroom.takesOver = false;
  way = { from: nameOf(place()), until: performance.now() + WAY_MS };
  stood = there;
  standWhere(room.page, new URLSearchParams(room.query));
}

// Only what is new is said: the rest may be another leader's by now.
function changesOf(here) {
  const isNew = ([name, value]) => JSON.stringify(value) !== JSON.stringify(sent[name]);
  const changes = Object.fromEntries(Object.entries(here).filter(isNew));
  if (changes.query !== undefined || changes.page !== undefined)
    Object.assign(changes, { page: here.page, query: here.query });
  return changes;
}

// The address is the state: where it changes, the class is to hear of it.
async function tell() {
  if (!classroom.code || !classroom.leads || classroom.takesOver) return;
  if (performance.now() < pausedUntil || isSending) return;
  const here = place();
  if (way && nameOf(here) === way.from && performance.now() < way.until) return;
  if (way) sent = here;
  way = null;
  const changes = changesOf(here);
  if (!Object.keys(changes).length) return;
  const before = sent;
  [sent, stood, isSending] = [here, nameOf(here), true];
  try {
    ({ revision } = await lead(changes));
  } catch (error) {
    [sent, stood] = [before, ""];
    pausedUntil = performance.now() + AGAIN_MS;
    if ([403, 410].includes(error.status)) leave();
  }
  isSending = false;
}

export const showSplit = () => lead({ phase: "split" });
export const askOwn = (question) => lead({ question });

function askAgain() {
  return lead({ round: 2, phase: "open" });
}

const button = (textContent, onclick, properties = {}) =>
  element("button", { type: "button", textContent, onclick, ...properties });

const answers = ({ here, answered, round }) =>
  `${answered} of ${here} answered${round === 2 ? ", round 2" : ""}`;

function counts(room) {
  const { here, following, steps, question, answered, unclear, reached, round, contest } = room;
  const parts = [`${here} here`, `${following} follow`];
  const places = Object.entries(steps ?? {}).map(([step, n]) =>
    step === "0" ? `${n} elsewhere` : `${n} at step ${step}`,
  );
  if (contest?.phase === "open") parts[1] = "a contest";
  else if (places.length) parts.push(places.join(", "));
  if (question) parts.push(answers({ here, answered, round }));
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
    button("QR code", () => showView(bar.parentElement)),
    button("Contest", offerContest),
    ...(isOwnFile(viewOf(location.search)) ? [button("Share this file", offerFile)] : []),
    question?.text
      ? button("Put the question away", () => lead({ question: null }))
      : button("Ask a question", () => openForm()),
    element("a", { href: answersAddress(), download: "", textContent: "Answers (CSV)" }),
    button("End class", () => confirm("End the class? All its answers are deleted.") && end()),
  );
  return nodes;
}

// On the projector the bar is one short line, until its leader wants its tools; used, they go again.
let wantsTools = false;

const presents = () => new URLSearchParams(location.search).get("present") === "1";

function useTools(wants) {
  wantsTools = wants;
  draw();
}

const toggle = (wants) =>
  button(wants ? "Tools" : "Hide", () => useTools(wants), {
    ariaExpanded: String(!wants),
    title: "The tools of the class: c",
  });

function content(room) {
  const isFolded = presents() && !wantsTools;
  const { here, question } = room;
  const short = question ? answers(room) : `${here} here`;
  const nodes = tools(room);
  if (presents()) for (const node of nodes) node.addEventListener("click", () => useTools(false));
  return [
    element("b", { textContent: `Class ${classroom.code}`, title: "The key c leads here" }),
    element("span", { role: "status", textContent: isFolded ? short : counts(room) }),
    ...(isFolded ? [] : nodes),
    ...(presents() ? [toggle(isFolded)] : []),
  ];
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
    isOwnFile(viewOf(location.search)),
    presents() && [wantsTools],
  ]);
  if (bar.text === text) return undefined;
  bar.text = text;
  const held = bar.contains(document.activeElement) ? document.activeElement.textContent : null;
  bar.replaceChildren(...content(room));
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
  if (presents()) useTools(true);
  bar.querySelector("button, a")?.focus();
}

addEventListener("keydown", hear);
addEventListener("lab-class", () => {
  hearOfOthers();
  draw();
});
setInterval(() => {
  draw();
  tell();
}, LOOK_MS);
draw();
