// Navigates to an address within the app, as a link does: Back leads here again.

const FRAMED = ["embed", "embed_options"]; // a page in a frame stays one

export function navigate(address) {
  const there = new URL(address, document.baseURI);
  for (const [name, value] of new URLSearchParams(location.search))
    if (FRAMED.includes(name) && !there.searchParams.has(name, value))
      there.searchParams.append(name, value);
  history.pushState({}, "", there);
  dispatchEvent(new PopStateEvent("popstate", { state: {} }));
}
