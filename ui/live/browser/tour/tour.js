// A tour of the page: a card beside one part after the other. Nothing is covered or locked: what a
// step speaks of can be tried while its card is open.

import { element, setText, whenGone } from "../lib/dom.js";

// What a clicker sends, as in stories.
const TURNS = { PageDown: 1, PageUp: -1 };
const GAP = 10; // pixels between a part and its card
const SETTLED = 600; // milliseconds after which the numbers have followed a hand

class Tour {
  constructor(root) {
    this.root = root;
    this.start = element("button", {
      type: "button",
      className: "lab-tour-start",
      textContent: "New here? 90 seconds",
      title: "A tour of this page in eight steps",
    });
    this.start.onclick = () => this.open();
    root.append(this.start);
    this.title = element("strong", { id: "lab-tour-title" });
    this.text = element("p");
    this.said = element("p", { className: "lab-tour-said", aria: { live: "polite" } });
    this.place = element("span");
    this.back = this.button("Back", () => this.turn(-1));
    this.next = this.button("Next", () => this.turn(1));
    const end = this.button("×", () => this.close());
    end.setAttribute("aria-label", "End the tour");
    end.className = "lab-tour-end";
    const foot = element("div", { className: "lab-tour-foot" }, this.place, this.back, this.next);
    this.card = element(
      "div",
      { className: "lab-tour-card", role: "dialog", aria: { labelledby: "lab-tour-title" } },
      this.title,
      end,
      this.text,
      this.said,
      foot,
    );
    this.card.tabIndex = -1;
    this.hear = (event) => this.key(event);
    this.moved = () => this.follow();
    this.stand = () => this.put();
  }

  button(textContent, onclick) {
    return element("button", { type: "button", textContent, onclick });
  }

  // Steps whose part is not on this page are left out.
  open() {
    this.steps = this.data.steps.filter(({ target }) => document.querySelector(target));
    this.root.append(this.card); // where the colours of the theme are known
    document.addEventListener("keydown", this.hear, { capture: true });
    addEventListener("lab-moved", this.moved);
    addEventListener("resize", this.stand);
    document.addEventListener("scroll", this.stand, { capture: true, passive: true });
    this.go(0);
  }

  close() {
    if (!this.card.isConnected) return;
    this.unmark();
    this.card.remove();
    document.removeEventListener("keydown", this.hear, { capture: true });
    removeEventListener("lab-moved", this.moved);
    removeEventListener("resize", this.stand);
    document.removeEventListener("scroll", this.stand, { capture: true });
    if (this.start.isConnected) this.start.focus({ preventScroll: true });
  }

  turn(by) {
    if (this.at + by >= this.steps.length) this.close();
    else this.go(Math.max(this.at + by, 0));
  }

  go(at) {
    this.unmark();
    this.at = at;
    const { target, title, text } = this.steps[at];
    setText(this.title, title);
    setText(this.text, text);
    setText(this.said, "");
    setText(this.place, `${at + 1} of ${this.steps.length}`);
    setText(this.next, at === this.steps.length - 1 ? "Done" : "Next");
    this.back.disabled = at === 0;
    this.part = document.querySelector(target);
    this.part?.classList.add("lab-toured");
    this.part?.scrollIntoView({ block: "nearest" });
    this.kept = featuresOfRunA();
    this.put();
    // A knob is taken in hand by the arrow keys at once.
    (this.part?.matches("input") ? this.part : this.next).focus({ preventScroll: true });
  }

  unmark() {
    for (const node of document.querySelectorAll(".lab-toured"))
      node.classList.remove("lab-toured");
  }

  // Beside the part, where there is room: under it, over it, to its left, else in the corner.
  put() {
    if (!this.part?.isConnected) this.part = document.querySelector(this.steps[this.at].target);
    if (!this.part) return;
    const part = this.part.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.card;
    const [right, bottom] = [innerWidth - width - GAP, innerHeight - height - GAP];
    let [x, y] = [part.left, part.bottom + GAP];
    if (y > bottom) y = part.top - height - GAP;
    if (y < GAP) [x, y] = [part.left - width - GAP, part.top];
    if (x < GAP) x = part.right + GAP;
    this.card.style.left = `${Math.max(Math.min(x, right), GAP)}px`;
    this.card.style.top = `${Math.max(Math.min(y, bottom), GAP)}px`;
  }

  // What came of the drag, once the numbers have followed.
  follow() {
    if (this.steps[this.at].target !== this.data.dragged) return;
    clearTimeout(this.soon);
    this.soon = setTimeout(() => {
      const now = featuresOfRunA();
      const word = now === "1" ? "feature" : "features";
      const before = `Run A kept ${this.kept}.`;
      setText(
        this.said,
        now === this.kept
          ? "As many as before. Go further."
          : `${before} Now it keeps ${now} ${word}.`,
      );
      this.put();
    }, SETTLED);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const turn = TURNS[event.key];
    if (!turn && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (turn) this.turn(turn);
    else this.close();
  }
}

// The features that the first run keeps, as the table says it.
const featuresOfRunA = () =>
  document.querySelector(".lab-score tbody tr")?.children[2]?.textContent ?? "";

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".lab-tour");
  root.tour ??= new Tour(root);
  root.tour.data = data;
  return whenGone(root, () => root.tour.close());
}
