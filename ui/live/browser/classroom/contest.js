// The contest of a class: a panel above its bar. Its dots come with the room; see ui/classroom/contest.py.

import { viewOf } from "../lib/address.js";
import { element } from "../lib/dom.js";
import { navigate } from "../lib/navigate.js";
import { stand } from "./corner.js";
import { goTo, rest, shareFile, WARNING } from "./file.js";
import { explore } from "./follow.js";
import { bestDot, frontierPicture } from "./frontier.js";
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
const USUAL = 10; // features, where the page names no other number
const MOST_LISTED = 200;
const NARROW = "(max-width: 640px)";
const PAGE = "playground";
const MEASURES = {
  "test AUC": "AUC",
  "test error": "share of errors",
  "test mean squared error": "mean squared error",
};
const OWN_SPLIT = ["data.test_fraction", "data.seed"];
const OPENING = ["a", "b"]; // the runs of an address that names none

let own = new Set();
let ownOf = 0; // the contest of which these are
let wasRefused = false;
let isBusy = false;
let restsUntil = 0; // no entry is taken before
let parts = null; // the nodes of the panel
let form = null;

const pageHere = () => location.pathname.split("/").at(-1);
const query = () => new URLSearchParams(viewOf(location.search));
const nameOf = ([features, score]) => `${features} ${score}`;
const inWords = (n) => `${n.toLocaleString("en")} ${n === 1 ? "feature" : "features"}`;
const amount = (measure) => (score) =>
  measure === "test mean squared error"
    ? Number(score.toPrecision(3)).toLocaleString("en")
    : score.toFixed(3);
const phrase = ({ measure }, [features, score]) =>
  `${MEASURES[measure] ?? measure} ${amount(measure)(score)} with ${inWords(features)}`;

const button = (textContent, onclick, properties = {}) =>
  element("button", { type: "button", textContent, onclick, ...properties });

// The letters of the runs on this page; none elsewhere.
function lettersHere() {
  if (pageHere() !== PAGE) return [];
  const parameters = query();
  const named = ["a", "b", "c", "d"].filter((letter) => parameters.has(letter));
  return (named.length ? named : OPENING).map((letter) => letter.toUpperCase());
}

// What a query says of its data, but for the split, which is each window's own.
function dataOf(parameters) {
  const named = [...parameters].filter(([name]) => name === "data" || name.startsWith("data."));
  return JSON.stringify(named.filter(([name]) => !OWN_SPLIT.includes(name)).sort());
}

// An empty address shows the opening data: the server knows whether they are those of the contest.
function hasOtherData({ data }) {
  const here = query();
  if (pageHere() !== PAGE) return true;
  return here.size ? dataOf(here) !== dataOf(new URLSearchParams(data)) : wasRefused;
}

async function loadOwn({ number }) {
  ownOf = number;
  try {
    own = new Set((await ownDots()).map(nameOf));
    draw();
  } catch {
    ownOf = 0; // the next look asks again
  }
}

// What an answer says stands in the panel; `doing` is said meanwhile.
async function say(doing, act) {
  const { said } = parts;
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

const cannotEnter = () => isBusy || performance.now() < restsUntil;

function enter(letter) {
  if (cannotEnter()) return undefined;
  const { contest } = classroom.room;
  const begun = viewOf(location.search);
  return say(`Run ${letter} is being judged …`, async () => {
    await rest();
    const here = pageHere() === PAGE ? viewOf(location.search) : begun;
    restsUntil = performance.now() + BETWEEN_MS;
    const { features, score } = await enterRun(here, letter);
    wasRefused = false;
    await loadOwn(contest);
    const lost = features > contest.k ? ` More than ${contest.k}: a dot that cannot lead.` : "";
    return `Run ${letter}: ${phrase(contest, [features, score])}.${lost}`;
  });
}

function toData() {
  wasRefused = false;
  if (!classroom.leads) explore({ source: "class" });
  navigate(`${PAGE}?${classroom.room.contest.data}`);
}

const open = (place) =>
  say("", async () => {
    const { eyes } = classroom.room;
    if (eyes && !classroom.leads) return "All eyes are on the class now.";
    const settings = await settingsOf(place);
    if (matchMedia(NARROW).matches) parts.details.open = false; // it would hide the run
    if (!classroom.leads) explore({ source: "class" });
    navigate(`${PAGE}?${settings}`);
    return "";
  });

function bestLine({ contest, dots }) {
  if (!dots.length) return "No entry yet.";
  const best = bestDot(dots, contest.k, contest.rises);
  if (!best) return `No entry with at most ${inWords(contest.k)}.`;
  const yours = own.has(nameOf(best)) ? " (yours)" : "";
  return `Best${contest.phase === "over" ? "" : " so far"}: ${phrase(contest, best)}${yours}.`;
}

// All that can be opened, the best first: what a dot is for a pointer, a line is for the keyboard.
function list({ contest, dots }) {
  const order = dots.map((dot, place) => [dot, place]);
  const rising = contest.rises ? -1 : 1;
  const beyond = ([features]) => Number(features > contest.k);
  order.sort(([a], [b]) => beyond(a) - beyond(b) || rising * (a[1] - b[1]) || a[0] - b[0]);
  const lines = order.slice(0, MOST_LISTED).map(([dot, place]) => {
    const yours = own.has(nameOf(dot)) ? " (yours)" : "";
    return element(
      "li",
      {},
      button(`${phrase(contest, dot)}${yours}`, () => open(place)),
    );
  });
  return element("ol", { tabIndex: 0, aria: { label: "the entries, the best first" } }, ...lines);
}

function body(room) {
  const { contest, dots } = room;
  const isOver = contest.phase === "over";
  const picture = frontierPicture({
    dots,
    k: contest.k,
    rises: contest.rises,
    isOwn: (dot) => own.has(nameOf(dot)),
    words: amount(contest.measure),
    label: `${dots.length} dots: features across, ${MEASURES[contest.measure]} upward, better above. ${bestLine(room)}`,
    open: isOver && open,
  });
  const about = isOver
    ? "Each dot opens as a run. Diamonds are yours."
    : `The higher a dot, the better its ${MEASURES[contest.measure]}. Diamonds are yours. An entry learns anew, from four fifths of all rows, so its numbers differ from those on your page.`;
  const note = element("p", { className: "lab-note", textContent: about });
  return isOver && dots.length ? [picture, note, list(room)] : [picture, note];
}

function tools({ contest }) {
  const nodes = [];
  if (contest.phase === "open") {
    if (hasOtherData(contest)) nodes.push(button("Go to the data of the contest", toData));
    for (const letter of lettersHere())
      nodes.push(
        button(`Enter run ${letter}`, () => enter(letter), { ariaDisabled: cannotEnter() }),
      );
  }
  if (!classroom.leads) return nodes;
  if (contest.phase === "open") nodes.push(button("End the contest", () => say("", endContest)));
  else nodes.push(button("Close", () => say("", () => lead({ contest: null }).then(() => ""))));
  nodes.push(element("a", { href: entriesAddress(), download: "", textContent: "Entries (CSV)" }));
  return nodes;
}

function make() {
  const section = element("section", { className: "lab-contest", aria: { label: "the contest" } });
  const node = (tag, properties = {}) => element(tag, properties);
  const title = node("summary", { title: classroom.leads ? "" : "The key c leads here" });
  const words = node("p", {
    textContent: "Who predicts best on rows that no run has learned from?",
  });
  const best = node("p", { role: "status" });
  const filled = node("div");
  const details = element("details", { open: !matchMedia(NARROW).matches }, title, words, filled);
  const [line, said] = [node("div", { className: "lab-tools" }), node("p", { role: "status" })];
  section.append(details, best, line, said);
  return { section, details, title, filled, best, tools: line, said, known: {} };
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
  const { code, room, leads } = classroom;
  if (!code || !room?.contest) {
    parts?.section.remove();
    if (!code) form?.remove();
    parts = null;
    ownOf = 0;
    wasRefused = false;
    return;
  }
  const { contest, dots } = room;
  if (ownOf !== contest.number) {
    own = new Set();
    loadOwn(contest);
  }
  parts ??= make();
  if (!parts.section.isConnected) stand(parts.section);
  const isOver = contest.phase === "over";
  const title = `${isOver ? "The contest is over" : "Contest"}: at most ${inWords(contest.k)}`;
  if (parts.title.textContent !== title) parts.title.textContent = title;
  const best = bestLine(room);
  if (parts.best.textContent !== best) parts.best.textContent = best;
  renew(parts.filled, [contest, dots, [...own]], () => body(room));
  renew(parts.tools, [contest, leads, lettersHere(), hasOtherData(contest), cannotEnter()], () =>
    tools(room),
  );
}

// Begins a contest on the data of this window, which are shared where they are the leader's own.
async function begin(mayShare, k) {
  if (pageHere() !== PAGE) throw new Error("A contest begins on the playground: go there first.");
  await rest();
  const shares = isOwnFile(viewOf(location.search));
  if (shares && !mayShare) throw new Error("These are other data now: press Cancel.");
  const here = shares ? await shareFile() : viewOf(location.search);
  await beginContest(here, k);
  if (shares) goTo(here);
}

// The leader's button: a contest on the data of this playground, or the one that is under way.
export function offerContest() {
  if (classroom.room?.contest?.phase === "open") {
    parts.details.open = true;
    parts.title.focus();
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
  if (!target.matches?.("input:not([type=range]), textarea, select")) parts.title.focus();
}

addEventListener("keydown", hear);
addEventListener("lab-class", draw);
setInterval(draw, LOOK_MS);
draw();
