// The player: plays a film that came in one message. Nothing is sent while it plays, steps or is
// scrubbed; where it stands is written into the address as `frame`.

import { readOut, say, whole } from "../lib/look.js";
import { written } from "../stage/sketch.js";
import { decoded, shoot } from "./film.js";

const SPEEDS = [0.25, 0.5, 1, 2, 4];
const SECONDS = 12; // of a whole film at speed 1
const ADDRESS_MS = 300;
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

export class Player {
  constructor(root) {
    this.root = root;
    this.frame = 0;
    this.speed = 1;
    this.build();
    this.hear = (event) => this.key(event);
    document.addEventListener("keydown", this.hear);
    // Sizes are told here: to ask for them while texts change would lay out the page once more.
    this.sized = new ResizeObserver((entries) => {
      for (const { target, contentRect } of entries) target.size = whole(contentRect);
      this.draw();
    });
  }

  build() {
    const node = (tag, properties, ...children) => {
      const made = Object.assign(document.createElement(tag), properties);
      made.append(...children);
      return made;
    };
    const button = (text, label, act) => {
      const made = node("button", {
        type: "button",
        textContent: text,
        title: label,
        onclick: act,
      });
      made.setAttribute("aria-label", label.replace(/ \(.*/, ""));
      return made;
    };
    this.scenes = node("div", { className: "lab-scenes", role: "img" });
    this.play = button("Play", "Play (space)", () => this.toggle());
    this.slider = node("input", { type: "range", min: 0, step: 1 });
    this.slider.setAttribute("aria-label", "frame");
    this.slider.oninput = () => this.to(Number(this.slider.value));
    this.pace = node("select", {}, ...SPEEDS.map((speed) => new Option(`${speed} ×`, speed)));
    this.pace.setAttribute("aria-label", "speed");
    this.pace.value = 1;
    this.pace.onchange = () => (this.speed = Number(this.pace.value));
    this.where = node("output", {});
    this.bar = node(
      "div",
      { className: "lab-bar" },
      button("❘◀", "To the beginning (Home)", () => this.to(0)),
      button("◀", "One example back (←; with shift ten)", () => this.by(-1)),
      this.play,
      button("▶", "One example forward (→; with shift ten)", () => this.by(1)),
      button("▶❘", "To the end (End)", () => this.to(Infinity)),
      this.slider,
      this.where,
      this.pace,
      button("PNG", "Save as a PNG file", () => this.save()),
      button("CSV", "Save as a table of its numbers", () => this.csv()),
    );
    this.bar.setAttribute("role", "group");
    this.bar.setAttribute("aria-label", "player");
    this.caption = node("p", {});
    this.root.replaceChildren(this.scenes, this.bar, this.caption);
  }

  tell({ film, alt, caption, name }, { height, start }) {
    const fresh = film !== this.encoded;
    if (fresh) {
      const first = this.encoded === undefined;
      const atEnd = this.film && this.frame === this.last;
      this.encoded = film;
      this.film = decoded(JSON.parse(film));
      this.last = this.film.at.length - 1;
      this.slider.max = this.last;
      this.stage(height);
      if (first) {
        const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
        this.frame = start < 0 ? (still ? this.last : 0) : Math.min(start, this.last);
        if (start < 0 && !still) this.toggle();
      } else this.frame = atEnd ? this.last : Math.min(this.frame, this.last);
    }
    this.name = name;
    readOut(this.scenes, alt);
    say(this.caption, caption);
    if (!fresh || start >= 0) this.note();
  }

  // Canvases stay while a knob moves: new ones would be laid out and drawn twice.
  stage(height) {
    const { length } = this.film.scenes;
    if (this.canvases?.length !== length) {
      this.canvases = this.film.scenes.map(() => document.createElement("canvas"));
      this.scenes.replaceChildren(...this.canvases);
      this.scenes.style.setProperty("--columns", length);
      this.sized.disconnect();
      for (const canvas of this.canvases) this.sized.observe(canvas);
    }
    for (const { style } of this.canvases) if (style.height !== height) style.height = height;
  }

  toggle() {
    this.playing = !this.playing;
    if (this.playing && this.frame >= this.last) this.frame = 0;
    this.play.textContent = this.playing ? "Pause" : "Play";
    this.play.title = this.playing ? "Pause (space)" : "Play (space)";
    this.play.setAttribute("aria-label", this.playing ? "Pause" : "Play");
    this.root.dataset.playing = this.playing;
    if (this.playing) {
      this.exact = this.frame;
      this.before = undefined;
      requestAnimationFrame((now) => this.tick(now));
    } else this.note();
  }

  tick(now) {
    if (!this.playing || !this.root.isConnected) return;
    const passed = Math.min(now - (this.before ?? now), LONGEST_MS);
    this.exact += (passed / 1000) * this.speed * (this.last / SECONDS);
    this.before = now;
    this.frame = Math.min(Math.floor(this.exact), this.last);
    // While a knob moves, each answer draws the frame it finds: two paces would cost both.
    if (!this.moving) this.draw();
    if (this.frame >= this.last) this.toggle();
    else requestAnimationFrame((later) => this.tick(later));
  }

  to(frame) {
    if (this.playing) this.toggle();
    this.frame = Math.max(0, Math.min(frame, this.last));
    // A scrub draws once a screen, however many events it brings.
    this.asked ??= requestAnimationFrame(() => {
      this.asked = undefined;
      this.draw();
    });
    this.note();
  }

  by(frames) {
    this.to(this.frame + frames);
  }

  draw(look = this.look, moving = this.moving) {
    [this.look, this.moving] = [look, moving];
    if (!this.film || !look) return;
    this.canvases.forEach((canvas, i) => {
      if (canvas.size?.width) shoot(canvas, this.film.scenes[i], this.frame, canvas.size, look);
    });
    this.slider.value = this.frame;
    const said = `${this.film.unit} ${written(this.film.at[this.frame])} of ${written(this.film.at[this.last])}`;
    if (this.where.told !== said) this.slider.setAttribute("aria-valuetext", said);
    say(this.where, said);
    this.root.dataset.frame = this.frame;
    this.root.dataset.drawn = Number(this.root.dataset.drawn ?? 0) + 1;
  }

  // The server may write the address too: what it leaves out is put in again a moment later.
  note() {
    clearTimeout(this.later);
    this.later = setTimeout(() => {
      if (this.playing || !this.root.isConnected) return;
      const address = new URL(location.href);
      address.searchParams.set("frame", this.frame);
      if (address.href !== location.href) history.replaceState(history.state, "", address);
    }, ADDRESS_MS);
  }

  key(event) {
    const busy = event.target.closest?.(
      "input, select, textarea, button, [contenteditable], [role=slider]",
    );
    if (event.ctrlKey || event.metaKey || event.altKey || (busy && !this.root.contains(busy)))
      return;
    // Sliders and buttons of the player itself have keys of their own.
    if (busy && (event.key === " " || event.target === this.slider || event.target === this.pace))
      return;
    const act = KEYS[event.key];
    if (!act || !this.root.isConnected) return;
    event.preventDefault();
    act(this, event);
  }

  save() {
    const [first] = this.canvases;
    const whole = document.createElement("canvas");
    whole.width = this.canvases.reduce((sum, canvas) => sum + canvas.width, 0);
    whole.height = first.height;
    const pen = whole.getContext("2d");
    pen.fillStyle = this.look.paper;
    pen.fillRect(0, 0, whole.width, whole.height);
    let left = 0;
    for (const canvas of this.canvases) {
      pen.drawImage(canvas, left, 0);
      left += canvas.width;
    }
    this.keep(whole.toDataURL("image/png"), "png");
  }

  csv() {
    const columns = [[this.film.unit, this.film.at]];
    for (const scene of this.film.scenes) {
      for (const track of scene.tracks ?? []) columns.push([track.name, track.y]);
      scene.names?.forEach((name, j) => {
        const values = scene.heights ?? scene.shares;
        columns.push([name, this.film.at.map((_, f) => values[f * scene.names.length + j])]);
      });
    }
    const quoted = (text) => `"${String(text).replaceAll('"', '""')}"`;
    const rows = [columns.map(([name]) => quoted(name)).join(",")];
    for (let f = 0; f <= this.last; f++)
      rows.push(columns.map(([, values]) => values[f]).join(","));
    this.keep(URL.createObjectURL(new Blob([rows.join("\n")], { type: "text/csv" })), "csv");
  }

  keep(href, ending) {
    Object.assign(document.createElement("a"), {
      download: `sparsity-lab-${this.name}.${ending}`,
      href,
    }).click();
  }

  close() {
    this.playing = false;
    clearTimeout(this.later);
    this.sized.disconnect();
    document.removeEventListener("keydown", this.hear);
  }
}
