// Figures side by side. The nodes are made once and Plotly.react repaints them, so zoom and focus
// stay.

import { onScreen, readOut, resolved, say, whole } from "../lib/look.js";
import { placed } from "./legend.js";
import { loadPlotly } from "./plotly.js";
import { decode, sketch, sketchable } from "./sketch.js";

const CONFIG = { displayModeBar: false, responsive: false, doubleClick: "reset" };
const SAVES = { SVG: "an SVG file", PNG: "a PNG file", CSV: "a table of its points" };

function dressed(layout, { text, grid, font }) {
  const axis = (given) => ({ ...given, gridcolor: grid, linecolor: grid, tickcolor: grid });
  return {
    ...layout,
    font: { color: text, family: font, size: 12 },
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    xaxis: axis(layout.xaxis),
    yaxis: axis(layout.yaxis),
    // Dragging on a touch screen scrolls the page.
    dragmode: matchMedia("(pointer: coarse)").matches ? false : "zoom",
  };
}

function csv(figure) {
  const quoted = (text) => `"${String(text).replaceAll('"', '""')}"`;
  const title = (axis, otherwise) => quoted(figure.layout[axis]?.title?.text ?? otherwise);
  const rows = [["curve", title("xaxis", "x"), title("yaxis", "y")].join(",")];
  for (const trace of figure.data) {
    if (trace.meta === "ornament") continue;
    const [x, y] = [decode(trace.x), decode(trace.y)];
    for (let i = 0; i < x.length; i++) {
      if (Number.isFinite(y[i])) rows.push([quoted(trace.name), x[i], y[i]].join(","));
    }
  }
  return rows.join("\n");
}

function download(name, href) {
  const link = Object.assign(document.createElement("a"), { download: name, href });
  link.click();
}

class LiveFigure {
  constructor(root) {
    this.root = root;
    this.revision = 0;
    this.plot = document.createElement("div");
    this.plot.className = "lab-plot";
    this.plot.setAttribute("role", "img");
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("aria-hidden", "true");
    this.caption = document.createElement("p");
    this.saves = document.createElement("div");
    this.saves.className = "lab-saves";
    for (const [kind, what] of Object.entries(SAVES)) {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", textContent: kind, title: `Save as ${what}` });
      button.onclick = () => this.save(kind);
      this.saves.append(button);
    }
    root.replaceChildren(this.saves, this.canvas, this.plot, this.caption);
    // Sizes are told here: to ask for them while texts change would lay out the page once more.
    this.sized = new ResizeObserver(([{ contentRect }]) => {
      this.size = whole(contentRect);
      this.stale = true;
      if (this.data && this.look) this.paint();
    });
    this.sized.observe(this.plot);
    // What is out of sight is drawn when it comes into it.
    root.addEventListener("contentvisibilityautostatechange", ({ skipped }) => {
      if (!skipped && this.missed) this.draw(this.look, this.missed === "sketch");
    });
  }

  tell(data) {
    const same = data.figure === this.data?.encoded && data.caption === this.data.caption;
    this.stale ||= !same || this.root.classList.contains("lab-moving");
    this.data = {
      ...data,
      encoded: data.figure,
      figure: same ? this.data.figure : JSON.parse(data.figure),
    };
    this.root.dataset.figure = data.name;
    if (this.plot.style.height !== data.height) this.plot.style.height = data.height;
    readOut(this.plot, data.alt);
    say(this.caption, data.caption);
  }

  draw(look, moving) {
    this.stale ||= JSON.stringify(look) !== JSON.stringify(this.look);
    this.look = look;
    const unseen = this.revision && !this.root.checkVisibility({ contentVisibilityAuto: true });
    this.missed = unseen && (moving ? "sketch" : "paint");
    if (unseen) return;
    moving && sketchable(this.data.figure) ? this.sketch() : this.paint();
  }

  // While a hand moves, or Plotly is still being loaded: on the canvas, at once. Plotly's own picture
  // waits unseen under it.
  sketch() {
    if (!this.stale) return;
    const { width, height } = this.size ?? whole(this.plot.getBoundingClientRect());
    if (!width || !height) return;
    // Once a movement, while Plotly's picture is still to be seen: the reader may have changed it.
    if (this.painted && !this.root.classList.contains("lab-moving"))
      this.painted.at = placed(this.plot);
    // A zoom is a range that is not the one painted, and only of axes that still mean the same.
    const zoom = (axis) => {
      if (!this.painted) return null;
      const now = this.plot.layout?.[axis]?.range;
      const same = this.painted.layout.uirevision === this.data.figure.layout.uirevision;
      return same && now && String(now) !== String(this.painted[axis]) ? now : null;
    };
    sketch(
      this.canvas,
      this.data.figure,
      { width, height },
      { x: zoom("xaxis"), y: zoom("yaxis") },
      this.painted?.at,
      this.look,
    );
    this.root.classList.add("lab-moving");
    this.root.dataset.revision = ++this.revision;
  }

  // At rest: by Plotly, with zoom, hover and all.
  // One painting at a time; what arrives meanwhile is painted after it, the newest only.
  async paint() {
    if (this.painting) return;
    this.painting = true;
    try {
      if (!window.Plotly && sketchable(this.data.figure)) {
        this.sketch();
        await onScreen();
      }
      const Plotly = window.Plotly ?? (await loadPlotly(this.data.plotly));
      while (this.stale && this.root.isConnected) {
        this.stale = false;
        const { data, layout } = this.data.figure;
        const { clientWidth: width, clientHeight: height } = this.plot;
        if (!width || !height) break;
        // Plotly measures its texts, so they must be displayed.
        this.root.classList.remove("lab-moving");
        await Plotly.react(
          this.plot,
          data,
          { ...dressed(layout, this.look), width, height },
          CONFIG,
        );
        this.painted ??= {};
        const moved = this.painted.layout?.uirevision !== layout.uirevision;
        for (const axis of ["xaxis", "yaxis"]) {
          // Plotly keeps the range of a zoom: what it would have shown otherwise is not known then.
          const { range, autorange } = this.plot.layout[axis];
          if (moved || autorange || layout[axis].range)
            this.painted[axis] = [...(layout[axis].range ?? range)];
        }
        this.painted.layout = layout;
        this.root.dataset.revision = ++this.revision;
      }
    } catch (error) {
      this.caption.textContent = `This picture could not be drawn: ${error.message}. Reload the page.`;
    } finally {
      this.painting = false;
    }
  }

  async save(kind) {
    const name = `sparsity-lab-${this.data.name}`;
    if (kind === "CSV") {
      download(
        `${name}.csv`,
        URL.createObjectURL(new Blob([csv(this.data.figure)], { type: "text/csv" })),
      );
      return;
    }
    const { data, layout } = this.data.figure;
    const dark =
      resolved(this.look.text, this.root)
        .match(/\d+/g)
        .slice(0, 3)
        .reduce((s, v) => s + Number(v), 0) > 382;
    const saved = { ...dressed(layout, this.look), paper_bgcolor: dark ? "#0e1117" : "#ffffff" };
    const Plotly = await loadPlotly(this.data.plotly);
    const options = {
      format: kind.toLowerCase(),
      width: 900,
      height: 600,
      scale: kind === "PNG" ? 2 : 1,
    };
    download(`${name}.${options.format}`, await Plotly.toImage({ data, layout: saved }, options));
  }

  close() {
    this.sized.disconnect();
    window.Plotly?.purge(this.plot);
  }
}

// A row of them.
export class Figures {
  constructor(root) {
    this.root = root;
    this.figures = new Map();
  }

  tell({ pictures }, { height, plotly }) {
    const names = pictures.map((picture) => picture.name);
    for (const [name, figure] of this.figures) {
      if (!names.includes(name)) this.drop(name, figure);
    }
    this.root.style.setProperty("--columns", pictures.length);
    for (const picture of pictures) {
      if (!this.figures.has(picture.name)) {
        const node = document.createElement("div");
        node.className = "lab-figure";
        this.root.append(node);
        this.figures.set(picture.name, new LiveFigure(node));
      }
      this.figures.get(picture.name).tell({ ...picture, height, plotly });
    }
  }

  draw(look, moving) {
    for (const figure of this.figures.values()) figure.draw(look, moving);
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
