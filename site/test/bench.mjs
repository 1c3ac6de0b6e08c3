// Simulated seconds per second of computing, for each run of the experiment:
// natively on one core, and in a Web Worker of Chromium through the page
// itself. Figures of one call share one machine and one moment: compare ratios,
// not figures of different days.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { build, finished, launch, open, run, serve, slug } from "./browser.mjs";

const rounds = 5;
const command = promisify(execFile);

// Both return seconds of computing by run.
async function native(name) {
  const began = process.hrtime.bigint();
  const { stdout } = await command(`${build}/clocksweep`, ["run", slug, "-json", "-run", name],
    { maxBuffer: 64 << 20, env: { ...process.env, GOMAXPROCS: "1" } });
  const wall = Number(process.hrtime.bigint() - began) / 1e9;
  const answer = JSON.parse(stdout);
  return { simulated: answer.runs[0].virtual_s, seconds: answer.wall_s || wall };
}

async function browser(page) {
  await run(page);
  await finished(page);
  return page.evaluate(() => globalThis.benchmark);
}

// spy notes what the workers report: the time they spent simulating.
function spy() {
  const Native = globalThis.Worker;
  globalThis.Worker = class extends Native {
    constructor(...args) {
      super(...args);
      this.addEventListener("message", ({ data }) => {
        if (data.type === "done") globalThis.benchmark[this.run] = data.busyMs / 1000;
      });
    }
    postMessage(message, ...rest) {
      if (message.run !== undefined) this.run = message.run;
      super.postMessage(message, ...rest);
    }
  };
  globalThis.benchmark = {};
}

const site = await serve();
const chromium = await launch();
const { page, close } = await open(chromium, `${site.address}x/${slug}/`, { before: (page) => page.addInitScript(spy) });
const best = {};
for (let round = 0; round < rounds; round++) {
  const worker = await browser(page);
  for (const [name, seconds] of Object.entries(worker)) {
    const here = await native(name);
    const entry = (best[name] ??= { simulated: here.simulated, native: Infinity, chromium: Infinity });
    entry.native = Math.min(entry.native, here.seconds);
    entry.chromium = Math.min(entry.chromium, seconds);
  }
}
await close();
await chromium.close();
site.stop();

console.log("\nsimulated seconds per second, best of %d", rounds);
console.log("%s", ["run".padEnd(10), "native".padStart(10), "Chromium".padStart(10), "native/Chromium".padStart(17)].join(""));
for (const [name, { simulated, native, chromium }] of Object.entries(best)) {
  const column = (value, width) => value.toFixed(value < 10 ? 2 : 0).padStart(width);
  console.log("%s", name.padEnd(10) + column(simulated / native, 10) + column(simulated / chromium, 10) + column(chromium / native, 17));
}
