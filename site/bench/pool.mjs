// What an access to a pool takes under each policy, and what a buffer weighs.

import { gobench } from "./gobench.mjs";

const loads = ["uniform", "zipf"];

export async function pool() {
  const [native, node] = [await gobench("native", "./core/bufmgr", "^BenchmarkPolicies$"), await gobench("node", "./core/bufmgr", "^BenchmarkPolicies$")];
  const memory = await gobench("native", "./core/bufmgr", "^BenchmarkMemory$", { time: "1x", count: 1 });
  const figure = (where, from, name) => ({ id: `access ${name} ${where}`, value: from[name]["ns/op"], better: "less", on: where });
  const rows = Object.keys(memory).map((policy) => ({
    name: policy,
    cells: [
      ...loads.flatMap((load) => {
        const name = `${load}/${policy}`;
        return [figure("native", native, name), figure("node", node, name), (node[name]["ns/op"] / native[name]["ns/op"]).toFixed(2)];
      }),
      { id: `bytes a buffer ${policy}`, value: memory[policy]["B/buffer"], better: "less" },
    ],
  }));
  return {
    title: "an access to one of 1,048,576 pages in a pool of 65,536 buffers, ns",
    heads: ["uniform", "wasm", "wasm/native", "Zipf", "wasm", "wasm/native", "bytes a buffer"],
    rows,
  };
}
