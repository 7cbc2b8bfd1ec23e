// Dashes as Plotly draws them on lines that are not wider than 3 pixels.

const DASH = { solid: [], dash: [9, 9], dot: [3, 3], dashdot: [9, 3, 3, 3], longdash: [15, 15] };

const EVERYWHERE = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };

export const dashOf = (name) => DASH[name ?? "solid"] ?? [];

// Cuts a line, points [x, y] in their order, into its dashes, which are lines of their own. Beyond
// `box` there are none, and it is passed over in one step: a line may go on there without end.
export function inDashes(points, dash, box = EVERYWHERE) {
  const dashes = [];
  const pattern = dash.reduce((sum, part) => sum + part);
  let place = 0;
  let left = dash[0]; // of the part of the pattern at this place
  let drawn = [points[0]]; // null in a gap
  const turn = () => {
    place = (place + 1) % dash.length;
    left = dash[place];
  };
  const draw = ([x, y], to) => {
    let length = Math.hypot(to[0] - x, to[1] - y);
    for (; length > left; turn()) {
      x += (left / length) * (to[0] - x);
      y += (left / length) * (to[1] - y);
      length -= left;
      if (drawn) dashes.push([...drawn, [x, y]]);
      drawn = drawn ? null : [[x, y]];
    }
    left -= length;
    drawn?.push(to);
  };
  const pass = (from, to) => {
    if (drawn?.length > 1) dashes.push(drawn);
    let length = Math.hypot(to[0] - from[0], to[1] - from[1]) % pattern;
    for (; length > left; turn()) length -= left;
    left -= length;
    drawn = place % 2 ? null : [to];
  };
  let before = isIn(box, points[0]);
  for (let i = 1; i < points.length; i++) {
    const [from, to] = [points[i - 1], points[i]];
    const inside = isIn(box, to);
    const [enter, leave] = before && inside ? [from, to] : within(box, from, to);
    if (!before) pass(from, enter);
    if (enter !== to) draw(enter, leave);
    if (!inside && enter !== to) pass(leave, to);
    before = inside;
  }
  return drawn ? [...dashes, drawn] : dashes;
}

const isIn = ({ left, right, top, bottom }, [x, y]) =>
  x >= left && x <= right && y >= top && y <= bottom;

// The ends of what is within a box of a line between two points; the second one where nothing is.
function within({ left, right, top, bottom }, from, to) {
  const step = [to[0] - from[0], to[1] - from[1]];
  let [enter, leave] = [0, 1];
  for (const [axis, low, high] of [
    [0, left, right],
    [1, top, bottom],
  ]) {
    const ways = [(low - from[axis]) / step[axis], (high - from[axis]) / step[axis]];
    const level = step[axis] === 0;
    if (level && (from[axis] < low || from[axis] > high)) return [to, to];
    enter = level ? enter : Math.max(enter, Math.min(...ways));
    leave = level ? leave : Math.min(leave, Math.max(...ways));
  }
  const at = (way) => [from[0] + way * step[0], from[1] + way * step[1]];
  return enter < leave ? [at(enter), leave < 1 ? at(leave) : to] : [to, to];
}
