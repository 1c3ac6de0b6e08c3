// The guide: chapters that can be read without scripts, run, and turned by their
// exercises.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { finished, hashes, launch, open, run, serve } from "./browser.mjs";

let browser, site;

before(async () => {
  browser = await launch();
  site = await serve();
});
after(async () => {
  await browser?.close();
  await site?.stop();
});

test("the chapters follow one another, and each can be read without scripts", async () => {
  const { page, complaints, close } = await open(browser, `${site.address}guide/`, { options: { javaScriptEnabled: false } });
  const chapters = await page.$$eval("#chapters h3 a", (list) => list.map((a) => ({ url: a.href, question: a.textContent })));
  assert.equal(chapters.length, 8);
  await page.click("#chapters h3 a");
  const walked = [];
  for (;;) {
    walked.push({ url: page.url(), question: await page.textContent("h1") });
    assert.equal(await page.locator("#picture svg:visible").count(), 1, "one picture, of the width of the window");
    for (const heading of ["What to look at", "What is at work", "Where it stands", "Exercises"]) {
      assert.ok(await page.isVisible(`#story h2:text-is("${heading}")`), `${page.url()}: ${heading}`);
    }
    assert.equal(await page.locator("#compare").count(), 0, "nothing was published that could be compared");
    const next = page.locator("nav.turn a[rel=next]");
    if (await next.count() === 0) break;
    await next.click();
  }
  assert.deepEqual(walked, chapters);
  assert.deepEqual(complaints, []);
  await close();
});

test("a chapter runs to the result of its page, and an exercise changes it", async () => {
  const { page, complaints, close } = await open(browser, `${site.address}x/guide-file-systems/`);
  const built = await hashes(page);
  await run(page);
  assert.deepEqual(await hashes(page), built);
  await page.click('#variants button[data-variant="no-cache"]');
  await page.waitForFunction((before) =>
    [...document.querySelectorAll("[data-prov=hash]")].every((e) => e.textContent !== before[e.dataset.run]), built, { polling: 50 });
  await finished(page);
  assert.match(await page.textContent("#link"), /disk_write_cache=off/);
  assert.deepEqual(complaints, []);
  await close();
});
