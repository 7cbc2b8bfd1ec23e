// The list of the study: files, and what was tried, swept and answered. Each can be opened, named and
// removed, and two can be compared.

import { element, setText } from "../lib/dom.js";
import { navigate } from "../lib/navigate.js";
import { comparison, differences } from "./comparison.js";
import { entries, nameEntry, removeEntries } from "./entries.js";
import { list } from "./store.js";
import { removeUploads } from "./uploads.js";

const AT_FIRST = 8;
const MOST_CHANGED = 3;
const MOST_REPORTED = 40;
const KINDS = { tried: "tried", sweep: "sweep", answer: "the best with few features" };
const EMPTY =
  "Nothing is kept yet. Turn a knob in the playground, or run a sweep: it stands here then.";

export class StudyList {
  constructor() {
    this.files = element("ul", { className: "lab-study-files" });
    this.words = element("p");
    this.compared = element("div", { className: "lab-study-compared", aria: { live: "polite" } });
    this.items = element("ol");
    this.more = element("button", {
      type: "button",
      onclick: () => this.show(Number.POSITIVE_INFINITY),
    });
    this.root = element(
      "div",
      { className: "lab-study-list" },
      this.files,
      this.words,
      this.compared,
      this.items,
      this.more,
    );
    this.most = AT_FIRST;
    this.picked = [];
  }

  // Draws anew from what is kept, unless a name is being written.
  async show(most = this.most) {
    this.most = most;
    const [uploads, all] = [await list("uploads"), await entries()];
    if (this.items.contains(document.activeElement) && document.activeElement.type === "text")
      return;
    this.all = all;
    this.titles = titlesOf(all);
    this.picked = this.picked.filter((id) => all.some((entry) => entry.id === id));
    this.files.replaceChildren(...uploads.map((upload) => this.file(upload)));
    this.items.replaceChildren(...all.slice(0, most).map((entry) => this.item(entry)));
    setText(this.words, all.length ? "Tick two to compare them." : EMPTY);
    this.more.hidden = all.length <= most;
    this.more.textContent = `Show all ${all.length}`;
    this.compare();
  }

  file({ key, name, size, query }) {
    return element(
      "li",
      {},
      element("b", { textContent: name }),
      ` ${Math.max(1, Math.round(size / 1000)).toLocaleString("en-US")} kB `,
      opener(`playground?${query || new URLSearchParams({ data: key })}`, name),
      this.remover(name, () => removeUploads([key])),
    );
  }

  item(entry) {
    const title = this.titles.get(entry.id);
    const box = element("input", {
      type: "checkbox",
      checked: this.picked.includes(entry.id),
      aria: { label: `Compare ${title}` },
      onchange: () => this.pick(entry.id),
      value: entry.id,
    });
    const name = element("input", {
      type: "text",
      value: entry.name,
      placeholder: title,
      maxLength: 120,
      aria: { label: `Name of ${title}` },
      onchange: () => this.rename(entry, name.value.trim()),
    });
    const buttons = [
      opener(`${entry.page}?${entry.query}`, title),
      this.remover(title, () => removeEntries([entry.id])),
    ];
    const about = element("small", { textContent: aboutOf(entry) });
    const head = element("div", {}, box, name, ...buttons);
    return element("li", {}, head, about, ...linesOf(entry));
  }

  remover(title, remove) {
    const onclick = async () => {
      await remove();
      this.show();
    };
    const aria = { label: `Remove ${title}` };
    return element("button", { type: "button", textContent: "Remove", aria, onclick });
  }

  // The two that were ticked last.
  pick(id) {
    const others = this.picked.filter((each) => each !== id);
    this.picked = others.length < this.picked.length ? others : [...others.slice(-1), id];
    for (const box of this.items.querySelectorAll("[type=checkbox]"))
      box.checked = this.picked.includes(box.value);
    this.compare();
  }

  rename(entry, name) {
    nameEntry(entry.id, name);
    entry.name = name;
    this.titles = titlesOf(this.all);
    this.compare();
  }

  compare() {
    const both = this.picked.map((id) => this.all.find((entry) => entry.id === id));
    const tables =
      both.length === 2
        ? [
            comparison(
              both,
              this.picked.map((id) => this.titles.get(id)),
            ),
          ]
        : [];
    this.compared.replaceChildren(...tables);
  }
}

// The name that its visitor gave it; else where it differs from the one tried before on the same data,
// or the names of its runs.
function titleOf(entry, before) {
  const { name, runs = [], lines = [], kind } = entry;
  const changed = before ? differences([before, entry]) : [];
  if (name) return name;
  if (kind === "tried" && changed.length && changed.length <= MOST_CHANGED)
    return changed.map(([label, , now]) => `${label} ${now}`).join(", ");
  return runs.map((run) => `${run.letter} ${run.name}`).join(" · ") || lines[0] || KINDS[kind];
}

// By the ids of all entries, the newest of them first.
function titlesOf(all) {
  const titles = all.map((entry, i) => {
    const before = all
      .slice(i + 1)
      .find(({ kind, data }) => kind === "tried" && data === entry.data);
    return [entry.id, titleOf(entry, before)];
  });
  return new Map(titles);
}

const aboutOf = ({ kind, data, time }) => [KINDS[kind], data, timeOf(time)].join(" · ");

const timeOf = (time) =>
  new Date(time).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });

function linesOf({ runs = [], lines = [] }) {
  const numbers = runs.map((run) => {
    const texts = Object.entries(run.numbers).map(([name, text]) => `${name} ${text}`);
    return `${run.letter} ${run.name}: ${texts.join(" · ")}`;
  });
  return [...numbers, ...lines].map((textContent) => element("p", { textContent }));
}

// A link within the app; with a key held down it opens as any link.
function opener(address, title) {
  const link = element("a", {
    href: new URL(address, document.baseURI).href,
    textContent: "Open",
    aria: { label: `Open ${title}` },
  });
  link.onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    navigate(link.href);
  };
  return link;
}

// The list as it goes into a report: a table of the newest entries.
export async function studyTable() {
  const all = await entries();
  if (!all.length) return null;
  const titles = titlesOf(all);
  const rows = all.slice(0, MOST_REPORTED).map((entry) => {
    const cells = [
      titles.get(entry.id),
      aboutOf(entry),
      linesOf(entry)
        .map((p) => p.textContent)
        .join("\n"),
    ];
    return element("tr", {}, ...cells.map((textContent) => element("td", { textContent })));
  });
  return element(
    "section",
    {},
    element("h2", { textContent: "The study so far, the newest first" }),
    element("table", {}, element("tbody", {}, ...rows)),
  );
}
