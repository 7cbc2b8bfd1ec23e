// A picture for slides and papers: above it its title, where it is from and the names of its runs,
// below it the link that leads to it. It is drawn as it stands on the page, only larger: names of
// curves were placed for that size.

import { dashOf } from "../lib/dashes.js";
import { svgElement } from "../lib/dom.js";
import { shade } from "../lib/palette.js";
import { applyTheme, scaleFigure } from "../stage/figure_theme.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 900; // pixels
const EDGE = 14; // pixels around all
const [TITLE, TEXT, LINK] = [23, 16, 10]; // pixels of letters
const LINE = 1.4; // heights of a letter from one line to the next
const SAMPLE = 32; // pixels of a piece of a run's line

// The page's font is not there where a file is opened, and letters that were measured in one font
// and drawn in another need more room than they have. These have the same widths on all systems, and
// at this share of their size they are as wide as the page's.
const FONT = "Arial, Helvetica, 'Liberation Sans', sans-serif";
const AS_WIDE = 0.92;

// The document, as { root, width, height }. `figure` and `size` are those of the page; of `runs` the
// names are written.
export async function sheetOf(Plotly, { heading, runs }, { figure, size, look }) {
  const options = { ...size, format: "svg", imageDataOnly: true };
  const text = await Plotly.toImage(withOwnLetters(figure, look), options);
  const plot = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const sheet = new Sheet(look);
  if (heading) sheet.write(heading, { size: TITLE, weight: "bold" });
  sheet.write(document.title, { size: TEXT });
  if (runs?.length) sheet.legend(runs);
  sheet.plot(plot, size);
  sheet.link(location.href);
  return sheet.close();
}

// A figure with letters that are as wide wherever the file is opened.
export function withOwnLetters(figure, look) {
  const { data, layout } = scaleFigure(figure, look.scale);
  const size = layout.font?.size ?? 12;
  const smaller = (font) => ({ ...font, size: AS_WIDE * (font?.size ?? size) });
  const annotations = layout.annotations?.map((note) => ({ ...note, font: smaller(note.font) }));
  const own = { ...layout, font: smaller(layout.font), annotations };
  return { data, layout: applyTheme(own, { ...look, font: FONT }) };
}

// Written from top to bottom.
class Sheet {
  constructor(look) {
    this.look = look;
    this.down = EDGE;
    this.pen = document.createElement("canvas").getContext("2d");
    this.root = svgElement("svg", {
      xmlns: SVG,
      width: WIDTH,
      "font-family": FONT,
      fill: look.text,
    });
  }

  // The baseline of a new line with letters of `size`.
  line(size) {
    this.down += LINE * size;
    return this.down - 0.4 * size;
  }

  write(text, { size, weight = "normal", opacity = 1 }) {
    const y = this.line(size);
    const style = { x: EDGE, y, "font-size": size, "font-weight": weight, opacity };
    this.root.append(svgElement("text", style, text));
  }

  widthOf(text, weight) {
    this.pen.font = `${weight} ${TEXT}px ${FONT}`;
    return this.pen.measureText(text).width;
  }

  // Each run's line, letter and name; in a new line where there is no room for it.
  legend(runs) {
    let [x, y] = [EDGE, this.line(TEXT)];
    for (const { letter, colour, dash, cells } of runs) {
      const parts = [
        SAMPLE + 6,
        this.widthOf(letter, "bold") + 5,
        this.widthOf(cells[0], "normal"),
      ];
      const whole = parts.reduce((sum, part) => sum + part);
      if (x > EDGE && x + whole > WIDTH - EDGE) [x, y] = [EDGE, this.line(TEXT)];
      const own = shade(colour, this.look);
      const line = { x1: x, x2: x + SAMPLE, y1: y - 5, y2: y - 5, stroke: own, "stroke-width": 3 };
      this.root.append(
        svgElement("line", { ...line, "stroke-dasharray": dashOf(dash).join(" ") || "none" }),
        textAt(x + parts[0], y, letter, { "font-weight": "bold", fill: own }),
        textAt(x + parts[0] + parts[1], y, cells[0]),
      );
      x += whole + 18;
    }
  }

  // As wide as the sheet. Its letters have the rim that a style sheet gives them on the page.
  plot(plot, { width, height }) {
    const grown = (height * WIDTH) / width;
    const place = { x: 0, y: this.down + 6, width: WIDTH, height: grown };
    const view = { ...place, viewBox: `0 0 ${width} ${height}` };
    for (const [name, value] of Object.entries(view)) plot.setAttribute(name, value);
    const rim = { "paint-order": "stroke", stroke: this.look.paper, "stroke-linejoin": "round" };
    for (const text of plot.querySelectorAll(".annotation-text")) {
      for (const [name, value] of Object.entries(rim)) text.setAttribute(name, value);
      text.setAttribute("stroke-width", "0.2em");
    }
    this.root.append(document.importNode(plot, true));
    this.down += 6 + grown + 4;
  }

  // In as many lines as it needs.
  link(address) {
    const most = Math.floor((WIDTH - 2 * EDGE) / (0.6 * LINK));
    const anchor = svgElement("a", { href: address });
    for (let i = 0; i < address.length; i += most) {
      const style = { "font-size": LINK, opacity: 0.75 };
      anchor.append(textAt(EDGE, this.line(LINK), address.slice(i, i + most), style));
    }
    this.root.append(anchor);
  }

  close() {
    const [width, height] = [WIDTH, Math.ceil(this.down + EDGE / 2)];
    this.root.setAttribute("height", height);
    this.root.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.root.prepend(svgElement("rect", { width, height, fill: this.look.paper }));
    return { root: this.root, width, height };
  }
}

const textAt = (x, y, text, style = {}) =>
  svgElement("text", { x, y, "font-size": TEXT, ...style }, text);

export const textOf = ({ root }) => new XMLSerializer().serializeToString(root);

// The same in pixels, `sharp` of them for one of the sheet, as a blob.
export async function pixelsOf({ root, width, height }, sharp = 2) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(textOf({ root }))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: width * sharp, height: height * sharp });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}
