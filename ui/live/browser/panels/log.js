// The log: what the hand did in this window, in order, until the server is known to have heard it.
//
// An entry is { n, source, values, live, action?, value? }; n counts on over all panels and handles.
// Of messages that wait for it, Streamlit hears the last one only. So each message is the whole log;
// the server follows what it has not heard yet, in order and once, and says with every payload up to
// which n it has.
//
// A message can be lost altogether: one that Back overtakes is dropped before the server has looked
// at it. So the log is sent again from time to time until it is known to be heard.

import { lineTo, say } from "./line.js";
import { pacer } from "./pacer.js";

const AGAIN_MS = 3000;
const SHOWN_MS = 2000; // from the first part of a page until its panels are there, at most

let n = 0;
let entries = [];
let messages = 0;
let panels = null; // those shown last: { root, setStateValue }
let stage = null; // where there is one that leads, the same of it
let again;
let anew = false; // the server is another one, and has heard nothing

// Takes an entry down and sends the log as soon as the pacer lets it. An entry of a hand that is
// still at it (`live`) gives way to the next of its source, which says all that it said.
export function report(entry, setStateValue) {
  entries = entries.filter(({ source, live }) => !live || source !== entry.source);
  n += 1;
  entries.push({ n, ...entry });
  send(() => way(entry.live, setStateValue));
}

function send(by, times = 0) {
  pacer.offer(() => {
    // Streamlit passes on only what differs from the last message, so each has its number.
    messages += 1;
    by()(
      "moved",
      entries.map((entry) => ({ ...entry, message: messages })),
    );
    remind(times);
    return n;
  });
}

// What leaves by the stage is followed by the stage alone, until the hand rests; what leaves by an
// element beside it, by all of the page at once.
const way = (live, own) => (live && stage?.root.isConnected ? stage.send : own);

// By the line, where there is one and the hand is still at all of it.
const byLine = (setStateValue) => (name, log) => {
  const otherwise = () => setStateValue(name, log);
  if (!(log.every(({ live }) => live) && say(log, otherwise))) otherwise();
};

// What is not heard goes again, whichever element it came from; and once more by the panels on the
// page, which all of it follows: the server may have no part of it that is of the stage's name.
function remind(times = 0, ms = AGAIN_MS) {
  clearTimeout(again);
  again = setTimeout(() => {
    if (!entries.length || !panels?.root.isConnected) return;
    const { setStateValue } = panels;
    send(() => (times ? setStateValue : way(true, setStateValue)), times + 1);
  }, ms);
}

// Panels are shown: from now on they are the way to the server.
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
  pacer.forget();
  remind(1, SHOWN_MS);
}

// All of the page is there, and what the server before may have missed can go.
export function sendNow() {
  if (anew) remind(1, 0);
}

// The stage is shown that leads: movements leave by it, of a hand that is still at it by the line to
// this `session`, if it is named, which brings pictures for `show`.
export function leadBy(root, setStateValue, session, show) {
  stage = { root, send: session ? byLine(setStateValue) : setStateValue };
  if (session) lineTo(session, show);
}

// Where the hand has left a knob, if the server may not have heard of it; else undefined.
export const unheard = (source, name) =>
  entries.findLast((entry) => entry.source === source && name in entry.values)?.values[name];

// The server has heard all up to `heard`. A window that is loaded anew counts on from there.
export function acknowledge(heard) {
  n = Math.max(n, heard);
  entries = entries.filter((entry) => entry.n > heard);
  anew &&= entries.length > 0;
}

// The pictures that answer all up to `heard` are here; the server had them after `took` ms.
export function answer({ heard, took }) {
  acknowledge(heard);
  pacer.answered(heard, took);
}
