// Figures side by side. Their nodes are made once.

import { element } from "../lib/dom.js";
import { LiveFigure } from "./live_figure.js";

export class Figures {
  constructor(root) {
    this.root = root;
    this.figures = new Map();
  }

  tell({ pictures }, { height, plotly, pick, send }) {
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
      this.figures.get(picture.name).tell({ ...picture, height, plotly, pick, send });
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
