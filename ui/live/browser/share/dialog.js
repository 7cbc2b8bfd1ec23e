// The dialog in which a view is shared, presented and kept as a lesson.

import { invitation } from "../classroom/invite.js";
import { report } from "../events/log.js";
import { copy } from "../lib/copy.js";
import { element, setText } from "../lib/dom.js";
import { focusLate } from "../lib/late_focus.js";
import { navigate } from "../lib/navigate.js";
import { plainAddress, showCode, warnings } from "./code.js";
import { KnobChoice } from "./knobs.js";
import { lessonButtons } from "./lesson.js";
import { aboutLinks, knownShort, makeShort, reachable, viewAddress } from "./links.js";
import { paperLinks, turnTo } from "./paper.js";

const DONE_MS = 1500;

const button = (textContent, onclick, title = "") =>
  element("button", { type: "button", textContent, title, onclick });

const section = (name, ...parts) =>
  element("section", {}, element("h3", { textContent: name }), ...parts);

export class ShareDialog {
  constructor(root) {
    this.host = root;
    this.knobs = new KnobChoice();
    this.large = element("input", { type: "checkbox" });
    this.large.onchange = () => this.showLink();
    const heading = element("h2", { textContent: "Share and present", id: "lab-share" });
    const close = button("Close", () => this.root.close());
    this.lesson = lessonButtons((action, value) => this.act(action, value));
    this.paper = section("On paper", ...paperLinks());
    this.root = element(
      "dialog",
      { className: "lab-share-dialog" },
      heading,
      section("Link", ...this.linkParts()),
      this.lesson.root,
      section("Present", ...this.presentParts()),
      this.paper,
      section("Lead a class", ...invitation(this.host, () => this.about?.hosts)),
      close,
    );
    this.root.setAttribute("aria-labelledby", heading.id);
    this.root.onclick = ({ target }) => {
      if (target === this.root) this.root.close();
    };
    root.append(this.root);
  }

  linkParts() {
    this.name = element("input", { type: "text", placeholder: "a name, if you like" });
    this.name.title = "3 to 30 characters: letters from A to Z, digits and hyphens";
    this.name.maxLength = 30;
    this.name.setAttribute("aria-label", "name of the short link, if you like");
    this.name.onkeydown = ({ key }) => {
      if (key === "Enter") this.shorten();
    };
    this.copier = button("Copy link", () => this.copyLink(this.copier));
    this.shortener = button("Make a short link", () => this.shorten());
    this.code = button(
      "QR code",
      () => showCode(this.host, this.address),
      "As large as the screen",
    );
    this.short = element("output");
    this.kept = element("p");
    const large = element("label", {}, this.large, " opens large, for a projector");
    const row = element("div", {}, this.copier, this.code, this.shortener, this.name);
    return [row, this.short, large, this.kept];
  }

  presentParts() {
    const go = button("Present this view", () => this.present());
    this.words = element("p");
    return [element("div", {}, go), this.words, this.knobs.root];
  }

  describePresenting() {
    const one = this.data.pins ? ["one picture is shown at a time"] : [];
    const knobs = this.knobs.root.hidden ? [] : ["and these knobs stay:"];
    setText(this.words, ["Letters grow", ...one, ...knobs].join(", ") + (knobs.length ? "" : "."));
  }

  show(data, setStateValue) {
    Object.assign(this, { data, setStateValue });
    this.lesson.show(data);
    this.showLink();
  }

  async open() {
    this.knobs.show();
    this.paper.hidden = !this.data.paper;
    this.paper.querySelectorAll("a").forEach(turnTo);
    this.describePresenting();
    this.showLink();
    this.root.showModal();
    this.about = await aboutLinks();
    this.name.hidden = this.shortener.hidden = Boolean(this.about.sentence);
    this.showLink();
  }

  get address() {
    const { pins } = this.data;
    const pinned = !pins || pins.shown;
    return viewAddress({ large: this.large.checked, show: this.knobs.text, pinned });
  }

  // The short link of what is shown, where there is one; and what is to be known of links.
  showLink() {
    const known = knownShort(this.address);
    const { sentence = "", days = 0, hosts = [] } = this.about ?? {};
    this.short.replaceChildren(...(known ? this.shortParts(reachable(known, hosts)) : []));
    const keeps = `A short link has this server keep the address, the texts of pinned views in it and the day of its last use, and nothing about you. After ${days} days without use it goes.`;
    const notes = days ? [sentence ? `${sentence} The long link works.` : keeps] : [];
    const link = reachable(this.address, hosts);
    setText(this.kept, [...warnings(link, this.address), ...notes].join(" "));
  }

  shortParts(url) {
    const copier = button("Copy", () => this.copyLink(copier, url));
    return [element("b", { textContent: plainAddress(url) }), copier];
  }

  async copyLink(node, url = this.address) {
    const before = node.textContent;
    try {
      await copy(url.href);
      node.textContent = "Copied";
    } catch {
      this.short.replaceChildren(element("b", { textContent: url.href }));
    }
    setTimeout(() => {
      node.textContent = before;
    }, DONE_MS);
  }

  async shorten() {
    try {
      await makeShort(this.address, this.name.value.trim());
      this.showLink();
    } catch ({ message }) {
      setText(this.short, "");
      this.short.replaceChildren(message);
    }
  }

  present() {
    this.root.close();
    this.large.checked = true;
    const there = this.address;
    this.large.checked = false;
    navigate(there);
    // In a lesson the way on has the focus, and no word with an explanation.
    focusLate(".lab-card .lab-onward");
  }

  act(action, value) {
    const entry = { source: "pins", values: {}, action, value, live: false };
    report(entry, this.setStateValue);
    if (action === "lesson") this.root.close();
  }
}
