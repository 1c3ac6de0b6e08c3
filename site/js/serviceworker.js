// Keeps the site in the browser, so that it opens and runs without a network. It
// is bundled into a classic script at the root of the site, and what it is
// registered for is all below: the site may stand in a folder of its host.
//
// The generator writes before this script
//
//   self.clocksweepFiles = { shell, pages, programs }
//
// of which each maps the names of files, as seen from the root, to hashes of
// their contents. The shell is what any page needs; it is kept before this worker
// is of use. Pages and programs follow when a page of the site asks for them:
//
//   { keep: [group ...] }    answered with { groups, kept, all, problem } after each
//                            file; problem is empty or tells why the rest was not kept
//   { accept: true }         this worker, which waits, takes the older one's place
//
// A file is kept under its name and its hash, and only if its contents have that
// hash: neither an error nor the page of a hotel's network nor a file of a newer
// version gets in. A newer version of the site is a worker with other hashes. It
// adds its own files beside those of the older one, and when the reader has
// accepted it, all others are removed.

const groups = self.clocksweepFiles;
const hashes = new Map(Object.values(groups).flatMap(Object.entries));
const scope = new URL(self.registration.scope);
const store = `clocksweep ${scope.pathname}`; // other copies of the site may share the host

const address = (name) => new URL(name, scope).href;
const key = (name) => `${address(name)}?${hashes.get(name)}`;
const known = (name) => hashes.has(name);

self.addEventListener("install", (event) => {
  event.waitUntil(keepAll(["shell"]));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(removeOthers().then(() => self.clients.claim()));
});

self.addEventListener("message", (event) => {
  const { accept, keep: wanted } = event.data;
  if (accept) self.skipWaiting();
  if (wanted) event.waitUntil(keepAndTell(wanted, event.source));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const name = nameOf(request.url);
  if (name === undefined) return;
  if (known(name)) event.respondWith(answer(event, name));
  else if (request.mode === "navigate") event.respondWith(elsewhere(request, name));
});

// nameOf returns a file's name as seen from the root of the site, or undefined for
// what lies outside. Settings in the query do not count.
function nameOf(url) {
  const { origin, pathname } = new URL(url);
  if (origin !== scope.origin || !pathname.startsWith(scope.pathname)) return undefined;
  const name = pathname.slice(scope.pathname.length);
  return name === "" || name.endsWith("/") ? `${name}index.html` : name;
}

// answer takes a file from what is kept, or else from the network.
async function answer(event, name) {
  const kept = await find(name);
  if (kept) return kept;
  try {
    const response = await fetch(event.request);
    if (response.ok) event.waitUntil(keep(name, response.clone()).catch(() => {})); // the reader has it anyway
    return response;
  } catch (error) {
    if (event.request.mode !== "navigate") throw error;
    return Response.redirect(`${address("offline/index.html")}#${name}`);
  }
}

// elsewhere answers for an address below the root that has no file.
async function elsewhere(request, name) {
  if (known(`${name}/index.html`)) return Response.redirect(address(`${name}/`) + new URL(request.url).search);
  try {
    return await fetch(request);
  } catch {
    return Response.redirect(`${address("offline/index.html")}#${name}`);
  }
}

// find returns a file that is kept, or undefined; also where the browser denies its
// store.
async function find(name) {
  try {
    return await (await caches.open(store)).match(key(name), { ignoreVary: true });
  } catch {
    return undefined;
  }
}

// keepAll fetches what is missing of the groups, one file after the other, and
// calls tell(kept, all) after each. It goes on after a file that is not as it should
// be, and fails in the end with the first reason.
async function keepAll(names, tell = () => {}) {
  const missing = await missingOf(names);
  const all = countOf(names);
  let kept = all - missing.length;
  let first;
  tell(kept, all);
  for (const name of missing) {
    try {
      await keep(name, await fetch(address(name), { cache: "no-cache", credentials: "same-origin" }));
      tell(++kept, all);
    } catch (error) {
      first ??= error;
      if (!(error instanceof Unfit)) break; // no network, or no room
    }
  }
  if (first) throw first;
}

// Unfit is a file that is not the one that was built.
class Unfit extends Error {}

// keepAndTell does what a page has asked for, one after the other: two tabs may ask
// for the same.
function keepAndTell(names, page) {
  turn = turn.then(() => keepOrTellWhy(names, page));
  return turn;
}

let turn = Promise.resolve();

async function keepOrTellWhy(names, page) {
  const tell = (kept, all, problem = "") => page?.postMessage({ groups: names, kept, all, problem });
  try {
    await keepAll(names, tell);
  } catch (error) {
    tell(...await standing(names), reason(error));
  }
}

const namesOf = (list) => list.flatMap((group) => Object.keys(groups[group] ?? {}));
const countOf = (list) => namesOf(list).length;

async function missingOf(list) {
  const kept = new Set((await (await caches.open(store)).keys()).map((request) => request.url));
  return namesOf(list).filter((name) => !kept.has(key(name)));
}

// standing tells how many files of the groups are kept, of how many.
async function standing(list) {
  const all = countOf(list);
  try {
    return [all - (await missingOf(list)).length, all];
  } catch {
    return [0, all];
  }
}

// keep puts a file's contents into the store if they are those of this version.
async function keep(name, response) {
  if (!response.ok) throw new Unfit(`the server answers ${response.status} for ${name}`);
  const body = await response.arrayBuffer();
  if (await digest(body) !== hashes.get(name)) {
    self.registration.update().catch(() => {}); // perhaps the site has become newer meanwhile
    throw new Unfit(`${name} is not that of this version of the site`);
  }
  // A new response: one that was redirected could not answer a navigation.
  const type = response.headers.get("Content-Type") ?? "application/octet-stream";
  const headers = { "Content-Type": type, "X-Content-Type-Options": "nosniff" };
  await (await caches.open(store)).put(key(name), new Response(body, { headers }));
}

async function digest(body) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return [...bytes.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// removeOthers drops what belongs to other versions.
async function removeOthers() {
  const ours = new Set([...hashes.keys()].map(key));
  const cache = await caches.open(store);
  await Promise.all((await cache.keys()).filter(({ url }) => !ours.has(url)).map((request) => cache.delete(request)));
}

function reason(error) {
  if (error.name === "QuotaExceededError") return "the browser has no room left";
  if (error instanceof TypeError) return "the network does not answer";
  return error.message;
}
