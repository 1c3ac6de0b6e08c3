// Brings the simulator into a page that is complete without it. It fetches
// nothing until the reader reaches for a control, or has come with settings in
// the link. Then it compiles both WebAssembly modules, starts the page's Go
// program, and hands it
//
//   globalThis.clocksweepWorkers = {
//     start(run, scenario, { watch, progress, done, failed }) -> { stop() }
//       begins a run in a worker of its own, with pictures of the pool if it is to be
//       watched. Calls progress(now, planned) in
//       virtual seconds, then exactly once done(bytes, busyMs, figures) with a
//       Uint8Array, the milliseconds spent simulating and lines "name=value", or
//       failed(message, refused).
//     engine(version)   promise of an earlier engine that the site keeps, or of
//                       undefined: { start(run, scenario, callbacks) }, as above
//     trace(file, buffers, memory, { progress, done, failed }) -> { stop() }
//       plays a trace in the same way. Calls progress(read, size, accesses), with
//       bytes of the file.
//     file(url, name)   promise of a file of the site
//     keep({ settings, figures, json })   promise of a Blob, this page as one file (keep.js)
//     bytes(url)        promise of its contents
//     charts()          promise of the charts script
//     hold(on)          halts all workers, or lets them go on
//     store             what this browser keeps between visits (store.js)
//     ready()           to be called by the Go program when it listens
//   }
//
// and globalThis.clocksweepTables, of tables.js and pools.js.
//
// Files are found by attributes of <body> (files.js): data-page-wasm, data-sim-wasm, data-worker,
// data-tracer, data-charts, data-wasm-exec (the Go installation's wasm_exec.js),
// data-engines (the list of the engines that the site keeps);
// data-experiment is the slug. An embed (data-page is "embed") waits for Run, whatever
// its link says. data-silence may set after how many milliseconds
// without a word a worker counts as dead.

import { catchDrops } from "./drop.js";
import { compile, fetched, script } from "./fetched.js";
import { locate, saved } from "./files.js";
import { nameLab } from "./namelab.js";
import { showPools } from "./pools.js";
import * as store from "./store.js";
import { fill, rules } from "./tables.js";
import { makeTabs } from "./tabs.js";

const page = document.body.dataset;
const embedded = page.page === "embed";
const CONTROLS = embedded ? "#run"
  : "#settings, #run, #reset, #copy, #variants summary, [data-variant], #time, #trace, #yours, #example, #clear, #pin, #sweep, [data-try], #sharing summary, #sharing button";
const EVENTS = embedded ? ["click"] : ["pointerover", "focusin", "click", "change"];
const STOP_MS = 3000; // a worker that does not answer for so long is ended
const SILENCE_MS = 30_000; // a worker tells its progress every 50 ms, but not while it sets a large pool up
const HAS_SETTINGS = /[#?&]v=/;

const say = (text) => {
  const status = document.getElementById("status");
  if (status) status.textContent = text;
};

let loading;   // promise of the Go program
let simModule; // promise of the compiled simulation
let held = false; // all workers halt
const working = new Set(); // tells a worker that held has changed
let missed;    // repeats the click that came while the page was loading

function compileSim() {
  simModule = locate("simWasm").then(compile);
  simModule.catch(() => { simModule = undefined; }); // told by the run that needs it, tried anew by the next
  return simModule;
}

async function startPage() {
  say("Loading the simulator.");
  compileSim();
  const [module] = await Promise.all([locate("pageWasm").then(compile), locate("wasmExec").then(script)]);
  const go = new Go();
  const instance = await WebAssembly.instantiate(module, go.importObject);
  await new Promise((resolve, reject) => {
    clocksweepWorkers.ready = resolve;
    go.run(instance).then(() => {
      const text = "The page's program has ended because of an error. Reload the page to go on.";
      say(text);
      reject(new Error(text));
    }, reject);
  });
  for (const type of EVENTS) document.removeEventListener(type, reach, true);
  missed?.();
}

function load() {
  loading ??= startPage().catch((error) => {
    loading = undefined;
    say(`The simulator could not be loaded: ${error.message}. Everything else on this page can be read, and you can try again.`);
  });
}

// reach looks at events until the page's program listens itself. A click that
// comes too early is repeated then; what is typed the program finds by itself.
function reach({ type, target }) {
  if (!target.closest?.(CONTROLS)) return;
  const button = target.closest("button");
  if (type === "click" && button) missed = () => button.click();
  load();
}

// today promises this version's engine with a worker's script: the compiled module
// and the addresses of the scripts.
const today = (program) => Promise.all([simModule || compileSim(), locate(program), locate("wasmExec")]);

// work starts a worker on an engine, which is a promise like today's, and sends it a
// message. Of the callbacks, progress gets the worker's report as it is.
function work(engine, message, { progress, done, failed }) {
  let worker;
  let over = false;
  let stopping;
  let silence;
  const end = (tell, ...args) => {
    if (over) return;
    over = true;
    clearTimeout(stopping);
    clearTimeout(silence);
    working.delete(obey);
    worker?.terminate(); // it is idle by now: a busy one would burn its core for two more seconds
    tell(...args);
  };
  // A worker that the browser has killed, for want of memory for instance, says
  // nothing. The wait is in parts, so that a computer that slept does not count.
  const listen = (parts = 4) => {
    clearTimeout(silence);
    if (held) return;
    silence = setTimeout(() => {
      if (parts > 1) listen(parts - 1);
      else end(failed, "the worker has fallen silent and was ended; the browser may have run out of memory");
    }, Number(page.silence ?? SILENCE_MS) / 4);
  };
  const obey = () => {
    if (!worker) return;
    worker.postMessage({ hold: held });
    listen();
  };
  working.add(obey);
  const begin = ([module, program, wasmExec]) => {
    if (over) return;
    worker = new Worker(program);
    listen();
    worker.onmessage = ({ data }) => {
      listen();
      if (data.type === "progress") progress(data);
      else if (data.type === "done") end(done, new Uint8Array(data.bytes), data.busyMs, data.figures ?? "");
      else end(failed, data.message, data.refused === true);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      end(failed, event.message || "the worker's script could not be loaded");
    };
    worker.postMessage({ module, wasmExec, ...message });
    if (held) obey();
    if (stopping) worker.postMessage({ stop: true });
  };
  engine.then(begin).catch((error) => end(failed, error.message));
  return {
    stop() {
      worker?.postMessage({ stop: true });
      stopping ??= setTimeout(() => end(failed, "the worker did not answer to Stop and was ended"), STOP_MS);
    },
  };
}

function startOn(engine, run, scenario, { watch = false, progress, done, failed }) {
  return work(engine, { experiment: page.experiment ?? "", run, scenario, watch }, {
    progress: ({ now, planned }) => progress(now, planned), done, failed,
  });
}

const start = (run, scenario, callbacks) => startOn(today("worker"), run, scenario, callbacks);

// engine finds an earlier engine. It is fetched when it is started.
async function engine(version) {
  if (saved) return undefined; // one engine is large enough for a file
  const list = await locate("engines");
  const response = await fetch(list);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText} for ${list}`);
  const found = (await response.json()).engines.find((e) => e.version === version);
  if (!found) return undefined;
  const at = (name) => new URL(name, list).href;
  let files;
  const load = () => (files ??= Promise.all([compile(at(found.sim)), at(found.worker), at(found.wasmExec)]));
  return { start: (run, scenario, callbacks) => startOn(load(), run, scenario, callbacks) };
}

function trace(file, buffers, memory, { progress, done, failed }) {
  return work(today("tracer"), { file, buffers, memory }, {
    progress: ({ read, size, accesses }) => progress(read, size, accesses), done, failed,
  });
}

function hold(on) {
  if (held === on) return;
  held = on;
  for (const obey of working) obey();
}

async function file(url, name) {
  return new File([await (await fetched(url)).blob()], name);
}

async function bytes(url) {
  return new Uint8Array(await (await file(url, "")).arrayBuffer());
}

if (typeof WebAssembly === "object" && typeof Worker === "function") {
  globalThis.clocksweepTables = { fill, rules, showPools };
  globalThis.clocksweepWorkers = {
    start, engine, trace, file, bytes, hold, store,
    keep: (what) => locate("keep").then(script).then(({ keep }) => keep(what)),
    charts: () => locate("charts").then(script),
  };
  for (const type of EVENTS) document.addEventListener(type, reach, true);
  catchDrops();
  addEventListener("hashchange", () => !embedded && HAS_SETTINGS.test(location.hash) && load());
  if (!embedded && (HAS_SETTINGS.test(location.hash + location.search) || page.settings)) load();
  else if (page.page === "lab") store.count("pins").then((kept) => kept && load(), () => {}); // which Pin tells
} else {
  say("This browser can't run WebAssembly. Everything on this page can be read; only Run and Play need it.");
  for (const control of document.querySelectorAll("#run, [data-variant], #file, #example, #clear, #yours textarea, #sweep-run")) control.disabled = true;
}
makeTabs();
const embeds = document.getElementById("embeds");
if (embeds) nameLab(embeds, new URL("../../", page.site || location.href).href);
