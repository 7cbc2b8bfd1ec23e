// The element by which the address is reported to the session, when events have written it. It stands
// in no fragment: what is clicked in the same moment would run as a part of that.

import { reportBy } from "./session.js";

export default function ({ data, setStateValue }) {
  reportBy(setStateValue, data.reported);
}
