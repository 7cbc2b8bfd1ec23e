// Files that a visitor chose: kept in this browser once the server has taken them in, and given back
// to the server when their page is opened again.

import { keeps } from "./choice.js";
import { beyond, get, list, MOST_BYTES, now, put, remove } from "./store.js";

const MOST_CHOSEN = 8;

// The files chosen last in this window, by name and size. The server says which of them it has taken.
const chosen = new Map();

const nameOf = ({ name, size }) => `${size} ${name}`;

function note(files) {
  for (const file of files ?? []) {
    chosen.delete(nameOf(file));
    chosen.set(nameOf(file), file);
  }
  while (chosen.size > MOST_CHOSEN) chosen.delete(chosen.keys().next().value);
}

// In the capturing phase, since the uploader empties its entry as soon as it has looked at it.
addEventListener(
  "change",
  ({ target }) =>
    target instanceof HTMLInputElement && target.type === "file" && note(target.files),
  { capture: true },
);
addEventListener("drop", ({ dataTransfer }) => note(dataTransfer?.files), { capture: true });

// Keeps what the server has taken in: { key, name, size, query, test }. Returns whether it is kept.
export async function keepUpload(upload) {
  if (!keeps()) return false;
  const known = await get("uploads", upload.key);
  if (known) return renew(known, upload);
  const file = chosen.get(nameOf(upload));
  if (!file || file.size > MOST_BYTES) return false;
  try {
    const bytes = await file.arrayBuffer();
    await makeRoom(upload.size);
    const { key } = upload;
    if (!(await put("files", [{ key, bytes }]))) return false;
    return await put("uploads", [{ ...upload, time: now() }]);
  } catch {
    return false; // the file changed on the disk, or has gone
  }
}

// The file of its test rows may have come later, and it may be looked at in another way.
function renew(known, { test, query }) {
  if (known.test === test && (!query || known.query === query)) return true;
  return put("uploads", [{ ...known, test, query: query || known.query }]);
}

async function makeRoom(size) {
  const old = beyond(await list("uploads"), MOST_BYTES - size, (each) => each.size);
  await removeUploads(old.map(({ key }) => key));
}

export async function removeUploads(keys) {
  await remove("uploads", keys);
  await remove("files", keys);
}

// The file of a key as it was chosen, and before it that of its test rows; none where it is not here.
export async function keptFiles(key) {
  const upload = await get("uploads", key);
  const held = upload && (await get("files", key));
  if (!held) return [];
  await put("uploads", [{ ...upload, time: now() }]);
  const tests = upload.test && upload.test !== key ? await keptFiles(upload.test) : [];
  return [...tests.slice(-1), new File([held.bytes], upload.name)];
}
