// What the machine itself does in each environment: the kernel of
// core/sim/calibration_test.go natively and as WebAssembly in Node, and the same in
// JavaScript in Chromium. Nanoseconds of 1,024 steps.

import { launch } from "../test/browser.mjs";
import { gobench } from "./gobench.mjs";

export async function calibrate() {
  const go = async (where) => (await gobench(where, "./core/sim", "^BenchmarkCalibration$"))[""]["ns/op"];
  return { native: await go("native"), node: await go("node"), chromium: await chromium() };
}

async function chromium() {
  const browser = await launch("chromium");
  const page = await browser.newPage();
  const ns = await page.evaluate(kernel);
  await browser.close();
  return ns;
}

// kernel runs in the page.
function kernel() {
  const words = 1 << 18;
  const step = (x) => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return x | 1;
  };
  const table = new Int32Array(words);
  let x = 1;
  for (let i = 0; i < words; i++) table[i] = x = step(x);
  const rounds = 20_000;
  let least = Infinity;
  for (let look = 0; look < 8; look++) { // the first ones are not compiled yet
    const began = performance.now();
    for (let n = 0; n < rounds * 1024; n++) x = step(x ^ table[x & (words - 1)]);
    least = Math.min(least, (performance.now() - began) * 1e6 / rounds);
  }
  if (x === 0) throw new Error("the generator has come to its one fixed point");
  return least;
}

export function section(calibration) {
  const names = { native: "natively", node: "WebAssembly in Node", chromium: "JavaScript in Chromium" };
  return {
    title: "the machine: a kernel that never changes", heads: ["ns"],
    rows: Object.entries(names).map(([on, name]) => ({ name, cells: [Math.round(calibration[on]).toLocaleString("en")] })),
  };
}
