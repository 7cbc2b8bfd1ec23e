// The button that saves a picture: it opens a menu of the kinds of files.

import { element, setLabel } from "../lib/dom.js";
import { SAVES } from "./saves.js";

const ENDS = { Home: 0, End: -1 };
const STEPS = { ArrowDown: 1, ArrowUp: -1 };
const FAILED_MS = 4000;

export class SaveButton {
  // `save(kind)` saves it, and may take a while.
  constructor(save) {
    this.save = save;
    this.items = Object.entries(SAVES).map(([kind, file]) =>
      element("button", {
        type: "button",
        role: "menuitem",
        tabIndex: -1,
        textContent: kind,
        title: `Save as ${file}`,
        onclick: () => this.choose(kind),
      }),
    );
    this.menu = element("div", { role: "menu", hidden: true }, ...this.items);
    this.button = element("button", {
      type: "button",
      textContent: "save",
      aria: { haspopup: "menu", expanded: false },
      onclick: () => (this.menu.hidden ? this.open() : this.close()),
    });
    this.root = element("div", { className: "lab-saves" }, this.button, this.menu);
    this.root.addEventListener("keydown", (event) => this.press(event));
    this.root.addEventListener("focusout", ({ relatedTarget }) => {
      if (!this.root.contains(relatedTarget)) this.close();
    });
    this.elsewhere = ({ target }) => {
      if (!this.root.contains(target)) this.close();
    };
  }

  name(text) {
    setLabel(this.button, `Save ${text}`);
    setLabel(this.menu, `Save ${text} as`);
  }

  open() {
    this.toggle(true);
    this.items[0].focus();
    // A picture takes clicks without taking the focus.
    document.addEventListener("pointerdown", this.elsewhere, { capture: true });
  }

  close() {
    if (this.menu.hidden) return;
    this.toggle(false);
    document.removeEventListener("pointerdown", this.elsewhere, { capture: true });
  }

  toggle(open) {
    this.menu.hidden = !open;
    this.button.ariaExpanded = String(open);
  }

  press(event) {
    const { key } = event;
    const at = this.items.indexOf(document.activeElement);
    if (this.menu.hidden) {
      if (key !== "ArrowDown") return;
      this.open();
    } else if (key === "Escape") {
      this.button.focus();
      this.close();
    } else if (key in ENDS) this.items.at(ENDS[key]).focus();
    else if (key in STEPS) this.items.at((at + STEPS[key]) % this.items.length).focus();
    else return;
    event.preventDefault();
    event.stopPropagation(); // other keys of the page mean what they mean elsewhere
  }

  async choose(kind) {
    this.button.focus();
    this.close();
    try {
      await this.save(kind);
    } catch (error) {
      this.button.textContent = `not saved: ${error.message}`;
      setTimeout(() => {
        this.button.textContent = "save";
      }, FAILED_MS);
    }
  }
}
