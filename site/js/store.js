// What the lab keeps in this browser between visits, in IndexedDB: results of
// sweeps and pinned results. Every function returns a promise, which fails with the
// reason where a browser refuses storage or has no room left.

const name = "clocksweep";
const stores = ["results", "pins"];

let database; // promise of the open database
const tabs = channel(); // to the other tabs goes the name of a store that has changed

// channel is undefined where a browser refuses it along with the storage.
function channel() {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}

function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1); // throws where there is no storage at all
    request.onupgradeneeded = () => stores.forEach((store) => request.result.createObjectStore(store));
    request.onblocked = () => reject(new Error("another tab holds an older version of it"));
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
  });
}

async function use(store, mode, work) {
  database ??= open();
  try {
    const transaction = (await database).transaction(store, mode);
    return await new Promise((resolve, reject) => {
      const request = work(transaction.objectStore(store));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error("the browser has no room left"));
    });
  } catch (error) {
    database = undefined; // the next one tries anew
    throw error;
  }
}

async function change(store, work) {
  await use(store, "readwrite", work);
  tabs?.postMessage(store);
}

export const get = (store, key) => use(store, "readonly", (s) => s.get(key));
export const put = (store, key, value) => change(store, (s) => s.put(value, key));
export const count = (store) => use(store, "readonly", (s) => s.count());
export const clear = (store) => change(store, (s) => s.clear());

// watch calls changed when another tab has changed the store.
export function watch(store, changed) {
  tabs?.addEventListener("message", ({ data }) => data === store && changed());
}
