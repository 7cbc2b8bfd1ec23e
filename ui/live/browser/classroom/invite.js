// What opens a class, and invites to it.

import { viewOf } from "../lib/address.js";
import { copy } from "../lib/copy.js";
import { element } from "../lib/dom.js";
import { showCode, spoken } from "../share/code.js";
import { reachable } from "../share/links.js";
import { begin } from "./begin.js";
import { classroom } from "./state.js";

const ABOUT =
  "Students open its link, or type its code on the first page. They see what you see, and answer the questions of a lesson without a name. The server keeps the answers until you end the class, four hours at most.";

const button = (textContent, onclick) =>
  element("button", { type: "button", textContent, onclick });

// The nodes of it. `host` is where a QR code is shown; `hosts()` are names of this server for others.
export function invitation(host, hosts) {
  const said = element("p", { role: "status" });
  const open = button("Open a class", async () => {
    try {
      said.replaceChildren(...(await openClass(host, hosts() ?? [])));
      open.hidden = true;
    } catch ({ message }) {
      said.textContent = message;
    }
  });
  addEventListener("lab-class", () => {
    if (!classroom.code) open.hidden = false;
    if (!classroom.code) said.replaceChildren();
  });
  return [element("div", {}, open), said, element("p", { textContent: ABOUT })];
}

async function openClass(host, hosts) {
  await begin();
  const { open } = await import("./room.js");
  const { code, key } = await open(location.pathname.split("/").at(-1), viewOf(location.search));
  const there = new URL("./", document.baseURI);
  there.search = `?class=${code}`;
  const link = reachable(there, hosts);
  const second = new URL(link);
  second.hash = `lead=${key}`;
  return [
    element("b", { textContent: `Class ${code}: ${spoken(link)}` }),
    button("QR code of the class", () => showCode(host, link)),
    button("Copy the link for a second leader", () => copy(second.href)),
  ];
}
