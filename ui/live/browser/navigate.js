// Navigates to another page of the app, as a link within it does. Streamlit's own way from Python writes
// the new parameters behind the address of the old page first, and Back would lead to that.

import { navigate } from "./lib/navigate.js";

let last;

export default function ({ data: { address, n } }) {
  if (n === last) return;
  last = n;
  navigate(address);
}
