// Whether the server is there, said in a line at the foot of the page.
//
// Streamlit finds the way back by itself and asks for the page again. A server that knows this
// window still has all of it; one that does not, has the address alone. Events are answered sooner:
// their connection is back as soon as the server is.

import { sendAnew, sendNow } from "./events/log.js";
import { element } from "./lib/dom.js";

const BLINK_MS = 1500; // a shorter silence is not worth a word
const READ_MS = 12000; // and less for those who click on it
const AWAY = "The server cannot be reached. What you change now will follow when it is back.";
const FORGOTTEN =
  "The connection is back, but the server had to begin this visit anew: the page is as its address " +
  "says. Files you uploaded and exercises you solved are gone.";

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
  if (forMs) soon = setTimeout(() => say(""), forMs);
}

const away = () => app.dataset.testConnectionState !== "CONNECTED";

function look() {
  clearTimeout(soon);
  if (away()) soon = setTimeout(() => say(AWAY), BLINK_MS);
  else if (line?.textContent === AWAY) say("");
}

// The server has said all of the page: its panels are there, shown anew or not.
function sendWhenIdle() {
  if (!begun || app.dataset.testScriptState !== "notRunning") return;
  begun = false;
  sendNow();
}

function watch() {
  app = document.querySelector(".stApp");
  if (!app) return;
  new MutationObserver(look).observe(app, { attributeFilter: ["data-test-connection-state"] });
  new MutationObserver(sendWhenIdle).observe(app, { attributeFilter: ["data-test-script-state"] });
}

// The page is shown in a visit of this name.
export function meet(name) {
  if (!app) watch();
  if (visit !== undefined && visit !== name) {
    sendAnew();
    say(FORGOTTEN, READ_MS);
    begun = true;
    sendWhenIdle();
  }
  visit = name;
}
