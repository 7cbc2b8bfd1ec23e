// Addresses: of other pages, and a parameter that the browser writes itself, without the server.

const REST_MS = 300;
const CARRIED = ["present", "student"];

// The address of another page of the app, with what stays: how to look, and who looks.
export function carriedOn(key) {
  const kept = [...new URLSearchParams(location.search)].filter(([name]) => CARRIED.includes(name));
  const query = new URLSearchParams(kept).toString();
  return new URL(query ? `${key}?${query}` : key, document.baseURI);
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
