// One run of the simulated machine, in a Web Worker. It is bundled into a classic
// script.
//
// The page sends one message to begin:
//   { module, wasmExec, experiment, run, scenario, watch }
//     module      the compiled sim.wasm (a WebAssembly.Module)
//     wasmExec    absolute URL of the Go installation's wasm_exec.js
//     scenario    settings as "name = value" lines
//     watch       whether the result is to have pictures of the pool
// and may send at any time { stop: true }, or { hold: true } and later { hold: false } to
// let it rest in between. The worker answers with
//   { type: "progress", now, planned }   virtual seconds, at most every 50 ms
//   { type: "done", bytes, busyMs, figures }
//                                        the result (an ArrayBuffer, transferred), the time
//                                        spent simulating, and headline numbers, a line
//                                        "name=value" each; partial after a stop
//   { type: "failed", message, refused } refused tells that the run was not begun, because
//                                        it is not possible or more than a page may play
// and does nothing after either of the last two.
//
// This script is part of an engine and is kept with it for as long as the site keeps
// that engine: pages of later versions start it too. So these messages may grow, but
// what they hold now keeps its meaning.
//
// Go runs only in short slices that this loop asks for, and between two of them
// messages come in.

import { instantiate, turns } from "./sim.js";

const SLICE_MS = 7; // a stop is obeyed within a slice
const REPORT_MS = 50;
const FIRST_EVENTS = 2000;
const MAX_EVENTS = 1 << 24;

let stopping = false;
let held; // a promise while the worker rests
let goOn; // keeps it

function hold(on) {
  if (on && !stopping) held ??= new Promise((resolve) => { goOn = resolve; });
  else {
    goOn?.();
    held = undefined;
  }
}

self.onmessage = ({ data }) => {
  if ("hold" in data) {
    hold(data.hold);
    return;
  }
  if (data.stop) {
    stopping = true;
    hold(false);
    return;
  }
  simulate(data).catch((error) => {
    self.postMessage({ type: "failed", message: error.message || String(error), refused: error.refused === true });
  });
};

async function simulate({ module, wasmExec, experiment, run, scenario, watch }) {
  const sim = await instantiate(module, wasmExec);
  const input = new TextEncoder().encode(`${experiment}\n${run}\n${scenario}`);
  const address = sim.call("sim_alloc", input.length);
  sim.bytes(address, input.length).set(input);
  sim.call("sim_setup", input.length);
  if (watch) sim.call("sim_watch");

  const busyMs = await loop(sim);
  const length = sim.call("sim_result");
  const bytes = sim.bytes(sim.call("sim_ptr"), length).slice().buffer;
  const told = sim.call("sim_figures");
  const figures = new TextDecoder().decode(sim.bytes(sim.call("sim_ptr"), told));
  self.postMessage({ type: "done", bytes, busyMs, figures }, [bytes]);
}

// loop runs slices until the run is over or to be stopped, and returns the
// milliseconds spent in them. In the first ones it is decided whether the run may be
// played at all, and before that no progress is told.
async function loop(sim) {
  const { turn, close } = turns();
  let events = FIRST_EVENTS;
  let busyMs = 0;
  let rehearsing = true;
  let reported = performance.now();
  try {
    for (;;) {
      await turn();
      await held;
      if (stopping) {
        sim.call("sim_stop");
        return busyMs;
      }
      const before = performance.now();
      const more = sim.call(rehearsing ? "sim_rehearse" : "sim_slice", events);
      const after = performance.now();
      busyMs += after - before;
      if (!more && !rehearsing) return busyMs;
      rehearsing &&= more === 1;
      events = nextEvents(events, after - before);
      if (!rehearsing && after - reported >= REPORT_MS) {
        reported = after;
        self.postMessage({ type: "progress", now: sim.call("sim_now"), planned: sim.call("sim_planned") });
      }
    }
  } finally {
    close();
  }
}

// nextEvents aims at slices of SLICE_MS. Events differ in cost, and clocks may
// be as coarse as a millisecond: a step at most halves or doubles.
function nextEvents(events, tookMs) {
  const ratio = Math.min(2, Math.max(0.5, SLICE_MS / Math.max(tookMs, 0.1)));
  return Math.min(MAX_EVENTS, Math.max(1, Math.round(events * ratio)));
}
