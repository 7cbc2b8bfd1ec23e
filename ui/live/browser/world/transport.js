// The transport: play, pause, step and scrub for all pictures along which a run goes on. It is the
// browser's alone; where it stands is written into the address as `frame`, but at the end of the run,
// where pictures stand at rest.

import { AddressParameter } from "../lib/address.js";
import { element, setAria, setLabel, setText } from "../lib/dom.js";
import { groupDigits } from "../lib/numbers.js";
import { wantsNoMotion } from "../lib/theme.js";

const SECONDS = 4;
const LARGE_SECONDS = 9; // with a large picture of the weights, which takes longer to look at
const STOPS = 200; // of a run without frames
const LONGEST_MS = 100; // where the page was busy for longer the film waits and does not jump
const PASSING = ["Tab", "Shift", "Control", "Alt", "Meta"];
const ACTS = ["pointerdown", "keydown", "input"];
const IN_USE = "input, select, textarea, button, summary, [contenteditable], [role=slider], [role]";

const button = (textContent, title, onclick, more = {}) =>
  element("button", { type: "button", textContent, title, onclick, ...more });

export class Transport {
  // `figures` and `worlds` return those on the stage, whatever they are at the moment.
  constructor(figures, worlds) {
    this.all = figures;
    this.figures = () => figures().filter((figure) => figure.progresses);
    this.worlds = worlds;
    this.at = 0; // examples seen
    this.last = 0;
    this.unit = "example";
    this.atEnd = true;
    this.phase = 0; // of the step that is shown
    this.build();
    this.address = new AddressParameter(this.root, "frame", () => this.place());
    this.hear = (event) => {
      if (!this.root.contains(event.target) && !PASSING.includes(event.key)) this.finish();
    };
    this.pressed = (event) => this.key(event);
    document.addEventListener("keydown", this.pressed);
  }

  build() {
    this.play = button("", "", () => this.toggle(), { className: "lab-play" });
    // Keys of the slider do the same, so that these need no stops of their own.
    const unreached = { tabIndex: -1 };
    this.back = button("◀", "Step back (←; with shift ten)", () => this.by(-1), unreached);
    this.on = button("▶❘", "Step forward (→; with shift ten)", () => this.by(1), unreached);
    setLabel(this.back, "Step back");
    setLabel(this.on, "Step forward");
    this.slider = element("input", { type: "range", min: 0, step: 1 });
    this.slider.oninput = () => this.to(Number(this.slider.value), true);
    this.slider.onchange = () => this.to(Number(this.slider.value));
    this.slider.onkeydown = (event) => this.slide(event);
    this.position = element("output");
    const aria = { label: "the run in time" };
    this.see = button("See the weights", "A large picture of the weights in time", () =>
      this.turn(),
    );
    this.walk = button("One step", "", () => (this.moment ? this.by(1) : this.dwell()));
    this.leave = button("All steps", "Leave the step of one example", () => this.dwell(), {
      hidden: true,
    });
    const { play, back, on, slider, position, walk, leave, see } = this;
    const parts = [play, back, on, slider, position, walk, leave, see];
    this.root = element(
      "div",
      { className: "lab-transport", role: "group", hidden: true, aria },
      ...parts,
    );
  }

  // What has just come into sight is played from the beginning.
  turn() {
    this.takeOver();
    this.plays = !this.weights && this.atEnd && !wantsNoMotion();
    this.send({ source: "world", values: { shown: !this.weights }, live: false });
  }

  // Into the step of one example, or out of it.
  dwell() {
    this.takeOver();
    const moment = this.moment ? 0 : Math.min(this.at + 1, this.last);
    this.endPhase = false;
    this.ask(moment, false);
  }

  ask(moment, live) {
    this.send({ source: "world", values: { moment }, live });
  }

  // To be called for each payload, before it is drawn. `clock` = {last, unit, weights, moment}: the
  // length of the run, what it counts, whether the weights are seen, and the example whose step is.
  // `first` asks for the film by itself, and null is for a stage without one. `start` is where the
  // address says it stands, `send` reports movements.
  show(clock, { first, start, send }, moving) {
    this.send = send;
    const shown = Boolean(clock?.last) && first !== null && this.shown.length > 0;
    this.root.hidden = !shown;
    if (moving && this.byItself) this.finish();
    if (!shown) {
      this.finish();
      return;
    }
    const { last, unit } = clock;
    if (last !== this.last || unit !== this.unit) this.measure(last, unit, moving);
    if (!this.begun) this.begin(first, start);
    this.see.hidden = clock.weights === undefined || !send;
    this.see.setAttribute("aria-pressed", Boolean(clock.weights));
    this.weights = clock.weights;
    this.stand(clock.moment, moving);
    this.apply();
    if (!this.weights || !this.plays) return;
    this.plays = false;
    if (!this.playing) this.toggle();
  }

  // At the example whose step is shown, if one is: an answer to an older question moves nothing.
  stand(moment, moving) {
    this.walk.hidden = moment === undefined || !this.send;
    this.walk.title = moment ? "The next part (→)" : "The step of one example, part by part";
    setText(this.walk, moment ? "Next part" : "One step");
    const left = document.activeElement === this.leave && !moment;
    this.leave.hidden = this.walk.hidden || !moment;
    if (left) this.walk.focus();
    if (moment && moment !== this.moment) this.phase = this.endPhase ? Infinity : 0;
    this.moment = moment;
    if (!moment) return;
    this.address.write();
    this.playing = false;
    if (!moving) this.set(moment);
  }

  get phases() {
    return (this.moment && this.worlds()[0]?.phases) || [];
  }

  get shown() {
    return [...this.figures(), ...this.worlds()];
  }

  // Other data are seen at their end; under a moving hand it stays where it stands.
  measure(last, unit, moving) {
    Object.assign(this, { last, unit });
    this.slider.max = last;
    setLabel(this.slider, unit);
    this.set(this.atEnd || !moving ? last : this.at);
  }

  begin(first, start) {
    this.begun = true;
    if (start >= 0) this.set(start);
    else if (first && !wantsNoMotion()) {
      this.byItself = true;
      for (const act of ACTS) document.addEventListener(act, this.hear, true);
      this.toggle();
    }
  }

  // What the address says: nothing at the end of the run.
  place() {
    if (this.moment) return "";
    if (this.playing || this.byItself) return null;
    return this.atEnd ? "" : this.at;
  }

  set(at) {
    this.at = Math.max(0, Math.min(Math.round(at), this.last));
    this.atEnd = this.at === this.last;
  }

  toggle() {
    if (this.moment) this.ask(0, false);
    this.moment = 0;
    const over = this.playing && this.byItself;
    this.playing = !this.playing;
    if (over) this.takeOver();
    if (this.playing) {
      if (this.atEnd) this.set(0);
      this.exact = this.at;
      this.before = undefined;
      requestAnimationFrame((now) => this.tick(now));
    } else this.address.write();
    this.apply();
  }

  // From now on the transport is in the reader's hands.
  takeOver() {
    this.byItself = false;
    for (const act of ACTS) document.removeEventListener(act, this.hear, true);
  }

  tick(now) {
    if (!this.playing) return;
    if (!this.root.isConnected) {
      this.finish();
      return;
    }
    const seconds = this.worlds().length ? LARGE_SECONDS : SECONDS;
    const passed = Math.min(now - (this.before ?? now), LONGEST_MS);
    this.exact += (passed / 1000 / seconds) * this.last;
    this.before = now;
    this.set(this.exact);
    if (this.atEnd) this.finish();
    else {
      this.apply();
      requestAnimationFrame((later) => this.tick(later));
    }
  }

  // All of the run, at once.
  finish() {
    if (this.moment) return;
    const moved = this.playing || !this.atEnd;
    this.takeOver();
    this.playing = false;
    this.set(this.last);
    if (!moved) return;
    this.address.write();
    this.apply();
  }

  to(at, sliding = false) {
    this.takeOver();
    this.playing = false;
    this.set(this.moment ? Math.max(1, at) : at);
    if (this.moment) this.ask(this.at, sliding);
    else if (!sliding) this.address.write();
    // A scrub draws once a screen, however many events it brings.
    this.waiting ??= requestAnimationFrame(() => {
      this.waiting = undefined;
      this.apply();
    });
  }

  // To the next moment at which there is something else to see.
  by(steps) {
    if (this.moment) this.through(steps);
    else this.to(this.stop(steps));
  }

  // To the next phase of the step, or to the next example.
  through(steps) {
    const last = this.phases.length - 1;
    const phase = Math.min(this.phase, last) + steps;
    if (phase >= 0 && phase <= last) {
      this.phase = phase;
      this.apply();
      return;
    }
    const moment = Math.max(1, Math.min(this.moment + Math.sign(steps), this.last));
    if (moment === this.moment) return;
    this.endPhase = steps < 0;
    this.to(moment);
  }

  stop(steps) {
    const [stops] = this.worlds().map((world) => world.stops);
    if (!stops) {
      const stride = Math.max(1, Math.round(this.last / STOPS));
      return (Math.floor(this.at / stride) + steps) * stride;
    }
    const here = stops.findLastIndex((stop) => stop <= this.at);
    return stops[Math.max(0, Math.min(here + steps, stops.length - 1))];
  }

  apply() {
    const share = this.last ? this.at / this.last : 1;
    for (const figure of this.figures()) figure.follow(this.atEnd ? 1 : share);
    for (const world of this.worlds()) world.follow(this.at, this.phase);
    // Other pictures show the end of the run alone.
    for (const { root, progresses } of this.all()) {
      root.classList.toggle("lab-of-end", !this.atEnd && !progresses);
    }
    this.write();
  }

  write() {
    const text = this.playing ? "❚❚ Pause" : "▶ Play";
    if (this.play.textContent !== text) {
      this.play.textContent = text;
      const act = this.playing ? "Pause" : "Play";
      this.play.title = `${act} (space)`;
      setLabel(this.play, `${act} the run`);
    }
    this.root.dataset.at = this.at;
    this.slider.value = this.at;
    this.slider.style.setProperty("--filled", `${(100 * this.at) / (this.last || 1)}%`);
    const { phases } = this;
    const phase = phases.length ? `: ${phases[Math.min(this.phase, phases.length - 1)]}` : "";
    const position = `${this.unit} ${groupDigits(this.at)} of ${groupDigits(this.last)}${phase}`;
    if (position !== this.position.textContent) setAria(this.slider, { valuetext: position });
    setText(this.position, position);
  }

  slide(event) {
    const way = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.by(way * (event.shiftKey ? 10 : 1));
  }

  // The space bar plays, unless what has the focus has a use for it.
  key(event) {
    if (event.key !== " " || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.root.hidden || !this.root.isConnected) return;
    const busy = event.target.closest?.(IN_USE);
    if (busy && busy.type !== "range") return;
    event.preventDefault();
    this.toggle();
  }

  close() {
    this.finish();
    this.address.close();
    document.removeEventListener("keydown", this.pressed);
  }
}
