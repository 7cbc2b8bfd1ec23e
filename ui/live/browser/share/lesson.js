// A lesson of one's own: the view is pinned, the pinned views are saved as a file, or one is opened.

import { element, setText } from "../lib/dom.js";
import { download } from "../lib/save.js";

const MOST_BYTES = 200_000; // the server says in a sentence what is longer than it reads

// `act(action, value)` reports a movement.
export function lessonButtons(act) {
  const button = (textContent, onclick) =>
    element("button", { type: "button", textContent, onclick });
  const error = element("p", { role: "alert" });
  const file = element("input", { type: "file", accept: ".json,application/json", hidden: true });
  let lesson = "";
  let title = "";
  file.onchange = async () => {
    const [chosen] = file.files;
    file.value = "";
    if (!chosen) return;
    if (chosen.size > MOST_BYTES) {
      setText(error, "This file is too large to be a lesson.");
      return;
    }
    setText(error, "");
    act("lesson", await chosen.text());
  };
  const pin = button("Pin this view", () => act("pin", ""));
  const save = button("Save as a lesson", () => {
    const href = URL.createObjectURL(new Blob([lesson], { type: "application/json" }));
    const name = title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
    download(`${name || "lesson"}.json`, href);
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
  });
  const open = button("Open a lesson file", () => file.click());
  const words = element("p", {
    textContent: "Pinned views are a lesson: they stand in the link, and can be saved as a file.",
  });
  const heading = element("h3", { textContent: "Your own lesson" });
  const root = element("section", {}, heading, words);
  root.append(element("div", {}, pin, save, open, file), error);
  return {
    root,
    show({ pins, most, lesson: text }) {
      root.hidden = !pins;
      if (!pins) return;
      lesson = text;
      title = pins.title;
      const focused = document.activeElement === pin;
      pin.disabled = pins.shown || pins.pins.length >= most;
      save.disabled = !pins.pins.length;
      // A button that is pressed and rests then gives the focus to the next one.
      if (focused && pin.disabled) save.focus();
    },
  };
}
