// What the class said, once its leader shows it; who moved where in a second round; and the answer that
// the leader picks to talk about.

import { element, svgElement } from "../lib/dom.js";
import { paragraph, plainWords } from "../story/words.js";
import { again, classroom, saidHere } from "./state.js";

const THICKEST = 12; // pixels, of a line that the whole class went
const THINNEST = 1.5;

const note = (textContent) => element("p", { className: "lab-note", textContent });
const students = (n) => (n === 1 ? "1 student" : `${n} students`);
const isPicked = (value) => classroom.room.picked === value;

// Picks an answer; a second time it is put back. Whose it is nobody knows.
async function pick(value) {
  const { lead } = await import("./room.js");
  await lead({ picked: isPicked(value) ? "" : value }).catch(() => {});
}

function pickButton(value, textContent) {
  const button = element("button", { type: "button", textContent, name: `pick ${value}` });
  button.ariaPressed = String(isPicked(value));
  button.title = "Talk about this answer";
  button.onclick = () => pick(value);
  return button;
}

const PICKED = "Let us talk about this answer.";

// How many gave which of the answers, as bars.
export function splitRows(answers) {
  const { split, moves, leads } = classroom.room;
  const all = Object.values(split).reduce((sum, n) => sum + n, 0) || 1;
  const rows = answers.map((answer, i) => {
    const value = String(i + 1);
    const n = split[value] ?? 0;
    const words = leads
      ? [pickButton(value, `${n}: ${plainWords(answer)}`)]
      : [`${n}: `, ...paragraph(answer).childNodes];
    const row = element("li", { className: isPicked(value) ? "lab-picked" : "" }, ...words);
    if (isPicked(value)) row.append(element("b", { textContent: ` ${PICKED}` }));
    row.style.setProperty("--share", n / all);
    return row;
  });
  const list = element("ul", { className: "lab-split" }, ...rows);
  return moves ? movesBeside(list, answers.map(plainWords), moves) : list;
}

// From the counts of the first round, lines lead to the bars of the second.
function movesBeside(list, answers, moves) {
  const before = answers.map((_, i) => total(moves.filter(([from]) => Number(from) === i + 1)));
  const placeOf = (value) => (Number(value) - 0.5) / answers.length;
  const counts = before.map((n) => element("span", { textContent: n }));
  const nameOf = (value) => `“${answers[Number(value) - 1]}”`;
  return element(
    "div",
    { className: "lab-moves" },
    element("span", { className: "lab-note", textContent: "first round" }),
    element("span", { className: "lab-note", textContent: "now" }),
    element("div", { className: "lab-before" }, ...counts),
    movesPicture(moves, placeOf, nameOf, ([from, to]) => `M0 ${from}H8L92 ${to}H100`),
    list,
    element("span", { className: "lab-note", textContent: bothTimes(moves) }),
  );
}

const bothTimes = (moves) => `Lines: the ${total(moves)} who answered both times.`;

const total = (moves) => moves.reduce((sum, [, , n]) => sum + n, 0);

// Lines from each first answer to the second one, the thicker the more went there.
function movesPicture(moves, placeOf, nameOf, path) {
  const all = total(moves) || 1;
  const lines = moves.map(([from, to, n]) =>
    svgElement("path", {
      d: path([100 * placeOf(from), 100 * placeOf(to)]),
      class: from === to ? "stayed" : "moved",
      "stroke-width": Math.max(THINNEST, (THICKEST * n) / all),
    }),
  );
  const stayed = total(moves.filter(([from, to]) => from === to));
  const went = moves.filter(([from, to]) => from !== to);
  const words = went.map(([from, to, n]) => `${n} went from ${nameOf(from)} to ${nameOf(to)}`);
  const label = [`${stayed} stayed with their answer`, ...words].join("; ");
  const size = { viewBox: "0 0 100 100", preserveAspectRatio: "none" };
  return svgElement("svg", { ...size, role: "img", "aria-label": label }, ...lines);
}

// Numbers: each as a dot on a line, and the one in the middle in words.
export function numberSplit() {
  const { split, moves = [], leads, picked } = classroom.room;
  const values = Object.entries(split).toSorted(([a], [b]) => a - b);
  if (!values.length) return [note("Nobody has answered.")];
  const all = values.flatMap(([value, n]) => Array(n).fill(Number(value)));
  const ends = [...all, ...moves.map(([from]) => Number(from))];
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const placeOf = (value) => (high > low ? (value - low) / (high - low) : 0.5);
  const strip = element(
    "div",
    { className: "lab-strip", aria: { hidden: true } },
    ...values.flatMap(([value, n]) => dots(value, n, placeOf(value))),
  );
  strip.style.setProperty("--highest", Math.max(...values.map(([, n]) => n)));
  const middle = all[Math.floor((all.length - 1) / 2)];
  const nodes = [
    note(
      `${all.length} answers from ${all[0]} to ${all.at(-1)}; the middle one is ${middle}${again()}.`,
    ),
  ];
  if (moves.length) nodes.push(movesAbove(moves, placeOf));
  nodes.push(strip, scale(low, high));
  if (picked) nodes.push(note(`${picked}: ${students(split[picked] ?? 0)}. ${PICKED}`));
  if (leads) nodes.push(numberButtons(values));
  return nodes;
}

const dots = (value, n, place) =>
  Array.from({ length: n }, (_, i) => {
    const kinds = ["lab-hit"];
    if (i === 0 && Number(value) === saidHere()) kinds.push("lab-mine");
    if (isPicked(value)) kinds.push("lab-picked");
    const dot = element("span", { className: kinds.join(" "), title: value });
    dot.style.setProperty("--at", place);
    dot.style.setProperty("--height", i);
    return dot;
  });

const movesAbove = (moves, placeOf) =>
  element(
    "div",
    { className: "lab-moves-above" },
    element("span", { className: "lab-note", textContent: `first round. ${bothTimes(moves)}` }),
    movesPicture(moves, placeOf, String, ([from, to]) => `M${from} 0V8L${to} 92V100`),
  );

const scale = (low, high) =>
  element(
    "div",
    { className: "lab-strip-ends" },
    element("span", { textContent: low }),
    element("span", { textContent: high }),
  );

const numberButtons = (values) =>
  element(
    "ul",
    { className: "lab-settings" },
    ...values.map(([value, n]) => element("li", {}, pickButton(value, `${value}: ${students(n)}`))),
  );
