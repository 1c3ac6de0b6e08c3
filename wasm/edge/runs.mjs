// Runs of the simulated machine, each in a WebAssembly instance of its own.
//
// Go runs only in slices of some milliseconds. Between two of them other requests
// have their turn, and if the runtime has given this request up, there is no next
// one: the run is over and its memory free.
//
// An isolate has 128 MB for everything, so runs wait for one another. They do so by
// looking again and again, each in its own request: whom another request wakes up
// is not woken if that one is given up. A run that has not told for a while that it
// goes on is one of a request that was given up.
//
// A link that many follow at the same time asks for one run many times before its
// result is in the cache. It is played once: the others look until it is over, and what
// came of it is kept for them a moment longer.

const MOST_BYTES = 80 << 20; // of all runs together
const AT_LEAST = 12 << 20; // what a run counts for before it has grown
const SLICE_EVENTS = 10_000; // five milliseconds or so
const DEAD_MS = 5_000;
const PATIENCE_MS = 25_000;
const LOOK_MS = 25;
const MOST_WAITING = 256; // who comes then is told at once
const KEPT_MS = 2_000; // that what came of a run is kept for those who wait for it
const MOST_KEPT = 16;

const running = new Map(); // by a number: { text, bytes, seen }
const over = new Map(); // by a scenario's text: { result, failure, since }
let waiting = 0;
let last = 0;
let played = 0; // runs that were begun

const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

class Failure extends Error {
  constructor(message, facts = {}) {
    super(message);
    Object.assign(this, facts);
  }
}

// status tells how many runs there are, and the memory that they take.
export function status() {
  sweep();
  return { running: running.size, waiting, played, runMemory: used() };
}

// simulate plays a scenario and returns its result's binary form. It throws a Failure
// with spent, used, virtualNs and done if the run has used up its events or bytes, or
// its beginning shows that it would (forecast; used is then what it would take),
// with busy if there was no room for it, or with neither. The signal ends it.
export async function simulate(module, text, events, bytes, signal) {
  const { id, known } = await enter(text, signal);
  if (known) return outcome(known);
  try {
    const result = await play(id, module, text, events, bytes, signal);
    keep(text, { result });
    return result;
  } catch (error) {
    if (error.spent) keep(text, { failure: error }); // so would any other be
    throw error;
  } finally {
    running.delete(id);
  }
}

// enter waits until there is room for one more run, and returns its number as id, or
// what is known of the same run if this has come to an end meanwhile.
async function enter(text, signal) {
  if (waiting >= MOST_WAITING) throw busy();
  const began = Date.now();
  waiting++;
  try {
    for (;;) {
      sweep();
      const known = over.get(text);
      if (known) return { known };
      const same = beingPlayed(text);
      if (!same && (running.size === 0 || used() + AT_LEAST <= MOST_BYTES)) break;
      if (!same && Date.now() - began > PATIENCE_MS) throw busy();
      await later(LOOK_MS);
      heed(signal);
    }
  } finally {
    waiting--;
  }
  played++;
  running.set(++last, { text, bytes: AT_LEAST, seen: Date.now() });
  return { id: last };
}

const busy = () => new Failure("too many runs are being played here; try again in a few seconds", { busy: true });

function beingPlayed(text) {
  for (const run of running.values()) if (run.text === text) return true;
  return false;
}

// keep notes what came of a run.
function keep(text, what) {
  over.set(text, { ...what, since: Date.now() });
  if (over.size > MOST_KEPT) over.delete(over.keys().next().value);
}

function outcome({ result, failure }) {
  if (failure) throw failure;
  return result;
}

function heed(signal) {
  if (signal?.aborted) throw new Failure("nobody waits for the run any more");
}

// used is the memory of all runs.
function used() {
  let sum = 0;
  for (const { bytes } of running.values()) sum += bytes;
  return sum;
}

// sweep forgets runs whose request was given up, and what is over for long.
function sweep() {
  const now = Date.now();
  for (const [id, { seen }] of running) if (now - seen > DEAD_MS) running.delete(id);
  for (const [text, { since }] of over) if (now - since > KEPT_MS) over.delete(text);
}

async function play(id, module, text, events, bytes, signal) {
  const sim = instantiate(module);
  const tell = () => running.set(id, { text, bytes: Math.max(sim.size(), AT_LEAST), seen: Date.now() });
  const input = new TextEncoder().encode(text);
  sim.bytes(sim.call("run_alloc", input.length), input.length).set(input);
  sim.call("run_setup", input.length);
  let left = events;
  for (;;) {
    tell();
    await later(0);
    heed(signal);
    const slice = Math.min(SLICE_EVENTS, left);
    const more = sim.call("run_slice", slice);
    if (!more) break;
    left -= slice;
    if (left <= 0) throw spent(sim, "events", sim.call("run_events"));
    const forecast = sim.call("run_forecast", events);
    if (forecast > 0) throw spent(sim, "forecast", forecast);
    if (sim.size() > bytes) throw spent(sim, "memory", sim.size());
  }
  const length = sim.call("run_result");
  return sim.bytes(sim.call("run_ptr"), length).slice();
}

function spent(sim, what, used) {
  return new Failure(`the run has used up its ${what}`, {
    spent: what, used, virtualNs: sim.call("run_now"), done: sim.call("run_done"),
  });
}

// instantiate starts an instance for one run.
function instantiate(module) {
  const go = new Go();
  go.argv = ["edge", "run"];
  go.env = { GOGC: "50" };
  go.exit = () => {};
  globalThis.context = { binding: {} }; // syumai/workers puts itself there, which is not wanted of a run
  const instance = new WebAssembly.Instance(module, { ...go.importObject, workers: { ready() {} } });
  const { exports } = instance;
  go.run(instance); // returns when main blocks
  const bytes = (address, length) => new Uint8Array(exports.mem.buffer, address >>> 0, length);
  const call = (name, ...args) => {
    const value = exports[name](...args);
    if (go.exited) throw new Failure("the simulation stopped: its program ended");
    if (value !== -1) return value;
    const length = exports.run_error();
    throw new Failure(new TextDecoder().decode(bytes(exports.run_ptr(), length)));
  };
  return { call, bytes, size: () => exports.mem.buffer.byteLength };
}
