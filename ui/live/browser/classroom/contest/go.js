// To the data of a contest, and to what was entered in it.

import { rest } from "../file.js";
import { explore } from "../follow.js";
import { settingsOf } from "../room.js";
import { classroom } from "../state.js";
import { desk, say } from "./enter.js";
import { phrase } from "./entries.js";
import { dataOf, goThere, isPlayground, query } from "./playground.js";

// An empty address shows the opening data: the server knows whether they are those of the contest.
export function hasOtherData({ data }) {
  const here = query();
  if (!isPlayground()) return true;
  return here.size ? dataOf(here) !== dataOf(new URLSearchParams(data)) : desk.wasRefused;
}

// A movement that is under way, such as the way back to the class, would lead on from there.
async function go(parameters) {
  if (!classroom.leads) explore({ source: "class" });
  await rest();
  goThere(parameters);
}

export function toData() {
  desk.wasRefused = false;
  return go(classroom.room.contest.data);
}

// `before` is done once it is known that there is something to open.
export const openEntry = (place, before) =>
  say("", async () => {
    const { eyes, contest, dots } = classroom.room;
    if (eyes && !classroom.leads) return "All eyes are on the class now.";
    const settings = await settingsOf(place);
    before();
    await go(settings);
    return `You opened the entry that reached ${phrase(contest, dots[place])}. This page shows other numbers: its run learns from other rows, and other rows judge it.`;
  });
