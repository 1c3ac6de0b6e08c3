// Runs the script of the pool that a reader watches outside a browser. Arguments:
// stager.js, sim.wasm, wasm_exec.js. Input: a JSON list of messages, sent one after
// the other, each when the one before was answered. Output: every message of the
// worker as a line of JSON, states in base64.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { runInThisContext } from "node:vm";

const [stager, simPath, wasmExec] = process.argv.slice(2);
const messages = JSON.parse(readFileSync(0, "utf8"));
const last = ["frame", "failed", "told"];

function send() {
  const message = messages.shift();
  if (!message) process.exit();
  if (message.bytes) message.bytes = new Uint8Array(Buffer.from(message.bytes, "base64"));
  self.onmessage({ data: message });
  if (message.type === "trace") send();
}

globalThis.self = globalThis;
globalThis.importScripts = (path) => runInThisContext(readFileSync(path, "utf8"), { filename: path });
globalThis.postMessage = (message, transfer) => {
  const states = message.states && structuredClone(message, { transfer }).states.map((state) => Buffer.from(state).toString("base64"));
  process.stdout.write(JSON.stringify({ ...message, states }) + "\n");
  if (last.includes(message.type)) setImmediate(send);
};

await import(pathToFileURL(stager));
const module = await WebAssembly.compile(readFileSync(simPath));
self.onmessage({ data: { type: "open", module, wasmExec } });
send();
