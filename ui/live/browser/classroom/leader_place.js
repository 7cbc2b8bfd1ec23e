// Where a leader's window and its class stand: pure, from one state to the next; see lead.js. Two may
// lead at once: ui/classroom/two_leaders.py says what comes of it.

import { viewOf } from "../lib/address.js";

const WAY_MS = 10_000; // after which a window that was to go where another leader is stays

export const START = {
  sent: null, // what this window has said of itself, or was taken to: { page, query, … }
  revision: 0, // of the room, after this window's last change
  taken: null, // the place to which another leader has taken it last
  way: null, // from where that is just now, null once it is there, and until when: { from, until }
};

const placeOf = ({ page, query }) => ({ page, query: viewOf(query) });
const isSame = (one, other) =>
  Boolean(one && other) && one.page === other.page && viewOf(one.query) === viewOf(other.query);

// Whether another leader takes this window to where the room is. What its own hand has done is said
// first.
function isTaken({ sent, revision, taken }, room, here) {
  const isElsewhere = !isSame(room, sent) && !isSame(room, taken);
  return isElsewhere && room.revision >= revision && isSame(here, sent);
}

// The state once the room was heard, with a new `way` where this window is to go there. `must`: a second
// leader begins where the class stands.
export function hear(state, room, here, now, must = false) {
  if (!must && !isTaken(state, room, here)) return state;
  const way = { from: placeOf(here), until: now + WAY_MS };
  return { ...state, taken: placeOf(room), way };
}

// The state once the window was where it was taken: should its hand lead it back, that is no standing
// still.
export function arrive(state, here) {
  const { way, taken } = state;
  return way && isSame(here, taken) ? { ...state, way: { ...way, from: null } } : state;
}

// The state of a window that stands `here`, and what it has to say; changes are null for nothing. On its
// way it says nothing, and nothing of where it was taken.
export function speak(state, here, now) {
  const { way, taken } = state;
  const isThere = isSame(here, taken);
  const stays = way && !isThere && isSame(here, way.from);
  if (stays && now < way.until) return { state, changes: null };
  const sent = way ? { ...here, ...(isThere || stays ? {} : taken) } : state.sent;
  return { state: { ...state, sent, way: null }, changes: changesOf(sent, here) };
}

// Only what is new is said, for the rest may be another leader's by now; and what was seen before.
function changesOf(sent, here) {
  const before = sent ?? {};
  const isNew = ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]);
  const changes = Object.fromEntries(Object.entries(here).filter(isNew));
  if (!Object.keys(changes).length) return null;
  const moves = changes.query !== undefined || changes.page !== undefined;
  return { ...changes, ...(moves ? placeOf(here) : {}), ...(sent ? { seen: placeOf(sent) } : {}) };
}

// The state after the server has taken what was said.
export const wasKept = (state, here, revision) => ({ ...state, sent: here, revision, taken: null });
