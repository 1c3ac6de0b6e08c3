// What an access to a pool takes: through the interface that the machine calls, under
// each policy, and in a trace that is replayed.

import { gobench } from "./gobench.mjs";

export async function pool() {
  const policies = await measured("./core/bufmgr", "^BenchmarkPolicies$");
  const memory = await gobench("native", "./core/bufmgr", "^BenchmarkMemory$", { time: "1x", count: 1 });
  const rows = Object.keys(memory).map((policy) => ({
    name: policy,
    cells: [
      ...accesses(policies, "access", [`uniform/${policy}`, `zipf/${policy}`]),
      { id: `bytes a buffer ${policy}`, value: memory[policy]["B/buffer"], better: "less" },
    ],
  }));
  return {
    title: "an access to one of 1,048,576 pages in a pool of 65,536 buffers, ns",
    heads: [...heads, "bytes a buffer"],
    rows,
  };
}

// replay is of the policies that differ most; one clock sweep plays traces for all.
export async function replay() {
  const played = ["lru", "arc", "2q", "clock83"];
  const traces = await measured("./core/trace", `^BenchmarkAccess$/./^(${played.join("|")})$`, { time: "4000000x" });
  return {
    title: "an access of a replayed trace, of 1,000,000 pages, in a pool of 65,536 buffers, ns",
    heads,
    rows: played.map((policy) => ({ name: policy, cells: accesses(traces, "replay", [`uniform/${policy}`, `zipf0.99/${policy}`]) })),
  };
}

const heads = ["uniform", "wasm", "wasm/native", "Zipf", "wasm", "wasm/native"];

async function measured(folder, names, how) {
  return { native: await gobench("native", folder, names, how), node: await gobench("node", folder, names, how) };
}

// accesses are the cells of one policy: for each load the time natively, as
// WebAssembly, and how they compare.
function accesses({ native, node }, what, names) {
  const figure = (where, from, name) => ({ id: `${what} ${name} ${where}`, value: from[name]["ns/op"], better: "less", on: where });
  return names.flatMap((name) => [
    figure("native", native, name), figure("node", node, name), (node[name]["ns/op"] / native[name]["ns/op"]).toFixed(2),
  ]);
}
