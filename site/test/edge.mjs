// The edge worker in the runtime of the platform, workerd, as the tests and the load
// use it: no bundler in between, everything on this machine.

import { kCurrentWorker, Miniflare } from "miniflare";
import { build, dist } from "./browser.mjs";

// program is the folder of the built worker.
export const program = `${build}/edge`;

// hasty is a worker that asks the lab and gives up after a second. The platform tells
// a worker when its client has gone; workerd alone, without a proxy before it, does
// so only between workers.
const hasty = `export default {
  async fetch(request, env) {
    const answer = await env.LAB.fetch(request.url, { signal: AbortSignal.timeout(1000) }).catch((error) => error);
    return new Response(answer.name ?? answer.status);
  },
};`;

// edge starts a worker on any free port.
export async function edge({ limits = {}, directory = dist, bindings = {}, port = 0 } = {}) {
  const module = (type, name) => ({ type, path: `${program}/${name}` });
  const runtime = {
    compatibilityDate: "2026-04-26",
    compatibilityFlags: ["enable_request_signal", "request_signal_passthrough"],
  };
  const lab = {
    name: "clocksweep", ...runtime,
    modulesRoot: program,
    modules: [
      module("ESModule", "worker.mjs"), module("ESModule", "runs.mjs"), module("ESModule", "static.mjs"),
      module("ESModule", "wasm_exec.js"), module("CompiledWasm", "edge.wasm"),
    ],
    bindings: { LIMITS: limits, ...bindings },
    serviceBindings: { SELF: kCurrentWorker },
    assets: {
      directory, binding: "ASSETS",
      routerConfig: { has_user_worker: true, invoke_user_worker_ahead_of_assets: true },
      assetConfig: { html_handling: "none", not_found_handling: "none" },
    },
  };
  const caller = { name: "hasty", ...runtime, modules: true, script: hasty, serviceBindings: { LAB: "clocksweep" } };
  const miniflare = new Miniflare({ host: "127.0.0.1", port, cf: false, verbose: false, workers: [lab, caller] });
  const address = (await miniflare.ready).href;
  return {
    address,
    miniflare,
    status: async () => (await fetch(`${address}api/status`)).json(),
    // giveUp asks for an address of the lab and gives up after a second.
    giveUp: async (path) => (await (await miniflare.getWorker("hasty")).fetch(address + path)).text(),
    // evict drops a kept result, as the platform does when it needs the room. It is
    // false if there was none, or the runtime's own door for this was shut just then.
    evict: async (key) => {
      const { default: cache } = await miniflare.getCaches();
      return cache.delete(`https://clocksweep.invalid/result/${key}`).catch(() => false);
    },
    stop: () => miniflare.dispose(),
  };
}

// lines reads a stream of lines of JSON and gives, for each piece that arrives, the
// lines that are whole.
export async function* lines(response) {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of response.body) {
    const whole = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = whole.pop();
    if (whole.length > 0) yield whole.map((text) => JSON.parse(text));
  }
}
