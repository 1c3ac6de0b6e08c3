// The experiment played in the browser.

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { begin, download, finished, hashes, launch, open, rows, run, serve, slug } from "./browser.mjs";

let browser, site, url;
let visit;

before(async () => {
  browser = await launch();
  site = await serve();
  url = `${site.address}x/${slug}/`;
});
after(async () => {
  await browser?.close();
  site?.stop();
});

// go opens the page for one test; whatever it complains about fails the test.
async function go(fragment = "") {
  visit = await open(browser, url + fragment);
  return visit.page;
}
afterEach(async () => {
  const { complaints, close } = visit;
  await close();
  assert.deepEqual(complaints, []);
});

const control = (setting, run) => `[data-setting="${setting}"]${run ? `[data-run="${run}"]` : ":not([data-run])"}`;

// loaded waits until the page's program listens.
const loaded = (page) => page.waitForFunction(
  () => document.getElementById("link").textContent !== "", undefined, { polling: 50 });

test("Run plays both runs and gives the result that the page was built with", async () => {
  const page = await go();
  const native = await hashes(page);
  const before = await rows(page);
  const status = await run(page);
  assert.match(status, /32MB: 12\d seconds simulated in .*512MB: 12\d seconds simulated in /);
  assert.deepEqual(await hashes(page), native);
  assert.deepEqual(await rows(page), before, "the program writes the comparison as the generator does");
  await page.waitForSelector("figure[data-picture=throughput] .plot canvas");
  const undrawn = page.locator("figure[data-picture]:not([data-static]) .plot:not(:has(canvas))");
  assert.ok(await undrawn.count() > 0, "all pictures were drawn at once, also those that nobody sees");
  const plots = await page.locator("figure[data-picture]:not([data-static]) .plot").all();
  assert.ok(plots.length >= 7, `${plots.length} pictures`);
  for (const plot of plots) {
    await plot.scrollIntoViewIfNeeded();
    await plot.locator("canvas").waitFor();
  }
  const painted = await page.$eval("figure[data-picture=throughput] canvas", (canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return data.some((byte) => byte !== 0);
  });
  assert.ok(painted, "the throughput is an empty canvas");
});

test("Stop ends a run and shows its first part", async () => {
  const page = await go();
  await page.click("#all-settings summary");
  await page.fill(control("duration"), "2h");
  await page.click("#run");
  await page.waitForFunction(
    () => [...document.querySelectorAll("progress")].every((bar) => bar.value > 0), undefined, { polling: 20 });
  await page.click("#stop");
  assert.match(await finished(page), /32MB: stopped after \d+ of 7200 seconds/);
  assert.match(await page.textContent("#verdict"), /Not judged/);
  const seconds = await page.$$eval("figure[data-picture=throughput] tbody tr", (rows) => rows.length);
  assert.ok(seconds > 0 && seconds < 7200, `the table of throughput has ${seconds} rows`);
});

test("a changed setting goes into the link, and the link restores it", async () => {
  const page = await go();
  await page.fill(control("shared_buffers", "32MB"), "64MB");
  await page.keyboard.press("Tab"); // as a reader leaves a field: the driver chooses from a list without
  await page.selectOption(control("filesystem"), "ext4");
  await loaded(page);
  await page.waitForFunction(() => location.hash.includes("filesystem=ext4"), undefined, { polling: 20 });
  const link = page.url();
  assert.ok(link.includes("32MB.shared_buffers=64MB"), link);
  assert.equal((await page.textContent("#link")).replace(/&engine=[\w.]+$/, ""), link);
  await visit.close();

  const again = await go(new URL(link).hash);
  await loaded(again);
  assert.equal(await again.inputValue(control("shared_buffers", "32MB")), "64MB");
  assert.equal(await again.inputValue(control("shared_buffers", "512MB")), "512MB");
  assert.equal(await again.inputValue(control("filesystem")), "ext4");

  await again.click("#reset");
  assert.equal(await again.inputValue(control("shared_buffers", "32MB")), "32MB");
  assert.equal(new URL(again.url()).hash, "");
});

test("another seed is another run, and the same run each time", async () => {
  const page = await go("#v=1&seed=7&duration=20s");
  await loaded(page);
  await run(page);
  const first = await hashes(page);
  await run(page);
  assert.deepEqual(await hashes(page), first);
  assert.deepEqual(await page.$$eval("[data-prov=seed]", (list) => list.map((e) => e.textContent)), ["7", "7"]);
  await page.click("#all-settings summary");
  await page.fill(control("seed"), "8");
  await run(page);
  assert.notDeepEqual(await hashes(page), first);
});

test("a what-if button changes its settings, runs, and takes them back", async () => {
  const page = await go("#v=1&duration=60s");
  await loaded(page);
  await begin(page, () => page.click("[data-variant=ext4]"));
  await finished(page);
  assert.equal(await page.inputValue(control("filesystem")), "ext4");
  assert.equal(await page.getAttribute("[data-variant=ext4]", "aria-pressed"), "true");
  await begin(page, () => page.click("[data-variant=ext4]"));
  await finished(page);
  assert.equal(await page.inputValue(control("filesystem")), "ext3-ordered");
});

test("a what-if that is pressed as soon as the program listens is pressed once", async () => {
  const page = await go("#v=1&duration=60s");
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      observer.disconnect();
      setTimeout(() => { document.querySelector("[data-variant=ext4]").click(); });
    }).observe(document.getElementById("link"), { childList: true, characterData: true, subtree: true });
  });
  await begin(page, () => page.focus("#run"));
  await finished(page);
  assert.equal(await page.inputValue(control("filesystem")), "ext4");
});

test("what is changed is marked, listed above all settings, and can be undone", async () => {
  const page = await go("#v=1&32MB.shared_buffers=64MB&hot_updates=off");
  await loaded(page);
  const lines = () => page.$$eval("#changes li", (list) => list.map((li) => [...li.children].map((e) => e.textContent)));
  assert.deepEqual(await lines(), [
    ["shared_buffers of 32MB = 64MB", "instead of 32MB", "Undo"],
    ["hot_updates = off", "instead of on", "Undo"],
  ]);
  assert.deepEqual(await page.$$eval("[data-changed]", (list) => list.map((e) => e.id)), ["set-shared_buffers-32MB", "set-hot_updates"]);

  // A setting that is folded away, and filtered away, is shown.
  await page.click("#all-settings summary");
  await page.fill("#filter", "no such setting");
  await page.click("#all-settings summary");
  await page.click("#changes li:nth-child(2) button");
  assert.equal(await page.evaluate(() => document.activeElement.id), "set-hot_updates");
  assert.equal(await page.isVisible("#set-hot_updates"), true);

  await page.click("#changes li:nth-child(2) [data-undo]");
  assert.deepEqual((await lines()).map((line) => line[0]), ["shared_buffers of 32MB = 64MB"]);
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Undo shared_buffers of 32MB");
  assert.equal(await page.inputValue(control("hot_updates")), "on");
  await page.keyboard.press("Enter");
  assert.equal(await page.isVisible("#changes"), false);
  assert.equal(await page.evaluate(() => document.activeElement.id), "set-shared_buffers-32MB");
  assert.equal(await page.locator("[data-changed]").count(), 0);
  assert.equal(new URL(page.url()).hash, "");
});

test("the result that is shown can be saved as JSON", async () => {
  const page = await go();
  const built = await hashes(page);
  const first = await download(page, "#json");
  assert.equal(first.name, `${slug}.json`);
  const before = JSON.parse(first.data);
  assert.deepEqual(Object.fromEntries(before.runs.map((r) => [r.name, r.hash])), built);

  await page.goto(`${url}#v=1&duration=10s&seed=7`);
  await page.reload();
  await loaded(page);
  await run(page);
  for (let i = 0; i < 2; i++) { // again, because the address of the first file is gone
    const after = JSON.parse((await download(page, "#json")).data);
    assert.deepEqual(Object.fromEntries(after.runs.map((r) => [r.name, r.hash])), await hashes(page));
    assert.equal(after.runs[0].settings.seed, "7");
    assert.ok(after.wall_s > 0);
  }
});

test("an illegal value is refused in words, beside the field", async () => {
  const page = await go();
  await page.fill(control("shared_buffers", "32MB"), "12XB");
  await page.locator(control("shared_buffers", "32MB")).blur();
  await loaded(page);
  const complaint = page.locator('output[data-error-for="shared_buffers"][data-run="32MB"]');
  await complaint.filter({ hasText: "legal is" }).waitFor();
  assert.match(await complaint.textContent(), /shared_buffers.*12XB.*legal is 128kB to 128GB/);
  await page.click("#run");
  assert.match(await page.textContent("#status"), /Nothing was run/);
});

describe("a hostile link does no harm", () => {
  for (const fragment of [
    "#v=1&shared_buffers=<img src=x onerror=alert(1)>",
    "#v=1&<script>alert(1)</script>=1&seed=3",
    "#v=1&seed=" + "9".repeat(5000),
    "#v=99&anything=%00%ff%fe",
    "#v=1&__proto__=1&constructor=2&32MB.__proto__.x=3",
    "#v=1&shared_buffers=16777216GB&clients=-1&duration=1e99",
    "#v=1&" + "a=b&".repeat(3000),
    "#v=1&%E0%A4%A=1",
  ]) {
    test(fragment.slice(0, 60), async () => {
      const page = await go(fragment);
      let alerts = 0;
      page.on("dialog", (dialog) => { alerts++; dialog.dismiss(); });
      await page.waitForFunction(
        () => /settings are those of the link/.test(document.getElementById("status").textContent),
        undefined, { polling: 50 });
      assert.equal(await page.locator("main img").count(), 0);
      assert.equal(await page.inputValue(control("shared_buffers", "32MB")), "32MB");
      assert.equal(alerts, 0);
      assert.ok(await page.isEnabled("#run"));
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, "the page has become wider");
    });
  }
});
