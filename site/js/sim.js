// The compiled sim.wasm in a worker: what a run and a trace have in common.

// What an export returns that failed, or that refuses.
const FAILED = -1;
const REFUSED = -2;

// turns lets messages in between two slices of work: turn() is a promise that is
// kept in a later task. A message channel does it, because a timer would be
// clamped to four milliseconds and a promise alone would let no message in.
export function turns() {
  const { port1, port2 } = new MessageChannel();
  const turn = () => new Promise((resolve) => {
    port1.onmessage = resolve;
    port2.postMessage(0);
  });
  return { turn, close: () => port1.close() };
}

// instantiate starts the module and returns
//   call(name, ...args)      calls an export; throws what it failed with, an error that
//                            is "refused" if nothing broke, but it is not to be done
//   bytes(address, length)   a view of the module's memory
export async function instantiate(module, wasmExec) {
  if (!self.Go) self.importScripts(wasmExec); // a page that is one file has it in the worker's script
  const go = new self.Go();
  // Few collections, and a bound in time for a tab: memory never shrinks.
  go.env = { GOGC: "400", GOMEMLIMIT: "2GiB" };
  go.exit = () => {};
  const said = collectOutput();
  const instance = await WebAssembly.instantiate(module, go.importObject);
  go.run(instance); // returns when main blocks
  const { exports } = instance;
  const memory = exports.mem;

  // bytes is a view that the next call may invalidate: memory can grow.
  const bytes = (address, length) => new Uint8Array(memory.buffer, address >>> 0, length);
  const failure = () => {
    const length = exports.sim_error();
    return new TextDecoder().decode(bytes(exports.sim_ptr(), length));
  };
  const stopped = () => new Error(`the simulation stopped: ${said() || "its program ended"}`);
  const call = (name, ...args) => {
    let value;
    try {
      value = exports[name](...args);
    } catch (error) {
      throw new Error(`the simulation stopped: ${error.message}`);
    }
    if (go.exited) throw stopped(); // a fatal error returns as if all were well
    if (value === FAILED || value === REFUSED) throw Object.assign(new Error(failure()), { refused: value === REFUSED });
    return value;
  };
  if (go.exited) throw stopped();
  return { call, bytes };
}

// collectOutput keeps what the Go runtime prints, which it does only when it
// dies, and returns a function that tells the first line.
function collectOutput() {
  const decoder = new TextDecoder();
  let text = "";
  self.fs.writeSync = (_, bytes) => {
    if (text.length < 1000) text += decoder.decode(bytes, { stream: true });
    return bytes.length;
  };
  return () => text.trim().split("\n")[0];
}
