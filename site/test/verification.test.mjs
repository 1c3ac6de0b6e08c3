// The page with every published number beside the simulated one.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { build, dist, launch, open, serve } from "./browser.mjs";

// again are played once more by the command line: some that are played in seconds.
// The site's build has just played all of them, which takes more than a minute.
const again = ["shared-buffers-challenge", "write-barriers-2011", "bufmgr-rewrite-2005", "background-writer-2006", "checkpoint-flushing-2015"];

let browser, site, url, verified;

before(async () => {
  browser = await launch();
  site = await serve();
  url = `${site.address}verification/`;
  verified = new Map();
  for (const slug of await readdir(`${dist}/x`)) {
    const { published } = JSON.parse(await readFile(`${dist}/x/${slug}/result.json`, "utf8"));
    if (published?.length > 0) verified.set(slug, published);
  }
});
after(async () => {
  await browser?.close();
  site?.stop();
});

// verify is what the command line says of experiments. It exits with 1 if one misses a number.
async function verify(...slugs) {
  const { stdout } = await promisify(execFile)(`${build}/clocksweep`, ["verify", "-json", ...slugs], { maxBuffer: 1 << 24 })
    .catch((error) => (assert.equal(error.code, 1, `${error}`), error));
  return JSON.parse(stdout);
}

// median of numbers.
function median(list) {
  const sorted = list.toSorted((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

test("the page says what the results say, without scripts", async () => {
  const { page, complaints, close } = await open(browser, url, { options: { javaScriptEnabled: false } });
  const cells = [...verified.values()].flat();
  assert.equal(await page.locator(".comparison tbody tr").count(), cells.length);
  const misses = await page.locator(".comparison td.miss").count();
  const judged = cells.filter((c) => c.tolerance !== "");
  assert.equal(misses, judged.filter((c) => !c.ok).length);
  assert.ok(judged.length > 0);
  const predicted = judged.filter((c) => c.role === "predicted");
  const logs = predicted.filter((c) => c.published > 0 && c.simulated > 0).map((c) => Math.abs(Math.log(c.simulated / c.published)));
  const facts = await page.innerText("main .facts");
  assert.match(facts, new RegExp(`Experiments:?\\s*${verified.size}\\b`));
  assert.match(facts, new RegExp(`Predicted:?\\s*${predicted.length}\\b`));
  assert.match(facts, new RegExp(`Missed:?\\s*${predicted.filter((c) => !c.ok).length}\\b`));
  assert.match(facts, new RegExp(`log ratio\\|:?\\s*${median(logs).toFixed(3)}`));
  assert.deepEqual(complaints, []);
  await close();
});

test("the command line gives the same numbers", async () => {
  const { experiments } = await verify(...again);
  assert.deepEqual(experiments.map((e) => e.experiment), again);
  for (const { experiment, cells } of experiments) assert.deepEqual(cells, verified.get(experiment), experiment);
});

test("each experiment's heading leads to its page", async () => {
  const { page, close } = await open(browser, url, { options: { javaScriptEnabled: false } });
  const hrefs = await page.locator("main section h2 a").evaluateAll((list) => list.map((a) => a.href));
  assert.equal(hrefs.length, verified.size);
  for (const href of hrefs) assert.equal((await page.request.get(href)).status(), 200, href);
  await close();
});
