// The study that this browser keeps, in IndexedDB: files, and what was tried with them. Where nothing
// can be kept (a private window, storage that is switched off), each function says so by its result,
// and none throws.

const NAME = "sparsity-lab-study";
const VERSION = 1;

// What is kept of a file stands apart from its bytes, so that a list reads no bytes.
const STORES = { uploads: "key", files: "key", entries: "id" };

// The time of day, in milliseconds: what is kept says when it was made, and the oldest goes first.
export const now = () => Date.now();

export const MOST_BYTES = 50e6;
export const MOST_TRIED = 500;
export const MOST_RESULTS = 25;

let opening;

function open() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      for (const [name, keyPath] of Object.entries(STORES)) {
        if (!request.result.objectStoreNames.contains(name))
          request.result.createObjectStore(name, { keyPath });
      }
    };
    request.onsuccess = () => {
      const database = request.result;
      const end = () => {
        opening = undefined;
      };
      database.onversionchange = () => {
        database.close();
        end();
      };
      database.onclose = end;
      resolve(database);
    };
    request.onerror = (event) => {
      event.preventDefault();
      reject(request.error);
    };
    request.onblocked = () => reject(new Error("another window holds an older store"));
  });
  return opening;
}

// The result of a request in a transaction, once the transaction has ended; `otherwise` where it
// could not be made.
async function attempt(names, mode, ask, otherwise) {
  try {
    const database = await open();
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(names, mode);
      const request = ask(...names.map((name) => transaction.objectStore(name)));
      transaction.oncomplete = () => resolve(request?.result);
      const fail = (event) => {
        event.preventDefault();
        reject(transaction.error ?? new Error("nothing was kept"));
      };
      transaction.onabort = transaction.onerror = fail;
    });
  } catch {
    return otherwise;
  }
}

// Whether this browser keeps anything.
export const isAvailable = () =>
  attempt(["entries"], "readonly", (entries) => entries.count(), null).then((n) => n !== null);

export const list = (name) => attempt([name], "readonly", (store) => store.getAll(), []);

export const count = (name) => attempt([name], "readonly", (store) => store.count(), 0);

export const get = (name, key) =>
  attempt([name], "readonly", (store) => store.get(key), undefined).then(
    (record) => record ?? null,
  );

// Whether all of them are kept now.
export const put = (name, records) =>
  attempt(
    [name],
    "readwrite",
    (store) => {
      for (const record of records) store.put(record);
    },
    false,
  ).then((result) => result !== false);

export const remove = async (name, keys) =>
  keys.length &&
  attempt([name], "readwrite", (store) => {
    for (const key of keys) store.delete(key);
  });

export const clear = () =>
  attempt(Object.keys(STORES), "readwrite", (...stores) => {
    for (const store of stores) store.clear();
  });

// Those of `records` that have to go, the oldest first, so that the others are at most so much.
export function beyond(records, most, sizeOf = () => 1) {
  const newestFirst = [...records].sort((one, other) => other.time - one.time);
  let sum = 0;
  return newestFirst.filter((record) => {
    sum += sizeOf(record);
    return sum > most;
  });
}
