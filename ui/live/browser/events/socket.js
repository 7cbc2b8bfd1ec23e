// The way to the server: the WebSocket over which events go and their answers come, opened again when
// it is lost, and when a message leaves.

const PATH = "live";
const AGAIN_MS = [250, 500, 1000, 3000]; // from a connection that is lost to the next, at last
const MOST_UNDER_WAY = 2;
const PATIENCE_MS = 1500;
const TRAVEL_MS = 12;
const MARGIN = 1.3;

let socket = null;
let lost = 0; // connections in a row that were lost, or never open
let greeted = "";
let hear = null; // { opened, answered, closed }

export const isOpen = () => socket?.readyState === WebSocket.OPEN;

export const ask = (event) => socket.send(JSON.stringify(event));

// By the token of the visitor the server knows whose files are still wanted.
function greet(visit) {
  greeted = visit;
  ask({ visit });
}

// Keeps a connection for a `visit`. `handlers` are called when it is open, with each answer, and when
// it is gone with what was asked by it.
export function connect(visit, handlers) {
  hear = handlers;
  if (isOpen() && visit !== greeted) greet(visit);
  if (!socket) open(visit);
}

function open(visit) {
  const address = new URL(PATH, document.baseURI);
  address.protocol = address.protocol.replace("http", "ws");
  const own = new WebSocket(address);
  socket = own;
  greeted = visit;
  own.onopen = () => {
    lost = 0;
    greet(greeted);
    hear.opened();
  };
  own.onmessage = ({ data }) => hear.answered(JSON.parse(data));
  own.onclose = () => {
    socket = null;
    setTimeout(() => socket || open(greeted), AGAIN_MS[Math.min(lost, AGAIN_MS.length - 1)]);
    lost += 1;
    hear.closed();
  };
}

// When messages leave. One is computed while the answer to the one before is under way or being
// painted: two at most. Sent sooner, a movement would make Streamlit abandon the run that computes the
// answer before it; so the next one waits until the answer is here, or somewhat longer than the last
// run took on the server. What waits is one message, with all that was done meanwhile.
export const pacer = {
  underWay: [], // the number that each message ends at
  send: null,
  took: PATIENCE_MS,
  freeAt: 0,

  // `send` sends what there is to send when it is called, and returns the number it ends at.
  offer(send) {
    this.send = send;
    this.pump();
  },

  pump() {
    const now = performance.now();
    if (!this.send || this.underWay.length >= MOST_UNDER_WAY) return;
    clearTimeout(this.again);
    if (this.underWay.length && now < this.freeAt) {
      this.again = setTimeout(() => this.pump(), this.freeAt - now);
      return;
    }
    const { send } = this;
    this.send = null;
    const n = send();
    this.underWay.push(n);
    this.freeAt = now + TRAVEL_MS + MARGIN * this.took;
    // No answer comes when a page cannot draw; do not wait for it for ever.
    setTimeout(() => this.answered(n), PATIENCE_MS);
  },

  // Nothing under way will be answered: its server is gone.
  forget() {
    this.underWay = [];
    this.freeAt = 0;
  },

  // An answer also settles the older messages, which were overtaken and never drawn.
  answered(heard, took) {
    const left = this.underWay.filter((n) => n > heard);
    if (left.length === this.underWay.length) return;
    if (took !== undefined) this.took = took;
    this.underWay = left;
    this.pump();
  },
};
