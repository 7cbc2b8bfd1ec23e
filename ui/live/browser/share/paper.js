// Links to the lesson as a sheet for students, and as one with the answers: see ui/sheet/.

import { element } from "../lib/dom.js";

const ABOUT = "Its steps with their pictures, questions and room for answers.";

const SHEETS = [
  ["Sheet for students", false],
  ["Sheet with the answers", true],
];

export function paperLinks() {
  const links = SHEETS.map(([textContent, answers]) => {
    const link = element("a", { textContent, target: "_blank", rel: "noopener" });
    if (answers) link.dataset.answers = "1";
    return link;
  });
  return [element("div", {}, ...links), element("p", { textContent: ABOUT })];
}

// To the lesson that is on the page, with the student's number in its address.
export function turnTo(link) {
  const url = new URL("sheet.html", document.baseURI);
  url.searchParams.set("lesson", location.pathname.split("/").at(-1));
  if (link.dataset.answers) url.searchParams.set("answers", "1");
  const student = new URL(location.href).searchParams.get("student");
  if (student) url.searchParams.set("student", student);
  link.href = url.href;
}
