// A QR code, as large as the screen: phones in the last row read it.

import { element, svgElement } from "../lib/dom.js";
import { aboutLinks, codeOf, isLocal, isOfUpload, makeShort, reachable } from "./links.js";

const MARGIN = 4; // modules, without which readers do not find the code

// Black on white, whatever the theme: readers look for that.
export function drawCode(rows, label) {
  const size = rows.length + 2 * MARGIN;
  const of = {
    viewBox: `0 0 ${size} ${size}`,
    role: "img",
    "aria-label": label,
    "shape-rendering": "crispEdges",
  };
  const paper = svgElement("rect", { width: size, height: size, fill: "#ffffff" });
  const dark = svgElement("path", { fill: "#000000", d: rows.map(pathOf).join("") });
  return svgElement("svg", of, paper, dark);
}

// The dark modules of one row, those side by side as one.
const pathOf = (row, y) =>
  [...row.matchAll(/1+/g)]
    .map(({ 0: run, index }) => `M${index + MARGIN} ${y + MARGIN}h${run.length}v1h-${run.length}z`)
    .join("");

// The address as one reads it aloud.
export const plainAddress = (url) => decodeURI(url.href).replace(/^https?:\/\//, "");

// Shows the code of an address, by a short link where the server keeps them; `root` is where it
// belongs on the page.
export async function showCode(root, url) {
  const dialog = element("dialog", { className: "lab-code" });
  const close = element("button", { type: "button", textContent: "Close" });
  close.onclick = () => dialog.close();
  dialog.onclose = () => dialog.remove();
  dialog.setAttribute("aria-label", "QR code of this view");
  const place = element("p", { textContent: "…" });
  dialog.append(place, close);
  root.append(dialog);
  dialog.showModal();
  const { sentence, days, hosts } = await aboutLinks();
  const notes = [];
  let link = url;
  // The link of a class is short already, and has its code.
  const ofClass = url.searchParams.has("class");
  try {
    if (sentence && !ofClass) throw new Error(sentence);
    if (!ofClass) link = await makeShort(url);
    const kept = `The server keeps this address until nobody has used it for ${days} days.`;
    notes.push(ofClass ? "Or type the five letters on the first page." : kept);
  } catch ({ message }) {
    notes.push(`${message} The code holds the long link.`);
  }
  link = reachable(link, hosts);
  notes.unshift(...warnings(link, url));
  try {
    const rows = await codeOf(link.href);
    const short = link.href.length < 80;
    place.replaceWith(
      drawCode(rows, `QR code of ${link.href}`),
      ...(ofClass ? [large(`Class ${url.searchParams.get("class")}`)] : []),
      ...(short ? [large(plainAddress(link))] : []),
    );
  } catch ({ message }) {
    place.textContent = message;
  }
  close.before(element("p", { className: "lab-code-note", textContent: notes.join(" ") }));
}

const large = (textContent) => element("p", { className: "lab-code-link", textContent });

// What keeps a link from leading others here.
export function warnings(link, url) {
  return [
    isLocal(link) &&
      "Phones cannot reach this address: the app runs for this computer alone. Start it with “make serve” to serve a class.",
    isOfUpload(url) && "Your file stays with you: who opens the link sees other data.",
  ].filter(Boolean);
}
