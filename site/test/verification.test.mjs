// The page with every published number beside the simulated one.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build, launch, open, serve } from "./browser.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));

let browser, site, url, verified;

before(async () => {
  browser = await launch();
  site = await serve();
  url = `${site.address}verification/`;
  verified = await new Promise((done) => {
    execFile(`${build}/clocksweep`, ["verify", "-json"], { cwd: root, maxBuffer: 1 << 24 }, (_, stdout) => done(JSON.parse(stdout)));
  });
});
after(async () => {
  await browser?.close();
  site?.stop();
});

test("the page says what the command line says, without scripts", async () => {
  const { page, complaints, close } = await open(browser, url, { options: { javaScriptEnabled: false } });
  const cells = verified.experiments.flatMap((e) => e.cells);
  assert.equal(await page.locator(".comparison tbody tr").count(), cells.length);
  const misses = await page.locator(".comparison td.miss").count();
  const judged = cells.filter((c) => c.tolerance !== "");
  assert.equal(misses, judged.filter((c) => !c.ok).length);
  assert.ok(judged.length > 0);
  const facts = await page.innerText("main .facts");
  assert.match(facts, new RegExp(`Predicted:?\\s*${verified.predicted}\\b`));
  assert.match(facts, new RegExp(`Missed:?\\s*${verified.failed}\\b`));
  assert.match(facts, new RegExp(`log ratio\\|:?\\s*${verified.median_abs_log_ratio.toFixed(3)}`));
  assert.deepEqual(complaints, []);
  await close();
});

test("each experiment's heading leads to its page", async () => {
  const { page, close } = await open(browser, url, { options: { javaScriptEnabled: false } });
  const hrefs = await page.locator("main section h2 a").evaluateAll((list) => list.map((a) => a.href));
  assert.equal(hrefs.length, verified.experiments.length);
  for (const href of hrefs) assert.equal((await page.request.get(href)).status(), 200, href);
  await close();
});
