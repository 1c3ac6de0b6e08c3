// The benchmark: one table of what is fast and what is small, each figure with its
// ratio to the one that was kept at the last release.
//
//   node site/bench/main.mjs [-keep] [section...]
//
// measures all sections, or those that are named. -keep keeps the figures in the place
// of the earlier ones; that is done once at a release, when the machine does nothing
// else.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cpus, loadavg } from "node:os";
import { dist } from "../test/browser.mjs";
import { calibrate, section } from "./calibration.mjs";
import { edgeLoad } from "./load.mjs";
import { experiments } from "./experiments.mjs";
import { toKeep } from "./figures.mjs";
import { lighthouse } from "./lighthouse.mjs";
import { pool, replay } from "./pool.mjs";
import { sizes } from "./sizes.mjs";
import { smooth } from "./smooth.mjs";
import { startup } from "./startup.mjs";
import { regressions, table } from "./table.mjs";

const all = { pool, replay, experiments, startup, smooth, lighthouse, edgeLoad, sizes };

const named = process.argv.slice(2).filter((arg) => arg !== "-keep");
for (const name of named) {
  if (!all[name]) {
    console.error(`There is no section ${name}; legal are ${Object.keys(all).join(", ")}.`);
    process.exit(2);
  }
}

const keptFile = new URL("kept.json", import.meta.url);
const machine = `${cpus()[0].model.trim()}, ${cpus().length} processors`;
const load = () => loadavg().map((value) => value.toFixed(1)).join(" ");

const earlier = await readFile(keptFile, "utf8").then(JSON.parse, (error) => {
  if (error.code !== "ENOENT") throw error;
});
const { today } = JSON.parse(await readFile(join(dist, "engine", "index.json")));

const loadBefore = load();
const calibration = await calibrate();
const sections = [section(calibration)];
for (const name of named.length > 0 ? named : Object.keys(all)) {
  console.error(`measuring: ${name}`);
  sections.push(await all[name]());
}

console.log("Engine %s on %s; load %s before and %s after", today, machine, loadBefore, load());
console.log("%s", earlier ? comparedWith(earlier) : "There are no earlier figures.");
console.log("\n%s", table(sections, calibration, earlier));
const worse = regressions(sections, calibration, earlier);
console.log("\n%s", worse.length === 0 ? "Nothing is worse than it was." : `Worse than it was: ${worse.join("; ")}`);

if (process.argv.includes("-keep")) {
  const figures = sections.flatMap(({ rows }) => rows).flatMap(({ cells }) => cells).filter((cell) => cell?.id);
  await writeFile(keptFile, `${JSON.stringify(toKeep(today, machine, calibration, figures), null, 1)}\n`);
}

function comparedWith({ engine, machine: there, calibration: before }) {
  const factors = Object.entries(calibration).map(([on, ns]) => `${(before[on] / ns).toFixed(2)} (${on})`);
  return [
    `Behind a figure stands its ratio to that of engine ${engine}, kept on ${there}: "!" is worse by more than two looks differ, "+" better.`,
    "Strictly, only ratios of one machine mean something. So that they survive another, times are divided by those of the",
    `kernel in the first lines: by it this machine is faster by ${factors.join(", ")}.`,
  ].join("\n");
}
