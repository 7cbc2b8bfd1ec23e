// Requests to routes of the app's own.

export const SILENT = "The server does not answer.";

// Returns the content of the answer. An error has the sentence of the server, and its `status`: 0 where
// there was no answer.
export const post = (path, given) =>
  ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(given),
  });

export const get = (path) => ask(path, {});

async function ask(path, request) {
  let answer;
  try {
    answer = await fetch(new URL(path, document.baseURI), request);
  } catch {
    throw Object.assign(new Error(SILENT), { status: 0 });
  }
  const content = await answer.json().catch(() => ({}));
  if (!answer.ok)
    throw Object.assign(new Error(content.sentence ?? SILENT), { status: answer.status });
  return content;
}
