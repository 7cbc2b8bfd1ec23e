// Turns to an address within the app, as a link does: Back leads here again.

export function turnTo(address) {
  history.pushState({}, "", address);
  dispatchEvent(new PopStateEvent("popstate", { state: {} }));
}
