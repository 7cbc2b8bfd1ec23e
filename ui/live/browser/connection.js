// Whether the server is there, said in a line at the foot of the page.
//
// Streamlit finds the way back by itself and asks for the page again. A server that knows this
// window still has all of it; one that does not, has the address alone. But it asks for a server that
// is away less and less often, at last every four seconds, and after six answers that are none it
// shows a window of its own, behind which no knob can be moved. So its question is asked here, again
// and again, until there is an answer: it waits for that, and its other timers are short meanwhile.

import { sendAnew, sendNow } from "./events/log.js";
import { element } from "./lib/dom.js";

const BLINK_MS = 1500; // a shorter silence is not worth a word
const ASK_MS = 250; // from one question whether the server is back to the next
const ANSWER_MS = 5000; // as long is waited for an answer, which may be lost on its way
const QUESTION = /_stcore\/(health|host-config)$/;
const STREAMLITS_MS = 4000; // as long Streamlit may wait before it tries again
const SHORT_MS = 1000; // as long it is let wait
const READ_MS = 12000; // and less for those who click on it
const AWAY = "The server cannot be reached. What you change now will follow when it is back.";
const FORGOTTEN =
  "The connection is back, but the server had to begin this visit anew: the page is as its address " +
  "says. Files you uploaded and exercises you solved are gone.";

const later = window.setTimeout;

let app;
let line;
let soon;
let visit;
let begun = false; // a page of another visit is on its way

function say(text, forMs) {
  clearTimeout(soon);
  line ??= document.body.appendChild(
    element("p", { className: "lab-connection", role: "status", onclick: () => say("") }),
  );
  line.textContent = text;
  if (forMs) soon = later(() => say(""), forMs);
}

const away = () => app.dataset.testConnectionState !== "CONNECTED";

function look() {
  clearTimeout(soon);
  if (away()) soon = later(() => say(AWAY), BLINK_MS);
  else if (line?.textContent === AWAY) say("");
}

// The answer to a question of Streamlit's, which is asked until the server is there.
async function answer(ask) {
  for (;;) {
    const found = await ask().catch(() => null);
    if (found?.ok || found?.status === 403) return found;
    await new Promise((done) => later(done, ASK_MS));
  }
}

// The server has said all of the page: its panels are there, shown anew or not.
function stand() {
  if (!begun || app.dataset.testScriptState !== "notRunning") return;
  begun = false;
  sendNow();
}

function watch() {
  app = document.querySelector(".stApp");
  if (!app) return;
  new MutationObserver(look).observe(app, { attributeFilter: ["data-test-connection-state"] });
  new MutationObserver(stand).observe(app, { attributeFilter: ["data-test-script-state"] });
  window.setTimeout = (act, ms, ...given) => {
    const shorter = away() && ms > SHORT_MS && ms <= STREAMLITS_MS;
    return later(act, shorter ? SHORT_MS : ms, ...given);
  };
  const { fetch } = window;
  window.fetch = (what, how) => {
    if (!QUESTION.test(what) || !away()) return fetch(what, how);
    // Streamlit itself would give up after a while, and count that.
    return answer(() => fetch(what, { ...how, signal: AbortSignal.timeout(ANSWER_MS) }));
  };
}

// The page is shown in a visit of this name.
export function meet(name) {
  if (!app) watch();
  if (visit !== undefined && visit !== name) {
    sendAnew();
    say(FORGOTTEN, READ_MS);
    begun = true;
    stand();
  }
  visit = name;
}
