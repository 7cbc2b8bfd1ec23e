// The dialog in which pinned views are named and put into order, each with a sentence and a question.

import { element } from "../lib/dom.js";

const TEXTS = {
  name: { label: "Name", hint: "made from the knobs" },
  sentence: { label: "Sentence", hint: "stands under the heading" },
  question: { label: "Question", hint: "is asked before the pictures are shown" },
};

// One pin: its texts, and buttons for its place.
class Row {
  constructor(act, step) {
    this.fields = {};
    this.number = element("b");
    const texts = Object.entries(TEXTS).map(([part, { label, hint }]) => {
      const input = element("input", { type: "text", placeholder: hint });
      // Nothing is said of a text that stays as it is.
      input.onchange = () => {
        if (input.value !== this.written[part]) act(part, `${this.id} ${input.value}`);
      };
      this.fields[part] = input;
      return element("label", {}, element("span", { textContent: label }), input);
    });
    const button = (textContent, title, onclick) =>
      element("button", { type: "button", textContent, title, onclick });
    this.up = button("↑", "Earlier", () => step(this.place, -1));
    this.down = button("↓", "Later", () => step(this.place, 1));
    this.remove = button("×", "Take out", () => act("unpin", this.id));
    const [name, ...more] = texts;
    const buttons = [this.up, this.down, this.remove];
    this.root = element("li", {}, this.number, name, ...buttons, ...more);
  }

  show(pin, place, count, longest) {
    this.place = place;
    this.id = pin.id;
    this.written = { name: pin.given, sentence: pin.sentence, question: pin.question };
    this.number.textContent = String(place + 1);
    for (const [part, input] of Object.entries(this.fields)) {
      input.maxLength = longest[part];
      input.setAttribute("aria-label", `${TEXTS[part].label} of view ${place + 1}`);
      // What is being typed stays.
      if (document.activeElement !== input) input.value = this.written[part];
    }
    this.fields.name.placeholder = pin.name;
    this.up.disabled = place === 0;
    this.down.disabled = place === count - 1;
    for (const node of [this.up, this.down, this.remove])
      node.setAttribute("aria-label", `${node.title}: view ${place + 1}`);
  }
}

export class Arrange {
  // `act(action, value)` reports a movement.
  constructor(act) {
    this.act = act;
    this.rows = new Map(); // by the id of a pin
    this.list = element("ol");
    this.title = element("input", { type: "text", placeholder: "of all views together" });
    this.title.onchange = () => act("title", this.title.value);
    const title = element("label", {}, element("span", { textContent: "Title" }), this.title);
    const close = element("button", { type: "button", textContent: "Done" });
    close.onclick = () => this.root.close();
    const heading = element("h2", { textContent: "Pinned views", id: "lab-arrange" });
    this.root = element("dialog", { className: "lab-arrange" }, heading, title, this.list, close);
    this.root.setAttribute("aria-labelledby", heading.id);
    // A click beside it closes it, too.
    this.root.onclick = ({ target }) => {
      if (target === this.root) this.root.close();
    };
  }

  open() {
    this.root.showModal();
  }

  show({ pins, title, longest }) {
    if (!pins.length && this.root.open) this.root.close();
    this.ids = pins.map(({ id }) => id);
    for (const [id, row] of this.rows) {
      if (this.ids.includes(id)) continue;
      row.root.remove();
      this.rows.delete(id);
    }
    if (document.activeElement !== this.title) this.title.value = title;
    this.title.maxLength = longest.title;
    const focused = this.list.contains(document.activeElement) ? document.activeElement : null;
    pins.forEach((pin, place) => {
      if (!this.rows.has(pin.id))
        this.rows.set(pin.id, new Row(this.act, (from, by) => this.step(from, by)));
      const row = this.rows.get(pin.id);
      row.show(pin, place, pins.length, longest);
      if (this.list.children[place] !== row.root)
        this.list.insertBefore(row.root, this.list.children[place]);
    });
    // A node that is moved loses the focus, and a button at the end of the list takes none.
    if (focused?.isConnected) {
      const near = focused.disabled ? focused.closest("li").querySelector("button:enabled") : null;
      (near ?? focused).focus();
    }
  }

  // The order is given as it is to be.
  step(from, by) {
    const ids = [...this.ids];
    const [id] = ids.splice(from, 1);
    ids.splice(from + by, 0, id);
    this.act("order", ids.join(" "));
  }
}
