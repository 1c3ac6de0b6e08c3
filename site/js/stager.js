// The pool that a reader watches, in a Web Worker. It is bundled into a classic
// script. core/stage plays; this is the way there and back.
//
// Messages in:
//   { type: "open", module, wasmExec }    once, first
//   { type: "trace", bytes }              a trace for streams called "recorded"
//   { type: "go", id, settings, at }      be where so many accesses were made
//   { type: "play", id, accesses, ms }    make so many, or as many as fit the time
//   { type: "touch", id, settings, rel, block, write }   one by hand; settings are
//                                         those that contain it
//   { type: "tell", pool, buffer }        say what is in a buffer
//   { type: "buffers", list }             ArrayBuffers to be used again
// Messages out:
//   { type: "stage", id, problems, lists, shape, group }   the stage was set anew
//   { type: "seeking", id, at }           on the way, at most every 100 ms
//   { type: "frame", id, at, ended, words, numbers, states, problem, busyMs }
//                     states: by pool an ArrayBuffer of cells and their relations
//   { type: "told", pool, buffer, text }
//   { type: "failed", id, message }       the next "go" sets the stage anew
//
// A "go" gives up the one before it that is still on its way.

import { instantiate, turns } from "./sim.js";

const SLICE_MS = 8;
const REPORT_MS = 100;
const MOST_CELLS = 65536; // more buffers than that are shown in groups
const DONE = 0;

let opening;  // promise of the module's instance
let opened;   // what it is started from
let trace;    // Uint8Array
let settings; // of the stage as it is set, undefined: none is
let shape = []; // of its pools
let pools = 0;
let group = 1;
let ended = false;
let pace = 2000; // accesses of a slice
let latest = 0;  // id of the last "go"
const spare = [];

const { turn } = turns();
const post = (message, transfer) => self.postMessage(message, transfer ?? []);

self.onmessage = ({ data }) => {
  if (data.type === "buffers") return spare.push(...data.list.slice(0, 6 - spare.length));
  if (data.type === "go") latest = data.id;
  handle(data).catch((error) => {
    settings = undefined;
    opening = undefined;
    post({ type: "failed", id: data.id, message: error.message || String(error) });
  });
};

async function handle(data) {
  switch (data.type) {
    case "open": opened = data; opening = instance(); await opening; return;
    case "trace": trace = data.bytes; settings = undefined; return;
    case "go": return go(await (opening ??= instance()), data);
  }
  const sim = await opening;
  if (!sim || settings === undefined) return;
  switch (data.type) {
    case "play": return play(sim, data);
    case "touch": return touch(sim, data);
    case "tell":
      if (data.pool < pools) post({ ...data, type: "told", text: text(sim, "stage_tell", data.pool, data.buffer) });
  }
}

function instance() {
  return instantiate(opened.module, opened.wasmExec);
}

function text(sim, name, ...args) {
  const length = sim.call(name, ...args);
  return new TextDecoder().decode(sim.bytes(sim.call("sim_ptr"), length));
}

function setStage(sim, wanted) {
  settings = undefined;
  let traced = -1;
  if (/^stream=recorded$/m.test(wanted)) {
    if (!trace) throw new Error("the stream is a trace, and none has been read");
    traced = trace.length;
    sim.bytes(sim.call("trace_room", traced), traced).set(trace);
  }
  const input = new TextEncoder().encode(wanted);
  sim.bytes(sim.call("sim_alloc", input.length), input.length).set(input);
  sim.call("stage_setup", input.length, traced);
  settings = wanted;
  ended = false;
  const [buffers, ...lines] = text(sim, "stage_shape").split("\n");
  shape = lines.map((line) => line.split("\t")).map(([name, hand, release, about]) => ({ name, hand: hand === "1", release, about }));
  pools = shape.length;
  group = Math.ceil(buffers / MOST_CELLS);
}

async function go(sim, { id, settings: wanted, at }) {
  if (wanted !== settings || at < sim.call("stage_at")) {
    setStage(sim, wanted);
    const lists = text(sim, "stage_lists").split("\n").map((line) => line.split("\t"));
    const problems = text(sim, "stage_problems").split("\n").filter(Boolean);
    post({ type: "stage", id, problems, lists, shape, group });
  }
  let reported = performance.now();
  let busyMs = 0;
  while (!ended && sim.call("stage_at") < at) {
    busyMs += slice(sim, at - sim.call("stage_at"), SLICE_MS);
    await turn();
    if (id !== latest) return;
    if (performance.now() - reported > REPORT_MS) {
      reported = performance.now();
      post({ type: "seeking", id, at: sim.call("stage_at") });
    }
  }
  frame(sim, { id, busyMs });
}

// slice plays for about ms, or so many accesses, and returns the time it took.
function slice(sim, accesses, ms) {
  const began = performance.now();
  for (;;) {
    const n = Math.min(accesses, pace);
    const before = performance.now();
    ended = sim.call("stage_play", n) === DONE;
    const took = performance.now() - before;
    accesses -= n;
    if (n === pace) pace = Math.round(Math.min(1e6, Math.max(200, pace * Math.min(2, 3 / Math.max(took, 0.1)))));
    if (ended || accesses <= 0 || performance.now() - began + took > ms) return performance.now() - began;
  }
}

function play(sim, { id, accesses, ms }) {
  frame(sim, { id, busyMs: slice(sim, accesses, ms) });
}

function touch(sim, { id, settings: after, rel, block, write }) {
  const problem = text(sim, "stage_touch", rel, block, write ? 1 : 0);
  if (!problem) settings = after;
  frame(sim, { id, busyMs: 0, problem });
}

// frame posts what is to be seen now.
function frame(sim, more) {
  const states = [];
  const numbers = [];
  for (let pool = 0; pool < pools; pool++) {
    const length = sim.call("stage_cells", pool, group);
    const at = spare.findIndex((buffer) => buffer.byteLength === length);
    const state = at < 0 ? new ArrayBuffer(length) : spare.splice(at, 1)[0];
    new Uint8Array(state).set(sim.bytes(sim.call("sim_ptr"), length));
    states.push(state);
    const size = sim.call("stage_numbers", pool);
    numbers.push([...new Float64Array(sim.bytes(sim.call("sim_ptr"), size).slice().buffer)]);
  }
  spare.length = 0; // those of another size
  const words = text(sim, "stage_words").split("\n");
  post({ type: "frame", at: sim.call("stage_at"), ended, words, numbers, states, ...more }, states);
}
