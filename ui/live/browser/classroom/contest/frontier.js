// The picture of a contest: a dot for each entry, features across, the score upward.

import { svgElement } from "../../lib/dom.js";

const [WIDTH, HEIGHT] = [340, 180];
const [LEFT, RIGHT, TOP, BOTTOM] = [46, 10, 16, 32];
const TICKS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 100_000];
const APART = 24; // pixels between two labels
const RADIUS = 4;

const better = (rises) => (a, b) => (rises ? a > b : a < b);

// The best dot with at most k features, of equal ones that with the fewest; undefined without any.
export function bestDot(dots, k, rises) {
  const wins = better(rises);
  return dots
    .filter(([features]) => features <= k)
    .reduce((best, dot) => (!best || wins(dot[1], best[1]) ? dot : best), undefined);
}

// The dots that no dot with as few features beats; `dots` come by features.
export function frontierOf(dots, rises) {
  const wins = better(rises);
  const best = new Map();
  for (const [features, score] of dots)
    if (!best.has(features) || wins(score, best.get(features))) best.set(features, score);
  let last;
  return [...best].filter(([, score]) => {
    const leads = last === undefined || wins(score, last);
    if (leads) last = score;
    return leads;
  });
}

const text = (x, y, words, anchor = "middle") =>
  svgElement("text", { x, y, "text-anchor": anchor }, words);

// Places of features and scores in the picture.
function scales(dots, k, rises) {
  const most = 1.1 * Math.max(1.5 * k, ...dots.map(([features]) => features));
  const scores = dots.map(([, score]) => score);
  const [low, high] = scores.length ? [Math.min(...scores), Math.max(...scores)] : [0, 1];
  const [bottom, top] = rises ? [low, high] : [high, low];
  const span = top - bottom || 1;
  const inner = HEIGHT - TOP - BOTTOM;
  return {
    most,
    ends: scores.length ? [...new Set([bottom, top])] : [],
    x: (features) => LEFT + ((WIDTH - LEFT - RIGHT) * Math.log1p(features)) / Math.log1p(most),
    y: (score) => TOP + inner * (top === bottom ? 0.5 : 0.95 - (0.9 * (score - bottom)) / span),
  };
}

function axes({ x, y, ends, most }, k, words) {
  const floor = HEIGHT - BOTTOM;
  const places = [k];
  for (const tick of TICKS)
    if (tick <= most && places.every((other) => Math.abs(x(other) - x(tick)) >= APART))
      places.push(tick);
  return [
    svgElement("path", { class: "axis", d: `M${LEFT} ${TOP}V${floor}H${WIDTH - RIGHT}` }),
    svgElement("path", { class: "limit", d: `M${x(k)} ${TOP}V${floor}` }),
    text(x(k), TOP - 4, `at most ${k}`),
    ...places.map((tick) => text(x(tick), floor + 13, String(tick))),
    text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 4, "features"),
    ...ends.map((score) => text(LEFT - 4, y(score) + 4, words(score), "end")),
  ];
}

// A circle; a diamond where it is one's own.
function mark([features, score], { x, y }, k, isOwn) {
  const [cx, cy, r] = [x(features), y(score), RADIUS];
  const name = `dot${features > k ? " beyond" : ""}${isOwn ? " own" : ""}`;
  if (!isOwn) return svgElement("circle", { class: name, cx, cy, r });
  const d = `M${cx} ${cy - 2 * r}l${2 * r} ${2 * r}l${-2 * r} ${2 * r}l${-2 * r} ${-2 * r}z`;
  return svgElement("path", { class: name, d });
}

// `dots` are [features, score]; `isOwn(dot)`; `words(score)`; `open(place)` where dots can be opened.
export function frontierPicture({ dots, k, rises, isOwn, words, label, open }) {
  const scale = scales(dots, k, rises);
  const { x, y } = scale;
  const steps = frontierOf(dots, rises).map(([features, score], i) =>
    i ? `H${x(features)}V${y(score)}` : `M${x(features)} ${y(score)}`,
  );
  const line = steps.length ? `${steps.join("")}H${WIDTH - RIGHT}` : "";
  const marks = dots.map((dot, place) => {
    const node = mark(dot, scale, k, isOwn(dot));
    if (open) node.addEventListener("click", () => open(place));
    return node;
  });
  // One's own lie above.
  marks.sort((a, b) => a.classList.contains("own") - b.classList.contains("own"));
  const size = { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label };
  const drawn = [
    ...axes(scale, k, words),
    svgElement("path", { class: "best", d: line }),
    ...marks,
  ];
  return svgElement(
    "svg",
    { class: open ? "lab-frontier opens" : "lab-frontier", ...size },
    ...drawn,
  );
}
