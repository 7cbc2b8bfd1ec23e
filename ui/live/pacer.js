// When movements leave for the server.
//
// One movement under way at a time; the next leaves when the answer has arrived, while it is being
// painted. Sent sooner it would make Streamlit abandon the run that computes the answer. The newest
// waits; all in between are skipped. A figure says "lab-answer" when its data has arrived.
const pacer = (window.sparsityLabPacer ??= {
  under_way: new Set(),
  waiting: new Map(),
  offer(source, send) {
    this.waiting.set(source, send);
    this.pump();
  },
  pump() {
    for (const [source, send] of this.waiting) {
      if (this.under_way.size) return;
      this.waiting.delete(source);
      const mark = `${source}:${performance.now().toFixed(1)}`;
      this.under_way.add(mark);
      // No answer comes when a page cannot draw; do not wait for it for ever.
      setTimeout(() => this.answered(mark), 1500);
      send(mark);
    }
  },
  answered(mark) {
    if (!this.under_way.has(mark)) return;
    // An answer also settles the older movements, which were overtaken and never drawn.
    for (const other of [...this.under_way]) {
      this.under_way.delete(other);
      if (other === mark) break;
    }
    this.pump();
  },
});
if (!pacer.listening) {
  pacer.listening = true;
  addEventListener("lab-answer", (event) => pacer.answered(event.detail));
}
