// Go's own benchmarks, natively and as WebAssembly in Node. Each is repeated, and the
// least figure counts: whatever else the machine does can only make one larger.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { root } from "../test/browser.mjs";

const command = promisify(execFile);
const goRoot = (await command("go", ["env", "GOROOT"])).stdout.trim();

// A Go program in Node takes no more than 12 kB of arguments and environment.
const kept = ["HOME", "GOPATH", "GOMODCACHE", "GOCACHE", "GOPROXY", "GOFLAGS"];
const lean = Object.fromEntries(Object.entries(process.env).filter(([name]) => kept.includes(name)));
const environments = {
  native: process.env,
  node: { ...lean, PATH: `${process.env.PATH}:${goRoot}/lib/wasm`, GOOS: "js", GOARCH: "wasm" },
};

// gobench runs the benchmarks of a package whose names match and returns, by name,
// the least of each unit: { "uniform/clock83": { "ns/op": 31.2, ... } }.
export async function gobench(where, folder, names, { time = "100ms", count = 3 } = {}) {
  const { stdout } = await command("go", [
    "test", "-run", "^$", "-bench", names, "-benchtime", time, "-count", String(count), "-cpu", "1", folder,
  ], { cwd: root, env: environments[where], maxBuffer: 64 << 20 });
  return least(stdout);
}

// least reads what `go test -bench` prints.
export function least(output) {
  const found = {};
  for (const line of output.split("\n")) {
    const [, name, measured] = /^Benchmark[^/\s]*\/?(\S*)\s+\d+\s+(.*)$/.exec(line) ?? [];
    if (measured === undefined) continue;
    const units = (found[name] ??= {});
    for (const [, value, unit] of measured.matchAll(/([\d.e+]+)\s+(\S+)/g)) {
      units[unit] = Math.min(units[unit] ?? Infinity, Number(value));
    }
  }
  return found;
}
