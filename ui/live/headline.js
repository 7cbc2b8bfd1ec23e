// A sentence above pictures, which changes with them. Of Markdown it knows **bold** alone.
function sayHeadline(node, text) {
  if (node.told === text) return;
  node.told = text;
  const parts = text.split("**").map((part, i) => {
    if (i % 2 === 0) return part;
    const bold = document.createElement("b");
    bold.textContent = part;
    return bold;
  });
  node.replaceChildren(...parts);
}
