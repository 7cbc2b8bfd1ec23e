// The course: a card for each lesson, with how far its reader has come in this browser.

import { carriedOn } from "../lib/address.js";
import { element, svgElement } from "../lib/dom.js";
import { navigate } from "../lib/navigate.js";
import { progress } from "../story/progress.js";

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".lab-course");
  const known = progress();
  const items = data.lessons.map((lesson, i) => element("li", {}, card(lesson, i, known)));
  root.replaceChildren(element("ol", {}, ...items));
}

// A link within the app, so that nothing of the visit is lost; with a key held down, as any link.
export function leadsTo(link, href) {
  link.href = href;
  link.onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    navigate(href);
  };
  return link;
}

function card({ key, title, claim, minutes, icon }, i, known) {
  const link = leadsTo(element("a"), carriedOn(key).href);
  const time = minutes ? `about ${minutes} min` : "";
  link.append(
    drawing(icon),
    element("b", { textContent: `${i + 1}. ${title}` }),
    element("span", { textContent: claim }),
    element("small", { textContent: [time, state(known[key])].filter(Boolean).join(" · ") }),
  );
  return link;
}

function state(reached) {
  if (!reached) return "";
  return reached.done ? "✓ read" : `step ${reached.step} of ${reached.of}`;
}

const drawing = (d) =>
  svgElement("svg", { viewBox: "0 0 60 36", "aria-hidden": "true" }, svgElement("path", { d }));
