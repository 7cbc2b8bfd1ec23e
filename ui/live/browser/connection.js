// Whether the server is there, said in a line at the foot of the page.
//
// Streamlit finds the way back by itself and asks for the page again. A server that knows this
// window still has all of it; one that does not, has the address alone. But it asks for a server that
// is away less and less often, at last every four seconds: meanwhile no timer is that long.

import { element } from "./lib/dom.js";
import { sendAnew } from "./panels/log.js";

const BLINK_MS = 1500; // a shorter silence is not worth a word
const ASK_MS = 1000; // from one question whether the server is back to the next
const STREAMLITS_MS = 4000; // the longest that Streamlit waits from one to the next
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

function watch() {
  app = document.querySelector(".stApp");
  if (!app) return;
  new MutationObserver(look).observe(app, { attributeFilter: ["data-test-connection-state"] });
  window.setTimeout = (act, ms, ...given) => {
    const shorter = away() && ms > ASK_MS && ms <= STREAMLITS_MS;
    return later(act, shorter ? ASK_MS : ms, ...given);
  };
}

// The page is shown in a visit of this name.
export function meet(name) {
  if (!app) watch();
  if (visit !== undefined && visit !== name) {
    sendAnew();
    say(FORGOTTEN, READ_MS);
  }
  visit = name;
}
