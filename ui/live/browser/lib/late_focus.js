// Gives the focus to what is not on the page yet: after a way by keys to another page, the body has it.

const OFTEN_MS = 100;
const PATIENCE_MS = 10_000;

const isLost = () => document.activeElement === null || document.activeElement === document.body;

// To the first node of a selector that can be seen; whoever has gone elsewhere meanwhile stays there.
// Returns what ends the waiting.
export function focusLate(selector) {
  const since = performance.now();
  const timer = setInterval(() => {
    const node = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility());
    if (isLost()) node?.focus({ preventScroll: true });
    if (node || performance.now() - since > PATIENCE_MS) clearInterval(timer);
  }, OFTEN_MS);
  return () => clearInterval(timer);
}
