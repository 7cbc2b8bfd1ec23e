// Pinned views: a list to go to, and a dialog in which they are named and put into order.

import { report } from "../events/log.js";
import { element } from "../lib/dom.js";
import { Arrange } from "./arrange.js";

class Pins {
  constructor(root) {
    this.root = root;
    this.add = this.button("Pin this view", "Keep this view in the list, and in the link", "pin");
    this.list = element("ol");
    this.arrange = new Arrange((action, value) => this.act(action, value));
    this.open = element("button", {
      type: "button",
      textContent: "Arrange",
      title: "Names, sentences, questions and the order of the pinned views",
      aria: { haspopup: "dialog" },
      onclick: () => this.arrange.open(),
    });
  }

  show(data, setStateValue) {
    Object.assign(this, { ...data, setStateValue });
    this.add.disabled = data.shown || data.pins.length >= data.most;
    this.list.replaceChildren(...data.pins.map((pin, i) => this.item(pin, i)));
    // The first view is pinned from the dialog of share/.
    this.root.hidden = !data.pins.length;
    if (!this.root.firstChild) this.root.append(this.list, this.add, this.open, this.arrange.root);
    this.arrange.show(data);
  }

  item({ id, name }, i) {
    const go = this.button(`${i + 1}  ${name}`, "Go to this view", "go", id);
    if (i === this.at && this.shown) go.setAttribute("aria-current", "true");
    const remove = this.button("×", `Take view ${i + 1} out of the list`, "unpin", id);
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
}

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".lab-pins");
  root.pins ??= new Pins(root);
  root.pins.show(data, setStateValue);
}
