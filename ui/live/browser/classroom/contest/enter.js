// What a seat does in a contest: it enters runs and counts their features, as often as the server takes
// it. Whoever draws that hears "lab-desk" at each change.

import { viewOf } from "../../lib/address.js";
import { rest } from "../file.js";
import { countFeatures, enterRun, ownDots } from "../room.js";
import { classroom } from "../state.js";
import { inWords, missedBy, phrase } from "./entries.js";
import { isPlayground, lettersHere } from "./playground.js";

const START = {
  contest: 0, // the number of the contest of which all this is
  own: new Set(), // names of this seat's dots
  entered: null, // how many entries this seat has made, once that is known
  isLoading: false,
  wasRefused: false, // the last run, for the data were others
  isBusy: false,
  restsUntil: 0, // no entry is taken before
  counted: null, // the view of which it is said how many features its runs keep
  said: "", // by the last answer
};

export const desk = { ...START };

const change = (changes) => {
  Object.assign(desk, changes);
  dispatchEvent(new CustomEvent("lab-desk"));
};

const nameOf = ([features, score]) => `${features} ${score}`;
export const isOwn = (dot) => desk.own.has(nameOf(dot));

const secondsToRest = () => Math.max(0, Math.ceil((desk.restsUntil - performance.now()) / 1000));
const hasNoneLeft = () => desk.entered !== null && desk.entered >= classroom.room.limits.entries;
export const cannotCount = () => desk.isBusy || hasNoneLeft();
export const cannotEnter = () => cannotCount() || secondsToRest() > 0;

// How many entries are left, and why a button rests.
export function leftLine() {
  const { contest, limits } = classroom.room;
  if (contest.phase === "over" || desk.entered === null) return "";
  if (hasNoneLeft())
    return `You have made your ${limits.entries} entries: no more are taken from you.`;
  const seconds = secondsToRest();
  const again = seconds && !desk.isBusy ? ` Enter again in ${seconds} s.` : "";
  return `${limits.entries - desk.entered} of ${limits.entries} entries left.${again}`;
}

// Begins anew with another contest, and with none.
export function attend(contest) {
  const number = contest?.number ?? 0;
  if (desk.contest !== number) Object.assign(desk, START, { contest: number });
  if (number && desk.entered === null && !desk.isLoading) loadOwn(number);
}

async function loadOwn(number) {
  desk.isLoading = true;
  try {
    const dots = await ownDots();
    if (desk.contest === number) change({ own: new Set(dots.map(nameOf)), entered: dots.length });
  } catch {
    // The next look asks again.
  }
  desk.isLoading = false;
}

// What an answer says is kept; `doing` is said meanwhile.
export async function say(doing, act) {
  change({ counted: null, said: doing, isBusy: true });
  try {
    desk.said = (await act()) ?? "";
  } catch (error) {
    Object.assign(desk, { wasRefused: error.status === 400, said: error.message });
  }
  change({ isBusy: false });
}

// A count is of the settings that were counted, and of no others.
export function forgetOldCount() {
  if (desk.counted === null || desk.counted === viewOf(location.search)) return;
  Object.assign(desk, { counted: null, said: "" });
}

// The view of the runs that are to be judged, once the hand rests.
async function viewAtRest() {
  const begun = viewOf(location.search);
  await rest();
  return isPlayground() ? viewOf(location.search) : begun;
}

const excess = (contest, features) =>
  features > contest.k ? `, ${missedBy(contest, features)}` : "";

export function enter(letter) {
  if (cannotEnter()) return undefined;
  const { contest, limits } = classroom.room;
  return say(`Run ${letter} is being judged …`, async () => {
    const here = await viewAtRest();
    desk.restsUntil = performance.now() + 1000 * limits.seconds;
    const { features, score } = await enterRun(here, letter);
    desk.wasRefused = false;
    await loadOwn(contest.number);
    const beyond = excess(contest, features);
    const end = beyond && `${beyond}: this entry cannot lead`;
    return `Run ${letter}: ${phrase(contest, [features, score])}${end}.`;
  });
}

async function countOf(letter, query, contest) {
  try {
    const { features } = await countFeatures(query, letter);
    return `Run ${letter} would keep ${inWords(features)}${excess(contest, features)}.`;
  } catch (error) {
    if (error.status !== 400) throw error;
    desk.wasRefused = true;
    return `Run ${letter}: ${error.message}`;
  }
}

// One run after the other: the server counts one of a seat at a time.
export function countAll() {
  if (cannotCount()) return undefined;
  const { contest } = classroom.room;
  return say("The features are being counted …", async () => {
    const here = await viewAtRest();
    const sentences = [];
    for (const letter of lettersHere()) sentences.push(await countOf(letter, here, contest));
    desk.counted = here;
    return `${sentences.join(" ")} No entry was used.`;
  });
}
