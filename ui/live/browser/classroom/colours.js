// What stands beside the page does not know its colours: the bar of a class, and its contest.

const COLOURS = ["--st-background-color", "--st-text-color", "--st-primary-color"];

export function takeColours(node) {
  const page = document.querySelector(".lab-early");
  if (!page) return;
  const style = getComputedStyle(page);
  for (const name of COLOURS) node.style.setProperty(name, style.getPropertyValue(name));
}
