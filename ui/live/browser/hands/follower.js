const HELD_MS = 600;

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
