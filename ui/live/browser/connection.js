// Whether the server is there, said in a line at the foot of the page.
//
// Streamlit finds the way back by itself and asks for the page again. A server that knows this
// window still has all of it; one that does not, has the address alone.

import { element } from "./lib/dom.js";
import { sendAnew } from "./panels/log.js";

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

function say(text, forMs) {
  clearTimeout(soon);
  line ??= document.body.appendChild(
    element("p", { className: "lab-connection", role: "status", onclick: () => say("") }),
  );
  line.textContent = text;
  if (forMs) soon = setTimeout(() => say(""), forMs);
}

function look() {
  clearTimeout(soon);
  if (app.dataset.testConnectionState !== "CONNECTED") soon = setTimeout(() => say(AWAY), BLINK_MS);
  else if (line?.textContent === AWAY) say("");
}

function watch() {
  app = document.querySelector(".stApp");
  if (app)
    new MutationObserver(look).observe(app, { attributeFilter: ["data-test-connection-state"] });
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
