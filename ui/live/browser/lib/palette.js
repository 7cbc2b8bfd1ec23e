// Colours in the dark. They travel as the light theme has them; each has a partner, which
// charts/palette.py declares and the server writes into partners.js.

import { PARTNERS } from "./partners.js";

const SHINES_THROUGH = /^rgba\((\d+), ?(\d+), ?(\d+), ?([\d.]+)\)$/;

const hex = (channel) => Number(channel).toString(16).padStart(2, "0");
const channels = (colour) => [1, 3, 5].map((i) => Number.parseInt(colour.slice(i, i + 2), 16));

function partner(colour) {
  const [, red, green, blue, share] = colour.match?.(SHINES_THROUGH) ?? [];
  if (share === undefined) return PARTNERS[colour] ?? colour;
  const dark = PARTNERS[`#${hex(red)}${hex(green)}${hex(blue)}`];
  return dark ? `rgba(${channels(dark).join(",")},${share})` : colour;
}

// A colour for a page that looks like `look`.
export const shade = (colour, look) => (look.dark ? partner(colour) : colour);

// The same as a value of a style, which follows the page by itself.
export const eitherShade = (colour) => `light-dark(${colour}, ${partner(colour)})`;

// A figure or a scene with its colours in the dark; in the light it is returned as it is. What was
// made of a thing is kept, since a film asks again at each frame.
const dark = new WeakMap();

export function inTheme(thing, look) {
  if (!look.dark) return thing;
  if (!dark.has(thing)) dark.set(thing, darken(thing));
  return dark.get(thing);
}

// Arrays of numbers, packed or not, are the same in both; a gap among them is null, which is no
// object either.
function darken(thing) {
  if (!thing || typeof thing !== "object") return thing;
  if (Array.isArray(thing)) return typeof thing[0] === "object" ? thing.map(darken) : thing;
  if (thing.bdata || ArrayBuffer.isView(thing)) return thing;
  const changed = { ...thing };
  for (const [name, value] of Object.entries(thing)) {
    if (/colou?r/i.test(name) && holdsColours(value)) changed[name] = recolour(value);
    else if (value && typeof value === "object") changed[name] = darken(value);
  }
  return changed;
}

// A colour, one for each point, or a scale of [share, colour].
const holdsColours = (value) =>
  typeof value === "string" || (Array.isArray(value) && typeof value.flat()[0] !== "object");

const recolour = (value) =>
  Array.isArray(value) ? value.map(recolour) : typeof value === "string" ? partner(value) : value;
