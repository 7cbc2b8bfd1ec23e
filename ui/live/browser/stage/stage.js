// The stage: a sentence, films, rows of figures. Streamlit calls the default export for every new
// payload, and when the theme changes, with the same parentElement.

import { mount } from "../events/elements.js";
import { report } from "../events/log.js";
import { Player } from "../film/player.js";
import { element, setBoldText, whenGone } from "../lib/dom.js";
import { begin, namesInLight, onLight } from "../lib/light.js";
import { onPrint } from "../lib/print.js";
import { large, theme } from "../lib/theme.js";
import { linesShown, onChosen, picturesChanged } from "../present/pictures.js";
import { Transport } from "../world/transport.js";
import { World } from "../world/world.js";
import { LiveFigure } from "./live_figure.js";
import { Score } from "./score.js";

// What stands above the pictures of the playground, and around them.
const ABOVE =
  ".st-key-workbench_heading, .st-key-workbench_top, .st-key-workbench_pictures, .st-key-workbench";
const UNDER = ".st-key-workbench_under";

// A row of figures side by side. Their nodes are made once.
export class Figures {
  constructor(root) {
    this.root = root;
    this.figures = new Map();
  }

  tell({ pictures }, { height, plotly, pick, send, runs }) {
    const names = pictures.map((picture) => picture.name);
    for (const [name, figure] of this.figures) {
      if (!names.includes(name)) this.drop(name, figure);
    }
    this.root.style.setProperty("--columns", pictures.length);
    for (const picture of pictures) {
      if (!this.figures.has(picture.name)) {
        const node = element("div", { className: "lab-figure" });
        this.root.append(node);
        this.figures.set(picture.name, new LiveFigure(node));
      }
      this.figures.get(picture.name).tell({ ...picture, height, plotly, pick, send, runs });
    }
    this.arrange(names);
  }

  // In the order in which they came; a node that stands where it should is left alone.
  arrange(names) {
    names.forEach((name, i) => {
      const { root } = this.figures.get(name);
      if (this.root.children[i] !== root) this.root.insertBefore(root, this.root.children[i]);
    });
  }

  draw(look, moving) {
    for (const figure of this.figures.values()) figure.draw(look, moving);
  }

  light(look) {
    for (const figure of this.figures.values()) figure.light(look);
  }

  // Whether one of these names stands in a figure, or is its own.
  shows(names) {
    return [...this.figures.values()].some((figure) => figure.meant(names) !== undefined);
  }

  print(look) {
    for (const figure of this.figures.values()) figure.print(look);
  }

  drop(name, figure) {
    figure.close();
    figure.root.remove();
    this.figures.delete(name);
  }

  close() {
    for (const [name, figure] of this.figures) this.drop(name, figure);
  }
}

// A row answers to `tell`, which notes its payload and draws nothing; to `draw`, in a task of its own;
// to `light`, where another thing is meant; to `print`, `shows` and `close`.
const ROWS = { player: Player, figures: Figures, world: World };

class Stage {
  constructor(root) {
    this.root = root;
    this.rows = [];
    this.headline = element("p", { className: "lab-headline" });
    this.transport = new Transport(
      () => this.rows.flatMap((row) => [...(row.figures?.values() ?? [])]),
      () => this.rows.filter((row) => row instanceof World),
    );
    this.score = new Score();
    this.lead = element("div", { className: "lab-lead" });
    this.lead.append(this.headline, this.score.root);
    this.pictures = element("div", { className: "lab-rows" });
    root.append(this.lead, this.transport.root, this.pictures);
    // Plotly leaves the focus where it is, and a list that is open elsewhere closes as it loses it.
    root.addEventListener("pointerdown", () => this.takeFocus(), { capture: true });
    // On a phone pictures stay in view when what leads to them has gone: see workbench.css.
    this.led = new ResizeObserver(([{ contentRect }]) => {
      document.documentElement.style.setProperty("--lab-lead", `${contentRect.height}px`);
    });
    this.led.observe(this.lead);
    this.printed = onPrint(root, (look, onPaper) => this.print(look, onPaper));
    this.lit = onLight(() => this.light());
    this.chosen = onChosen(() => this.write());
    // On a canvas letters stay as they were drawn, also when their font comes.
    this.lettered = () => this.light();
    document.fonts.addEventListener("loadingdone", this.lettered);
  }

  write() {
    setBoldText(this.headline, linesShown(this.text ?? ""));
  }

  takeFocus() {
    const focused = document.activeElement;
    if (focused && !this.root.contains(focused)) focused.blur();
  }

  // Where all of the page is to be seen at once, pictures are as high as what is above and under
  // them allows.
  fit(height) {
    if (this.above || !height.includes("--lab-above")) return;
    this.above = new ResizeObserver(() => requestAnimationFrame(() => this.measure()));
    for (const node of document.querySelectorAll(ABOVE)) this.above.observe(node);
  }

  measure() {
    const top = this.pictures.closest('[data-testid="stMainBlockContainer"]');
    if (!top) return;
    const last = this.transport.root.hidden ? this.lead : this.transport.root;
    const above = last.getBoundingClientRect().bottom - top.getBoundingClientRect().top;
    this.pictures.style.setProperty("--lab-above", `${Math.ceil(above)}px`);
    const { height, bottom } = document.querySelector(UNDER)?.getBoundingClientRect() ?? {};
    const gap = 3; // pixels that a last line of text hangs over
    const under = height ? bottom + gap - this.pictures.getBoundingClientRect().bottom : 0;
    this.pictures.style.setProperty("--lab-under", `${Math.ceil(under)}px`);
  }

  // At once: the page is printed when this has returned.
  print(look, onPaper) {
    if (onPaper) this.transport.finish();
    const names = this.meant;
    for (const row of this.rows) row.print(onPaper ? look : this.lookOf(row, look, names));
  }

  // What is meant on the stage; where only knobs are, nothing fades.
  get meant() {
    const names = namesInLight();
    return names && this.rows.some((row) => row.shows(names)) ? names : null;
  }

  // Letters are larger where there is room, but for the many pictures of the playground.
  lookOf(row, look, names) {
    return { ...(this.cue || row instanceof Player ? large(look) : look), meant: names };
  }

  light() {
    const [look, names] = [theme(this.root), this.meant];
    for (const row of this.rows) row.light(this.lookOf(row, look, names));
  }

  show({ rows, headline, score, moving, reveal, clock, ...common }) {
    this.cue = common.cue;
    this.fit(common.height);
    this.text = headline;
    this.write();
    this.score.show(score);
    // An answer lets the next movement leave; a task of its own for the painting lets it leave
    // first, so that the server computes while the browser paints. All pictures in one task make
    // one frame.
    rows.forEach((payload, i) =>
      this.row(i, payload.kind).tell(payload, { ...common, runs: score?.rows }),
    );
    while (this.rows.length > rows.length) this.drop(this.rows.pop());
    picturesChanged();
    this.transport.show(clock, { first: reveal, ...common }, moving);
    clearTimeout(this.soon);
    this.soon = setTimeout(() => {
      begin(this.cue);
      const [look, names] = [theme(this.root), this.meant];
      for (const row of this.rows) row.draw(this.lookOf(row, look, names), moving);
    });
  }

  row(i, kind) {
    if (this.rows[i] && !(this.rows[i] instanceof ROWS[kind]))
      this.rows.splice(i).forEach(this.drop);
    if (!this.rows[i]) {
      const node = element("div", { className: `lab-${kind}` });
      this.pictures.append(node);
      this.rows[i] = new ROWS[kind](node);
    }
    return this.rows[i];
  }

  drop(row) {
    row.close();
    row.root.remove();
  }

  close() {
    clearTimeout(this.soon);
    this.led.disconnect();
    this.above?.disconnect();
    this.transport.close();
    this.printed();
    this.lit();
    this.chosen();
    document.fonts.removeEventListener("loadingdone", this.lettered);
    for (const row of this.rows) row.close();
  }
}

// What is picked, a point with a name of its own, is a movement like any other.
const picker = (setStateValue) => (value) =>
  report({ source: "pick", values: {}, action: "pick", value, live: false }, setStateValue);

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".lab-stage");
  root.stage ??= new Stage(root);
  const hands = {
    pick: data.picks ? picker(setStateValue) : null,
    send: data.picks || data.drags ? (entry) => report(entry, setStateValue) : null,
  };
  mount(root, data, (newest) => root.stage.show({ ...newest, ...hands }));
  return whenGone(root, () => root.stage.close());
}
