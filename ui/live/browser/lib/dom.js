// Nodes, and the texts in them.

// An element with its properties (`aria: { label }` for what has no property of its own) and children.
export function element(tag, { aria = {}, role, ...properties } = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  if (role) node.setAttribute("role", role);
  setAria(node, aria);
  node.append(...children);
  return node;
}

// An element of a drawing, with its attributes.
export function svgElement(tag, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

// The end of an element, as its default export returns it. Streamlit also asks for it where the next
// payload overtook this one, which was still on its way: then the element stays, with all it shows.
export const whenGone = (root, close) => () => {
  if (!root.isConnected) close();
};

export function setAria(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(`aria-${name}`, value);
}

// A text that is written again as it is would have the page laid out again: what was written last
// is remembered, since to ask the node for it is slow, too. For another one the nodes in it are kept: to
// make them anew has the page find their styles and boxes as well.
const written = new WeakMap();

export function setText(node, text) {
  if (written.get(node) === text) return;
  written.set(node, text);
  fill(node, [{ text: text ?? "" }]);
}

// The same, of Markdown's **bold** alone.
export function setBoldText(node, text) {
  if (written.get(node) === text) return;
  written.set(node, text);
  const parts = text.split("**");
  fill(
    node,
    parts.map((part, i) => ({ tag: i % 2 ? "b" : undefined, text: part })),
  );
}

// The same, with a `part` of it in a span of a class.
export function setTextWith(node, text, part, className) {
  if (written.get(node) === text) return;
  written.set(node, text);
  const at = part ? text.indexOf(part) : -1;
  if (at < 0) fill(node, [{ text }]);
  else {
    const [before, after] = [text.slice(0, at), text.slice(at + part.length)];
    fill(node, [{ text: before }, { tag: "span", className, text: part }, { text: after }]);
  }
}

// Texts one after the other, some of them in an element of their own.
function fill(node, parts) {
  const there = [...node.childNodes];
  const fits = parts.every(({ tag = "#text" }, i) => there[i]?.nodeName.toLowerCase() === tag);
  if (fits && there.length === parts.length) {
    parts.forEach(({ tag, text }, i) => {
      if (tag) setText(there[i], text);
      else if (there[i].data !== text) there[i].data = text;
    });
  } else node.replaceChildren(...parts.map(nodeOf));
}

const nodeOf = ({ tag, text, ...named }) =>
  tag ? element(tag, { textContent: text, ...named }) : document.createTextNode(text);

// The name of which Python's `as_text` made a text that Plotly reads, for all who read no markup.
export const readBack = (text) => text.replaceAll("&lt;", "<").replaceAll("&amp;", "&");

export function setLabel(node, text) {
  if (node.getAttribute("aria-label") !== text) node.setAttribute("aria-label", text);
}

// Resolves when what was drawn is on the screen; in a window that nobody sees, a moment later.
export const onScreen = () =>
  new Promise((done) => {
    // At the next frame but one: the one between may still be on its way.
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));
    setTimeout(done, document.hidden ? 0 : 1000);
  });
