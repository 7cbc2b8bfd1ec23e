// What the page looks like, for what is drawn on it; and writing texts without work for nothing.

export function theme(node) {
  const style = getComputedStyle(node);
  const read = (name, otherwise) => style.getPropertyValue(name).trim() || otherwise;
  const text = read("--st-text-color", style.color);
  return {
    text,
    grid: resolved(`color-mix(in srgb, ${text} 14%, transparent)`, node),
    font: read("--st-font", "sans-serif"),
    accent: read("--st-primary-color", "#1f5fa8"),
    paper: read("--st-background-color", "#ffffff"),
  };
}

// SVG attributes know no color-mix: let the browser work the colour out first, once.
const colours = new Map();
export function resolved(colour, node) {
  if (!colours.has(colour)) colours.set(colour, workedOut(colour, node));
  return colours.get(colour);
}

function workedOut(colour, node) {
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

// A text that is written again as it is would have the page laid out again.
export function say(node, text) {
  if (node.told === text) return;
  node.told = text;
  node.textContent = text;
}

// The same, of Markdown's **bold** alone.
export function sayBold(node, text) {
  if (node.told === text) return;
  node.told = text;
  const parts = text.split("**").map((part, i) => {
    if (i % 2 === 0) return part;
    const bold = document.createElement("b");
    bold.textContent = part;
    return bold;
  });
  node.replaceChildren(...parts);
}

export function readOut(node, text) {
  if (node.getAttribute("aria-label") !== text) node.setAttribute("aria-label", text);
}

// A size in whole pixels, as canvases have it.
export const whole = ({ width, height }) => ({
  width: Math.round(width),
  height: Math.round(height),
});

// Resolves when what was drawn is on the screen; in a window that nobody sees, a moment later.
export const onScreen = () =>
  new Promise((done) => {
    // At the next frame but one: the one between may still be on its way.
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));
    setTimeout(done, document.hidden ? 0 : 1000);
  });
