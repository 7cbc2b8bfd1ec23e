// What geometry under the hand stands on: a canvas, handles that pointers and arrow keys move, the
// address parameter `point` that says where they stand, and a motion that shows what can be moved.

const NOTE_MS = 300;
const HELD_MS = 600;

// A number as pictures write it.
export const figure = (value) => (Math.round(value * 100) / 100 || 0).toFixed(2).replace("-", "−");

export const made = (tag, properties = {}, ...children) => {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
};

// A canvas as sharp as the screen, wiped; its pen counts in CSS pixels.
export function wiped(canvas) {
  const [width, height, scale] = [canvas.clientWidth, canvas.clientHeight, devicePixelRatio || 1];
  if (canvas.width !== Math.round(width * scale)) canvas.width = Math.round(width * scale);
  if (canvas.height !== Math.round(height * scale)) canvas.height = Math.round(height * scale);
  const pen = canvas.getContext("2d");
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.clearRect(0, 0, width, height);
  pen.setLineDash([]);
  pen.globalAlpha = 1;
  return { pen, width, height };
}

export function stroke(pen, points, colour, width = 1, dash = []) {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.setLineDash(dash);
  pen.beginPath();
  for (const [x, y] of points) pen.lineTo(x, y);
  pen.stroke();
  pen.setLineDash([]);
}

// `drag(x, y)`: a pointer is there, in pixels of the parent; `step(dx, dy)`: arrow keys, in steps;
// `done()`: it rests.
export function handle(parent, label, { drag, step, done }) {
  const node = made("div", { className: "lab-handle", tabIndex: 0 });
  node.setAttribute("role", "slider");
  node.setAttribute("aria-label", label);
  const at = (event) => {
    const box = parent.getBoundingClientRect();
    drag(event.clientX - box.left, event.clientY - box.top);
  };
  node.onpointerdown = (event) => {
    if (event.button) return;
    event.preventDefault();
    node.focus();
    node.setPointerCapture(event.pointerId);
    node.onpointermove = at;
  };
  node.onpointerup = node.onpointercancel = () => {
    if (node.onpointermove) done();
    node.onpointermove = null;
  };
  const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] };
  node.onkeydown = (event) => {
    const moves = STEPS[event.key];
    if (!moves || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    step(...moves, event.shiftKey);
    clearTimeout(node.rest);
    node.rest = setTimeout(done, NOTE_MS);
  };
  parent.append(node);
  return {
    node,
    // Where it stands, in pixels, and what it says.
    show(x, y, now, text, low, high) {
      node.style.transform = `translate(${x}px, ${y}px)`;
      const told = {
        "aria-valuenow": now,
        "aria-valuetext": text,
        "aria-valuemin": low,
        "aria-valuemax": high,
      };
      for (const [name, value] of Object.entries(told)) node.setAttribute(name, value);
    },
  };
}

// Numbers into the address and back. The server may write the address too: what it leaves out is
// put in again a moment later.
export function noted(root, numbers) {
  clearTimeout(root.later);
  root.later = setTimeout(() => {
    if (!root.isConnected) return;
    const address = new URL(location.href);
    address.searchParams.set(
      "point",
      numbers()
        .map((v) => Number(v.toFixed(3)))
        .join("_"),
    );
    if (address.href !== location.href) history.replaceState(history.state, "", address);
  }, NOTE_MS);
}

export function read(point, otherwise, [low, high]) {
  const numbers = point.split("_").map(Number);
  const right = point && numbers.length === otherwise.length && numbers.every(Number.isFinite);
  return right ? numbers.map((v) => Math.min(Math.max(v, low), high)) : [...otherwise];
}

// Shows by itself what a hand can do: `step(seconds)` until it is stopped, or after `most` seconds.
export class Motion {
  constructor(root, step, most) {
    Object.assign(this, { root, step, most, at: 0, playing: false });
    this.button = made("button", {
      type: "button",
      className: "lab-motion",
      onclick: () => (this.playing ? this.stop() : this.start()),
    });
    this.stop();
  }

  start() {
    this.playing = true;
    this.button.textContent = "Pause";
    let then;
    const tick = (now) => {
      if (!this.playing || !this.root.isConnected) return;
      this.at += (now - (then ?? now)) / 1000;
      then = now;
      this.step(this.at);
      if (this.at < this.most) requestAnimationFrame(tick);
      else this.stop();
    };
    if (this.at >= this.most) this.at = 0;
    requestAnimationFrame(tick);
  }

  stop() {
    this.playing = false;
    this.button.textContent = "Show me";
  }
}

// Knobs of the panel `source`, at once when a hand moves them there; what the server says meanwhile
// answers an older movement and waits until the hand rests.
export class Follower {
  constructor(source, apply) {
    Object.assign(this, { apply, at: -Infinity });
    this.hear = ({ detail }) => {
      if (detail.source !== source) return;
      this.touch();
      apply(detail.values);
    };
    addEventListener("lab-moved", this.hear);
  }

  touch() {
    this.at = performance.now();
  }

  tell(values) {
    clearTimeout(this.later);
    const wait = HELD_MS - (performance.now() - this.at);
    if (wait > 0) this.later = setTimeout(() => this.tell(values), wait);
    else this.apply(values);
  }

  close() {
    clearTimeout(this.later);
    removeEventListener("lab-moved", this.hear);
  }
}

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
