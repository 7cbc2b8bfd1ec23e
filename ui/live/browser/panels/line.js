// The line: a connection of our own by which movements of a hand leave, and pictures come back.
//
// By Streamlit's connection a picture has the browser go through all that stands on the page. Where
// there is no line, or the server cannot answer by it, a movement goes by Streamlit as all else does.

const PATH = "_stcore/hand";
const AGAIN_MS = 3000; // from a line that was closed to the next one

let session = "";
let socket = null;
let closed = -AGAIN_MS;
const asked = []; // of each movement that is under way: what is to be done where it is not answered
let tell = null; // called with the pictures

const isOpen = () => socket?.readyState === WebSocket.OPEN;

// Pictures of the session `name` come by `show`.
export function lineTo(name, show) {
  if (name !== session) close();
  [session, tell] = [name, show];
}

// Sends a log by the line, if there is one, and returns whether it did. `otherwise` sends it in
// another way where the server cannot answer.
export function say(log, otherwise) {
  if (!isOpen()) {
    open();
    return false;
  }
  asked.push(otherwise);
  socket.send(JSON.stringify({ log, query: location.search.slice(1) }));
  return true;
}

function open() {
  if (!session || socket || performance.now() < closed + AGAIN_MS) return;
  const address = new URL(PATH, document.baseURI);
  address.protocol = address.protocol.replace("http", "ws");
  address.search = new URLSearchParams({ session });
  const own = new WebSocket(address);
  socket = own;
  own.onmessage = ({ data }) => {
    const otherwise = asked.shift();
    if (data) tell(JSON.parse(data));
    else otherwise?.();
  };
  own.onclose = () => {
    closed = performance.now();
    if (socket === own) end();
  };
}

// What was not answered goes another way.
function end() {
  socket = null;
  for (const otherwise of asked.splice(0)) otherwise();
}

function close() {
  const own = socket;
  end();
  own?.close();
}
