// Nodes, and the texts in them.

// An element with its properties (`aria: { label }` for what has no property of its own) and children.
export function element(tag, { aria = {}, role, ...properties } = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  if (role) node.setAttribute("role", role);
  setAria(node, aria);
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
// is remembered, since to ask the node for it is slow, too.
const written = new WeakMap();

export function setText(node, text) {
  if (written.get(node) === text) return;
  written.set(node, text);
  node.textContent = text;
}

// The same, of Markdown's **bold** alone.
export function setBoldText(node, text) {
  if (written.get(node) === text) return;
  written.set(node, text);
  const parts = text.split("**");
  node.replaceChildren(
    ...parts.map((part, i) => (i % 2 ? element("b", { textContent: part }) : part)),
  );
}

// The same, with a `part` of it in a span of a class.
export function setTextWith(node, text, part, className) {
  if (written.get(node) === text) return;
  written.set(node, text);
  const at = part ? text.indexOf(part) : -1;
  if (at < 0) node.textContent = text;
  else {
    const span = element("span", { className, textContent: part });
    node.replaceChildren(text.slice(0, at), span, text.slice(at + part.length));
  }
}

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
