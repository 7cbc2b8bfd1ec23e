// Answers that are settings: a student's knobs go to the class when the hand rests; shown, all that the
// class has set stands as dots above the sliders, and as a list.

import { dataOf } from "../events/elements.js";
import { isBehind } from "../events/log.js";
import { viewOf } from "../lib/address.js";
import { element } from "../lib/dom.js";
import { answer } from "./room.js";
import { again, answersBySetting, classroom, isBeside, saidHere } from "./state.js";

const LOOK_MS = 400;
const REDRAW_MS = 1000; // panels are made anew now and then
const HANDLE = 16; // pixels, across

let touched = ""; // the question at which this student's hand has moved something
let seen = "";

const questionHere = () => `${classroom.room?.question?.key} ${classroom.room?.round}`;

// When the address says all that the hand did, and has been still for two looks, the hand rests: a
// server that is slow has not followed it yet, and the address is that from before.
function look() {
  if (!answersBySetting() || touched !== questionHere()) return;
  if (isBehind()) {
    seen = "";
    return;
  }
  const here = viewOf(location.search);
  const isStill = here === seen;
  seen = here;
  if (isStill && here !== saidHere()) answer(here).catch(() => {});
}

// The settings of the class, once they are shown, if they are of this page.
const settingsHere = () => (isBeside() && classroom.room?.settings) || [];

const earlierHere = () => (isBeside() && classroom.room?.earlier) || [];

const sliders = () =>
  dataOf("panels_")
    .flatMap(({ panels }) => panels)
    .flatMap(({ source, knobs }) => knobs.map((knob) => ({ source, ...knob })))
    .filter(({ stops }) => stops);

const standOf = ({ knobs }, { source, name }) =>
  knobs.find((knob) => knob[0] === source && knob[1] === name)?.[2];

// Of the knobs on this page those that the class has set differently, or the only one.
function knobsInQuestion(settings) {
  const set = sliders().filter((slider) => standOf(settings[0], slider) !== undefined);
  const differs = (slider) => new Set(settings.map((one) => standOf(one, slider))).size > 1;
  return set.filter((slider) => set.length === 1 || differs(slider));
}

const nearest = (stops, value) =>
  stops.reduce((best, _, i) => {
    const far = (at) => Math.abs(Number(stops[at]) - value);
    return far(i) < far(best) ? i : best;
  }, 0);

const isMine = ({ query }) => viewOf(query) === saidHere();

// One dot a seat, those of one place upon each other; behind them as rings what the first round set.
function cloud(slider, settings) {
  const earlier = stacks(slider, earlierHere(), () => "lab-earlier");
  const now = stacks(slider, settings, (setting, i) => {
    const kind = setting.reached === false ? "lab-missed" : "lab-hit";
    return i === 0 && isMine(setting) ? `${kind} lab-mine` : kind;
  });
  const dots = [...earlier, ...now];
  const node = element("span", { className: "lab-cloud", aria: { hidden: true } }, ...dots);
  const heights = dots.map(({ style }) => Number(style.getPropertyValue("--height")));
  node.style.setProperty("--highest", 1 + Math.max(...heights));
  return node;
}

function stacks(slider, settings, kindOf) {
  const heights = new Map();
  return settings.flatMap((setting) => {
    const at = nearest(slider.stops, standOf(setting, slider));
    return Array.from({ length: setting.n }, (_, i) => {
      const height = heights.get(at) ?? 0;
      heights.set(at, height + 1);
      const dot = element("span", { className: kindOf(setting, i) });
      dot.onclick = () => open(setting);
      dot.style.setProperty("--at", at / (slider.stops.length - 1));
      dot.style.setProperty("--height", height);
      return dot;
    });
  });
}

let drawn = "";

function draw() {
  const settings = settingsHere();
  const text = JSON.stringify([settings, earlierHere()]);
  const there = document.querySelectorAll(".lab-cloud");
  if (text === drawn && (there.length || !settings.length)) return;
  drawn = text;
  for (const node of there) node.remove();
  if (!settings.length) return;
  for (const slider of knobsInQuestion([...settings, ...earlierHere()])) {
    const panel = `.lab-panel[data-source="${slider.source}"]`;
    const row = document.querySelector(`${panel} .lab-knob[data-knob="${slider.name}"]`);
    row?.append(cloud(slider, settings));
  }
  place();
}

// Its ends stand where the handle of the slider stands at its ends.
function place() {
  for (const node of document.querySelectorAll(".lab-cloud")) {
    const { offsetLeft, offsetWidth } = node.parentElement.querySelector("input[type=range]");
    node.style.left = `${offsetLeft + HANDLE / 2}px`;
    node.style.width = `${offsetWidth - HANDLE}px`;
  }
}

const open = ({ query }) => import("./follow.js").then(({ openSetting }) => openSetting(query));

const students = (n) => (n === 1 ? "1 student" : `${n} students`);

// The same as a list of buttons, each of which leads to a setting.
export function settingsList() {
  const settings = settingsHere();
  if (!settings.length) return [];
  const knobs = knobsInQuestion(settings);
  const first = (setting) => standOf(setting, knobs[0] ?? {}) ?? 0;
  const items = settings
    .toSorted((a, b) => first(a) - first(b))
    .map((setting) => {
      const words = knobs.map((knob) => `${knob.label} ${standOf(setting, knob)}`).join(", ");
      const goal = { true: ", goal reached", false: ", goal not reached" }[setting.reached] ?? "";
      const mine = isMine(setting) ? " (yours)" : "";
      const textContent = `${words || "as it was"}: ${students(setting.n)}${goal}${mine}`;
      const button = element("button", { type: "button", textContent });
      button.onclick = () => open(setting);
      return element("li", {}, button);
    });
  const all = settings.reduce((sum, { n }) => sum + n, 0);
  const reached = settings.reduce((sum, { n, reached }) => sum + (reached ? n : 0), 0);
  const goal =
    settings[0].reached === null ? "The class set" : `${reached} of ${all} reach the goal`;
  const rings = earlierHere().length ? " (rings: the first round)" : "";
  const textContent = `${goal}${again()}${rings}:`;
  const head = element("p", { className: "lab-note", textContent });
  return [head, element("ul", { className: "lab-settings" }, ...items)];
}

// A hand on a knob answers; steps and pages do not.
addEventListener("lab-reported", ({ detail }) => {
  const moves = !["class", "study", "story"].includes(detail.source);
  if (moves && answersBySetting()) touched = questionHere();
});
addEventListener("lab-class", () => {
  if (touched && touched !== questionHere()) touched = "";
  draw();
});
addEventListener("resize", place);
setInterval(look, LOOK_MS);
setInterval(draw, REDRAW_MS);
draw();
