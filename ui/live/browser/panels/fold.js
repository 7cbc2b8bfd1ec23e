// A button behind which knobs stand that are seldom turned: those of a panel, or of all of a group.
//
// `root` has the class `lab-open` while they are shown. Knobs that have been turned open it at first,
// where they may; after that the reader opens and closes it. On paper there is no button, and what
// is turned stands there as text.

import { element, setText } from "../lib/dom.js";

export class Fold {
  constructor(root) {
    this.root = root;
    this.turned = "";
    this.button = element("button", { type: "button", className: "lab-more" });
    this.text = element("span", { className: "lab-turned", aria: { hidden: true } });
    this.button.onclick = () => this.set(!this.root.classList.contains("lab-open"));
    this.nodes = [this.button, this.text];
  }

  // `turned` names the hidden knobs that are not at their defaults.
  show(turned, open = false) {
    this.turned = turned;
    this.draw(this.opened ?? open);
  }

  set(open) {
    this.opened = open;
    this.draw(open);
  }

  draw(open) {
    const turned = this.turned ? ` (${this.turned})` : "";
    setText(this.text, this.turned);
    setText(this.button, open ? "fewer knobs" : `more knobs${turned}`);
    this.button.setAttribute("aria-expanded", open);
    this.root.classList.toggle("lab-open", open);
  }
}
