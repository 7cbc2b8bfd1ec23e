// Files for the reader: pictures and tables.

// What a spreadsheet would take for a formula; the apostrophe makes it a text there. As
// `csv_text` in ui/playground/export.py does.
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?[0-9]+(\.[0-9]+)?$/;
const harmless = (text) => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text);

// Rows of numbers and texts as CSV.
function csvOf(rows) {
  const cell = (value) =>
    typeof value === "string" ? `"${harmless(value).replaceAll('"', '""')}"` : String(value);
  return rows.map((row) => row.map(cell).join(",")).join("\n");
}

export function download(name, href) {
  Object.assign(document.createElement("a"), { download: name, href }).click();
}

export function downloadBlob(name, blob) {
  const href = URL.createObjectURL(blob);
  download(name, href);
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

export function downloadCsv(name, rows) {
  downloadBlob(`${name}.csv`, new Blob([csvOf(rows)], { type: "text/csv" }));
}
