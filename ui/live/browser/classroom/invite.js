// What opens a class, and invites to it.

import { viewOf } from "../lib/address.js";
import { copy } from "../lib/copy.js";
import { element } from "../lib/dom.js";
import { plainAddress, showCode } from "../share/code.js";
import { reachable } from "../share/links.js";
import { begin } from "./begin.js";
import { classLink, classroom } from "./state.js";

const ABOUT =
  "Students open its link, or type its code on the first page. They see what you see, and answer the questions of a lesson without a name. The server keeps the answers until you end the class, four hours at most.";

const button = (textContent, onclick) =>
  element("button", { type: "button", textContent, onclick });

// The nodes of it. `host` is where a QR code is shown; `hosts()` are names of this server for others.
export function invitation(host, hosts) {
  const said = element("p", { role: "status" });
  const fail = ({ message }) => {
    said.textContent = message;
  };
  const open = button("Open a class", () => openClass().catch(fail));
  let known = "";
  const draw = () => {
    const { code, leads } = classroom;
    open.hidden = Boolean(code);
    if (known === code + leads) return;
    known = code + leads;
    if (!code) said.replaceChildren();
    else if (leads) said.replaceChildren(...links(host, hosts() ?? [], fail));
    else said.textContent = `This window is in class ${code}.`;
  };
  addEventListener("lab-class", draw);
  draw();
  return [element("div", {}, open), said, element("p", { textContent: ABOUT })];
}

async function openClass() {
  await begin();
  const { open } = await import("./room.js");
  await open(location.pathname.split("/").at(-1), viewOf(location.search));
}

function links(host, hosts, fail) {
  const link = reachable(classLink(), hosts);
  return [
    element("b", { textContent: `Class ${classroom.code}: ${plainAddress(link)}` }),
    button("QR code of the class", () => showCode(host, link)),
    button("Copy the link for a second leader", () => copyKey(link).catch(fail)),
  ];
}

async function copyKey(link) {
  const { leaderKey } = await import("./room.js");
  const second = new URL(link);
  second.hash = `lead=${await leaderKey()}`;
  await copy(second.href);
}
