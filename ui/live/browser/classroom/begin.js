// Whether this window belongs to a class: all else of it is loaded only then.

import { announce, classroom, codeHere } from "./state.js";

// A link for a second leader has the key behind "#": it reaches no server's log.
const keyIn = () => new URLSearchParams(location.hash.slice(1)).get("lead");

export async function begin() {
  const [{ enter, becomeLeader }] = await Promise.all([
    import("./room.js"),
    import("./follow.js"),
    import("./follower_bar.js"),
    import("./lead.js"),
    import("./leader_bar.js"),
    import("./contest/panel.js"),
    import("./question.js"),
    import("./settings.js"),
  ]);
  return { enter, becomeLeader };
}

if (codeHere()) {
  classroom.joins = true;
  begin().then(async ({ enter, becomeLeader }) => {
    const [code, key] = [codeHere(), keyIn()];
    if (key) {
      await becomeLeader(code, key).catch(() => {});
      classroom.takesOver = true;
      history.replaceState(history.state, "", location.pathname + location.search);
    }
    const there = await enter(code);
    if (there) return;
    classroom.isOver = true;
    announce();
  });
}
