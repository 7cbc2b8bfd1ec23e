// What the page looks like, for what is drawn on it.

// A node that has left the page has no style; it may be asked for once more before it knows.
export function theme(shown) {
  const node = shown.isConnected ? shown : document.body;
  const style = getComputedStyle(node);
  const read = (name, otherwise) => style.getPropertyValue(name).trim() || otherwise;
  const text = read("--st-text-color", style.color);
  return {
    text,
    dark: isDark({ text }, node),
    grid: resolvedColour(`color-mix(in srgb, ${text} 14%, transparent)`, node),
    font: read("--st-font", "sans-serif"),
    accent: read("--st-primary-color", "#1f5fa8"),
    paper: read("--st-background-color", "#ffffff"),
    // Letters of a page for the projector are larger; those of pictures never smaller than drawn.
    scale: Math.max(1, Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16),
  };
}

// The same for pictures that have much room: letters of 14 pixels instead of 12.
const [ROOMY, LARGE] = [1000, 7 / 6];

export const large = (look) =>
  innerWidth >= ROOMY ? { ...look, scale: Math.max(look.scale, LARGE) } : look;

// SVG attributes know no color-mix: let the browser work the colour out first, once.
const colours = new Map();

export function resolvedColour(colour, node) {
  if (!colours.has(colour)) colours.set(colour, computedColour(colour, node));
  return colours.get(colour);
}

function computedColour(colour, node) {
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

// Bright text stands on a dark page.
export function isDark({ text }, node) {
  const [r, g, b] = resolvedColour(text, node).match(/\d+/g).map(Number);
  return r + g + b > 382;
}

// On a page for paper nothing moves, whoever reads it.
export const wantsNoMotion = () =>
  document.body.dataset.still !== undefined ||
  matchMedia("(prefers-reduced-motion: reduce)").matches;
