// The leader's form: a contest on the data of this playground begins.

import { viewOf } from "../../lib/address.js";
import { element } from "../../lib/dom.js";
import { putInCorner } from "../corner.js";
import { rest, shareFile, WARNING } from "../file.js";
import { beginContest } from "../room.js";
import { classroom, isOwnFile } from "../state.js";
import { focusPanel } from "./panel.js";
import { goThere, isPlayground, query } from "./playground.js";

const USUAL = 10; // features, where the page names no other number

let form = null;

// Begins a contest on the data of this window, which are shared where they are the leader's own.
async function begin(mayShare, k) {
  if (!isPlayground()) throw new Error("A contest begins on the playground: go there first.");
  await rest();
  const shares = isOwnFile(viewOf(location.search));
  if (shares && !mayShare) throw new Error("These are other data now: press Cancel.");
  const here = viewOf(shares ? await shareFile() : location.search);
  await beginContest(here, k);
  if (shares) goThere(here);
}

function close() {
  form?.remove();
  form = null;
}

// The leader's button: a contest on the data of this playground, or the one that is under way.
export function offerContest() {
  if (classroom.room?.contest?.phase === "open") {
    focusPanel();
    return;
  }
  close();
  const k = element("input", { type: "number", min: 1, step: 1, required: true });
  k.value = Number(query().get("view.at_most")) || USUAL;
  const isOwn = isOwnFile(viewOf(location.search));
  const said = element("p", { role: "status" });
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
      element("button", { textContent: isOwn ? "Share the file and start" : "Start" }),
      element("button", { type: "button", textContent: "Cancel", onclick: close }),
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
  putInCorner(form);
  k.focus();
}

// A form of a class that is over goes with it.
addEventListener("lab-class", () => classroom.code || close());
