// The entries of a contest in words: the best one, and the list that opens them.

import { element } from "../../lib/dom.js";
import { bestDot } from "./frontier.js";

const MOST_LISTED = 200;
const FEW = 5; // below so few features there is no room
const MEASURES = {
  "test AUC": "AUC",
  "test error": "share of errors",
  "test mean squared error": "mean squared error",
};

const number = (n) => n.toLocaleString("en");

export const inWords = (n) => `${number(n)} ${n === 1 ? "feature" : "features"}`;
export const measureOf = ({ measure }) => MEASURES[measure] ?? measure;
export const amount = (measure) => (score) =>
  measure === "test mean squared error"
    ? Number(score.toPrecision(3)).toLocaleString("en")
    : score.toFixed(3);
export const phrase = (contest, [features, score]) =>
  `${measureOf(contest)} ${amount(contest.measure)(score)} with ${inWords(features)}`;
export const missedBy = ({ k }, features) => `${number(features - k)} more than ${number(k)}`;

// By what an entry is judged; and why its numbers are not those of a page.
export function rule(contest) {
  const measure = measureOf(contest);
  const lower = contest.k > FEW ? `, or aim well below ${number(contest.k)}` : "";
  return contest.phase === "over"
    ? `Each dot and each line opens as a run. In the contest its ${measure} was that on the hidden rows; a page has other rows to learn from and to judge by, so its numbers differ.`
    : `An entry is judged by its ${measure} on a fifth of the rows, hidden from every entry. It learns anew from the others, so it may keep more or fewer features than your page shows: press Count features first${lower}.`;
}

const yours = (dot, isOwn) => (isOwn(dot) ? " (yours)" : "");

// What stands beside the title of a panel that is folded; "" where nobody leads.
export function bestInShort({ contest, dots }) {
  const best = bestDot(dots, contest.k, contest.rises);
  return best ? ` · best ${amount(contest.measure)(best[1])} with ${number(best[0])}` : "";
}

export function bestLine({ contest, dots }, isOwn) {
  if (!dots.length) return "No entry yet.";
  const best = bestDot(dots, contest.k, contest.rises);
  if (!best) return `No entry with at most ${inWords(contest.k)}.`;
  const when = contest.phase === "over" ? "" : " so far";
  return `Best${when}: ${phrase(contest, best)}${yours(best, isOwn)}.`;
}

// All that can be opened: what a dot is for a pointer, a line is for the keyboard. Within the limit the
// best is first; entries beyond it have no rank, and follow by how far they are.
export function entryLists({ contest, dots }, isOwn, open) {
  const rising = contest.rises ? -1 : 1;
  const better = ([a], [b]) => rising * (a[1] - b[1]) || a[0] - b[0];
  const places = dots.map((dot, place) => [dot, place]);
  const isWithin = ([[features]]) => features <= contest.k;
  const within = places.filter(isWithin).sort(better);
  const beyond = places
    .filter((entry) => !isWithin(entry))
    .sort((one, other) => one[0][0] - other[0][0] || better(one, other));
  const line = ([dot, place]) => {
    const missed = dot[0] > contest.k ? `, ${number(dot[0] - contest.k)} too many` : "";
    const textContent = `${phrase(contest, dot)}${missed}${yours(dot, isOwn)}`;
    const opens = element("button", { type: "button", textContent });
    opens.onclick = () => open(place);
    return element("li", {}, opens);
  };
  const ranked = within.slice(0, MOST_LISTED).map(line);
  const others = beyond.slice(0, MOST_LISTED - ranked.length).map(line);
  const list = (tag, label, lines) => element(tag, { aria: { label } }, ...lines);
  const nodes = ranked.length ? [list("ol", "the entries, the best first", ranked)] : [];
  if (others.length)
    nodes.push(
      element("p", { className: "lab-note", textContent: "Beyond the limit, without a rank:" }),
      list("ul", "entries beyond the limit", others),
    );
  return nodes;
}
