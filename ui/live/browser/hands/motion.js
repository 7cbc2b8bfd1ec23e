import { element } from "../lib/dom.js";

// Shows by itself what a hand can do: `step(seconds)` until it is stopped, or after `most` seconds.
export class Motion {
  constructor(root, step, most) {
    Object.assign(this, { root, step, most, at: 0, playing: false });
    this.button = element("button", {
      type: "button",
      className: "lab-motion",
      onclick: () => (this.playing ? this.stop() : this.start()),
    });
    this.stop();
  }

  start() {
    this.playing = true;
    this.button.textContent = "Pause";
    let before;
    const tick = (now) => {
      if (!this.playing || !this.root.isConnected) return;
      this.at += (now - (before ?? now)) / 1000;
      before = now;
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
