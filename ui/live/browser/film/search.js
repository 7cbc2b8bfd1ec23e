// A search for θ among magnitudes: bars, or the nodes of a tree over them. What stays is filled,
// what goes is faint, what is looked at has a ring.

import { dot, line } from "../lib/pen.js";

const TEXT = 44; // pixels for two lines of text below

function searchBars(pen, scene, states, looked, place, zero, wide, look) {
  scene.x.forEach((value, i) => {
    const [x, y] = [place.x(i) - wide / 2, place.y(value)];
    pen.globalAlpha = states[i] < 0 ? 0.18 : states[i] > 0 ? 1 : 0.5;
    pen.fillStyle = states[i] > 0 ? scene.colour : look.text;
    pen.fillRect(x, y, wide, zero - y);
    pen.globalAlpha = 1;
    if (i !== looked) return;
    pen.strokeStyle = look.accent;
    pen.lineWidth = 3;
    pen.strokeRect(x - 2, y - 2, wide + 4, zero - y + 2);
  });
}

function searchTree(pen, scene, states, looked, box, place, look) {
  const levels = Math.max(...scene.depth) + 1;
  const radius = Math.max(6, Math.min(15, (box.right - box.left) / (2.1 * scene.x.length)));
  const at = (i) => [
    place.x(i),
    box.top + radius + 4 + (scene.depth[i] / levels) * (box.bottom - box.top),
  ];
  scene.parent.forEach((above, i) => {
    if (above < 0) return;
    pen.globalAlpha = 0.5;
    line(pen, look.text, 1);
    pen.moveTo(...at(i));
    pen.lineTo(...at(above));
    pen.stroke();
    pen.globalAlpha = 1;
  });
  pen.font = `10px ${look.font}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  scene.x.forEach((value, i) => {
    const [x, y] = at(i);
    // What lies behind, edges above all, is wiped first.
    dot(pen, x, y, look.paper, radius);
    pen.globalAlpha = states[i] > 0 ? 1 : 0.12;
    dot(pen, x, y, states[i] > 0 ? scene.colour : look.text, radius);
    pen.globalAlpha = states[i] < 0 ? 0.45 : 1;
    line(pen, i === looked ? look.accent : look.text, i === looked ? 3 : 1);
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.stroke();
    pen.fillStyle = states[i] > 0 ? "#ffffff" : look.text;
    if (radius > 10) pen.fillText(value.toFixed(2).replace(/^0/, ""), x, y);
    pen.globalAlpha = 1;
  });
}

export function search(pen, scene, frame, { box }, look, { width, height }) {
  const n = scene.x.length;
  const states = scene.shares.subarray(frame * n, (frame + 1) * n);
  const looked = scene.entry[frame];
  const inner = { left: 12, right: width - 12, top: box.top, bottom: height - TEXT - 8 };
  const [low, high] = scene.layout.xaxis.range;
  const place = {
    x: (i) => inner.left + ((i - low) / (high - low)) * (inner.right - inner.left),
    y: (value) => inner.bottom - (value / scene.layout.yaxis.range[1]) * (inner.bottom - inner.top),
  };
  const wide = 0.7 * (place.x(1) - place.x(0));
  if (scene.parent) searchTree(pen, scene, states, looked, inner, place, look);
  else searchBars(pen, scene, states, looked, place, inner.bottom, wide, look);
  const theta = scene.theta[frame];
  if (!scene.parent && theta >= 0) {
    line(pen, look.text, 1.5, [5, 4]);
    pen.moveTo(inner.left, place.y(theta));
    pen.lineTo(inner.right, place.y(theta));
    pen.stroke();
    pen.setLineDash([]);
    pen.fillStyle = look.text;
    pen.font = `12px ${look.font}`;
    pen.textAlign = "right";
    pen.textBaseline = "bottom";
    pen.fillText("(s − z)/ρ", inner.right, place.y(theta) - 2);
  }
  pen.fillStyle = look.text;
  pen.textAlign = "left";
  pen.textBaseline = "alphabetic";
  pen.font = '15px "STIX Two Math", "Cambria Math", "Latin Modern Math", serif';
  scene.texts[frame]
    .split("\n")
    .forEach((text, i) => pen.fillText(text, 12, height - TEXT + 14 + 20 * i, width - 24));
}
