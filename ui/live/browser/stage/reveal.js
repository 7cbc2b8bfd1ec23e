// The run as a film: pictures along whose x axis it goes on are drawn from left to right, their
// names at the end. It is the browser's alone, and ends at once when a hand does anything.

import { element, setText } from "../lib/dom.js";
import { wantsNoMotion } from "../lib/theme.js";

const SECONDS = 4;
const LONGEST_MS = 100; // where the page was busy for longer the film waits and does not jump
const PASSING = ["Tab", "Shift", "Control", "Alt", "Meta"];
const ACTS = ["pointerdown", "keydown", "input"];

export class Reveal {
  // `figures` returns those on the stage, whatever they are at the moment.
  constructor(figures) {
    this.figures = () => figures().filter((figure) => figure.progresses);
    this.button = element("button", {
      type: "button",
      className: "lab-replay",
      hidden: true,
      onclick: () => (this.playing ? this.end() : this.play()),
    });
    this.hear = (event) => {
      if (event.target !== this.button && !PASSING.includes(event.key)) this.end();
    };
    this.write();
  }

  // To be called for each payload, before it is drawn: `first` asks for the film by itself;
  // null is for a stage without one.
  show(first, moving) {
    this.button.hidden = first === null || !this.figures().length;
    if (moving) this.end();
    if (first && !this.begun && !wantsNoMotion()) this.play();
    // A picture that has come meanwhile joins in.
    if (this.playing) for (const figure of this.figures()) figure.revealing = true;
  }

  write() {
    setText(this.button, this.playing ? "■ Show the whole run" : "▶ Play the run again");
  }

  play() {
    if (!this.figures().length) return;
    this.begun = true;
    this.playing = true;
    this.share = 0;
    this.before = undefined;
    for (const figure of this.figures()) figure.beginReveal();
    for (const act of ACTS) document.addEventListener(act, this.hear, true);
    this.write();
    requestAnimationFrame((now) => this.tick(now));
  }

  tick(now) {
    if (!this.playing) return;
    if (!this.button.isConnected) {
      this.end();
      return;
    }
    this.share += Math.min(now - (this.before ?? now), LONGEST_MS) / 1000 / SECONDS;
    this.before = now;
    if (this.share >= 1) {
      this.end();
      return;
    }
    for (const figure of this.figures()) figure.reveal(this.share);
    requestAnimationFrame((later) => this.tick(later));
  }

  end() {
    if (!this.playing) return;
    this.playing = false;
    for (const act of ACTS) document.removeEventListener(act, this.hear, true);
    for (const figure of this.figures()) figure.endReveal();
    this.write();
  }
}
