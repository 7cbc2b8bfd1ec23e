// The connection of a window to its class: a stream that brings the whole room at each change, and
// requests to the server; see ui/classroom/routes.py.

import { get, post } from "../lib/post.js";
import { announce, classroom, forget, join, say, sayUnclearHere } from "./state.js";

const AGAIN_MS = 1500;

const path = (action) => `class/${classroom.code}/${action}`;

let stream = null;

// Takes a seat, and listens. A browser asks for a stream again by itself when it is lost, but not after
// an answer that is none; then it is asked for here, as long as there is the class.
// Returns whether there may be such a class.
export async function enter(code, seat = { step: 0, follows: true }) {
  join(code);
  try {
    await post(path("seat"), seat);
  } catch (error) {
    if ([404, 410].includes(error.status)) {
      leave();
      return false;
    }
    setTimeout(() => classroom.code === code && enter(code, seat), AGAIN_MS);
    announce();
    return true;
  }
  stream?.close();
  const own = new EventSource(new URL(path("events"), document.baseURI));
  stream = own;
  own.onmessage = ({ data }) => {
    classroom.room = JSON.parse(data);
    classroom.leads = Boolean(classroom.room.leads);
    classroom.joins = false;
    announce();
  };
  own.addEventListener("over", () => {
    classroom.isOver = !classroom.leads;
    leave();
  });
  own.onerror = () => {
    if (own.readyState !== EventSource.CLOSED || stream !== own) return;
    setTimeout(() => classroom.code === code && enter(code, seat), AGAIN_MS);
  };
  return true;
}

// While the address names the class, a reload enters it again.
export function leave() {
  stream?.close();
  stream = null;
  forget();
  const address = new URL(location.href);
  address.searchParams.delete("class");
  if (address.href !== location.href) history.replaceState(history.state, "", address);
}

export const takeSeat = (step, follows) => post(path("seat"), { step, follows });

// This student's answer to the question of the class.
export async function answer(value) {
  const { question, round } = classroom.room;
  await post(path("answer"), { question: question.key, round, value });
  say(question.key, round, value);
  announce();
}

// The leader hears how many do not understand the question; an answer takes the place of that.
export async function sayUnclear() {
  const { question, round } = classroom.room;
  await post(path("answer"), { question: question.key, round, unclear: true });
  sayUnclearHere(question.key, round);
  announce();
}

export async function open(page, query) {
  const opened = await post("class", { page, query });
  await enter(opened.code);
  return opened;
}

export const lead = (changes) => post(path("lead"), changes);
export const end = () => post(path("end"), {});
export const becomeLeader = async (code, key) => {
  classroom.code = code;
  await post(path("key"), { key });
};
export const leaderKey = async () => (await get(path("key"))).key;
export const answersAddress = () => new URL(path("answers.csv"), document.baseURI).href;

export const shareUpload = async (upload, visit) =>
  (await post(path("file"), { upload, visit })).data;
export const beginContest = (query, k) => post(path("contest"), { query, k });
export const endContest = async () => void (await post(path("contest/end"), {}));
export const enterRun = (query, run) => post(path("entry"), { query, run });
export const countFeatures = (query, run) => post(path("features"), { query, run });
export const ownDots = async () => (await get(path("entry"))).dots;
export const settingsOf = async (place) => (await get(path(`entry/${place}`))).query;
export const entriesAddress = () => new URL(path("entries.csv"), document.baseURI).href;
