// A lesson on paper: its pictures are drawn once, at rest, in black on white, by the painters of the
// app; the addresses of its steps are those of this server. `data-drawn` says how many stand there.

import { decodeArrays, fetchKinds, shoot } from "../film/film.js";
import { element } from "../lib/dom.js";
import { withOwnLetters } from "../saves/sheet.js";
import { drawCode, plainAddress } from "../share/code.js";
import { aboutLinks, codeOf, reachable } from "../share/links.js";
import { loadPlotly } from "../stage/plotly.js";
import { withTitlesThatFit } from "../stage/titles.js";

const WIDTH = 780; // pixels of a row: smaller on paper than on a screen, and so are its letters
const GAP = 16;
const [FILM, FIGURE] = [265, 300]; // pixels of height
const SHARP = 3; // of a canvas, for one on the screen
const NARROW = 560; // pixels, as on a page

const LOOK = {
  text: "#000000",
  paper: "#ffffff",
  grid: "rgba(0,0,0,0.18)",
  accent: "#1f5fa8",
  font: "Arial, Helvetica, 'Liberation Sans', sans-serif",
  dark: false,
  meant: null,
  future: false,
};

let owns = 0; // pictures of that kind

const DRAW = { film: drawFilm, figure: drawFigure, own: drawOwn };

// The widths of pictures that share a row.
const share = (count) => (WIDTH - GAP * (count - 1)) / count;

async function drawFilm(film, place, { frame }) {
  decodeArrays(film);
  await fetchKinds(film);
  const last = film.at.length - 1;
  const at = frame < 0 ? last : Math.min(frame, last);
  const size = { width: SHARP * share(film.scenes.length), height: SHARP * FILM };
  for (const scene of film.scenes) {
    const canvas = element("canvas");
    shoot(canvas, scene, at, size, { ...LOOK, scale: SHARP });
    place.append(canvas);
  }
}

async function drawFigure({ data, layout }, place, { beside }) {
  const size = { width: share(beside), height: FIGURE };
  const narrow = size.width < (layout.meta?.below ?? NARROW) ? layout.meta?.narrow : {};
  const fitted = { data, layout: withTitlesThatFit({ ...layout, ...narrow }, size.height) };
  const Plotly = await loadPlotly(document.body.dataset.plotly);
  const src = await Plotly.toImage(withOwnLetters(fitted, { ...LOOK, scale: 1 }), {
    ...size,
    format: "svg",
  });
  const image = element("img", { src, alt: "" });
  place.append(image);
  await image.decode();
}

// A picture that one lesson has for itself draws itself, as it does on the lesson's page.
async function drawOwn({ name, module, data }, place) {
  const { default: show } = await import(new URL(module, document.baseURI).href);
  place.classList.add("own");
  const root = element("div", { className: `lab-${name}` });
  place.append(root);
  owns += 1;
  const own = { ...data, element: `${name}_${owns}`, run: owns };
  show({ data: own, parentElement: place, setStateValue: () => {} });
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}

async function draw(figure) {
  const place = figure.querySelector(".picture");
  const { kind, frame } = figure.dataset;
  const beside = figure.parentElement.children.length;
  try {
    const data = JSON.parse(figure.querySelector("script").textContent);
    await DRAW[kind](data, place, { frame: Number(frame), beside });
  } catch (error) {
    place.textContent = `This picture could not be drawn: ${error.message}.`;
    place.dataset.failed = "";
  }
}

// Where the lesson stands, for who has the paper alone.
async function showAddresses() {
  const { hosts = [] } = await aboutLinks();
  const { lesson } = document.body.dataset;
  const here = reachable(new URL(lesson, document.baseURI), hosts);
  for (const node of document.querySelectorAll(".link")) {
    node.textContent = plainAddress(new URL(`?${node.dataset.query}`, here));
  }
  const rows = await codeOf(here.href);
  document.querySelector(".code").append(drawCode(rows, `QR code of ${plainAddress(here)}`));
}

document.querySelector(".print").onclick = () => print();
const addresses = showAddresses().catch(() => {}); // a sheet without its code is one, too
let drawn = 0;
for (const figure of document.querySelectorAll("figure")) {
  await draw(figure);
  drawn += 1;
}
await addresses;
document.documentElement.dataset.drawn = drawn;
