// Handles: what a pointer drags and arrow keys move.

import { element, setAria } from "../lib/dom.js";

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] };
const REST_MS = 300;

// A handle in `parent`. It calls `drag(x, y)`: a pointer is there, in pixels of the parent;
// `step(dx, dy, far)`: arrow keys, in steps, `far` with shift; `done()`: it rests.
export function handle(parent, label, { drag, step, done }) {
  const node = element("div", {
    className: "lab-handle",
    tabIndex: 0,
    role: "slider",
    aria: { label },
  });
  node.onpointerdown = (event) => {
    if (event.button) return;
    event.preventDefault();
    node.focus();
    node.setPointerCapture(event.pointerId);
    node.onpointermove = ({ clientX, clientY }) => {
      const box = parent.getBoundingClientRect();
      drag(clientX - box.left, clientY - box.top);
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
  parent.append(node);
  return {
    node,
    // Where it stands, in pixels, and what it says: { now, text, min, max }.
    show(x, y, { now, text, min, max }) {
      node.style.transform = `translate(${x}px, ${y}px)`;
      const [valuenow, valuemin, valuemax] = [now, min, max].map(decimal);
      setAria(node, { valuenow, valuetext: text, valuemin, valuemax });
    },
  };
}

// 1e-12 is no number to some readers of a page.
function decimal(value) {
  const text = String(value);
  return text.includes("e-") ? value.toFixed(20).replace(/0+$/, "") : text;
}
