// Numbers as pictures write them, and as Python sends them.

// To two places: 0.50, −1.25.
export const twoPlaces = (value) =>
  (Math.round(value * 100) / 100 || 0).toFixed(2).replace("-", "−");

// With commas between thousands. Making a format takes longer than drawing an axis: they are kept.
const formats = new Map();

export function groupDigits(value, places = 0, most = 12) {
  const key = 100 * places + most;
  if (!formats.has(key)) {
    const digits = { minimumFractionDigits: places, maximumFractionDigits: most };
    formats.set(key, new Intl.NumberFormat("en-US", digits));
  }
  return formats.get(key).format(value);
}

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

// An exponent in letters of its own: -2 is ⁻².
export const superscript = (n) => String(n).replace(/./g, (c) => RAISED[c] ?? "⁻");

// A number of a knob to six digits; small and large ones with a power of ten: 3·10⁻⁶.
export function formatNumber(value, { integer = false } = {}) {
  if (value === Infinity) return "∞";
  const number = Number(Number(value).toPrecision(6));
  const size = Math.abs(number);
  if (integer || !size || (size >= 1e-4 && size < 1e6)) return String(number);
  const [digits, power] = number.toExponential().split("e");
  const ten = `10${superscript(Number(power))}`;
  return digits === "1" ? ten : `${digits}·${ten}`;
}

// A number as people type it: with a decimal comma, a true minus sign, ∞, or as it is written here;
// NaN for anything else.
export function typedNumber(text) {
  const clean = text.trim().replace(",", ".").replace("−", "-");
  if (/^(∞|inf(inity)?)$/i.test(clean)) return Infinity;
  const [, digits = "1", power] = clean.match(/^(?:(.+)·)?10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)$/) ?? [];
  if (power)
    return Number(
      `${digits}e${power.replace(/./g, (c) => `${c === "⁻" ? "-" : RAISED.indexOf(c)}`)}`,
    );
  return clean === "" ? NaN : Number(clean);
}

const KINDS = { f8: Float64Array, u2: Uint16Array, i2: Int16Array };

// The numbers of Plotly's { bdata, dtype }, or of a list as it is.
export function decode(values) {
  if (values?.bdata === undefined) return values ?? [];
  // Several times as fast as Uint8Array.from with a function for each letter.
  const letters = atob(values.bdata);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  const kind = KINDS[values.dtype] ?? Float32Array;
  return new kind(bytes.buffer);
}
