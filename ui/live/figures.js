// The live figure. Streamlit calls the default export for every new payload, and when the theme
// changes, with the same parentElement; the node is made once and Plotly.react repaints it, so
// zoom and focus stay.

const CONFIG = { displayModeBar: false, responsive: false, doubleClick: "reset" };
const SAVES = { SVG: "an SVG file", PNG: "a PNG file", CSV: "a table of its points" };

function theme(node) {
  const style = getComputedStyle(node);
  const read = (name, otherwise) => style.getPropertyValue(name).trim() || otherwise;
  const text = read("--st-text-color", style.color);
  return { text, faint: `color-mix(in srgb, ${text} 14%, transparent)`, font: read("--st-font", "sans-serif") };
}

// SVG attributes know no color-mix: let the browser work the colour out first.
function resolved(colour, node) {
  const probe = document.createElement("i");
  probe.style.color = colour;
  node.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  const parts = color.match(/[\d.]+/g)?.map(Number) ?? [];
  if (!color.startsWith("color(srgb")) return color;
  const [r, g, b, a = 1] = parts;
  return `rgba(${[r, g, b].map((v) => Math.round(255 * v)).join(",")},${a})`;
}

function dressed(layout, node) {
  const { text, faint, font } = theme(node);
  const grid = resolved(faint, node);
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
    this.sized = new ResizeObserver(() => {
      this.stale = true;
      if (this.data) this.paint();
    });
    this.sized.observe(this.plot);
  }

  tell(data) {
    const same = data.figure === this.data?.encoded && data.caption === this.data.caption;
    this.stale ||= !same || this.root.classList.contains("lab-moving") || JSON.stringify(theme(this.root)) !== this.colours;
    this.data = { ...data, encoded: data.figure, figure: JSON.parse(data.figure) };
    this.root.dataset.figure = data.name;
    this.plot.style.height = data.height;
    this.plot.setAttribute("aria-label", data.alt);
    this.caption.textContent = data.caption;
  }

  // While a hand moves: on the canvas, at once. Plotly's own picture waits unseen under it.
  sketch() {
    if (!this.stale || !this.revision) return;
    const { clientWidth: width, clientHeight: height } = this.plot;
    // A zoom is a range that is not the one painted, and only of axes that still mean the same.
    const zoom = (axis) => {
      const now = this.plot.layout?.[axis]?.range;
      const same = this.painted.layout.uirevision === this.data.figure.layout.uirevision;
      return same && now && String(now) !== String(this.painted[axis]) ? now : null;
    };
    const { text, faint, font } = theme(this.root);
    const look = { text, grid: resolved(faint, this.root), font };
    sketch(this.canvas, this.data.figure, { width, height }, { x: zoom("xaxis"), y: zoom("yaxis") }, look);
    this.root.classList.add("lab-moving");
    this.root.dataset.revision = ++this.revision;
  }

  // At rest: by Plotly, with zoom, hover and all.
  // One painting at a time; what arrives meanwhile is painted after it, the newest only.
  async paint() {
    if (this.painting) return;
    this.painting = true;
    try {
      const Plotly = window.Plotly ?? (await loadPlotly(this.data.plotly));
      while (this.stale && this.root.isConnected) {
        this.stale = false;
        this.colours = JSON.stringify(theme(this.root));
        const { data, layout } = this.data.figure;
        const { clientWidth: width, clientHeight: height } = this.plot;
        if (!width || !height) break;
        // Plotly measures its texts, so they must be displayed.
        this.root.classList.remove("lab-moving");
        await Plotly.react(this.plot, data, { ...dressed(layout, this.root), width, height }, CONFIG);
        this.painted ??= {};
        const moved = this.painted.layout?.uirevision !== layout.uirevision;
        for (const axis of ["xaxis", "yaxis"]) {
          // Plotly keeps the range of a zoom: what it would have shown otherwise is not known then.
          const { range, autorange } = this.plot.layout[axis];
          if (moved || autorange || layout[axis].range) this.painted[axis] = [...(layout[axis].range ?? range)];
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
      download(`${name}.csv`, URL.createObjectURL(new Blob([csv(this.data.figure)], { type: "text/csv" })));
      return;
    }
    const { data, layout } = this.data.figure;
    const paper = theme(this.root).text;
    const dark = resolved(paper, this.root).match(/\d+/g).slice(0, 3).reduce((s, v) => s + Number(v), 0) > 382;
    const saved = { ...dressed(layout, this.root), paper_bgcolor: dark ? "#0e1117" : "#ffffff" };
    const Plotly = await loadPlotly(this.data.plotly);
    const options = { format: kind.toLowerCase(), width: 900, height: 600, scale: kind === "PNG" ? 2 : 1 };
    download(`${name}.${options.format}`, await Plotly.toImage({ data, layout: saved }, options));
  }

  close() {
    this.sized.disconnect();
    window.Plotly?.purge(this.plot);
  }
}

// One element holds all figures that change together: one message, one rendering by the page.
class Row {
  constructor(root) {
    this.root = root;
    this.figures = new Map();
    this.headline = document.createElement("p");
    this.headline.className = "lab-headline";
    root.before(this.headline);
  }

  show({ pictures, height, headline, plotly, answers, took, moving }) {
    sayHeadline(this.headline, headline);
    const names = pictures.map((picture) => picture.name);
    for (const [name, figure] of this.figures) {
      if (!names.includes(name)) this.drop(name, figure);
    }
    this.root.style.setProperty("--columns", pictures.length);
    if (answers) dispatchEvent(new CustomEvent("lab-answer", { detail: { mark: answers, took } }));
    for (const picture of pictures) {
      if (!this.figures.has(picture.name)) {
        const node = document.createElement("div");
        node.className = "lab-figure";
        this.root.append(node);
        this.figures.set(picture.name, new LiveFigure(node));
      }
      this.figures.get(picture.name).tell({ ...picture, height, plotly });
    }
    // The answer lets the next movement leave; a task of its own for the painting lets it leave
    // first, so that the server computes while the browser paints. All figures in one task make
    // one frame.
    clearTimeout(this.soon);
    this.soon = setTimeout(() => {
      for (const figure of this.figures.values()) moving ? figure.sketch() : figure.paint();
    });
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

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".lab-figures");
  root.row ??= new Row(root);
  root.row.show(data);
  return () => root.row.close();
}
