// The WebSocket over which events go and their answers come. One that is lost is opened again.

const PATH = "live";
const AGAIN_MS = [250, 500, 1000, 3000]; // from a connection that is lost to the next, at last

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
