// The channel: nothing to see. It says how far a run of the page has heard the hand, and whether events
// are answered on this page.

import { leadBy } from "./log.js";

export default function ({ data, parentElement, setStateValue }) {
  const { run, element: _key, ...rest } = data;
  leadBy(parentElement.querySelector(".lab-channel"), setStateValue, run, rest);
}
