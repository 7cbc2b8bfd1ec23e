// Runs inside the page, before everything else: notes when an input event happened and when each
// figure was painted after it. Figures live in shadow roots, so every root is searched.
{
  const inputs = []; // times of input events
  const paints = []; // {figure, revision, time}
  const known = new Map(); // element → observer

  window.addEventListener("input", () => inputs.push(performance.now()), true);

  function figures(root = document, found = []) {
    for (const element of root.querySelectorAll("*")) {
      if (element.hasAttribute("data-figure")) found.push(element);
      if (element.shadowRoot) figures(element.shadowRoot, found);
    }
    return found;
  }

  // A task posted from an animation frame runs when that frame has been handed to the screen.
  function notePaint(element) {
    const figure = element.dataset.figure;
    const revision = Number(element.dataset.revision);
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => paints.push({ figure, revision, time: performance.now() });
      port2.postMessage(null);
    });
  }

  // Attach to figures that have appeared; forget those that have gone.
  function watch() {
    for (const [element, observer] of known) {
      if (element.isConnected) continue;
      observer.disconnect();
      known.delete(element);
    }
    for (const element of figures()) {
      if (known.has(element)) continue;
      const observer = new MutationObserver(() => notePaint(element));
      observer.observe(element, { attributes: true, attributeFilter: ["data-revision"] });
      known.set(element, observer);
      if (Number(element.dataset.revision) >= 1) notePaint(element);
    }
    setTimeout(watch, known.size < 4 ? 30 : 500); // seldom, once all are found: it costs time
  }
  watch();

  window.probe = {
    inputs,
    paints,
    clear: () => {
      inputs.length = 0;
      paints.length = 0;
    },
    has: (names) => names.every((name) => paints.some((p) => p.figure === name)),
    after: (name, time) => paints.find((p) => p.figure === name && p.time >= time)?.time ?? null,
  };
}
