// Dashes as Plotly draws them on lines that are not wider than 3 pixels.

const DASH = { solid: [], dash: [9, 9], dot: [3, 3], dashdot: [9, 3, 3, 3], longdash: [15, 15] };

export const dashOf = (name) => DASH[name ?? "solid"] ?? [];

// Cuts a line, points [x, y] in their order, into its dashes, which are lines of their own.
export function inDashes(points, dash) {
  const dashes = [];
  let place = 0;
  let left = dash[0]; // of the part of the pattern at this place
  let drawn = [points[0]]; // null in a gap
  for (let i = 1; i < points.length; i++) {
    const to = points[i];
    let [x, y] = points[i - 1];
    let length = Math.hypot(to[0] - x, to[1] - y);
    while (length > left) {
      x += (left / length) * (to[0] - x);
      y += (left / length) * (to[1] - y);
      length -= left;
      if (drawn) dashes.push([...drawn, [x, y]]);
      drawn = drawn ? null : [[x, y]];
      place = (place + 1) % dash.length;
      left = dash[place];
    }
    left -= length;
    drawn?.push(to);
  }
  return drawn ? [...dashes, drawn] : dashes;
}
