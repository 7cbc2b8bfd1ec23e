// When movements leave for the server.
//
// One is computed while the answer to the one before is under way or being painted: two at most.
// Sent sooner, a movement would make Streamlit abandon the run that computes the answer before it;
// so the next one waits until the answer is here, or somewhat longer than the last run took on the
// server. The newest movement waits, all in between are skipped. Figures say "lab-answer".

const MOST_UNDER_WAY = 2;
const PATIENCE_MS = 1500;
const TRAVEL_MS = 12;
const MARGIN = 1.3;

export const pacer = {
  under_way: new Set(),
  waiting: new Map(),
  took: PATIENCE_MS,
  free_at: 0,

  offer(source, send) {
    this.waiting.set(source, send);
    this.pump();
  },

  pump() {
    for (const [source, send] of this.waiting) {
      const now = performance.now();
      if (this.under_way.size >= MOST_UNDER_WAY) return;
      if (this.under_way.size && now < this.free_at) {
        clearTimeout(this.again);
        this.again = setTimeout(() => this.pump(), this.free_at - now);
        return;
      }
      this.waiting.delete(source);
      const mark = `${source}:${now.toFixed(1)}`;
      this.under_way.add(mark);
      this.free_at = now + TRAVEL_MS + MARGIN * this.took;
      // No answer comes when a page cannot draw; do not wait for it for ever.
      setTimeout(() => this.answered({ mark }), PATIENCE_MS);
      send(mark);
    }
  },

  answered({ mark, took }) {
    if (!this.under_way.has(mark)) return;
    if (took !== undefined) this.took = took;
    // An answer also settles the older movements, which were overtaken and never drawn.
    for (const other of [...this.under_way]) {
      this.under_way.delete(other);
      if (other === mark) break;
    }
    this.pump();
  },
};
addEventListener("lab-answer", (event) => pacer.answered(event.detail));
