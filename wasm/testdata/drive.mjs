// Runs the worker's script outside a browser: a stand-in for the page's side
// of the protocol. Arguments: worker.js or tracer.js, sim.wasm, wasm_exec.js.
// Input: one JSON object, the message to begin with and stopAfter, the count of
// progress messages after which to send a stop, -1 for never. A file in it is its
// content in base64. Output: every message of the worker as a line of JSON, the
// result in base64.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { runInThisContext } from "node:vm";

const [workerPath, simPath, wasmExecPath] = process.argv.slice(2);
const { stopAfter, ...job } = JSON.parse(readFileSync(0, "utf8"));
const script = (path) => runInThisContext(readFileSync(path, "utf8"), { filename: path });

let reports = 0;

function listen(message, transfer) {
  if (message.type === "progress" && ++reports === stopAfter) self.onmessage({ data: { stop: true } });
  const bytes = message.bytes && Buffer.from(structuredClone(message, { transfer }).bytes).toString("base64");
  process.stdout.write(JSON.stringify({ ...message, bytes }) + "\n");
}

globalThis.self = globalThis;
globalThis.importScripts = script;
globalThis.postMessage = listen;
if ("file" in job) job.file = new Blob([Buffer.from(job.file, "base64")]);

await import(pathToFileURL(workerPath));
const module = await WebAssembly.compile(readFileSync(simPath));
self.onmessage({ data: { module, wasmExec: wasmExecPath, ...job } });
if (stopAfter === 0) self.onmessage({ data: { stop: true } });
