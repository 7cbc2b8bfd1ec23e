// The contest of a class: a panel above its bar. Its dots come with the room; see ui/classroom/contest.py.

import { viewOf } from "../lib/address.js";
import { element, setText } from "../lib/dom.js";
import { post } from "../lib/post.js";
import { stand } from "./corner.js";
import {
  amount,
  bestInShort,
  bestLine,
  entryLists,
  inWords,
  measureOf,
  missedBy,
  phrase,
  rule,
} from "./entries.js";
import { rest, shareFile, WARNING } from "./file.js";
import { explore } from "./follow.js";
import { frontierPicture } from "./frontier.js";
import { dataOf, goThere, isPlayground, lettersHere, query } from "./playground.js";
import {
  beginContest,
  endContest,
  enterRun,
  entriesAddress,
  lead,
  ownDots,
  settingsOf,
} from "./room.js";
import { classroom, isOwnFile } from "./state.js";

const LOOK_MS = 500;
const BETWEEN_MS = 3000; // the server takes one entry in so long
const MOST = 20; // entries of a seat, as the server takes them
const USUAL = 10; // features, where the page names no other number
const NARROW = "(max-width: 640px)";
const LOW = "(max-width: 640px), (max-height: 800px)"; // the picture would hide the knobs
const REASON = "lab-contest-left lab-contest-said"; // the texts that say why a button rests

let own = new Set();
let entered = null; // how many entries this seat has made, once that is known
let ownOf = 0; // the contest of which these are
let wasRefused = false;
let isBusy = false;
let restsUntil = 0; // no entry is taken before
let counted = null; // the view of which it is said how many features its runs keep
let parts = null; // the nodes of the panel
let form = null;

const isPresented = () => new URLSearchParams(location.search).get("present") === "1";
const nameOf = ([features, score]) => `${features} ${score}`;
const isOwn = (dot) => own.has(nameOf(dot));

const button = (textContent, onclick, properties = {}) =>
  element("button", { type: "button", textContent, onclick, ...properties });

// An empty address shows the opening data: the server knows whether they are those of the contest.
function hasOtherData({ data }) {
  const here = query();
  if (!isPlayground()) return true;
  return here.size ? dataOf(here) !== dataOf(new URLSearchParams(data)) : wasRefused;
}

async function loadOwn({ number }) {
  ownOf = number;
  try {
    const dots = await ownDots();
    own = new Set(dots.map(nameOf));
    entered = dots.length;
    draw();
  } catch {
    ownOf = 0; // the next look asks again
  }
}

// What an answer says stands in the panel; `doing` is said meanwhile.
async function say(doing, act) {
  const { said } = parts;
  counted = null;
  said.textContent = doing;
  isBusy = true;
  draw();
  try {
    said.textContent = (await act()) ?? "";
  } catch (error) {
    wasRefused = error.status === 400;
    said.textContent = error.message;
  }
  isBusy = false;
  draw();
}

const secondsToRest = () => Math.max(0, Math.ceil((restsUntil - performance.now()) / 1000));
const hasNoneLeft = () => entered !== null && entered >= MOST;
const cannotCount = () => isBusy || hasNoneLeft();
const cannotEnter = () => cannotCount() || secondsToRest() > 0;

// The view of the runs that are to be judged, once the hand rests.
async function viewAtRest() {
  const begun = viewOf(location.search);
  await rest();
  return isPlayground() ? viewOf(location.search) : begun;
}

function enter(letter) {
  if (cannotEnter()) return undefined;
  const { contest } = classroom.room;
  return say(`Run ${letter} is being judged …`, async () => {
    const here = await viewAtRest();
    restsUntil = performance.now() + BETWEEN_MS;
    const { features, score } = await enterRun(here, letter);
    wasRefused = false;
    await loadOwn(contest);
    const missed =
      features > contest.k ? `, ${missedBy(contest, features)}: this entry cannot lead` : "";
    return `Run ${letter}: ${phrase(contest, [features, score])}${missed}.`;
  });
}

async function countOf(letter, query, contest) {
  try {
    const path = `class/${classroom.code}/features`;
    const { features } = await post(path, { query, run: letter });
    const missed = features > contest.k ? `, ${missedBy(contest, features)}` : "";
    return `Run ${letter} would keep ${inWords(features)}${missed}.`;
  } catch (error) {
    if (error.status !== 400) throw error;
    wasRefused = true;
    return `Run ${letter}: ${error.message}`;
  }
}

// One run after the other: the server counts one of a seat at a time.
function countAll() {
  if (cannotCount()) return undefined;
  const { contest } = classroom.room;
  return say("The features are being counted …", async () => {
    const here = await viewAtRest();
    const sentences = [];
    for (const letter of lettersHere()) sentences.push(await countOf(letter, here, contest));
    counted = here;
    return `${sentences.join(" ")} No entry was used.`;
  });
}

function toData() {
  wasRefused = false;
  if (!classroom.leads) explore({ source: "class" });
  goThere(classroom.room.contest.data);
}

const open = (place) =>
  say("", async () => {
    const { eyes, contest, dots } = classroom.room;
    if (eyes && !classroom.leads) return "All eyes are on the class now.";
    const settings = await settingsOf(place);
    // They would hide the run.
    if (matchMedia(NARROW).matches || isPresented()) parts.entries.open = false;
    if (!classroom.leads) explore({ source: "class" });
    goThere(settings);
    return `You opened the entry that reached ${phrase(contest, dots[place])}. This page shows other numbers: its run learns from other rows, and other rows judge it.`;
  });

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

// How many entries are left, and why a button rests.
function leftLine({ phase }) {
  if (phase === "over" || entered === null) return "";
  if (hasNoneLeft()) return `You have made your ${MOST} entries: no more are taken from you.`;
  const seconds = secondsToRest();
  const again = seconds && !isBusy ? ` Enter again in ${seconds} s.` : "";
  return `${MOST - entered} of ${MOST} entries left.${again}`;
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
  if (!code || !room?.contest) {
    parts?.section.remove();
    if (!code) form?.remove();
    parts = null;
    ownOf = 0;
    wasRefused = false;
    entered = null;
    return;
  }
  const { contest } = room;
  if (ownOf !== contest.number) {
    own = new Set();
    entered = null;
    loadOwn(contest);
  }
  parts ??= make();
  if (!parts.section.isConnected) stand(parts.section);
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
  setText(parts.left, leftLine(contest));
  setText(parts.best, bestLine(room, isOwn));
  // A count is of the settings that were counted, and of no others.
  if (counted !== null && counted !== viewOf(location.search)) {
    counted = null;
    parts.said.textContent = "";
  }
  renew(parts.filled, [contest, dots, [...own]], () => body(room));
  const rests = [cannotEnter(), cannotCount()];
  const known = [contest, classroom.leads, lettersHere(), hasOtherData(contest), rests];
  renew(parts.tools, known, () => tools(room));
}

// Begins a contest on the data of this window, which are shared where they are the leader's own.
async function begin(mayShare, k) {
  if (!isPlayground()) throw new Error("A contest begins on the playground: go there first.");
  await rest();
  const shares = isOwnFile(viewOf(location.search));
  if (shares && !mayShare) throw new Error("These are other data now: press Cancel.");
  const here = shares ? await shareFile() : viewOf(location.search);
  await beginContest(here, k);
  if (shares) goThere(here);
}

// The leader's button: a contest on the data of this playground, or the one that is under way.
export function offerContest() {
  if (classroom.room?.contest?.phase === "open") {
    parts.details.open = true;
    parts.summary.focus();
    return;
  }
  form?.remove();
  const k = element("input", { type: "number", min: 1, step: 1, required: true });
  k.value = Number(query().get("view.at_most")) || USUAL;
  const isOwn = isOwnFile(viewOf(location.search));
  const said = element("p", { role: "status" });
  const close = () => {
    form.remove();
    form = null;
  };
  form = element(
    "form",
    { className: "lab-contest", aria: { label: "a contest" } },
    element("p", {
      textContent:
        "A contest on the data of this playground: who predicts best with few features, on rows that no run has learned from? A fifth of the rows is hidden from all entries.",
    }),
    element("label", {}, "at most ", k, " features"),
    ...(isOwn ? [element("p", { textContent: WARNING })] : []),
    element(
      "div",
      { className: "lab-tools" },
      button(isOwn ? "Share the file and start" : "Start", null, { type: "submit" }),
      button("Cancel", close),
    ),
    said,
  );
  form.onsubmit = async (event) => {
    event.preventDefault();
    said.textContent = "The data are looked at …";
    try {
      await begin(isOwn, Number(k.value));
      close();
    } catch ({ message }) {
      said.textContent = message;
    }
  };
  stand(form);
  k.focus();
}

// The panel is far from all else: the key c leads to it. A leader's leads to the bar before it.
function hear({ key, target, ctrlKey, metaKey, altKey }) {
  if (key !== "c" || ctrlKey || metaKey || altKey || !parts || classroom.leads) return;
  if (!target.matches?.("input:not([type=range]), textarea, select")) parts.summary.focus();
}

addEventListener("keydown", hear);
addEventListener("lab-class", draw);
setInterval(draw, LOOK_MS);
draw();
