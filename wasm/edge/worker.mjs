// The worker: what belongs to the service goes to the Go program, everything else is
// the static site.
//
// Go is started within a request, without awaiting anything, because a promise made
// by one request must not be waited for by another. Bindings are taken from the
// runtime's module, not from a request.

import { env } from "cloudflare:workers";
import module from "./edge.wasm";
import "./wasm_exec.js";
import { simulate, status as runs } from "./runs.mjs";
import { file } from "./static.mjs";

// A Go instance is replaced after so many requests, or when it has grown so large.
const MOST_REQUESTS = 2000;
const MOST_BYTES = 40 << 20;

let serving; // the instance that answers
let started = 0;

// By the number of a request: what tells that nobody waits for its answer any more.
const signals = new Map();
let requests = 0;

globalThis.tryCatch = (fn) => {
  try {
    return { result: fn() };
  } catch (error) {
    return { error };
  }
};

// What Go calls; see platform.go.
globalThis.clocksweepEdge = {
  limits: env.LIMITS ? JSON.stringify(env.LIMITS) : "",
  simulate: (request, text, events, bytes) => simulate(module, text, events, bytes, signals.get(request)),
  find,
  keep,
  ask,
};

// start returns an instance that answers requests.
function start() {
  const binding = {};
  const context = { binding };
  // wasm_exec.js and syumai/workers find their surroundings in globalThis.
  globalThis.context = context;
  const go = new Go();
  go.argv = ["edge", "serve"];
  go.env = { GOGC: "100", GOMEMLIMIT: "32MiB" };
  go.exit = () => {};
  const instance = new WebAssembly.Instance(module, { ...go.importObject, workers: { ready() {} } });
  go.run(instance);
  started++;
  return { go, binding, requests: 0, memory: instance.exports.mem };
}

// instance returns one that is fit for a request.
function instance() {
  if (!serving || serving.go.exited || serving.requests >= MOST_REQUESTS || serving.memory.buffer.byteLength > MOST_BYTES) {
    serving = start();
  }
  serving.requests++;
  return serving;
}

const served = (path) => path.startsWith("/api/") || path === "/oembed" || path.startsWith("/og/");

export default {
  async fetch(request) {
    const url = new URL(request.url);
    if (url.pathname === "/api/status") return status();
    if (!served(url.pathname)) return file(request, url, env.ASSETS);
    const { binding, go } = instance();
    if (go.exited) return broken("the service did not start");
    try {
      return await binding.handleRequest(numbered(request));
    } catch (error) {
      return broken(error.message);
    }
  },
};

// numbered is what Go reads of a request, with the number under which its signal is
// found. A request is forgotten with the last of those that came soon after.
function numbered(request) {
  const MOST = 1000;
  const id = String(++requests);
  signals.set(id, request.signal);
  signals.delete(String(requests - MOST));
  const headers = new Headers(request.headers);
  headers.set("Clocksweep-Request", id);
  return { url: request.url, method: request.method, headers, body: request.body };
}

// status tells how the worker is: for operators and tests.
function status() {
  const body = { ...runs(), started, requests: serving?.requests ?? 0, memory: serving?.memory.buffer.byteLength ?? 0 };
  return Response.json(body, { headers: { "Cache-Control": "no-store", "Access-Control-Allow-Origin": "*" } });
}

function broken(why) {
  const body = { type: "/deployment/index.html#failed", title: "Internal Server Error", status: 500, detail: `the service broke: ${why}` };
  return new Response(JSON.stringify(body), { status: 500, headers: { "Content-Type": "application/problem+json" } });
}

// Results are kept in the cache of the place that answers, under an address that
// nothing else has.
const address = (key) => `https://clocksweep.invalid/result/${key}`;

async function find(key) {
  const found = await caches.default.match(address(key));
  return found ? new Uint8Array(await found.arrayBuffer()) : null;
}

async function keep(key, bytes) {
  await caches.default.put(address(key), new Response(bytes, {
    headers: { "Content-Type": "application/octet-stream", "Cache-Control": "public, max-age=31536000, immutable" },
  }));
}

// ask sends a request to this worker: through the binding SELF, or to the address
// ORIGIN, which leads through the front door and may end on any machine.
function ask(request, path, accept, body) {
  const init = { method: "POST", headers: { "Content-Type": "application/json", Accept: accept }, body, signal: signals.get(request) };
  if (env.ORIGIN) return fetch(env.ORIGIN + path, init);
  return env.SELF.fetch(`https://clocksweep.invalid${path}`, init);
}
