// What every page does for a reader who may be without a network later: it has the
// service worker keep the site, tells in the colophon how far that has come, and
// offers a newer version of the site when there is one. Where the browser keeps
// nothing, that is told and nothing else is lost.
//
// The pages come first, in idle time. The programs, which a page fetches only when
// its reader reaches for them, follow when a reader has stayed for a while, unless
// the browser is asked to save data.

const STAY_MS = 5000;
const ASK_AGAIN_MS = 3_600_000; // a page that stays open asks for a newer version so often

const $ = (id) => document.getElementById(id);
const worker = new URL("../serviceworker.js", import.meta.url);

let accepted = false; // the reader has asked for the newer version here

function tell(text) {
  $("offline").textContent = text;
}

function told({ groups, kept, all, problem }) {
  const files = `${kept} of ${all} files`;
  if (problem) tell(`For use without a network ${files} are kept in this browser, and no more: ${problem}.`);
  else if (kept < all) tell(`Keeping this site for use without a network: ${files}.`);
  else if (groups.includes("programs")) tell(`This site works without a network: all its ${all} files are kept in this browser.`);
  else tell(`All pages are kept in this browser for use without a network; the simulator will be ${saving() ? "when you have run something" : "in a moment"}.`);
}

const saving = () => Boolean(navigator.connection?.saveData);

// notice shows a sentence over the page, with what there is to do about it.
function notice(text, label, act) {
  const [sentence, button, later] = $("notice").children;
  sentence.textContent = text;
  button.textContent = label;
  button.onclick = act;
  later.onclick = () => { $("notice").hidden = true; };
  $("notice").hidden = false;
}

function offer(registration) {
  notice("A newer version of this site is ready.", "Load it", () => {
    accepted = true;
    registration.waiting?.postMessage({ accept: true });
  });
}

function watch(registration) {
  const container = navigator.serviceWorker;
  const first = !container.controller; // then nothing older is replaced
  if (registration.waiting) offer(registration);
  registration.addEventListener("updatefound", () => {
    const next = registration.installing;
    next?.addEventListener("statechange", () => {
      if (next.state === "installed" && container.controller) offer(registration);
    });
  });
  let claimed = first;
  container.addEventListener("controllerchange", () => {
    if (claimed) claimed = false;
    else if (accepted) location.reload();
    else notice("A newer version of this site was loaded in another tab.", "Load it here too", () => location.reload());
  });
}

// askAgain looks for a newer version when the reader comes back to the page.
function askAgain(registration) {
  let asked = performance.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || performance.now() - asked < ASK_AGAIN_MS) return;
    asked = performance.now();
    registration.update().catch(() => {}); // without a network there is nothing newer
  });
}

// showKept is for the page that stands in for one that can't be reached. It names
// the address, which may hold anything, and leads to what is kept.
async function showKept() {
  const root = new URL("../", import.meta.url);
  const wanted = new URL(root);
  wanted.pathname = root.pathname + decodeURI(location.hash.slice(1)); // and no other host
  $("again").href = wanted.href;
  const cache = await caches.open(`clocksweep ${root.pathname}`);
  const kept = new Set((await cache.keys()).map(({ url }) => url.split("?")[0]));
  for (const link of document.querySelectorAll("#kept a")) link.parentElement.hidden = !kept.has(link.href);
}

const idle = () => new Promise((done) => (globalThis.requestIdleCallback ?? setTimeout)(done));
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const loaded = () => document.readyState === "complete" || new Promise((done) => addEventListener("load", done, { once: true }));

async function begin() {
  if (!navigator.serviceWorker) throw new Error("it has no service workers here");
  await loaded();
  await idle();
  const registration = await navigator.serviceWorker.register(worker, { updateViaCache: "none" });
  watch(registration);
  askAgain(registration);
  const active = await activeOf(registration);
  navigator.serviceWorker.addEventListener("message", ({ data }) => told(data));
  const groups = ["shell", "pages"];
  active.postMessage({ keep: groups });
  if (saving()) return;
  await pause(STAY_MS);
  await idle();
  active.postMessage({ keep: [...groups, "programs"] });
}

// activeOf waits for a worker that is of use. The first one fails where there is no
// room, or where the site's files are not those that it was built with.
function activeOf(registration) {
  if (registration.active) return registration.active;
  const next = registration.installing ?? registration.waiting;
  return new Promise((done, failed) => {
    const look = () => {
      if (next.state === "activated") done(next);
      if (next.state === "redundant") failed(new Error("its files could not be fetched or kept"));
    };
    next.addEventListener("statechange", look);
    look();
  });
}

if (document.body.dataset.page === "offline") showKept().catch(() => {}); // then all are listed
begin().catch((error) => tell(`This browser keeps nothing for use without a network: ${error.message}.`));
