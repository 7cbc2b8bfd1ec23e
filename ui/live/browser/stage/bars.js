// Upright bars of a figure on a canvas, where Plotly puts them.

const GAP = 0.2; // of the way from one place to the next, left free between bars
const TEXT = 12; // pixels
const OVER = 3; // pixels between a bar and its text

// Those that stand upright on an axis without logarithms.
export const drawableBars = (
  { type, orientation, marker, text, textposition },
  { xaxis, yaxis, barmode = "group" },
) =>
  type === "bar" &&
  !orientation &&
  Boolean(marker?.color) &&
  (!text || textposition === "none" || textposition === "outside") &&
  Boolean(xaxis && yaxis && yaxis.type !== "log" && xaxis.type !== "log") &&
  ["group", "overlay"].includes(barmode);

// All traces, those of bars with how wide theirs are and how far from their places, along the x axis.
// Where two share a place, all traces of bars stand side by side.
export function standing(traces, { barmode, bargap = GAP }) {
  const bars = traces.filter(({ type }) => type === "bar");
  const all = bars.flatMap(({ x }) => [...x]);
  const places = [...new Set(all)].sort((a, b) => a - b);
  const ways = places.slice(1).map((at, i) => at - places[i]);
  const shared = barmode !== "overlay" && places.length < all.length;
  const wide =
    (Math.min(...ways, ...(ways.length ? [] : [1])) * (1 - bargap)) / (shared ? bars.length : 1);
  return traces.map((trace) => {
    if (trace.type !== "bar") return trace;
    const shift = shared ? (bars.indexOf(trace) - (bars.length - 1) / 2) * wide : 0;
    return { ...trace, wide, shift };
  });
}

export function drawBars(pen, { x, y, marker, wide, shift }, place) {
  const zero = place.y(0);
  for (let i = 0; i < x.length; i++) {
    const [left, right] = [-0.5, 0.5].map((half) => place.x(x[i] + shift + half * wide));
    pen.fillStyle = Array.isArray(marker.color) ? marker.color[i] : marker.color;
    if (Number.isFinite(y[i]))
      pen.fillRect(left, place.y(y[i]), right - left, zero - place.y(y[i]));
  }
}

// As far above the bars as Plotly writes them, and no wider than these.
export function writeBars(pen, { x, y, text, textposition, textfont, wide, shift }, place, look) {
  if (!text || textposition === "none") return;
  pen.font = `${textfont?.size ?? TEXT}px ${look.font}`;
  pen.textAlign = "center";
  pen.textBaseline = "bottom";
  pen.fillStyle = textfont?.color ?? look.text;
  const most = place.x(wide) - place.x(0);
  text.forEach((words, i) => {
    pen.fillText(words, place.x(x[i] + shift), place.y(y[i]) - OVER, most);
  });
}
