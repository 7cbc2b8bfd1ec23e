// The address that events have written, for the session of Streamlit: it hears of it before anything
// is done there, and of Back, which it would take for an address that it knows.

import { setView } from "../lib/address.js";

let setStateValue = null;
let written = null; // the last address that events wrote: { page, pathname, query }
let stands = ""; // the path of the page that stands there
let n = 0;
let isKnown = true; // to the session

// The element by which the address is reported; the session knows the reports up to `reported`.
export function reportBy(set, reported) {
  setStateValue = set;
  n = Math.max(n, reported);
}

// A run of the page has been shown.
export function notePage() {
  stands = location.pathname;
}

// Events are answered: the address bar shows the view of these parameters.
export function write(page, parameters, turned) {
  setView(parameters, turned);
  written = { page, pathname: location.pathname, query: location.search.slice(1) };
  isKnown = false;
}

// Reports an address of a page: what stands in the bar, unless another `query` is given.
export function tellSession(page, { query = location.search.slice(1), went = false } = {}) {
  // While another page is on its way, a report would ask for the one that stands there once more.
  if (!setStateValue || stands !== location.pathname) return;
  isKnown = true;
  n += 1;
  setStateValue("moved", { n, page, query, went });
}

// Of a page that was left, what events wrote there last.
export function catchUp() {
  if (isKnown) return;
  const here = written.pathname === location.pathname;
  tellSession(written.page, here ? {} : { query: written.query });
}

// A report asks for a run of the page on which it is made. So there is none where no widget of
// Streamlit's is used, nor where a link is about to lead elsewhere: the next page makes it.
const WIDGET = "button, input, select, textarea, summary, [role], [tabindex]:not(body)";

function asksStreamlit(target) {
  if (!(target instanceof Element) || target.closest("[class^='lab-'], a[href]")) return false;
  return target.closest(WIDGET) !== null;
}

for (const type of ["pointerdown", "keydown"]) {
  const hear = ({ target }) => {
    if (asksStreamlit(target)) catchUp();
  };
  addEventListener(type, hear, { capture: true });
}
// Before Streamlit asks for the page of that address: what it asks may arrive with a movement, and its
// address be taken for an older one.
addEventListener("popstate", () => tellSession("", { went: true }), { capture: true });
