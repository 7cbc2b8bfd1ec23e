// The scenes of a film, each drawn on a canvas for one frame.

import { clipped, dot, line } from "../lib/pen.js";
import { axes, curve, decode, onAxis } from "../stage/sketch.js";
import { histogram } from "./histogram.js";
import { search } from "./search.js";
import { stacked } from "./stacked.js";

export const decoded = (told) => {
  for (const [name, value] of Object.entries(told)) {
    if (value?.bdata) told[name] = decode(value);
    else if (value && typeof value === "object") decoded(value);
  }
  return told;
};

// The box inside the axes, and where a value lies in it.
function laid(layout, width, height) {
  const { l, r, b } = layout.margin;
  const box = { left: l, right: width - r, top: 26, bottom: height - b };
  const along =
    (from, to, [low, high]) =>
    (at) =>
      from + ((at - low) / (high - low)) * (to - from);
  const [spanX, spanY] = [layout.xaxis.range, layout.yaxis.range];
  const place = { x: along(box.left, box.right, spanX), y: along(box.bottom, box.top, spanY) };
  return { box, place, spans: [spanX, spanY] };
}

// What is still to come is as thin as the screen can: a tenth of the time without a graphics card.
const FAINT = 1;

const SCENES = {
  curves(pen, scene, frame, { box, place, spans }, look) {
    axes(pen, scene.layout, box, place, spans, look);
    const at = (value) => onAxis(scene.layout.yaxis, value);
    clipped(pen, box, () => {
      for (const level of scene.levels) {
        line(pen, look.text, 1, [2, 4]);
        pen.moveTo(box.left, place.y(at(level.y)));
        pen.lineTo(box.right, place.y(at(level.y)));
        pen.stroke();
      }
      for (const track of scene.tracks) {
        for (const [last, alpha, width] of [
          [track.y.length - 1, 0.4, FAINT / devicePixelRatio],
          [frame, track.faint ? 0.55 : 1, 2.5],
        ]) {
          pen.globalAlpha = alpha;
          const { x } = scene;
          const part = {
            x: x.subarray(0, last + 1),
            y: track.y.subarray(0, last + 1),
            line: { color: track.colour, width, dash: track.dash },
          };
          curve(pen, part, scene.layout, place);
        }
        pen.globalAlpha = 1;
      }
      pen.setLineDash([]);
    });
    pen.font = `12px ${look.font}`;
    pen.textBaseline = "bottom";
    pen.textAlign = "right";
    pen.fillStyle = look.text;
    for (const level of scene.levels)
      pen.fillText(level.name, box.right - 2, place.y(at(level.y)) - 2);
    pen.textAlign = "left";
    for (const track of scene.tracks) {
      const [x, y] = [place.x(scene.x[frame]), place.y(at(track.y[frame]))];
      if (!Number.isFinite(y) || y < box.top - 9 || y > box.bottom + 9) continue;
      dot(pen, x, y, track.colour, track.faint ? 2.5 : 4.5);
      pen.font = `bold 13px ${look.font}`;
      pen.fillText(track.letter, x + 7, y - 3);
    }
  },

  bars(pen, scene, frame, { box, place, spans }, look) {
    const d = scene.names.length;
    const few = d <= 24 && (box.right - box.left) / d > 16;
    const layout = few
      ? { ...scene.layout, xaxis: { ...scene.layout.xaxis, type: "names" } }
      : scene.layout;
    const heights = scene.heights.subarray(frame * d, (frame + 1) * d);
    if (scene.band) {
      const [low, high] = [place.y(-scene.band[frame]), place.y(scene.band[frame])];
      pen.fillStyle = look.grid;
      pen.fillRect(
        box.left,
        Math.max(high, box.top),
        box.right - box.left,
        Math.min(low, box.bottom) - Math.max(high, box.top),
      );
    }
    axes(pen, layout, box, place, spans, look);
    const zero = place.y(0);
    const wide = Math.max(1, 0.72 * (place.x(1) - place.x(0)));
    for (let j = 0; j < d; j++) {
      pen.fillStyle = scene.colours[j];
      const y = place.y(heights[j]);
      if (heights[j])
        pen.fillRect(
          place.x(j) - wide / 2,
          Math.min(y, zero),
          wide,
          Math.max(1, Math.abs(y - zero)),
        );
    }
    line(pen, look.text, 1);
    pen.moveTo(box.left, zero);
    pen.lineTo(box.right, zero);
    if (scene.marks) {
      for (let j = 0; j < d; j++) {
        const y = Math.round(place.y(scene.marks[j])) + 0.5;
        pen.moveTo(place.x(j) - wide / 2 - 1, y);
        pen.lineTo(place.x(j) + wide / 2 + 1, y);
      }
    }
    pen.stroke();
    if (!few) return;
    pen.font = `11px ${look.font}`;
    pen.textAlign = "center";
    pen.textBaseline = "top";
    pen.fillStyle = look.text;
    scene.names.forEach((name, j) => pen.fillText(name, place.x(j), box.bottom + 8));
  },

  tiles(pen, scene, frame, { box, place }, look) {
    const [rows, last] = [scene.names.length, scene.layout.xaxis.range[1]];
    const rise = (box.bottom - box.top) / rows;
    pen.fillStyle = look.grid;
    pen.fillRect(box.left, box.top, box.right - box.left, box.bottom - box.top);
    pen.fillStyle = scene.colour;
    const step = (box.right - box.left) / last;
    for (let f = 0; f <= frame; f++) {
      for (let g = 0; g < rows; g++) {
        const share = scene.shares[f * rows + g];
        if (!share) continue;
        pen.globalAlpha = 0.15 + 0.85 * share;
        pen.fillRect(place.x(f), box.top + g * rise + 0.5, Math.max(step, 1), rise - 1);
      }
    }
    pen.globalAlpha = 1;
    line(pen, look.text, 1);
    pen.moveTo(place.x(frame + 1), box.top);
    pen.lineTo(place.x(frame + 1), box.bottom);
    pen.stroke();
    pen.font = `11px ${look.font}`;
    pen.fillStyle = look.text;
    pen.textAlign = "right";
    pen.textBaseline = "middle";
    scene.names.forEach((name, g) => pen.fillText(name, box.left - 6, box.top + (g + 0.5) * rise));
    pen.textAlign = "center";
    pen.textBaseline = "top";
    pen.fillText(scene.layout.xaxis.title.text, (box.left + box.right) / 2, box.bottom + 12);
  },

  written(pen, scene, frame, _, look, { width }) {
    pen.textBaseline = "alphabetic";
    pen.textAlign = "left";
    let y = 48;
    for (const { label, texts } of scene.rows) {
      const lit = texts[frame].startsWith("!");
      const text = lit ? texts[frame].slice(1) : texts[frame];
      pen.fillStyle = look.text;
      pen.globalAlpha = 0.7;
      pen.font = `12px ${look.font}`;
      pen.fillText(label, 12, y);
      pen.globalAlpha = 1;
      pen.font = `${lit ? "bold " : ""}17px "STIX Two Math", "Cambria Math", "Latin Modern Math", serif`;
      if (lit) {
        pen.fillStyle = look.accent;
        pen.globalAlpha = 0.16;
        pen.fillRect(6, y + 5, width - 12, 25);
        pen.globalAlpha = 1;
        pen.fillStyle = look.text;
      }
      pen.fillText(text, 14, y + 23, width - 24);
      y += 52;
    }
  },

  stacked,
  histogram,
  search,
};

// One scene at one frame. `look` = {text, grid, font, accent}.
export function shoot(canvas, scene, frame, { width, height }, look) {
  const scale = devicePixelRatio || 1;
  if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
  }
  const pen = canvas.getContext("2d");
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.clearRect(0, 0, width, height);
  pen.setLineDash([]);
  pen.globalAlpha = 1;
  const at = scene.layout ? laid(scene.layout, width, height) : null;
  SCENES[scene.kind](pen, scene, frame, at, look, { width, height });
  pen.fillStyle = look.text;
  pen.font = `bold 13px ${look.font}`;
  pen.textAlign = "left";
  pen.textBaseline = "top";
  pen.fillText(scene.title, 12, 4, width - 24);
}
