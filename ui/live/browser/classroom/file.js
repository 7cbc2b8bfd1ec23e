// The leader's own upload, given to the class: see ui/classroom/files.py.

import { isBehind, visitHere } from "../events/log.js";
import { viewOf } from "../lib/address.js";
import { element } from "../lib/dom.js";
import { navigate } from "../lib/navigate.js";
import { putInCorner } from "./corner.js";
import { shareUpload } from "./room.js";
import { pageHere } from "./state.js";

const REST_MS = 100;
const PATIENCE_MS = 3000; // for which the address may lag behind the hand

export const WARNING =
  "Shared, everybody in the class can open this file with all its rows. The server deletes its copy when the class ends.";

const dataHere = () => new URLSearchParams(viewOf(location.search)).get("data") ?? "";

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

export async function rest() {
  for (let waited = 0; isBehind() && waited < PATIENCE_MS; waited += REST_MS) await pause(REST_MS);
}

// Gives the class the file of this window. Returns the query of the same page on the class's copy, looked
// at as it is here.
export async function shareFile() {
  await rest();
  const own = dataHere();
  const shared = await shareUpload(own, visitHere());
  return location.search.slice(1).replaceAll(own, shared);
}

let form = null;

const button = (textContent, onclick, properties = {}) =>
  element("button", { type: "button", textContent, onclick, ...properties });

function close() {
  form?.remove();
  form = null;
}

// Asks whether the file is to be given to the class.
export function offerFile() {
  close();
  const said = element("p", { role: "status" });
  const go = button("Share the file", null, { type: "submit" });
  form = element(
    "form",
    { className: "lab-contest", aria: { label: "a file for the class" } },
    element("p", { textContent: `This file is your own: the class does not see it. ${WARNING}` }),
    element("div", { className: "lab-tools" }, go, button("Cancel", close)),
    said,
  );
  form.onsubmit = async (event) => {
    event.preventDefault();
    said.textContent = "The file is shared …";
    try {
      navigate(`${pageHere()}?${await shareFile()}`);
      close();
    } catch ({ message }) {
      said.textContent = message;
    }
  };
  putInCorner(form);
  go.focus();
}
