// The way through a talk: a view's question, its pictures one by one, then the next pinned view.
// Keys and a clicker lead through it; where one stands is in the address, so that a reload, Back and
// a link keep it.

import { report } from "../events/log.js";
import { AddressParameter } from "../lib/address.js";
import { element, setText, whenGone } from "../lib/dom.js";
import { focusLate } from "../lib/late_focus.js";
import { announce, choosePicture, pictures } from "./pictures.js";
import { showView } from "./way_out.js";

// What a clicker sends, and what is next to it on a keyboard.
const STEPS = { PageDown: 1, n: 1, PageUp: -1, p: -1 };
const TOGGLE = "o"; // as in "overview"
const QUESTION = 0;
const ALL = "all";
const REST_MS = 200; // after which a window has its size
const PATIENCE_MS = 10_000; // for a view that was gone to
const KNOBS = ".lab-panel input[type=range]";

class Walk {
  constructor(root) {
    this.root = root;
    this.at = -1; // the pin that is shown, or on its way
    this.all = false; // all pictures at once
    this.place = undefined; // QUESTION, the number of a picture, ALL
    this.address = new AddressParameter(root, "picture", () => this.text());
    this.build();
    this.listen();
    this.read();
  }

  build() {
    const button = (textContent, title, act) =>
      element("button", {
        type: "button",
        textContent,
        title,
        aria: { label: title },
        onclick: act,
      });
    this.back = button("‹", "Back: PageUp", () => this.go(-1));
    this.next = button("›", "On: PageDown", () => this.go(1));
    this.where = element("output");
    this.toggle = button("", "", () => this.showAll(!this.all));
    this.bar = element("div", { className: "lab-walk-bar", role: "group" });
    this.bar.setAttribute("aria-label", "the way through the pictures");
    const code = button("QR", "QR code of this view, for phones: key q", () => showView(this.root));
    this.bar.append(this.back, this.where, this.next, this.toggle, code);
    this.question = element("h2", { hidden: true });
    this.root.replaceChildren(this.bar, this.question);
  }

  listen() {
    const of = (target, kind, hear, options) => {
      target.addEventListener(kind, hear, options);
      return () => target.removeEventListener(kind, hear, options);
    };
    this.deaf = [
      of(document, "keydown", (event) => this.key(event), { capture: true }),
      of(document, "lab-pictures", () => this.apply()),
      of(window, "popstate", () => this.read()),
      of(window, "resize", () => this.resize()),
    ];
  }

  // Letters grow with the window, in pictures, too: stages look at their theme again.
  resize() {
    clearTimeout(this.resized);
    const again = () => dispatchEvent(new CustomEvent("lab-look", { detail: null }));
    this.resized = setTimeout(again, REST_MS);
  }

  // Where the address stands: at a link, after a reload, after Back.
  read() {
    const text = new URLSearchParams(location.search).get("picture");
    this.all = text === ALL;
    const number = /^\d{1,2}$/.test(text ?? "") ? Number(text) : undefined;
    this.place = this.all ? ALL : number;
    this.pending = null;
    if (this.pins) this.apply();
  }

  text() {
    return this.place === undefined || this.pending ? null : String(this.place);
  }

  show({ pins, at }, setStateValue) {
    Object.assign(this, { pins, setStateValue });
    const waits = this.pending && performance.now() - this.pending.since < PATIENCE_MS;
    if (!waits || this.pending.at === at) {
      this.at = at;
      if (this.pending) this.address.write();
      this.pending = null;
    }
    this.apply();
  }

  // The places of one view, in their order.
  places(at = this.at) {
    const count = pictures().length;
    const shown = this.all ? [ALL] : Array.from({ length: count }, (_, i) => i + 1);
    return this.pins[at]?.question ? [QUESTION, ...shown] : shown;
  }

  go(step) {
    const places = this.places();
    const next = places[places.indexOf(this.place) + step];
    if (places.includes(this.place) && next !== undefined) this.stand(next);
    else this.turn(this.at + step, step);
  }

  stand(place) {
    this.place = place;
    this.apply();
    this.address.write();
  }

  // The pin before or after this one; its view comes by a movement.
  turn(at, step) {
    if (at < 0 || at >= this.pins.length) return;
    this.at = at;
    this.place = this.places().at(step > 0 ? 0 : -1);
    this.pending = { at, since: performance.now() };
    this.apply();
    const entry = { source: "pins", values: {}, action: "go", value: String(at), live: false };
    report(entry, this.setStateValue);
  }

  showAll(all) {
    this.all = all;
    if (this.place !== QUESTION) this.stand(all ? ALL : 1);
    else this.apply();
  }

  // On the page: one picture, all of them, or the question alone.
  apply() {
    const nodes = pictures();
    const places = this.places();
    // Another view may have fewer pictures, or no question.
    if (nodes.length && !places.includes(this.place)) {
      const beyond = typeof this.place === "number" && this.place > nodes.length;
      this.place = places.at(beyond ? -1 : 0);
    }
    const { place } = this;
    nodes.forEach((node, i) => {
      node.classList.toggle("lab-current", place === i + 1);
    });
    choosePicture(place === QUESTION ? "question" : place === ALL ? ALL : "one");
    announce();
    // Arrows move the first knob at once, when knobs are in sight.
    if (place === QUESTION) this.stopWaiting?.();
    if (place === QUESTION) this.stopWaiting = null;
    else if (nodes.length) this.stopWaiting ??= focusLate(KNOBS);
    const { question = "" } = this.pins[this.at] ?? {};
    setText(this.question, question);
    this.question.hidden = place !== QUESTION;
    this.write(nodes.length, places);
  }

  write(count, places) {
    const { place, at, pins } = this;
    const one = place === QUESTION ? "question" : place === ALL ? "" : `${place ?? 1} of ${count}`;
    const view = pins.length ? `view ${at < 0 ? "–" : at + 1} of ${pins.length}` : "";
    setText(this.where, [one, view].filter(Boolean).join(" · "));
    setText(this.toggle, this.all ? "one picture" : "all pictures");
    this.toggle.title = `${this.all ? "One picture, large" : "All pictures at once"}: key o`;
    this.toggle.setAttribute("aria-label", this.toggle.title);
    const i = places.indexOf(place);
    this.back.disabled = i <= 0 && at <= 0;
    this.next.disabled = i === places.length - 1 && at >= pins.length - 1;
  }

  // From within sliders, too, where these keys would take longer steps.
  key(event) {
    const step = STEPS[event.key];
    if ((!step && event.key !== TOGGLE) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.length === 1 && event.target.matches?.("[type=text], textarea, select")) return;
    if (document.querySelector("dialog[open]")) return;
    event.preventDefault();
    event.stopPropagation();
    if (step) this.go(step);
    else this.showAll(!this.all);
  }

  close() {
    clearTimeout(this.resized);
    this.stopWaiting?.();
    for (const over of this.deaf) over();
    this.address.close();
    choosePicture(null);
    announce();
  }
}

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".lab-walk");
  root.walk ??= new Walk(root);
  root.walk.show(data, setStateValue);
  return whenGone(root, () => root.walk.close());
}
