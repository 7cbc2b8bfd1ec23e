// Whether the visitor wants anything kept in this browser. They do until they say no.

const KEY = "sparsity-lab-keeps";

export function keeps() {
  try {
    return localStorage.getItem(KEY) !== "no";
  } catch {
    return false; // no storage: then nothing is kept anyway
  }
}

export function setKeeps(wanted) {
  try {
    if (wanted) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, "no");
  } catch {
    // Nothing is kept anyway.
  }
}
