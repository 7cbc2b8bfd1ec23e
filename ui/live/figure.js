// The live figure. Streamlit calls the default export for every new payload, and when the theme
// changes, with the same parentElement; the node is made once and Plotly.react repaints it, so
// zoom and focus stay.

const CONFIG = { displayModeBar: false, responsive: false, doubleClick: "reset" };
const SAVES = { SVG: "an SVG file", PNG: "a PNG file", CSV: "a table of its points" };

function loadPlotly(url) {
  window.sparsityLabPlotly ??= new Promise((resolve, reject) => {
    if (window.Plotly) return resolve(window.Plotly);
    const script = document.createElement("script");
    script.src = new URL(url, document.baseURI).href;
    script.onload = () => resolve(window.Plotly);
    script.onerror = () => reject(new Error("plotly.js could not be loaded"));
    document.head.append(script);
  });
  return window.sparsityLabPlotly;
}

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

function decode(axis) {
  if (!axis?.bdata) return axis ?? [];
  const bytes = Uint8Array.from(atob(axis.bdata), (c) => c.charCodeAt(0));
  return axis.dtype === "f8" ? new Float64Array(bytes.buffer) : new Float32Array(bytes.buffer);
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
    this.caption = document.createElement("p");
    this.saves = document.createElement("div");
    this.saves.className = "lab-saves";
    for (const [kind, what] of Object.entries(SAVES)) {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", textContent: kind, title: `Save as ${what}` });
      button.onclick = () => this.save(kind);
      this.saves.append(button);
    }
    root.replaceChildren(this.saves, this.plot, this.caption);
    this.sized = new ResizeObserver(() => this.data && this.paint());
    this.sized.observe(this.plot);
  }

  show(data) {
    this.data = { ...data, figure: JSON.parse(data.figure) };
    this.root.dataset.figure = data.name;
    this.plot.style.height = data.height;
    this.plot.setAttribute("aria-label", data.alt);
    this.caption.textContent = data.caption;
    if (data.answers) dispatchEvent(new CustomEvent("lab-answer", { detail: data.answers }));
    return this.paint();
  }

  // One painting at a time; what arrives meanwhile is painted after it, the newest only.
  async paint() {
    this.wanted = true;
    if (this.painting) return;
    this.painting = true;
    try {
      const Plotly = await loadPlotly(this.data.plotly);
      while (this.wanted && this.root.isConnected) {
        this.wanted = false;
        const { data, layout } = this.data.figure;
        const { clientWidth: width, clientHeight: height } = this.plot;
        if (!width || !height) break;
        await Plotly.react(this.plot, data, { ...dressed(layout, this.root), width, height }, CONFIG);
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
    delete this.root.liveFigure;
  }
}

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".lab-figure");
  root.liveFigure ??= new LiveFigure(root);
  root.liveFigure.show(data);
  return () => root.liveFigure?.close();
}
