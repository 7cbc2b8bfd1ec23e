// Copies a text.

import { element } from "./dom.js";

export async function copy(text) {
  try {
    return await navigator.clipboard.writeText(text);
  } catch {
    // Browsers lend their clipboard only to pages from https or localhost, and to few frames.
  }
  const before = document.activeElement;
  const area = element("textarea", { value: text });
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  before?.focus({ preventScroll: true });
  if (!done) throw new Error("no clipboard");
}
