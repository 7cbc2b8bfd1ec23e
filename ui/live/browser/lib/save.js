// Files for the reader: pictures and tables.

// Rows of numbers and texts as CSV.
export function csvOf(rows) {
  const cell = (value) =>
    typeof value === "string" ? `"${value.replaceAll('"', '""')}"` : String(value);
  return rows.map((row) => row.map(cell).join(",")).join("\n");
}

export function download(name, href) {
  Object.assign(document.createElement("a"), { download: name, href }).click();
}

export function downloadCsv(name, rows) {
  const href = URL.createObjectURL(new Blob([csvOf(rows)], { type: "text/csv" }));
  download(`${name}.csv`, href);
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
