// Says so where this page gets no connection: a proxy may pass the page on, and no WebSocket. The
// page itself asks for this module (ui/web/preload.py).

const PATIENCE_MS = 8000; // as long a connection may take without a word
const LOOK_MS = 500;
const SENTENCE =
  "This page has come without its connection to the server, a WebSocket. It may take a moment. If it " +
  "stays so, a proxy before the server refuses it, or changes the name in Host: docs/serving.md " +
  "says what it has to pass on.";

const STYLE =
  "position: fixed; inset: 2rem 2rem auto; font: 1rem sans-serif; color: CanvasText; background: Canvas";

const isConnected = () =>
  document.querySelector(".stApp")?.dataset.testConnectionState === "CONNECTED" ||
  document.querySelector(".lab-early"); // the first element that the server has shown

setTimeout(() => {
  if (isConnected()) return;
  const line = Object.assign(document.createElement("p"), { role: "alert", textContent: SENTENCE });
  line.style.cssText = STYLE;
  document.body.append(line);
  const looking = setInterval(() => {
    if (!isConnected()) return;
    line.remove();
    clearInterval(looking);
  }, LOOK_MS);
}, PATIENCE_MS);
