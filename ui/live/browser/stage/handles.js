// Handles over a figure: places along its x axis that a hand drags, each a knob of a panel.
//
// A figure names them in `layout.meta.handles`: { source, knob, label, colour, at, low, high, per };
// the knob of the panel `source` is at / per, from `low` to `high`. One with a curve `along`: { x, y }
// stands on it, `filled` or as a ring. What is dragged is reported like
// a slider's movement, and the slider follows. The Tab key passes a handle whose slider it reaches.

import { pendingValue } from "../events/log.js";
import { handle } from "../hands/handle.js";
import { element, setLabel } from "../lib/dom.js";
import { eitherShade } from "../lib/palette.js";

const SIZE = 24; // pixels
const INSET = 4; // pixels from the upper edge to the middle of the first
const UPPER = 0.4; // of the height is theirs, where words stand below; rings may touch then
const STEP = 0.02; // of the axis beyond 0
const FAR = 5; // steps

const keyOf = ({ source, knob }) => `${source} ${knob}`;

function isReached({ source, knob }) {
  const [panel, row] = [source, knob].map((name) => CSS.escape(name));
  const slider = `.lab-panel[data-source="${panel}"] [data-knob="${row}"] input[type="range"]`;
  return Boolean(document.querySelector(slider)?.checkVisibility());
}

export class Handles {
  constructor() {
    this.root = element("div", { className: "lab-handles" });
    this.all = new Map();
    this.frozen = null; // by axis what it shows while a handle is dragged: a place stays a value
    // Sliders come and go under "more knobs": whether one is there counts when Tab is pressed.
    this.onTab = ({ key }) => key === "Tab" && this.leaveToSliders();
    document.addEventListener("keydown", this.onTab, { capture: true });
  }

  leaveToSliders() {
    for (const one of this.all.values()) one.node.tabIndex = isReached(one) ? -1 : 0;
  }

  close() {
    document.removeEventListener("keydown", this.onTab, { capture: true });
  }

  get any() {
    return this.all.size > 0;
  }

  // `send` reports a movement; where nobody hears of it there are no handles.
  tell(handles, send) {
    this.send = send;
    const wanted = send ? (handles ?? []) : [];
    const keys = new Set(wanted.map(keyOf));
    for (const [key, one] of this.all) {
      if (keys.has(key) || one === this.dragged) continue;
      one.node.remove();
      this.all.delete(key);
    }
    const all = new Map();
    let before = null;
    for (const what of wanted) {
      const one = this.all.get(keyOf(what)) ?? this.make(what, before);
      all.set(keyOf(what), one);
      before = one.node;
      // An update that comes meanwhile answers an older movement, of this handle or of its slider.
      const left = pendingValue(what.source, what.knob);
      const place = left === undefined ? what.at : left * what.per;
      Object.assign(one, what, { at: one === this.dragged ? one.at : place });
      one.node.toggleAttribute("data-filled", Boolean(what.filled));
      if (one.node.title !== what.label) one.node.title = what.label;
      setLabel(one.node, what.label);
      if (one.shaded !== what.colour) {
        one.shaded = what.colour;
        one.node.style.setProperty("--lab-handle", eitherShade(what.colour));
      }
    }
    for (const [key, one] of this.all) if (!all.has(key)) all.set(key, one);
    this.all = all; // in the order in which they came, whichever came first
  }

  make(what, before) {
    const one = { at: what.at };
    Object.assign(
      one,
      handle(this.root, what.label, {
        drag: (x) => this.drag(one, x),
        step: (dx, dy, far) => this.step(one, (dx || dy) * (far ? FAR : 1)),
        done: () => this.rest(one),
      }),
    );
    before ? before.after(one.node) : this.root.prepend(one.node);
    return one;
  }

  // The axes show `ranges`, within `box`, in pixels of the figure.
  stand(ranges, box) {
    if (!ranges.xaxis) return;
    Object.assign(this, { ranges, box });
    const across = box.right - box.left;
    const [low, high] = ranges.xaxis;
    const pitch = Math.min(SIZE, (UPPER * (box.bottom - box.top)) / this.all.size);
    const set = [];
    for (const one of this.all.values()) {
      const x = box.left + ((one.at - low) / (high - low)) * across;
      const inside = x >= box.left - 1 && x <= box.right + 1;
      one.node.hidden = !inside && one !== this.dragged;
      // One below the other where they stand at one place; under a hand all keep their heights.
      if (!this.dragged || one.row === undefined) {
        const beside = set.filter((other) => Math.abs(other.x - x) < SIZE).map(({ row }) => row);
        one.row = 0;
        while (beside.includes(one.row)) one.row += 1;
      }
      if (!one.node.hidden) set.push({ x, row: one.row });
      const value = knobOf(one);
      one.show(x, this.heightOn(one) ?? box.top + INSET + pitch * one.row, {
        now: value,
        text: String(value),
        min: one.low,
        max: one.high,
      });
    }
  }

  // Where its curve is; undefined for one at the upper edge.
  heightOn({ along, at }) {
    const { ranges, box } = this;
    if (!along || !ranges.yaxis) return undefined;
    const [low, high] = ranges.yaxis;
    const next = Math.max(
      1,
      along.x.findIndex((x) => x >= at),
    );
    const [x, y] = [along.x, along.y].map((all) => [all[next - 1], all[next]]);
    const value = y[0] + ((at - x[0]) / (x[1] - x[0])) * (y[1] - y[0]);
    return box.bottom - ((value - low) / (high - low)) * (box.bottom - box.top);
  }

  drag(one, x) {
    if (!this.dragged) {
      this.dragged = one;
      this.frozen = { ...this.ranges };
    }
    const { left, right } = this.box;
    const [low, high] = this.ranges.xaxis;
    this.move(
      one,
      low + ((Math.min(Math.max(x, left), right) - left) / (right - left)) * (high - low),
    );
  }

  step(one, steps) {
    this.move(one, one.at + steps * STEP * Math.abs(this.ranges.xaxis[1]));
  }

  move(one, at) {
    one.at = Math.min(Math.max(at, one.low * one.per), one.high * one.per);
    this.stand(this.ranges, this.box);
    this.report(one, true);
  }

  rest(one) {
    this.dragged = null;
    this.frozen = null;
    this.report(one, false);
  }

  report(one, live) {
    const { source, knob } = one;
    const values = { [knob]: knobOf(one) };
    dispatchEvent(new CustomEvent("lab-moved", { detail: { source, values, handle: true, live } }));
    this.send?.({ source, values, live });
  }
}

const knobOf = ({ at, per }) => Number((at / per).toPrecision(3));
