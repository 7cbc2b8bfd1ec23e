// The player: plays a film that came in one message. Nothing is sent while it plays, steps or is
// scrubbed; where it stands is written into the address as `frame`.

import { AddressParameter } from "../lib/address.js";
import { wholePixels } from "../lib/canvas.js";
import { element, setAria, setLabel, setText } from "../lib/dom.js";
import { grouped } from "../lib/numbers.js";
import { inTheme } from "../lib/palette.js";
import { download, downloadCsv } from "../lib/save.js";
import { wantsNoMotion } from "../lib/theme.js";
import { decoded, fetchKinds, shoot } from "./film.js";

const SPEEDS = [0.25, 0.5, 1, 2, 4];
const SECONDS = 12; // of a whole film at speed 1
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
    this.speed = 1;
    this.build();
    this.address = new AddressParameter(root, "frame", () => (this.playing ? null : this.frame));
    this.hear = (event) => this.key(event);
    document.addEventListener("keydown", this.hear);
    // Sizes are told here: to ask for them while texts change would lay out the page once more.
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
    this.slider = element("input", { type: "range", min: 0, step: 1, aria: { label: "frame" } });
    this.slider.oninput = () => this.to(Number(this.slider.value));
    const speeds = SPEEDS.map((speed) => new Option(`${speed} ×`, speed));
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

  tell({ film, alt, caption, name }, { height, start }) {
    const fresh = film !== this.encoded;
    if (fresh) {
      const first = this.encoded === undefined;
      const atEnd = this.film && this.frame === this.last;
      this.encoded = film;
      this.film = decoded(JSON.parse(film));
      fetchKinds(this.film)?.then(() => this.draw());
      this.last = this.film.at.length - 1;
      this.slider.max = this.last;
      this.stage(height);
      if (first) {
        const still = wantsNoMotion();
        this.frame = start < 0 ? (still ? this.last : 0) : Math.min(start, this.last);
        if (start < 0 && !still) this.toggle();
      } else this.frame = atEnd ? this.last : Math.min(this.frame, this.last);
    }
    this.name = name;
    setLabel(this.scenes, alt);
    setText(this.caption, caption);
    if (!fresh || start >= 0) this.address.write();
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
    this.playing = !this.playing;
    if (this.playing && this.frame >= this.last) this.frame = 0;
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
    this.address.write();
  }

  by(frames) {
    this.to(this.frame + frames);
  }

  draw(look = this.look, moving = this.moving) {
    [this.look, this.moving] = [look, moving];
    if (!this.film || !look) return;
    this.canvases.forEach((canvas, i) => {
      if (canvas.size?.width)
        shoot(canvas, inTheme(this.film.scenes[i], look), this.frame, canvas.size, look);
    });
    this.slider.value = this.frame;
    const { unit, at } = this.film;
    const position = `${unit} ${grouped(at[this.frame])} of ${grouped(at[this.last])}`;
    if (position !== this.position.textContent) setAria(this.slider, { valuetext: position });
    setText(this.position, position);
    this.root.dataset.frame = this.frame;
    this.root.dataset.drawn = Number(this.root.dataset.drawn ?? 0) + 1;
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
    for (const scene of this.film.scenes) {
      for (const track of scene.tracks ?? []) columns.push([track.name, track.y]);
      scene.names?.forEach((name, j) => {
        const values = scene.heights ?? scene.shares;
        columns.push([name, this.film.at.map((_, f) => values[f * scene.names.length + j])]);
      });
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
  }
}
