// The way into the course: to its first lesson, or to the step where its reader is.

import { carriedOn } from "../lib/address.js";
import { element } from "../lib/dom.js";
import { progress } from "../story/progress.js";
import { joinClass } from "./class_code.js";
import { leadsTo } from "./course.js";

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".lab-start");
  const { lessons } = data;
  const known = progress();
  const open = lessons.filter(({ key }) => !known[key]?.done);
  const next = open.find(({ key }) => known[key]) ?? open[0] ?? lessons[0];
  const link = leadsTo(element("a"), addressOf(next, known[next.key]));
  const title = `${lessons.indexOf(next) + 1}. ${next.title}`;
  link.append(element("b", { textContent: wordsOf(next, open, known) }), ` ${title}`);
  const time = known[next.key] ? "" : `about ${next.minutes} min`;
  const read = lessons.length - open.length;
  const far = read ? `${read} of ${lessons.length} lessons read` : time;
  root.class ??= joinClass();
  root.replaceChildren(link, element("small", { textContent: far }), root.class);
}

function addressOf({ key }, reached) {
  const address = carriedOn(key);
  if (reached && !reached.done) address.searchParams.set("step", reached.step);
  return address.href;
}

function wordsOf({ key }, open, known) {
  if (!open.length) return "Read it again:";
  return Object.keys(known).length
    ? `Go on${known[key] ? `, step ${known[key].step}` : ""}:`
    : "Start here:";
}
