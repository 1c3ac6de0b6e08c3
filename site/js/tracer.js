// A reader's own trace, played in a Web Worker. It is bundled into a classic script.
//
// The page sends one message to begin:
//   { module, wasmExec, file, buffers, memory }
//     module      the compiled sim.wasm (a WebAssembly.Module)
//     wasmExec    absolute URL of the Go installation's wasm_exec.js
//     file        the trace, a File or Blob; it may be packed with gzip
//     buffers     sizes of the pools in buffers, separated by blanks
//     memory      bytes that pools and tables may take
// and may send { stop: true } at any time. The worker answers with
//   { type: "progress", read, size, accesses }   bytes of the file, at most every 50 ms
//   { type: "done", bytes, busyMs }   the result (an ArrayBuffer, transferred) and
//                                     the time spent playing; partial after a stop
//   { type: "failed", message }
// and does nothing after either of the last two.
//
// The file is read a slice at a time, unpacked by the browser, and never whole in
// memory. It goes into the module and nowhere else.

import { instantiate, turns } from "./sim.js";

const SLICE_BYTES = 1 << 18;
const PIECE_BYTES = 1 << 18; // an unpacked piece may be longer, and is then handed over in parts
const REPORT_MS = 50;

// What trace_step returns.
const DONE = 0;
const HUNGRY = 2;

let stopping = false;

self.onmessage = ({ data }) => {
  if (data.stop) {
    stopping = true;
    return;
  }
  play(data).catch((error) => {
    self.postMessage({ type: "failed", message: error.message || String(error) });
  });
};

async function play({ module, wasmExec, file, buffers, memory }) {
  const sim = await instantiate(module, wasmExec);
  const input = new TextEncoder().encode(`${memory} ${buffers}`);
  sim.bytes(sim.call("sim_alloc", input.length), input.length).set(input);
  sim.call("trace_setup", input.length);

  const progress = { read: 0, size: file.size };
  const pieces = await unpacked(file, progress);
  let busyMs;
  try {
    busyMs = await loop(sim, pieces, progress);
  } finally {
    pieces.cancel().catch(() => {}); // a stream that has failed refuses
  }
  const length = sim.call("trace_result", stopping ? 1 : 0);
  const bytes = sim.bytes(sim.call("sim_ptr"), length).slice().buffer;
  self.postMessage({ type: "done", bytes, busyMs }, [bytes]);
}

// loop feeds and plays until the trace ends or is to be stopped, and returns the
// milliseconds spent playing.
async function loop(sim, pieces, progress) {
  const { turn, close } = turns();
  const feed = feeder(sim, pieces);
  let status = HUNGRY;
  let busyMs = 0;
  let reported = performance.now();
  try {
    for (;;) {
      await turn();
      if (stopping) return busyMs;
      if (status === HUNGRY) await feed();
      const before = performance.now();
      status = sim.call("trace_step");
      const after = performance.now();
      busyMs += after - before;
      if (status === DONE) return busyMs;
      if (after - reported >= REPORT_MS) {
        reported = after;
        self.postMessage({ type: "progress", ...progress, accesses: sim.call("trace_accesses") });
      }
    }
  } finally {
    close();
  }
}

// feeder returns a function that hands the next piece over, or says that there is
// none.
function feeder(sim, pieces) {
  let rest = new Uint8Array();
  return async () => {
    while (rest.length === 0) {
      const { value, done } = await pieces.read();
      if (done) return sim.call("trace_end");
      rest = value;
    }
    const piece = rest.subarray(0, PIECE_BYTES);
    rest = rest.subarray(piece.length);
    sim.bytes(sim.call("trace_room", piece.length), piece.length).set(piece);
    sim.call("trace_feed", piece.length);
  };
}

// unpacked returns a reader of the file's contents. It counts in progress.read
// what it takes from the file itself.
async function unpacked(file, progress) {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const slices = new ReadableStream({
    async pull(stream) {
      const slice = await file.slice(progress.read, progress.read + SLICE_BYTES).arrayBuffer();
      progress.read += slice.byteLength;
      if (slice.byteLength > 0) stream.enqueue(new Uint8Array(slice));
      if (progress.read >= file.size) stream.close();
    },
  }, { highWaterMark: 0 });
  if (head[0] !== 0x1f || head[1] !== 0x8b) return slices.getReader();
  if (typeof DecompressionStream !== "function") {
    throw new Error("this browser cannot unpack gzip; expected a file that is not packed");
  }
  const pieces = slices.pipeThrough(new DecompressionStream("gzip")).getReader();
  return {
    read: () => pieces.read().catch((error) => {
      throw new Error(`what is packed with gzip cannot be unpacked (${error.message}); expected an undamaged file that is packed in one piece`);
    }),
    cancel: () => pieces.cancel(),
  };
}
