// The field in which a rule is written. While its writer types nothing else moves; after a pause, or when
// the field is left, the server says whether the text is a rule. Then it is reported like any knob; else
// the sentence stands under the field, and the pictures stay as they are.

import { element, setText } from "../lib/dom.js";

const PAUSE_MS = 300;
const FEWEST_ROWS = 2;

export class RuleText {
  constructor(knob, report) {
    this.report = report;
    this.asked = 0; // questions to the server; of the last one alone the answer counts
    const { longest } = knob.rule;
    this.problem = element("p", { className: "lab-problem", role: "status" });
    this.area = element("textarea", { maxLength: longest, spellcheck: false });
    this.area.setAttribute("aria-label", knob.name);
    this.area.setAttribute("autocapitalize", "off");
    this.area.oninput = () => {
      this.fit();
      clearTimeout(this.pause);
      this.pause = setTimeout(() => this.take(), PAUSE_MS);
    };
    this.area.onchange = () => this.take();
    this.nodes = [this.area, this.problem, help(knob.rule, (text) => this.use(text))];
  }

  // A text that is no rule yet stays while the rule on the server is the one it was.
  show(value) {
    if (value === this.value) return;
    this.asked += 1;
    this.value = value;
    this.area.value = value;
    this.say("");
    this.fit();
  }

  use(text) {
    this.area.value = text;
    this.fit();
    this.take();
  }

  async take() {
    clearTimeout(this.pause);
    const text = this.area.value;
    this.asked += 1;
    const own = this.asked;
    const problem = text === this.value ? "" : await problemOf(text);
    if (own !== this.asked) return;
    this.say(problem);
    if (problem || text === this.value) return;
    this.value = text;
    this.report(text, true);
    this.report(text, false);
  }

  say(problem) {
    setText(this.problem, problem);
    this.area.setAttribute("aria-invalid", problem !== "");
  }

  // As many lines as there are.
  fit() {
    this.area.rows = Math.max(FEWEST_ROWS, this.area.value.split("\n").length);
  }
}

// Where nobody answers, the text is taken, and the server leaves out what is no rule.
async function problemOf(text) {
  const address = new URL("rule", document.baseURI);
  address.search = new URLSearchParams({ text });
  try {
    const reply = await fetch(address);
    return (await reply.json()).problem;
  } catch {
    return "";
  }
}

// The language and examples; folded until somebody asks.
function help({ language, examples }, use) {
  const rows = language.map(([words, meaning]) =>
    element(
      "tr",
      {},
      element("td", {}, element("code", { textContent: words })),
      element("td", { textContent: meaning }),
    ),
  );
  const buttons = examples.map(([name, text]) => {
    const button = element("button", { type: "button", className: "lab-button", title: text });
    button.textContent = name;
    button.onclick = () => use(text);
    return button;
  });
  return element(
    "details",
    { className: "lab-rule-help" },
    element("summary", { textContent: "help and examples" }),
    element("div", { className: "lab-rule-examples" }, ...buttons),
    element("table", {}, element("tbody", {}, ...rows)),
  );
}
