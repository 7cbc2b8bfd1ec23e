// A search for θ among magnitudes: bars, or the nodes of a tree over them. What stays is filled,
// what goes is faint, what is looked at has a ring.

import { dot, line, MATHS } from "../../../ui/live/browser/lib/canvas.js";
import { planeOf } from "../../../ui/live/browser/stage/axes.js";

const TEXT = 44; // pixels for two lines of text below

export function search(pen, scene, frame, plane, look, { width, height }) {
  const n = scene.x.length;
  const states = scene.shares.subarray(frame * n, (frame + 1) * n);
  const current = scene.entry[frame];
  const box = { left: 12, right: width - 12, top: plane.box.top, bottom: height - TEXT - 8 };
  const spans = [scene.layout.xaxis.range, [0, scene.layout.yaxis.range[1]]];
  const inner = planeOf(box, spans);
  if (scene.parent) {
    drawTree(pen, scene, states, current, inner, look);
  } else {
    drawBars(pen, scene, states, current, inner, look);
    if (scene.theta[frame] >= 0) drawThreshold(pen, inner.place.y(scene.theta[frame]), box, look);
  }
  pen.fillStyle = look.text;
  pen.textAlign = "left";
  pen.textBaseline = "alphabetic";
  pen.font = `15px ${MATHS}`;
  scene.texts[frame].split("\n").forEach((text, i) => {
    pen.fillText(text, 12, height - TEXT + 14 + 20 * i, width - 24);
  });
}

function drawBars(pen, scene, states, current, { box, place }, look) {
  const wide = 0.7 * (place.x(1) - place.x(0));
  scene.x.forEach((value, i) => {
    const [x, y] = [place.x(i) - wide / 2, place.y(value)];
    pen.globalAlpha = states[i] < 0 ? 0.18 : states[i] > 0 ? 1 : 0.5;
    pen.fillStyle = states[i] > 0 ? scene.colour : look.text;
    pen.fillRect(x, y, wide, box.bottom - y);
    pen.globalAlpha = 1;
    if (i !== current) return;
    pen.strokeStyle = look.accent;
    pen.lineWidth = 3;
    pen.strokeRect(x - 2, y - 2, wide + 4, box.bottom - y + 2);
  });
}

function drawThreshold(pen, y, box, look) {
  line(pen, look.text, 1.5, [5, 4]);
  pen.moveTo(box.left, y);
  pen.lineTo(box.right, y);
  pen.stroke();
  pen.setLineDash([]);
  pen.fillStyle = look.text;
  pen.font = `12px ${look.font}`;
  pen.textAlign = "right";
  pen.textBaseline = "bottom";
  pen.fillText("(s − z)/ρ", box.right, y - 2);
}

function drawTree(pen, scene, states, current, { box, place }, look) {
  const levels = Math.max(...scene.depth) + 1;
  const radius = Math.max(6, Math.min(15, (box.right - box.left) / (2.1 * scene.x.length)));
  const top = box.top + radius + 4;
  const at = (i) => [place.x(i), top + (scene.depth[i] / levels) * (box.bottom - box.top)];
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
    const colour = states[i] > 0 ? scene.colour : look.text;
    drawNode(pen, at(i), radius, states[i], colour, i === current, look);
    pen.fillStyle = states[i] > 0 ? look.paper : look.text;
    if (radius > 10) pen.fillText(value.toFixed(2).replace(/^0/, ""), ...at(i));
    pen.globalAlpha = 1;
  });
}

// Leaves the pen as faint as the node is.
function drawNode(pen, [x, y], radius, state, colour, current, look) {
  // What lies behind, edges above all, is wiped first.
  dot(pen, x, y, look.paper, radius);
  pen.globalAlpha = state > 0 ? 1 : 0.12;
  dot(pen, x, y, colour, radius);
  pen.globalAlpha = state < 0 ? 0.45 : 1;
  line(pen, current ? look.accent : look.text, current ? 3 : 1);
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.stroke();
}
