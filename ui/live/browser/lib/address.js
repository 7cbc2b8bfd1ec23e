// Addresses: of other pages, and a parameter that the browser writes itself, without the server.

const REST_MS = 300;
const CARRIED = ["present", "student"]; // as in ui/visit.py

// The address of another page of the app, with what stays: how to look, and who looks.
export function carriedOn(key) {
  const kept = [...new URLSearchParams(location.search)].filter(([name]) => CARRIED.includes(name));
  const query = new URLSearchParams(kept).toString();
  return new URL(query ? `${key}?${query}` : key, document.baseURI);
}

// Both are those of ui/session/address_bar.py; a test holds them to each other.
const HOW_TO_LOOK = [
  "present",
  "show",
  "picture",
  "frame",
  "point",
  "student",
  "class",
  "lost_view",
];
const OF_A_STEP = ["frame", "point"];
const FRAMED = ["embed", "embed_options"];

const own = ([name]) => ![...HOW_TO_LOOK, ...FRAMED].includes(name);

// The parameters of the view in a query, so that two of them can be compared.
export function viewOf(query) {
  const parameters = new URLSearchParams([...new URLSearchParams(query)].filter(own));
  parameters.sort();
  return parameters.toString();
}

// Has the address bar show a view; what it says of how to look stays, but another step (`turned`) has
// frames of its own.
export function setView(parameters, turned) {
  const stays = ([name]) => !own([name]) && !(turned && OF_A_STEP.includes(name));
  const kept = [...new URLSearchParams(location.search)].filter(stays);
  const query = new URLSearchParams([...Object.entries(parameters), ...kept]).toString();
  const address = new URL(location.href);
  address.search = query;
  if (address.href !== location.href) history.pushState({}, "", address);
}

export class AddressParameter {
  // `root` is the node whose view it tells; `text()` is its value, "" where it is to be left out, or
  // null while it is not to be written.
  constructor(root, name, text) {
    Object.assign(this, { root, name, text, pathname: location.pathname });
  }

  // A moment after the last call: browsers refuse more than some hundred changes a minute. The
  // server may write the address, too; what it leaves out is put in again by the next call. While
  // another page is on its way, its address stands there already, and the node of this one still.
  write() {
    clearTimeout(this.later);
    this.later = setTimeout(() => {
      const here = this.root.isConnected && location.pathname === this.pathname;
      const text = here ? this.text() : null;
      if (text === null) return;
      const address = new URL(location.href);
      if (text === "") address.searchParams.delete(this.name);
      else address.searchParams.set(this.name, text);
      if (address.href !== location.href) history.replaceState(history.state, "", address);
    }, REST_MS);
  }

  close() {
    clearTimeout(this.later);
  }
}
