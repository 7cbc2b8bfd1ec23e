// Links to what is shown, long and short, and how others reach the server: see ui/share/routes.py.

import { post, SILENT } from "../lib/post.js";

const LOCAL = ["localhost", "127.0.0.1", "[::1]"];
// How to look is each reader's own, and so is a frame around the page.
const NOT_SHARED = ["present", "show", "picture", "lost_view", "embed", "embed_options", "class"];

const shorts = new Map(); // by the long address
let about = null;

// The address of what is shown; `large` for a projector, with the knobs of `show`.
export function viewAddress({ large = false, show = "", pinned = true } = {}) {
  const url = new URL(location.href);
  url.hash = "";
  for (const name of NOT_SHARED) url.searchParams.delete(name);
  if (!large) return url;
  // The texts of a pin belong to its own view.
  if (!pinned) url.searchParams.delete("pin");
  url.searchParams.set("present", "1");
  if (show) url.searchParams.set("show", show);
  return url;
}

// Files are their visitor's own.
export const isOfUpload = (url) => /(^|=)upload-/.test(url.searchParams.get("data") ?? "");

// `{ sentence, days, hosts }`: why no short links are kept, or "".
export function aboutLinks() {
  about ??= fetch(new URL("l", document.baseURI))
    .then((answer) => answer.json())
    .catch(() => {
      about = null;
      return { sentence: SILENT, days: 0, hosts: [] };
    });
  return about;
}

// The same address by a name that other machines know, where this one is of this machine alone.
export function reachable(url, hosts) {
  const there = new URL(url);
  if (LOCAL.includes(there.hostname) && hosts.length) {
    const [host] = hosts;
    there.hostname = host.includes(":") ? `[${host}]` : host;
  }
  return there;
}

export const isLocal = (url) => LOCAL.includes(url.hostname);

export const knownShort = (url) => shorts.get(url.href);

// Has the server keep an address, under a `name` where one is given; returns the short one.
export async function makeShort(url, name = "") {
  if (!name && shorts.has(url.href)) return shorts.get(url.href);
  const page = url.pathname.split("/").at(-1);
  const answer = await post("l", { page, query: url.search.slice(1), name });
  const short = new URL(`l/${answer.name}`, document.baseURI);
  shorts.set(url.href, short);
  return short;
}

// The rows of the QR code of a text.
export const codeOf = async (text) => (await post("qr", { text })).rows;
