// The overview of papers: for each its claims, with what came of them.

import { mount } from "../events/elements.js";
import { carriedOn } from "../lib/address.js";
import { element } from "../lib/dom.js";
import { navigate } from "../lib/navigate.js";
import { eitherShade } from "../lib/palette.js";

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".lab-board");
  mount(root, data, ({ papers, legend }) => {
    root.replaceChildren(key(legend), ...papers.map(paper));
  });
}

function key(legend) {
  const items = legend.map(({ mark, word, colour, n }) =>
    element("li", {}, badge(mark, colour), ` ${word}: ${n}`),
  );
  const approximate = element("li", { textContent: "≈ other data than the paper’s" });
  return element("ul", { className: "lab-key" }, ...items, approximate);
}

function paper({ title, about, claims }) {
  const heading = element("h2", { textContent: title });
  const list = element("ol", {}, ...claims.map(claim));
  return element("section", {}, heading, element("p", { textContent: about }), list);
}

function claim({ name, says, where, mark, word, colour, other }) {
  const address = carriedOn("papers");
  address.searchParams.set("claim", name);
  const link = element("a", { href: address.href });
  // Within the app, so that nothing of the visit is lost; with a key held down, as any link.
  link.onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    navigate(link.href);
  };
  const verdict = element("span", { className: "lab-verdict" });
  verdict.append(badge(mark, colour), ` ${word}${other ? " ≈" : ""}`);
  link.append(
    verdict,
    element("b", { textContent: says }),
    element("small", { textContent: where }),
  );
  return element("li", {}, link);
}

function badge(mark, colour) {
  const node = element("i", { textContent: mark, ariaHidden: "true" });
  node.style.color = eitherShade(colour);
  return node;
}
