// The picture of the weights: a panel for each run, which shows the moment at which the transport
// stands. Its frames came in one message; nothing is sent while it plays.

import { decodeArrays, fetchKinds, partsOf, shoot } from "../film/film.js";
import { wholePixels } from "../lib/canvas.js";
import { element, setLabel, setText } from "../lib/dom.js";
import { within } from "../lib/light.js";
import { inTheme } from "../lib/palette.js";
import { download, downloadCsv } from "../lib/save.js";
import { PHASES, Steps } from "./steps.js";

export class World {
  constructor(root) {
    this.root = root;
    this.at = 0;
    this.frame = 0;
    this.heading = element("h2", { textContent: "The weights as the run goes on" });
    this.lists = element("div", { className: "lab-world-lists", hidden: true });
    this.scenes = element("div", { className: "lab-scenes", role: "img" });
    this.caption = element("p");
    this.steps = new Steps();
    const top = element("div", { className: "lab-world-top" }, this.heading, this.lists);
    root.replaceChildren(this.saves(), top, this.scenes, this.steps.root, this.caption);
    // Sizes are given here: to ask for them while texts change would lay out the page once more.
    this.sized = new ResizeObserver((entries) => {
      for (const { target, contentRect } of entries) target.size = wholePixels(contentRect);
      this.draw();
    });
  }

  saves() {
    const save = (text, about, onclick) =>
      element("button", {
        type: "button",
        textContent: text,
        title: `Save as ${about}`,
        aria: { label: `Save weights as ${text}` },
        onclick,
      });
    return element(
      "div",
      { className: "lab-saves" },
      save("PNG", "a PNG file", () => this.save()),
      save("CSV", "a table of its numbers", () => this.saveTable()),
    );
  }

  // The moments at which there is something else to see.
  get stops() {
    return this.film?.at;
  }

  tell({ film, alt, caption, choice, step, phases }, { send }) {
    this.root.classList.toggle("lab-stepping", Boolean(step));
    this.send = send;
    if (film !== this.encoded) {
      this.encoded = film;
      this.film = decodeArrays(JSON.parse(film));
      fetchKinds(this.film)?.then(() => this.draw());
    }
    this.arrange();
    this.choose(choice);
    this.step = step;
    this.stages = phases ? decodeArrays(JSON.parse(phases)) : null;
    this.steps.tell(step, this.film.scenes);
    setLabel(this.scenes, alt);
    setText(this.caption, caption);
  }

  // Canvases stay while a knob moves: new ones would be laid out and drawn twice.
  arrange() {
    const { length } = this.film.scenes;
    if (this.canvases?.length === length) return;
    this.canvases = this.film.scenes.map(() => element("canvas"));
    this.scenes.replaceChildren(...this.canvases);
    this.scenes.style.setProperty("--columns", length);
    this.sized.disconnect();
    for (const canvas of this.canvases) this.sized.observe(canvas);
  }

  // Two lists of names; a message without them leaves them as they are.
  choose(choice) {
    if (!choice) return;
    const plan = JSON.stringify(choice);
    if (plan === this.plan) return;
    this.plan = plan;
    const { names, places, chosen } = choice;
    const lists = ["across", "up"].map((label, i) => {
      const list = element("select", { aria: { label: `weight drawn ${label}` } });
      list.append(...names.map((name, k) => new Option(name, places[k])));
      list.value = chosen[i];
      return list;
    });
    for (const list of lists) list.onchange = () => this.report(lists.map(({ value }) => value));
    const [across, up] = lists;
    this.lists.replaceChildren("→ ", across, " ↑ ", up);
    this.lists.hidden = false;
  }

  // Two axes of one weight would be no plane.
  report([across, up]) {
    if (across === up) return;
    this.send?.({
      source: "world",
      values: {},
      action: "pair",
      value: `${across} ${up}`,
      live: false,
    });
  }

  // The phases of the step that is shown, by name.
  get phases() {
    return this.step?.phases;
  }

  // Shows the last frame at or before so many examples, and a phase of the step that is shown.
  follow(at, phase = 0) {
    if (!this.film) return;
    const before = this.phase;
    this.phase = Math.min(phase, (this.phases?.length ?? 1) - 1);
    this.steps.show(this.phase);
    const frame = Math.max(
      0,
      this.film.at.findLastIndex((moment) => moment <= at),
    );
    if (frame === this.frame && (!this.step || before === this.phase)) return;
    this.frame = frame;
    this.draw();
  }

  draw(look = this.look) {
    this.look = look;
    if (!this.film || !look) return;
    this.canvases.forEach((canvas, i) => {
      const scene = (this.stages ?? this.film).scenes[i];
      const meant = within(look.meant, ["weights", scene.title, scene.letter], partsOf(scene));
      canvas.classList.toggle("lab-faded", meant === undefined);
      if (!canvas.size?.width) return;
      const frame = this.stages ? this.stage : Math.min(this.frame, this.film.at.length - 1);
      const own = { ...look, meant: meant ?? null, step: this.stepOf(i) };
      shoot(canvas, inTheme(scene, look), frame, canvas.size, own);
    });
    this.root.dataset.frame = this.frame;
    this.root.dataset.drawn = Number(this.root.dataset.drawn ?? 0) + 1;
  }

  // The frame of the phase that is shown.
  get stage() {
    return PHASES.indexOf(this.phases[this.phase ?? 0]);
  }

  // The places of a run in the plane after the phases so far, and those after all of them.
  stepOf(i) {
    const { phases, runs } = this.step ?? {};
    const whole = runs?.[i]?.path;
    if (!whole) return null;
    const stages = phases.map((phase) => whole[PHASES.indexOf(phase)]);
    return { whole: stages, path: stages.slice(0, this.phase + 1), phases };
  }

  light(look) {
    this.draw(look);
  }

  shows(names) {
    return (this.film?.scenes ?? []).some(({ title, letter }) =>
      names.some((name) => name === title || name === letter),
    );
  }

  // At the size and in the colours of now.
  print(look) {
    for (const canvas of this.canvases ?? []) {
      canvas.size = { width: canvas.clientWidth, height: canvas.clientHeight };
    }
    this.draw(look);
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
    download("sparsity-lab-weights.png", strip.toDataURL("image/png"));
  }

  saveTable() {
    downloadCsv("sparsity-lab-weights", tableOf(this.film));
  }

  close() {
    this.sized.disconnect();
  }
}

// A row for each frame; the columns are those of `Film.table` in Python.
export function tableOf({ unit, at, scenes }) {
  const columns = [[unit, at], ...scenes.flatMap((scene) => COLUMNS[scene.kind](scene, at.length))];
  const frames = Array.from(at, (_, f) => columns.map(([, values]) => values[f]));
  return [columns.map(([name]) => name), ...frames];
}

const keptOf = ({ letter, kept }) => [`${letter}: features kept`, kept];

const COLUMNS = {
  plane: (scene) => [
    [`${scene.letter}: ${scene.layout.xaxis.title.text}`, scene.x],
    [`${scene.letter}: ${scene.layout.yaxis.title.text}`, scene.y],
    keptOf(scene),
  ],
  pixels: (scene, frames) => [
    ...scene.names.map((name, j) => [
      `${scene.letter}: ${name}`,
      Array.from(
        { length: frames },
        (_, f) => (scene.values[f * scene.names.length + j] * scene.largest) / 32767,
      ),
    ]),
    keptOf(scene),
  ],
  words: (scene, frames) => {
    const rows = scene.rows.length / frames;
    const column = (values, r) => Array.from({ length: frames }, (_, f) => values[f * rows + r]);
    const own = Array.from({ length: rows }, (_, r) => [
      [
        `${scene.letter}: name ${r + 1}`,
        column(scene.rows, r).map((n) => scene.names[n - 1] ?? ""),
      ],
      [`${scene.letter}: weight ${r + 1}`, column(scene.values, r)],
    ]);
    return [...own.flat(), keptOf(scene)];
  },
};
