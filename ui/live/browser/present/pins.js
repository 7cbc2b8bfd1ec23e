// Pinned views: a button for one more, a list to go to, and keys to go through them when presented.

import { report } from "../events/log.js";
import { element, setText, whenGone } from "../lib/dom.js";

// What a clicker sends, and what is next to it on a keyboard.
const STEPS = { PageDown: 1, n: 1, PageUp: -1, p: -1 };

class Pins {
  constructor(root) {
    this.root = root;
    // Once, and not with every payload: a key is one step.
    this.hear = (event) => this.key(event);
    document.addEventListener("keydown", this.hear, { capture: true });
    this.last = -1; // the pin that was gone to last
    this.add = this.button("Pin this view", "Keep this view in the list, and in the link", "pin");
    this.list = element("ol");
    this.place = element("output");
  }

  show({ pins, at, most, presented }, setStateValue) {
    Object.assign(this, { pins, at, presented, setStateValue });
    if (at >= 0) this.last = at;
    this.add.disabled = at >= 0 || pins.length >= most;
    if (presented) {
      this.root.replaceChildren(this.place);
    } else {
      this.list.replaceChildren(...pins.map((name, i) => this.item(name, i)));
      this.root.replaceChildren(this.add, this.list);
    }
    this.tell();
  }

  tell() {
    const number = this.last < 0 ? "" : `${this.last + 1} of `;
    setText(this.place, `${number}${this.pins.length}`);
  }

  item(name, i) {
    const go = this.button(`${i + 1}  ${name}`, "Go to this view", "go", i);
    if (i === this.at) go.setAttribute("aria-current", "true");
    const remove = this.button("×", `Take view ${i + 1} out of the list`, "unpin", i);
    return element("li", {}, go, remove);
  }

  button(textContent, title, action, value = "") {
    const aria = { label: value === "" || action === "go" ? textContent : title };
    const node = element("button", { type: "button", textContent, title, aria });
    node.onclick = () => this.act(action, value);
    return node;
  }

  act(action, value) {
    const entry = { source: "pins", values: {}, action, value: String(value), live: false };
    report(entry, this.setStateValue);
  }

  // From within sliders, too, where these keys would take longer steps.
  key(event) {
    const step = STEPS[event.key];
    if (!this.presented || !step || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.length === 1 && event.target.matches?.("[type=text], select")) return;
    event.preventDefault();
    event.stopPropagation();
    const next = Math.min(Math.max(this.last + step, 0), this.pins.length - 1);
    if (next === this.last && this.at === next) return;
    this.last = next;
    this.tell();
    this.act("go", next);
  }
}

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".lab-pins");
  root.pins ??= new Pins(root);
  root.pins.show(data, setStateValue);
  const { hear } = root.pins;
  return whenGone(root, () => document.removeEventListener("keydown", hear, { capture: true }));
}
