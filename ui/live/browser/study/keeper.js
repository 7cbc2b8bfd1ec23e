// Keeps in this browser what the server says it has: it shows nothing.

import { keepUpload, removeUploads } from "./uploads.js";

export default async function ({ data }) {
  await removeUploads(data.removed);
  for (const upload of data.uploads) await keepUpload(upload);
}
