// Handles: what a pointer drags and arrow keys move.

import { element, setAria } from "../lib/dom.js";

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] };
const REST_MS = 300;

// A handle in `parent`. It calls `drag(x, y)`: a pointer is there, in steps of `scale` pixels of the
// parent, 1 at first;
// `step(dx, dy, far)`: arrow keys, in steps, `far` with shift; `done()`: it rests.
export function handle(parent, label, { drag, step, done }) {
  const node = element("div", {
    className: "lab-handle",
    tabIndex: 0,
    role: "slider",
    aria: { label },
  });
  const made = { node, scale: 1, show };
  node.onpointerdown = (event) => {
    if (event.button) return;
    event.preventDefault();
    node.focus();
    node.setPointerCapture(event.pointerId);
    node.onpointermove = ({ clientX, clientY }) => {
      const box = parent.getBoundingClientRect();
      drag((clientX - box.left) / made.scale, (clientY - box.top) / made.scale);
    };
  };
  const release = () => {
    if (node.onpointermove) done();
    node.onpointermove = null;
  };
  node.onpointerup = release;
  node.onpointercancel = release;
  let rest;
  node.onkeydown = (event) => {
    const moves = STEPS[event.key];
    if (!moves || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    step(...moves, event.shiftKey);
    clearTimeout(rest);
    rest = setTimeout(done, REST_MS);
  };
  let shown;
  // Where it stands, in those steps, and what it says: { now, text, min, max }.
  function show(x, y, { now, text, min, max }) {
    // All handles are shown at each picture, and one of them moves.
    const what = [x, y, made.scale, now, text, min, max].join();
    if (what === shown) return;
    shown = what;
    node.style.transform = `translate(${x * made.scale}px, ${y * made.scale}px)`;
    const [valuenow, valuemin, valuemax] = [now, min, max].map(decimal);
    setAria(node, { valuenow, valuetext: text, valuemin, valuemax });
  }
  parent.append(node);
  return made;
}

// 1e-12 is no number to some readers of a page.
function decimal(value) {
  const text = String(value);
  return text.includes("e-") ? value.toFixed(20).replace(/0+$/, "") : text;
}
