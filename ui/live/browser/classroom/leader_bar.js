// The bar of a class's leader: how many are there and what they say, and the tools of a class.

import { viewOf } from "../lib/address.js";
import { element } from "../lib/dom.js";
import { showView } from "../present/way_out.js";
import { openForm } from "./ask.js";
import { offerContest } from "./contest/form.js";
import { putInCorner } from "./corner.js";
import { offerFile } from "./file.js";
import { askAgain, showSplit } from "./lead.js";
import { answersAddress, end, lead } from "./room.js";
import { classroom, isOwnFile } from "./state.js";

const LOOK_MS = 200;

let bar = null;

const button = (textContent, onclick, properties = {}) =>
  element("button", { type: "button", textContent, onclick, ...properties });

const answers = ({ here, answered, round }) =>
  `${answered} of ${here} answered${round === 2 ? ", round 2" : ""}`;

function counts(room) {
  const { here, following, steps, question, answered, unclear, reached, round, contest } = room;
  const parts = [`${here} here`, `${following} follow`];
  const places = Object.entries(steps ?? {}).map(([step, n]) =>
    step === "0" ? `${n} elsewhere` : `${n} at step ${step}`,
  );
  if (contest?.phase === "open") parts[1] = "a contest";
  else if (places.length) parts.push(places.join(", "));
  if (question) parts.push(answers({ here, answered, round }));
  if (unclear) parts.push(`unclear to ${unclear}`);
  if (question?.kind === "setting" && !question.text) parts.push(`${reached} reach the goal`);
  return `Students: ${parts.join(" · ")}`;
}

function tools({ question, phase, round, eyes }) {
  const nodes = [];
  const what = question?.kind === "choice" ? "Show the split" : "Show the answers";
  if (question && phase === "open") nodes.push(button(what, showSplit));
  if (question && phase === "split" && round === 1) nodes.push(button("Ask again", askAgain));
  nodes.push(
    button(eyes ? "Let them explore" : "All eyes here", () => lead({ eyes: !eyes }), {
      ariaPressed: String(Boolean(eyes)),
    }),
    button("QR code", () => showView(bar.parentElement)),
    button("Contest", offerContest),
    ...(isOwnFile(viewOf(location.search)) ? [button("Share this file", offerFile)] : []),
    question?.text
      ? button("Put the question away", () => lead({ question: null }))
      : button("Ask a question", () => openForm()),
    element("a", { href: answersAddress(), download: "", textContent: "Answers (CSV)" }),
    button("End class", () => confirm("End the class? All its answers are deleted.") && end()),
  );
  return nodes;
}

// On the projector the bar is one short line, until its leader wants its tools; used, they go again.
let wantsTools = false;

const presents = () => new URLSearchParams(location.search).get("present") === "1";

function useTools(wants) {
  wantsTools = wants;
  draw();
}

const toggle = (wants) =>
  button(wants ? "Tools" : "Hide", () => useTools(wants), {
    ariaExpanded: String(!wants),
    title: "The tools of the class: c",
  });

function content(room) {
  const isFolded = presents() && !wantsTools;
  const { here, question } = room;
  const short = question ? answers(room) : `${here} here`;
  const nodes = tools(room);
  if (presents()) for (const node of nodes) node.addEventListener("click", () => useTools(false));
  return [
    element("b", { textContent: `Class ${classroom.code}`, title: "The key c leads here" }),
    element("span", { role: "status", textContent: isFolded ? short : counts(room) }),
    ...(isFolded ? [] : nodes),
    ...(presents() ? [toggle(isFolded)] : []),
  ];
}

function draw() {
  const { code, leads, room } = classroom;
  if (!code || !leads || !room) return bar?.remove();
  bar ??= element("div", { className: "lab-class-bar lab-leads", role: "group" });
  bar.setAttribute("aria-label", "the class that you lead");
  putInCorner(bar, true);
  const text = JSON.stringify([
    counts(room),
    room.question?.key,
    room.phase,
    room.round,
    room.eyes,
    isOwnFile(viewOf(location.search)),
    presents() && [wantsTools],
  ]);
  if (bar.text === text) return undefined;
  bar.text = text;
  const held = bar.contains(document.activeElement) ? document.activeElement.textContent : null;
  bar.replaceChildren(...content(room));
  if (held !== null) refocus(held);
  return undefined;
}

// On the same button, or on the first one where it is gone.
function refocus(text) {
  const all = [...bar.querySelectorAll("button, a")];
  (all.find(({ textContent }) => textContent === text) ?? all[0])?.focus();
}

// The bar is far from all else: the key c leads to it.
function hear({ key, target, ctrlKey, metaKey, altKey }) {
  if (key !== "c" || ctrlKey || metaKey || altKey || !bar?.isConnected) return;
  if (target.matches?.("input:not([type=range]), textarea, select")) return;
  if (presents()) useTools(true);
  bar.querySelector("button, a")?.focus();
}

addEventListener("keydown", hear);
addEventListener("lab-class", draw);
setInterval(draw, LOOK_MS);
draw();
