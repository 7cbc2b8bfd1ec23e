// The WebSocket over which events go and their answers come.

const PATH = "live";
const AGAIN_MS = 3000; // from a connection that was closed to the next one

let socket = null;
let closed = -AGAIN_MS;
let heard = null; // { answered, lost }

let greeted = "";

export const isOpen = () => socket?.readyState === WebSocket.OPEN;

// Connects, unless it has just failed to. `answered` is called with each answer, and `lost` when the
// connection is gone with what was asked by it.
export function connect(visit, answered, lost) {
  heard = { answered, lost };
  if (isOpen() && visit !== greeted) greet(visit);
  if (socket || performance.now() < closed + AGAIN_MS) return;
  const address = new URL(PATH, document.baseURI);
  address.protocol = address.protocol.replace("http", "ws");
  const own = new WebSocket(address);
  socket = own;
  own.onopen = () => greet(visit);
  own.onmessage = ({ data }) => heard.answered(JSON.parse(data));
  own.onclose = () => {
    closed = performance.now();
    socket = null;
    heard.lost();
  };
}

// By the token of the visitor the server knows whose files are still wanted.
function greet(visit) {
  greeted = visit;
  ask({ visit });
}

export const ask = (event) => socket.send(JSON.stringify(event));
