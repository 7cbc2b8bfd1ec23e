// The maps that make zeros, in closed form: what each makes of weight j of v, and which branch of
// its formula did it. Held to Python's algorithms/shrinkage.py by a test.

const norm2 = (v) => Math.hypot(...v);

function soft(v, alpha) {
  if (v > alpha) return { w: v - alpha, branch: "up" };
  if (v < -alpha) return { w: v + alpha, branch: "down" };
  return { w: 0, branch: "zero" };
}

// How many come before weight j when the largest come first, of ties the lowest index.
function rank(v, j) {
  let before = 0;
  for (let i = 0; i < v.length; i++) {
    const [a, b] = [Math.abs(v[i]), Math.abs(v[j])];
    if (a > b || (a === b && i < j)) before++;
  }
  return before;
}

export const MAPS = {
  rounding: (v, j, { theta }) =>
    Math.abs(v[j]) <= theta ? { w: 0, branch: "zero" } : { w: v[j], branch: "stays" },

  truncation(v, j, { theta, alpha }) {
    if (Math.abs(v[j]) > theta) return { w: v[j], branch: "stays" };
    const { w, branch } = soft(v[j], alpha);
    return { w, branch: branch === "zero" ? "zero" : "pulled" };
  },

  soft_threshold: (v, j, { alpha }) => soft(v[j], alpha),

  keep_largest: (v, j, { k }) =>
    rank(v, j) < k ? { w: v[j], branch: "stays" } : { w: 0, branch: "zero" },

  group_shrink(v, j, { alpha, size }) {
    const first = j - (j % size);
    const norm = norm2(v.slice(first, first + size));
    return norm > alpha
      ? { w: (1 - alpha / norm) * v[j], branch: "pulled" }
      : { w: 0, branch: "zero" };
  },

  link(v, j, { p }) {
    if (v[j] === 0) return { w: 0, branch: "zero" };
    // Measured against the largest, no power over- or underflows that matters.
    const most = Math.max(...v.map(Math.abs));
    const total = v.reduce((sum, x) => sum + (Math.abs(x) / most) ** p, 0);
    const size = (most * (Math.abs(v[j]) / most) ** (p - 1)) / total ** ((p - 2) / p);
    return { w: Math.sign(v[j]) * size, branch: "linked" };
  },
};
