// Numbers as pictures write them, and as Python sends them.

// To two places: 0.50, −1.25.
export const twoPlaces = (value) =>
  (Math.round(value * 100) / 100 || 0).toFixed(2).replace("-", "−");

// With commas between thousands. Making a format takes longer than drawing an axis: they are kept.
const formats = new Map();

export function grouped(value, places = 0, most = 12) {
  const key = 100 * places + most;
  if (!formats.has(key)) {
    const digits = { minimumFractionDigits: places, maximumFractionDigits: most };
    formats.set(key, new Intl.NumberFormat("en-US", digits));
  }
  return formats.get(key).format(value);
}

const KINDS = { f8: Float64Array, u2: Uint16Array };

// The numbers of Plotly's { bdata, dtype }, or of a list as it is.
export function decode(values) {
  if (!values?.bdata) return values ?? [];
  // Several times as fast as Uint8Array.from with a function for each letter.
  const letters = atob(values.bdata);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  const kind = KINDS[values.dtype] ?? Float32Array;
  return new kind(bytes.buffer);
}
