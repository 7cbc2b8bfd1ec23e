// The log: what the hand did in this window, in order, until the address says it or a run of the page
// has followed it.
//
// An entry is { n, source, values, live, action?, value? }; n counts on over all panels and handles.
// Each message is the whole log. It goes as an event, with the address since which all of it was done,
// where the server answers events and nothing else on the page changes with it; else to a run of the
// page, which follows what it has not heard yet, in order and once, and says up to which n it has.
//
// A message to a run can be lost altogether: one that Back overtakes is dropped before the server has
// looked at it. So it is sent again from time to time until it is known to be heard.
//
// What is known of an entry, from the hand to the address:
//
//   entries    the hand did it; the address does not say it yet
//   asked      it is under way as an event, from this address; an answer, `lose` or `sendAnew` takes it out
//   followed   the n up to which an answer has moved what is shown; while a knob is held no address is
//              written, and the entry stays in `entries`
//   answered   the address says it, but for RACE_MS a run of the page that began before may write over
//              that: `repeat` does it again then
//   last       the answer that wrote the address last: a rest may follow it, and `heal` looks at it
//   anew       the server is another one and knows nothing: all goes to a run, and only there

import { viewOf } from "../lib/address.js";
import { has, update } from "./elements.js";
import { catchUp, notePage, tellSession, write } from "./session.js";
import { ask, connect, isOpen, pacer } from "./socket.js";

const AGAIN_MS = 3000;
const SHOWN_MS = 2000; // from the first part of a page until its panels are there, at most
const RACE_MS = 3000; // a run of the page that began before an answer is here by then
const ANSWER_MS = 10_000; // so long an answer may take
const LOST_MS = 1000; // so long a lost connection may take to be there again
const HEAL_MS = 400; // from a run of the page until its address stands in the bar

let n = 0;
let followed = 0; // the last movement that an answer has followed; the address may not say it yet
let entries = [];
let messages = 0;
let panels = null; // those shown last: { root, setStateValue }
let channel = null; // the channel of this page: { root, setStateValue, run, ...data }
let asked = []; // events that are under way: { n, view }
let answered = []; // answers of late: { view, entries, at }, the view being that from before
let last = null; // the answer to the end of a movement: { n, view }, which a rest may follow
let again;
let healing;
let anew = false; // the server is another one, and has heard nothing

// Takes an entry down and sends the log as soon as the pacer lets it. An entry of a hand that is
// still at it (`live`) gives way to the next of its source, which says all that it said.
export function report(entry, setStateValue) {
  note(entry, () => way(entry.live, setStateValue));
  dispatchEvent(new CustomEvent("lab-reported", { detail: entry }));
}

// The same, of no element: the class has moved.
export function reportFromAfar(entry) {
  if (panels || channel) note(entry, toPage);
}

function note(entry, by) {
  entries = entries.filter(({ source, live }) => !live || source !== entry.source);
  n += 1;
  entries.push({ n, ...entry });
  send(by);
}

function send(by, times = 0) {
  pacer.offer(() => {
    if (goesAsEvent()) sendEvent();
    else sendToRun(by(), times);
    return n;
  });
}

// What is open below the pictures and changes with each movement: see ui/session/page_run.py.
const followsRuns = () => document.querySelector(".st-key-follows_runs") !== null;

// What changes other things on the page at its end needs a run then.
function goesAsEvent() {
  if (!channel?.page || !channel.root.isConnected || anew || !entries.length) return false;
  if (!entries.at(-1).live && (!channel.rests || followsRuns())) return false;
  connect(channel.visit, HANDLERS);
  return isOpen();
}

// Whether an answer may still come.
const isAsking = () => asked.some(({ at }) => performance.now() - at < ANSWER_MS);

function sendEvent() {
  const { page, visit } = channel;
  asked.push({ n, view: viewOf(location.search), at: performance.now() });
  ask({ page, visit, query: location.search.slice(1), log: entries });
}

function sendToRun(setStateValue, times) {
  catchUp();
  // Streamlit passes on only what differs from the last message, so each has its number.
  messages += 1;
  setStateValue(
    "moved",
    entries.map((entry) => ({ ...entry, message: messages })),
  );
  remind(times);
}

// What leaves by the channel is followed by the pictures alone, until the hand rests; what leaves by
// an element beside it, by all of the page at once.
const way = (live, own) => (live && channel?.root.isConnected ? channel.setStateValue : own);

const toPage = () => (panels?.root.isConnected ? panels : channel).setStateValue;

// Nothing is to be done again that Back has just undone.
addEventListener(
  "popstate",
  () => {
    answered = [];
  },
  { capture: true },
);

// An answer: see ui/events/live_socket.py.
function hear(reply) {
  if (reply.rest) {
    const newest = last?.n === reply.n && !entries.length && viewOf(location.search) === last.view;
    if (newest && has(reply.elements)) update(reply.elements);
    return;
  }
  const question = asked.findLast((each) => each.n <= reply.n);
  asked = asked.filter((each) => each.n > reply.n);
  if (reply.run) runPage();
  else if (!question) return;
  // Something else has changed the address meanwhile: the same is asked from there.
  else if (question.view !== viewOf(location.search)) askAgain(reply);
  else if (!has(reply.elements)) runPage();
  else {
    // What was heard is no longer ahead of what the elements show.
    settle(reply, question);
    update(reply.elements);
  }
}

function askAgain(reply) {
  pacer.answered(reply.n);
  if (entries.length) send(toPage);
}

function settle({ n: upTo, address, turned, took }, { view }) {
  followed = Math.max(followed, upTo);
  if (address) {
    const done = entries.filter((entry) => entry.n <= upTo);
    entries = entries.filter((entry) => entry.n > upTo);
    write(channel.page, address, turned);
    last = { n: upTo, view: viewOf(location.search), shown: location.search };
    answered = answered.filter(({ at }) => performance.now() - at < RACE_MS);
    answered.push({ view, entries: done, at: performance.now() });
  }
  pacer.answered(upTo, took);
}

// A run of the page follows the log.
function runPage() {
  if (!entries.length) return;
  sendToRun(entries.at(-1).live ? channel.setStateValue : toPage(), 0);
}

// The connection is gone with what was asked by it: that goes by the next, or to a run if there is
// none in time.
function lose() {
  if (!asked.length) return;
  asked = [];
  pacer.forget();
  remind(0, LOST_MS);
}

const HANDLERS = {
  opened: () => entries.length && !asked.length && send(toPage),
  answered: hear,
  closed: lose,
};

// What is not heard goes again, whichever element it came from; and once more by the panels on the
// page, which all of it follows: the server may have no part of it that is of the channel's name.
function remind(times = 0, ms = AGAIN_MS) {
  clearTimeout(again);
  again = setTimeout(() => {
    if (!entries.length || !panels?.root.isConnected) return;
    if (isAsking()) {
      remind(times);
      return;
    }
    const { setStateValue } = panels;
    send(() => (times ? setStateValue : way(true, setStateValue)), times + 1);
  }, ms);
}

// Panels are shown: from now on they are the way to a run of the page.
export function deliverBy(root, setStateValue) {
  panels = { root, setStateValue };
  if (anew && entries.length) send(() => panels.setStateValue);
  else remind();
}

// The server knows nothing of this window: what the one before may have missed goes to it as soon as
// there are panels of its own, whose names it knows. Those of the one before may be shown once more
// until then; and the new ones are not, where they say the same: see `sendNow`.
export function sendAnew() {
  anew = true;
  followed = 0;
  [asked, answered] = [[], []];
  pacer.forget();
  remind(1, SHOWN_MS);
}

// The token of this window's visitor; "" on a page without one.
export const visitHere = () => channel?.visit ?? "";

// All of the page is there, and what the server before may have missed can go.
export function sendNow() {
  if (anew) remind(1, 0);
}

// A run of the page has made its channel: `data` says what it has read and heard, and whether events
// are answered.
export function leadBy(root, setStateValue, run, data) {
  const isNew = channel?.run !== run;
  channel = { root, setStateValue, run, ...data };
  if (!isNew) return;
  if (last) last.shown = undefined; // a run has shown another view since
  notePage();
  acknowledge(data.heard);
  pacer.answered(data.heard, data.took);
  catchUp();
  clearTimeout(healing);
  if (!data.page) return;
  setTimeout(() => connect(channel.visit, HANDLERS));
  repeat(data.read);
  healing = setTimeout(heal, HEAL_MS);
}

// A run that began before an answer knows nothing of it. Where it has written another address, what it
// has overwritten is done again: to do a value or a step again changes nothing; to remove a run twice
// would. Else the elements are shown as the address has them.
function repeat(read) {
  const first = answered.findIndex(({ view }) => view === viewOf(read));
  const lost = first < 0 ? [] : answered.slice(first).flatMap((each) => each.entries);
  answered = [];
  if (!lost.length) return;
  if (viewOf(location.search) !== viewOf(channel.shown)) {
    refresh();
    return;
  }
  for (const { n: _done, ...entry } of lost.filter(({ action }) => action !== "remove")) {
    n += 1;
    entries.push({ n, ...entry });
  }
  send(toPage);
}

function refresh() {
  if (!isOpen()) return;
  const { page, visit } = channel;
  asked.push({ n: 0, view: viewOf(location.search), at: performance.now() });
  ask({ page, visit, query: location.search.slice(1), log: [] });
}

// The page shows another view than its address says: looked for once nothing is under way.
function heal() {
  if (!channel.root.isConnected) return;
  if (entries.length || isAsking()) healing = setTimeout(heal, HEAL_MS);
  else if (viewOf(location.search) !== viewOf(last?.shown ?? channel.shown))
    tellSession(channel.page);
}

// Where the hand has left a knob, if the server may not have heard of it; else undefined.
export const pendingValue = (source, name) =>
  entries.findLast((entry) => entry.n > followed && entry.source === source && name in entry.values)
    ?.values[name];

// Whether the hand has done something that the address does not say yet.
export const isBehind = () => entries.length > 0;

// A run has heard all up to `heard`. A window that is loaded anew counts on from there.
export function acknowledge(heard) {
  n = Math.max(n, heard);
  entries = entries.filter((entry) => entry.n > heard);
  anew &&= entries.length > 0;
}
