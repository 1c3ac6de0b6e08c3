// The arithmetic of the benchmark: what is compared with what, and how it is told.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ratio, toKeep, verdict } from "../bench/figures.mjs";
import { least } from "../bench/gobench.mjs";
import { unhashed } from "../bench/sizes.mjs";
import { number, regressions, table } from "../bench/table.mjs";

const time = { id: "access", value: 30, better: "less", on: "native" };
const rate = { id: "speed", value: 100, better: "more", on: "chromium" };
const size = { id: "bytes", value: 1020, better: "less" };
const here = { native: 100, node: 100, chromium: 100 };
const earlier = toKeep("0.1.0", "a machine", here, [time, rate, { ...size, value: 1000 }]);

test("the same figures on the same machine have the ratio 1", () => {
  assert.deepEqual([time, rate].map((figure) => ratio(figure, here, earlier)), [1, 1]);
  assert.deepEqual([time, rate].map((figure) => verdict(figure, 1)), ["", ""]);
});

test("on a machine that is slower by half the same program has the ratio 1 too", () => {
  const slow = { native: 150, node: 150, chromium: 150 };
  assert.equal(ratio({ ...time, value: 45 }, slow, earlier), 1);
  assert.ok(Math.abs(ratio({ ...rate, value: 100 / 1.5 }, slow, earlier) - 1) < 1e-9);
  assert.equal(ratio(size, slow, earlier), 1.02); // a size is no matter of the machine
});

test("worse is more of what is to be less and less of what is to be more", () => {
  assert.deepEqual([1.3, 1.1, 0.9, 0.7].map((r) => verdict(time, r)), ["worse", "", "", "better"]);
  assert.deepEqual([1.3, 1.1, 0.9, 0.7].map((r) => verdict(rate, r)), ["better", "", "", "worse"]);
  assert.deepEqual([1.02, 1.005, 0.98].map((r) => verdict(size, r)), ["worse", "", "better"]);
});

test("a figure that the last release did not have is new and no regression", () => {
  assert.equal(ratio({ ...time, id: "another" }, here, earlier), undefined);
  assert.equal(ratio(time, here, undefined), undefined);
  assert.equal(verdict(time, undefined), "");
});

test("the table shows each figure with its ratio, and regressions are named", () => {
  const sections = [
    { title: "times", heads: ["native", "note"], rows: [{ name: "an access", cells: [{ ...time, value: 60 }, "text"] }, { name: "nothing", cells: [undefined, "-"] }] },
    { title: "sizes", heads: ["raw"], rows: [{ name: "a file", cells: [size] }] },
  ];
  assert.deepEqual(table(sections, here, earlier).split("\n"), [
    "times            native  note",
    "an access  60.0   2.00!  text",
    "nothing                     -",
    "",
    "sizes             raw",
    "a file  1,020   1.02!",
  ]);
  assert.deepEqual(regressions(sections, here, earlier), ["access 2.00", "bytes 1.02"]);
});

test("a number has three digits", () => {
  assert.deepEqual([1234567, 99.94, 9.994, 0.5].map(number), ["1,234,567", "99.9", "9.99", "0.50"]);
});

test("of repeated benchmarks the least figure of each unit counts", () => {
  const output = `goos: linux
BenchmarkPolicies/uniform/clock83         \t 1000\t 31.5 ns/op\t 0.93 misses/op\t 0 B/op
BenchmarkPolicies/uniform/clock83         \t 1000\t 29.25 ns/op\t 0.94 misses/op\t 0 B/op
BenchmarkCalibration \t 3\t 1.2e+03 ns/op
PASS`;
  assert.deepEqual(least(output), {
    "uniform/clock83": { "ns/op": 29.25, "misses/op": 0.93, "B/op": 0 }, "": { "ns/op": 1200 },
  });
});

test("a file has the same name in two releases", () => {
  assert.equal(unhashed("assets/page.51d6eb449e.wasm"), "assets/page.wasm");
  assert.equal(unhashed("engine/0.1.0/sim.3e4512f20a.wasm"), "engine/sim.wasm");
  assert.equal(unhashed("x/guide-pool/index.html"), "x/guide-pool/index.html");
});
