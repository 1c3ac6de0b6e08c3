// Brings the simulator into a page that is complete without it. It fetches
// nothing until the reader reaches for a control, or has come with settings in
// the link. Then it compiles both WebAssembly modules, starts the page's Go
// program, and hands it
//
//   globalThis.clocksweepWorkers = {
//     start(run, scenario, { progress, done, failed }) -> { stop() }
//       begins a run in a worker of its own. Calls progress(now, planned) in
//       virtual seconds, then exactly once done(bytes, busyMs) with a
//       Uint8Array and the milliseconds spent simulating, or failed(message).
//     trace(file, buffers, memory, { progress, done, failed }) -> { stop() }
//       plays a trace in the same way. Calls progress(read, size, accesses), with
//       bytes of the file.
//     file(url, name)   promise of a file of the site
//     charts()          promise of the charts script
//     store             what this browser keeps between visits (store.js)
//     ready()           to be called by the Go program when it listens
//   }
//
// and globalThis.clocksweepTables, of tables.js.
//
// Addresses are attributes of <body>: data-page-wasm, data-sim-wasm, data-worker,
// data-tracer, data-charts, data-wasm-exec (the Go installation's wasm_exec.js);
// data-experiment is the slug. data-silence may set after how many milliseconds
// without a word a worker counts as dead.

import { catchDrops } from "./drop.js";
import { compile, fetched, script } from "./fetched.js";
import * as store from "./store.js";
import { fill, rules } from "./tables.js";
import { makeTabs } from "./tabs.js";

const CONTROLS = "#settings, #run, #reset, #copy, #variants summary, [data-variant], #trace, #example, #pin, #sweep";
const EVENTS = ["pointerover", "focusin", "click", "change"];
const STOP_MS = 3000; // a worker that does not answer for so long is ended
const SILENCE_MS = 30_000; // a worker tells its progress every 50 ms, but not while it sets a large pool up
const HAS_SETTINGS = /[#?&]v=/;

const page = document.body.dataset;
const address = (name) => new URL(page[name], document.baseURI).href;
const say = (text) => {
  const status = document.getElementById("status");
  if (status) status.textContent = text;
};

let loading;   // promise of the Go program
let simModule; // promise of the compiled simulation
let missed;    // repeats the click that came while the page was loading

function compileSim() {
  simModule = compile(address("simWasm"));
  simModule.catch(() => { simModule = undefined; }); // told by the run that needs it, tried anew by the next
  return simModule;
}

async function startPage() {
  say("Loading the simulator.");
  compileSim();
  const [module] = await Promise.all([compile(address("pageWasm")), script(address("wasmExec"))]);
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

// work starts a worker and sends it a message. Of the callbacks, progress gets the
// worker's report as it is.
function work(program, message, { progress, done, failed }) {
  let worker;
  let over = false;
  let stopping;
  let silence;
  const end = (tell, ...args) => {
    if (over) return;
    over = true;
    clearTimeout(stopping);
    clearTimeout(silence);
    worker?.terminate(); // it is idle by now: a busy one would burn its core for two more seconds
    tell(...args);
  };
  // A worker that the browser has killed, for want of memory for instance, says
  // nothing. The wait is in parts, so that a computer that slept does not count.
  const listen = (parts = 4) => {
    clearTimeout(silence);
    silence = setTimeout(() => {
      if (parts > 1) listen(parts - 1);
      else end(failed, "the worker has fallen silent and was ended; the browser may have run out of memory");
    }, Number(page.silence ?? SILENCE_MS) / 4);
  };
  const begin = (module) => {
    if (over) return;
    worker = new Worker(address(program));
    listen();
    worker.onmessage = ({ data }) => {
      listen();
      if (data.type === "progress") progress(data);
      else if (data.type === "done") end(done, new Uint8Array(data.bytes), data.busyMs);
      else end(failed, data.message);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      end(failed, event.message || "the worker's script could not be loaded");
    };
    worker.postMessage({ module, wasmExec: address("wasmExec"), ...message });
    if (stopping) worker.postMessage({ stop: true });
  };
  (simModule || compileSim()).then(begin).catch((error) => end(failed, error.message));
  return {
    stop() {
      worker?.postMessage({ stop: true });
      stopping ??= setTimeout(() => end(failed, "the worker did not answer to Stop and was ended"), STOP_MS);
    },
  };
}

function start(run, scenario, { progress, done, failed }) {
  return work("worker", { experiment: page.experiment ?? "", run, scenario }, {
    progress: ({ now, planned }) => progress(now, planned), done, failed,
  });
}

function trace(file, buffers, memory, { progress, done, failed }) {
  return work("tracer", { file, buffers, memory }, {
    progress: ({ read, size, accesses }) => progress(read, size, accesses), done, failed,
  });
}

async function file(url, name) {
  return new File([await (await fetched(url)).blob()], name);
}

if (typeof WebAssembly === "object" && typeof Worker === "function") {
  globalThis.clocksweepTables = { fill, rules };
  globalThis.clocksweepWorkers = { start, trace, file, store, charts: () => script(address("charts")) };
  for (const type of EVENTS) document.addEventListener(type, reach, true);
  catchDrops();
  addEventListener("hashchange", () => HAS_SETTINGS.test(location.hash) && load());
  if (HAS_SETTINGS.test(location.hash + location.search)) load();
  else if (page.page === "lab") store.count("pins").then((kept) => kept && load(), () => {}); // which Pin tells
} else {
  say("This browser can't run WebAssembly. Everything on this page can be read; only Run and Play need it.");
  for (const control of document.querySelectorAll("#run, [data-variant], #file, #example, #sweep-run")) control.disabled = true;
}
makeTabs();
