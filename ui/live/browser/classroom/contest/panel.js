// The contest of a class: a panel above its bar. Its dots come with the room; see ui/classroom/contest.py.

import { element, setText } from "../../lib/dom.js";
import { putInCorner } from "../corner.js";
import { endContest, entriesAddress, lead } from "../room.js";
import { classroom } from "../state.js";
import {
  attend,
  cannotCount,
  cannotEnter,
  countAll,
  desk,
  enter,
  forgetOldCount,
  isOwn,
  leftLine,
  say,
} from "./enter.js";
import { amount, bestInShort, bestLine, entryLists, inWords, measureOf, rule } from "./entries.js";
import { frontierPicture } from "./frontier.js";
import { hasOtherData, openEntry, toData } from "./go.js";
import { lettersHere } from "./playground.js";

const LOOK_MS = 500;
const NARROW = "(max-width: 640px)";
const LOW = "(max-width: 640px), (max-height: 800px)"; // the picture would hide the knobs
const REASON = "lab-contest-left lab-contest-said"; // the texts that say why a button rests

let parts = null; // the nodes of the panel

const isPresented = () => new URLSearchParams(location.search).get("present") === "1";

const button = (textContent, onclick, properties = {}) =>
  element("button", { type: "button", textContent, onclick, ...properties });

// An opened entry would be hidden by the others.
function open(place) {
  const covers = matchMedia(NARROW).matches || isPresented();
  return openEntry(place, () => {
    if (covers) parts.entries.open = false;
  });
}

function body(room) {
  const { contest, dots } = room;
  const isOver = contest.phase === "over";
  const picture = frontierPicture({
    dots,
    k: contest.k,
    rises: contest.rises,
    isOwn,
    words: amount(contest.measure),
    label: `${dots.length} dots: features across, ${measureOf(contest)} upward, better above. ${bestLine(room, isOwn)}`,
    open: isOver && open,
  });
  const about = `The higher a dot, the better its ${measureOf(contest)}. Hollow dots are beyond the limit, diamonds are yours.`;
  const note = element("p", { className: "lab-note", textContent: about });
  return isOver ? [picture, note, ...entryLists(room, isOwn, open)] : [picture, note];
}

function tools({ contest }) {
  const nodes = [];
  const tool = (words, act, rests) =>
    button(words, act, { ariaDisabled: rests, aria: rests ? { describedby: REASON } : {} });
  if (contest.phase === "open") {
    if (hasOtherData(contest)) nodes.push(button("Go to the data of the contest", toData));
    const letters = lettersHere();
    for (const letter of letters)
      nodes.push(tool(`Enter run ${letter}`, () => enter(letter), cannotEnter()));
    if (letters.length) nodes.push(tool("Count features", countAll, cannotCount()));
  }
  if (!classroom.leads) return nodes;
  if (contest.phase === "open") nodes.push(button("End the contest", () => say("", endContest)));
  else nodes.push(button("Close", () => say("", () => lead({ contest: null }).then(() => ""))));
  nodes.push(element("a", { href: entriesAddress(), download: "", textContent: "Entries (CSV)" }));
  return nodes;
}

// One line when it is folded. Open, what can be done stays in sight, with the answer to it.
function make() {
  const node = (tag, properties = {}, ...children) => element(tag, properties, ...children);
  const [name, short] = [node("span"), node("span", { className: "lab-short" })];
  const title = classroom.leads ? "" : "The key c leads here";
  const summary = node("summary", { title }, name, short);
  const [words, tools, filled] = [node("p"), node("div", { className: "lab-tools" }), node("div")];
  const left = node("p", { id: "lab-contest-left" });
  const said = node("p", { id: "lab-contest-said", role: "status" });
  const desk = node("div", { className: "lab-desk" }, tools, left, said);
  const best = node("span", { role: "status" });
  const entries = node(
    "details",
    { open: !matchMedia(LOW).matches },
    node("summary", {}, best),
    filled,
  );
  const details = node("details", {}, summary, node("div", {}, words, desk, entries));
  const label = "the contest";
  const section = node("section", { className: "lab-contest", aria: { label } }, details);
  const known = {};
  return {
    section,
    details,
    summary,
    name,
    short,
    words,
    tools,
    left,
    said,
    best,
    entries,
    filled,
    known,
  };
}

// Draws one part anew where it says something else than before; a focus on it stays.
function renew(node, known, nodes) {
  const text = JSON.stringify(known);
  if (parts.known[node.className + node.tagName] === text) return;
  parts.known[node.className + node.tagName] = text;
  const held = node.contains(document.activeElement) ? document.activeElement.textContent : null;
  node.replaceChildren(...nodes());
  if (held === null) return;
  const all = [...node.querySelectorAll("button, a")];
  (all.find(({ textContent }) => textContent === held) ?? all[0])?.focus();
}

function draw() {
  const { code, room } = classroom;
  const contest = code ? room?.contest : null;
  attend(contest);
  if (!contest) {
    parts?.section.remove();
    parts = null;
    return;
  }
  parts ??= make();
  if (!parts.section.isConnected) putInCorner(parts.section);
  fold(contest);
  fill(room);
}

// Presented, the panel is folded until somebody opens it. At the end of a contest its entries are shown.
function fold({ phase }) {
  if (parts.isPresented !== isPresented()) parts.details.open = !isPresented();
  parts.isPresented = isPresented();
  if (parts.phase !== phase && phase === "over" && !matchMedia(NARROW).matches)
    parts.entries.open = true;
  parts.phase = phase;
}

function fill(room) {
  const { contest, dots } = room;
  const when = contest.phase === "over" ? "Contest over" : "Contest";
  setText(parts.name, `${when}: at most ${inWords(contest.k)}`);
  setText(parts.short, bestInShort(room));
  setText(parts.words, rule(contest));
  setText(parts.left, leftLine());
  setText(parts.best, bestLine(room, isOwn));
  forgetOldCount();
  setText(parts.said, desk.said);
  renew(parts.filled, [contest, dots, [...desk.own]], () => body(room));
  const rests = [cannotEnter(), cannotCount()];
  const known = [contest, classroom.leads, lettersHere(), hasOtherData(contest), rests];
  renew(parts.tools, known, () => tools(room));
}

export function focusPanel() {
  parts.details.open = true;
  parts.summary.focus();
}

// The panel is far from all else: the key c leads to it. A leader's leads to the bar before it.
function hear({ key, target, ctrlKey, metaKey, altKey }) {
  if (key !== "c" || ctrlKey || metaKey || altKey || !parts || classroom.leads) return;
  if (!target.matches?.("input:not([type=range]), textarea, select")) parts.summary.focus();
}

addEventListener("keydown", hear);
addEventListener("lab-class", draw);
addEventListener("lab-desk", draw);
setInterval(draw, LOOK_MS);
draw();
