// One engine: natively and as WebAssembly it leaves the same result, to the
// last bit. (That the browser does too, the test of Run shows.)

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { build, slug } from "./browser.mjs";

const command = promisify(execFile);
// A Go program in Node takes no more than 12 kB of arguments and environment.
const options = { maxBuffer: 64 << 20, env: { PATH: process.env.PATH, HOME: process.env.HOME } };

// results runs the command line and returns, for each run, what must agree.
async function results(program, ...args) {
  const { stdout } = await command(program[0], [...program.slice(1), "run", slug, "-json", ...args], options);
  return JSON.parse(stdout).runs.map(({ name, hash, transactions, counters }) => ({ name, hash, transactions, counters }));
}

const native = [`${build}/clocksweep`];
const goRoot = (await command("go", ["env", "GOROOT"])).stdout.trim();
const wasm = ["node", "--stack-size=8192", `${goRoot}/lib/wasm/wasm_exec_node.js`, `${build}/clocksweep.wasm`];

for (const args of [[], ["filesystem=ext4", "-seed", "7"], ["release=8.3", "checkpoint_segments=3", "log_checkpoints=on"]]) {
  test(`the results are equal natively and as WebAssembly: ${args.join(" ") || "as published"}`, async () => {
    const [a, b] = await Promise.all([results(native, ...args), results(wasm, ...args)]);
    assert.equal(a.length, 2);
    assert.match(a[0].hash, /^[0-9a-f]{16}$/);
    assert.deepEqual(a, b);
  });
}
