// The player: plays a film that came in one message. Nothing is sent while it plays, steps or is
// scrubbed; where it stands is written into the address as `frame`.

import { AddressParameter } from "../lib/address.js";
import { wholePixels } from "../lib/canvas.js";
import { element, setAria, setLabel, setText } from "../lib/dom.js";
import { within } from "../lib/light.js";
import { groupDigits } from "../lib/numbers.js";
import { inTheme } from "../lib/palette.js";
import { download, downloadCsv } from "../lib/save.js";
import { wantsNoMotion } from "../lib/theme.js";
import { decodeArrays, fetchKinds, partsOf, shoot } from "./film.js";

const SPEEDS = [0.25, 0.5, 1, 2, 4];
const SECONDS = 12; // of a whole film at speed 1
const STORY_SECONDS = 6; // of one that a step of a story plays
const LONGEST_MS = 100; // where the page was busy for longer the film waits and does not jump

const KEYS = {
  " ": (player) => player.toggle(),
  k: (player) => player.toggle(),
  ArrowRight: (player, event) => player.by(event.shiftKey ? 10 : 1),
  ArrowLeft: (player, event) => player.by(event.shiftKey ? -10 : -1),
  ".": (player) => player.by(1),
  ",": (player) => player.by(-1),
  Home: (player) => player.to(0),
  End: (player) => player.to(Infinity),
};

const isRange = (node) => node.type === "range";

const button = (text, title, onclick) => {
  // Without the key that does the same.
  const label = title.replace(/ \(.*/, "");
  return element("button", { type: "button", textContent: text, title, onclick, aria: { label } });
};

export class Player {
  constructor(root) {
    this.root = root;
    this.frame = 0;
    this.playing = false;
    this.speed = 1;
    this.build();
    this.address = new AddressParameter(root, "frame", () => this.place());
    this.hear = (event) => this.key(event);
    document.addEventListener("keydown", this.hear);
    this.join = ({ detail }) => this.joinAt(detail);
    addEventListener("lab-class-frame", this.join);
    // Sizes are given here: to ask for them while texts change would lay out the page once more.
    this.sized = new ResizeObserver((entries) => {
      for (const { target, contentRect } of entries) target.size = wholePixels(contentRect);
      this.draw();
    });
  }

  build() {
    this.scenes = element("div", { className: "lab-scenes", role: "img" });
    this.caption = element("p");
    this.root.replaceChildren(this.scenes, this.bar(), this.caption);
  }

  bar() {
    this.play = button("Play", "Play (space)", () => this.toggle());
    this.play.className = "lab-play";
    this.slider = element("input", { type: "range", min: 0, step: 1, aria: { label: "frame" } });
    this.slider.oninput = () => this.to(Number(this.slider.value));
    const speeds = SPEEDS.map((speed) => new Option(`speed ${speed} ×`, speed));
    this.pace = element("select", { aria: { label: "speed" } }, ...speeds);
    this.pace.value = 1;
    this.pace.onchange = () => {
      this.speed = Number(this.pace.value);
    };
    this.position = element("output");
    return element(
      "div",
      { className: "lab-bar", role: "group", aria: { label: "player" } },
      button("❘◀", "To the beginning (Home)", () => this.to(0)),
      button("◀", "One example back (←; with shift ten)", () => this.by(-1)),
      this.play,
      button("▶", "One example forward (→; with shift ten)", () => this.by(1)),
      button("▶❘", "To the end (End)", () => this.to(Infinity)),
      this.slider,
      this.position,
      this.pace,
      button("PNG", "Save as a PNG file", () => this.save()),
      button("CSV", "Save as a table of its numbers", () => this.saveTable()),
    );
  }

  tell({ film, alt, caption, name }, { height, start, cue = null }) {
    const fresh = film !== this.encoded;
    const first = this.encoded === undefined;
    const turned = cue && cue.id !== this.cue?.id;
    this.cue = cue;
    if (fresh) this.load(film);
    this.stage(height);
    if (first && start >= 0) this.frame = Math.min(start, this.reach);
    else if (turned) this.follow();
    else if (first) this.open();
    this.root.dataset.frame = this.frame;
    this.name = name;
    setLabel(this.scenes, alt);
    setText(this.caption, caption);
    if (!fresh || start >= 0 || turned) this.address.write();
  }

  // A film that has begun goes on where the reader stands; who saw its end sees the new one's.
  load(film) {
    const atEnd = this.film && this.frame === this.last;
    this.encoded = film;
    this.film = decodeArrays(JSON.parse(film));
    fetchKinds(this.film)?.then(() => this.draw());
    this.last = this.film.at.length - 1;
    this.slider.max = this.last;
    this.frame = atEnd ? this.reach : Math.min(this.frame, this.reach);
  }

  open() {
    if (wantsNoMotion()) this.frame = this.last;
    else this.toggle();
  }

  // To the first of the frames that a step names, and on to the last of them, once.
  follow() {
    const [from, to] = this.stretch;
    const still = from >= to || wantsNoMotion();
    if (this.playing) this.toggle();
    this.frame = still ? to : from;
    if (still) return;
    this.toggle();
    this.inStory = true;
  }

  // The frames that a step names, its end where it names none.
  get stretch() {
    const frames = this.cue?.frames ?? [-1, -1];
    return frames.map((frame) => (frame < 0 ? this.last : Math.min(frame, this.last)));
  }

  // As far as a reader may go: not beyond what a bet asks about.
  get reach() {
    return this.cue?.open ? this.stretch[1] : this.last;
  }

  // What the address says of the frame: nothing where a step has it so by itself.
  place() {
    if (this.playing) return null;
    return this.cue && this.frame === this.stretch[1] ? "" : this.frame;
  }

  // Canvases stay while a knob moves: new ones would be laid out and drawn twice.
  stage(height) {
    const { length } = this.film.scenes;
    if (this.canvases?.length !== length) {
      this.canvases = this.film.scenes.map(() => element("canvas"));
      this.scenes.replaceChildren(...this.canvases);
      this.scenes.style.setProperty("--columns", length);
      this.sized.disconnect();
      for (const canvas of this.canvases) this.sized.observe(canvas);
    }
    for (const { style } of this.canvases) if (style.height !== height) style.height = height;
  }

  toggle() {
    if (!this.playing && !this.reach) return;
    this.playing = !this.playing;
    this.inStory = false;
    if (this.playing && this.frame >= this.reach) this.frame = 0;
    this.play.textContent = this.playing ? "Pause" : "Play";
    this.play.title = this.playing ? "Pause (space)" : "Play (space)";
    setLabel(this.play, this.playing ? "Pause" : "Play");
    this.root.dataset.playing = this.playing;
    if (this.playing) {
      this.exact = this.frame;
      this.before = undefined;
      requestAnimationFrame((now) => this.tick(now));
    } else this.address.write();
  }

  tick(now) {
    if (!this.playing || !this.root.isConnected) return;
    const passed = Math.min(now - (this.before ?? now), LONGEST_MS);
    const end = this.inStory ? this.stretch[1] : this.reach;
    this.exact +=
      (passed / 1000) * this.speed * (this.last / (this.inStory ? STORY_SECONDS : SECONDS));
    this.before = now;
    this.frame = Math.min(Math.floor(this.exact), end);
    // While a knob moves, each answer draws the frame it finds: two paces would cost both.
    if (!this.moving) this.draw();
    if (this.frame >= end) this.toggle();
    else requestAnimationFrame((later) => this.tick(later));
  }

  to(frame) {
    if (this.playing) this.toggle();
    this.frame = Math.max(0, Math.min(frame, this.reach));
    // A scrub draws once a screen, however many events it brings.
    this.asked ??= requestAnimationFrame(() => {
      this.asked = undefined;
      this.draw();
    });
    this.address.write();
  }

  // Where the leader of a class has put the film; what runs by itself comes to its end by itself.
  joinAt(frame) {
    if (!this.film || (this.playing && frame >= this.stretch[1])) return;
    this.to(frame);
  }

  by(frames) {
    this.to(this.frame + frames);
  }

  draw(look = this.look, moving = this.moving) {
    [this.look, this.moving] = [look, moving];
    if (!this.film || !look) return;
    this.canvases.forEach((canvas, i) => {
      const scene = this.film.scenes[i];
      const meant = within(look.meant, [this.name, scene.title], partsOf(scene));
      canvas.classList.toggle("lab-faded", meant === undefined);
      if (!canvas.size?.width) return;
      const own = { ...look, meant: meant ?? null, future: !this.cue };
      shoot(canvas, inTheme(scene, look), this.frame, canvas.size, own);
    });
    this.slider.value = this.frame;
    this.slider.style.setProperty("--filled", `${(100 * this.frame) / (this.last || 1)}%`);
    const { unit, at } = this.film;
    const position = `${unit} ${groupDigits(at[this.frame])} of ${groupDigits(at[this.last])}`;
    if (position !== this.position.textContent) setAria(this.slider, { valuetext: position });
    setText(this.position, position);
    this.root.dataset.frame = this.frame;
    this.root.dataset.drawn = Number(this.root.dataset.drawn ?? 0) + 1;
  }

  // Whether one of these names stands in the film.
  shows(names) {
    const { scenes } = this.film ?? { scenes: [] };
    return scenes.some(
      (scene) => within(names, [this.name, scene.title], partsOf(scene)) !== undefined,
    );
  }

  light(look) {
    this.draw(look);
  }

  // At the size and in the colours of now.
  print(look) {
    for (const canvas of this.canvases ?? []) {
      const { clientWidth: width, clientHeight: height } = canvas;
      canvas.size = { width, height };
    }
    this.draw(look);
  }

  key(event) {
    const busy = event.target.closest?.(
      "input, select, textarea, button, [contenteditable], [role=slider]",
    );
    // Knobs of the page have no use for the space bar once they were moved: it plays.
    const elsewhere = busy && !this.root.contains(busy) && !(event.key === " " && isRange(busy));
    if (event.ctrlKey || event.metaKey || event.altKey || elsewhere) return;
    // Sliders and buttons of the player itself have keys of their own.
    if (
      this.root.contains(busy) &&
      (event.key === " " || event.target === this.slider || event.target === this.pace)
    )
      return;
    const act = KEYS[event.key];
    if (!act || !this.root.isConnected) return;
    event.preventDefault();
    act(this, event);
  }

  save() {
    const [first] = this.canvases;
    const strip = element("canvas");
    strip.width = this.canvases.reduce((sum, canvas) => sum + canvas.width, 0);
    strip.height = first.height;
    const pen = strip.getContext("2d");
    pen.fillStyle = this.look.paper;
    pen.fillRect(0, 0, strip.width, strip.height);
    let left = 0;
    for (const canvas of this.canvases) {
      pen.drawImage(canvas, left, 0);
      left += canvas.width;
    }
    download(`sparsity-lab-${this.name}.png`, strip.toDataURL("image/png"));
  }

  saveTable() {
    const columns = [[this.film.unit, this.film.at]];
    for (const { title, tracks, names, heights, shares, rows } of this.film.scenes) {
      // Scenes of one film may have curves of the same name.
      const add = (name, values) =>
        columns.push([name.startsWith(title) ? name : `${title}: ${name}`, values]);
      for (const track of tracks ?? []) add(track.name, track.y);
      names?.forEach((name, j) => {
        const values = heights ?? shares;
        add(
          name,
          Array.from(this.film.at, (_, f) => values[f * names.length + j]),
        );
      });
      // A mark of what is lit up is no part of a number.
      const plain = (text) => text.replace(/^!/, "");
      for (const { label, texts } of rows ?? []) add(label, texts.map(plain));
    }
    const rows = [columns.map(([name]) => name)];
    for (let f = 0; f <= this.last; f++) rows.push(columns.map(([, values]) => values[f]));
    downloadCsv(`sparsity-lab-${this.name}`, rows);
  }

  close() {
    this.playing = false;
    this.address.close();
    this.sized.disconnect();
    document.removeEventListener("keydown", this.hear);
    removeEventListener("lab-class-frame", this.join);
  }
}
