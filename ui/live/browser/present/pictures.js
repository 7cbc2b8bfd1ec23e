// The pictures of the playground by their number, and whether one of them is shown alone.

const ROWS = ".st-key-workbench_pictures .lab-rows > *";

// A row is several figures side by side, or one thing of its own.
export const pictures = () =>
  [...document.querySelectorAll(ROWS)].flatMap((row) =>
    row.matches(".lab-figures") ? [...row.children] : [row],
  );

const page = document.documentElement.dataset;

// `how` is "one", "all", "question" or null: present/walk.css shows no more than that.
export function choosePicture(how) {
  if (page.picture === (how ?? undefined)) return;
  if (how) page.picture = how;
  else delete page.picture;
}

// The stage shows other pictures, perhaps: none of the new ones is chosen yet.
export function picturesChanged() {
  if (page.picture) document.dispatchEvent(new Event("lab-pictures"));
}

// Beside one large picture there is room for one line of what was found: the last one, which is on
// the rows that no run has learned from.
export function linesShown(text) {
  const alone = page.picture === "one";
  return alone ? text.trimEnd().split("\n").at(-1) : text;
}

// Another picture is chosen: stages look again at what they show.
export const announce = () => dispatchEvent(new Event("lab-chosen"));

export function onChosen(look) {
  addEventListener("lab-chosen", look);
  return () => removeEventListener("lab-chosen", look);
}
