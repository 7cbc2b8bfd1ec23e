// What a layout draws beside its curves: shapes (rectangles and lines) and annotations, placed as
// Plotly places them.

import { clip } from "../lib/canvas.js";
import { dashOf } from "../lib/dashes.js";
import { readBack } from "../lib/dom.js";
import { onAxis } from "./axes.js";

const LINE = 1.3; // heights of a letter from one line of a text to the next
const PAD = 2; // pixels that Plotly leaves around an annotation

// How a note's places along an axis become pixels: by an axis, or by a share of a box ("paper", or
// "y domain"). `coordinate` makes axis coordinates of what the note says.
function scaleOf(ref, box, panes, across, coordinate) {
  const name = across ? "y" : (ref ?? "y").replace(" domain", "");
  const pane = panes[name] ?? panes.y;
  if (!/paper|domain/.test(ref ?? "")) {
    const place = across ? pane.place.x : pane.place.y;
    const axis = across ? pane.axes.xaxis : pane.axes.yaxis;
    return (value) => place(coordinate(axis, value));
  }
  const whole = ref === "paper" || across ? box : pane.box;
  if (across) return (share) => whole.left + share * (whole.right - whole.left);
  return (share) => whole.bottom - share * (whole.bottom - whole.top);
}

// Those of one `layer`: "below" the grid, "between" grid and curves, or "above" the curves.
export function drawShapes(pen, layout, panes, box, look, layer) {
  for (const shape of layout.shapes ?? []) {
    if ((shape.layer ?? "above") !== layer) continue;
    const x = scaleOf(shape.xref, box, panes, true, onAxis);
    const y = scaleOf(shape.yref, box, panes, false, onAxis);
    const pane = panes[shape.yref]?.box ?? box;
    clip(pen, pane, () =>
      drawShape(pen, shape, [x(shape.x0), x(shape.x1)], [y(shape.y0), y(shape.y1)], look),
    );
  }
}

function drawShape(pen, { type, opacity, fillcolor, line = {} }, [x0, x1], [y0, y1], look) {
  pen.globalAlpha = opacity ?? 1;
  pen.beginPath();
  if (type === "line") {
    pen.moveTo(x0, y0);
    pen.lineTo(x1, y1);
  } else pen.rect(x0, y0, x1 - x0, y1 - y0);
  if (fillcolor && type !== "line") {
    pen.fillStyle = fillcolor;
    pen.fill();
  }
  const width = line.width ?? 2;
  if (!width) return;
  pen.strokeStyle = line.color ?? look.text;
  pen.lineWidth = width;
  pen.setLineDash(dashOf(line.dash));
  pen.stroke();
}

// Names over curves can be read: under each letter lies a rim of the paper's colour. `crowded` says
// that the axes are not those for which the notes were kept apart.
export function writeNotes(pen, layout, panes, box, look, crowded) {
  const notes = (layout.annotations ?? [])
    .filter(({ visible }) => visible !== false)
    .map((note) => measure(pen, note, panes, box, look))
    .filter((note) => note.shown);
  if (crowded) keepApart(notes);
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  pen.strokeStyle = look.paper ?? "rgba(255,255,255,0)";
  pen.lineWidth = 3;
  for (const note of notes) {
    for (const run of note.runs) write(pen, note, run);
  }
  pen.lineJoin = "miter";
  pen.globalAlpha = 1;
}

function write(pen, note, { text, font, x, y }) {
  pen.font = font;
  pen.globalAlpha = note.opacity ?? 1;
  pen.fillStyle = note.colour;
  pen.strokeText(text, note.left + x, note.top + y);
  pen.fillText(text, note.left + x, note.top + y);
}

// A note with its box and its runs of letters in one weight, each with its place in that box.
function measure(pen, note, panes, box, look) {
  const { size = 12, color, weight } = note.font ?? {};
  let bold = false; // which may go on over several lines
  const lines = note.text.split(/<br\s*\/?>/).map((text, i) => {
    const line = { runs: [], width: 0 };
    for (const part of text.split(/(<[^>]*>)/)) {
      if (/^<\/?b>$/.test(part)) bold = part === "<b>";
      if (!part || /^<[^>]*>$/.test(part)) continue;
      const font = `${bold || weight > 500 ? "bold " : ""}${size}px ${look.font}`;
      pen.font = font;
      const y = PAD + (i + 0.5) * LINE * size + 1;
      line.runs.push({ text: readBack(part), font, x: PAD + line.width, y });
      line.width += pen.measureText(line.runs.at(-1).text).width;
    }
    return line;
  });
  const inner = Math.max(...lines.map((line) => line.width));
  const share = { left: 0, right: 1 }[note.align] ?? 0.5;
  const runs = lines.flatMap((line) =>
    line.runs.map((run) => ({ ...run, x: run.x + share * (inner - line.width) })),
  );
  const [width, height] = [inner + 2 * PAD, 2 * PAD + lines.length * LINE * size];
  return {
    ...note,
    colour: color ?? look.text,
    runs,
    ...placeText(note, { width, height }, panes, box),
  };
}

const same = (_, value) => value;

function placeText({ x, y, xref, yref, xanchor, yanchor, xshift, yshift }, size, panes, box) {
  // Of an annotation on a logarithmic axis Plotly takes the logarithm.
  const at = {
    x: scaleOf(xref, box, panes, true, same)(x),
    y: scaleOf(yref, box, panes, false, same)(y),
  };
  const inside = [xref, yref].map((ref) => /paper|domain/.test(ref ?? ""));
  const pane = panes[yref]?.box ?? box;
  const shown =
    (inside[0] || (at.x >= box.left - PAD && at.x <= box.right + PAD)) &&
    (inside[1] || (at.y >= pane.top - size.height && at.y <= pane.bottom + size.height));
  const part = (anchor, share, all, onPaper) => {
    if (anchor && anchor !== "auto") return all[anchor];
    return onPaper ? (share < 1 / 3 ? 0 : share > 2 / 3 ? 1 : 0.5) : 0.5;
  };
  const left = part(xanchor, x, { left: 0, center: 0.5, right: 1 }, inside[0]);
  const up = part(yanchor, 1 - y, { top: 0, middle: 0.5, bottom: 1 }, inside[1]);
  return {
    shown,
    ...size,
    left: at.x + (xshift ?? 0) - left * size.width,
    top: at.y - (yshift ?? 0) - up * size.height,
  };
}

// Pushes notes up that would lie on another, from the lowest on.
function keepApart(notes) {
  const set = [];
  for (const note of [...notes].sort((a, b) => b.top - a.top)) {
    for (const other of set) {
      const beside = note.left >= other.left + other.width || other.left >= note.left + note.width;
      const room = 0.8 * Math.min(note.height, other.height);
      if (!beside && note.top > other.top - room) note.top = other.top - room;
    }
    set.push(note);
    set.sort((a, b) => b.top - a.top);
  }
}
