// What a reader sees and reaches: on a phone, in the dark, by keyboard, with a
// screen reader, on paper.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, before, describe, test } from "node:test";
import { launch, open, run, serve, slug } from "./browser.mjs";

const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const paths = ["", `x/${slug}/`];
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

let browser, site;

before(async () => {
  browser = await launch();
  site = await serve();
});
after(async () => {
  await browser?.close();
  site?.stop();
});

// violations asks axe. The page's own policy forbids foreign scripts, so axe
// comes in through the debugger.
async function violations(page) {
  await page.addScriptTag({ path: axePath });
  const found = await page.evaluate(() => globalThis.axe.run());
  return found.violations.map((v) => `${v.id}: ${v.help}: ${v.nodes.map((n) => n.target.join(" ")).slice(0, 5).join("; ")}`);
}

describe("accessible", () => {
  for (const colorScheme of ["light", "dark"]) {
    for (const path of paths) {
      test(`/${path} ${colorScheme}`, async () => {
        const { page, close } = await open(browser, site.address + path, { options: { colorScheme, bypassCSP: true } });
        for (const summary of await page.locator("summary:visible").all()) await summary.click();
        assert.deepEqual(await violations(page), []);
        await close();
      });
    }
  }

  test("after a run, in the dark", async () => {
    const { page, close } = await open(browser, `${site.address}x/${slug}/#v=1&duration=10s`, { options: { colorScheme: "dark", bypassCSP: true } });
    await run(page);
    await page.waitForSelector("figure[data-picture=throughput] canvas");
    assert.deepEqual(await violations(page), []);
    await close();
  });
});

describe("on a phone", () => {
  for (const path of paths) {
    test(`/${path} does not scroll sideways`, async () => {
      const { page, complaints, close } = await open(browser, site.address + path, { options: phone });
      const width = () => page.evaluate(() => document.documentElement.scrollWidth);
      assert.equal(await width(), 360);
      for (const summary of await page.locator("summary:visible").all()) await summary.click();
      assert.equal(await width(), 360, "with everything opened");
      assert.deepEqual(complaints, []);
      await close();
    });

    test(`/${path} has targets of at least 44 pixels`, async () => {
      const { page, close } = await open(browser, site.address + path, { options: phone });
      const small = await page.$$eval("button, summary, select, input, nav a, .wordmark", (list) => list
        .filter((e) => e.checkVisibility())
        .map((e) => [e.outerHTML.slice(0, 60), e.getBoundingClientRect()])
        .filter(([, box]) => box.height < 44 || box.width < 44)
        .map(([html, box]) => `${html} ${box.width} x ${box.height}`));
      assert.deepEqual(small, []);
      await close();
    });
  }

  test("a run draws pictures that fit", async () => {
    const { page, complaints, close } = await open(browser, `${site.address}x/${slug}/#v=1&duration=10s`, { options: phone });
    await run(page);
    await page.waitForSelector("figure[data-picture=throughput] canvas");
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
    assert.deepEqual(complaints, []);
    await close();
  });
});

test("the theme follows the system until the reader chooses, and is remembered", async () => {
  const { page, complaints, close } = await open(browser, site.address, { options: { colorScheme: "dark" } });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await ground();
  await page.emulateMedia({ colorScheme: "light" });
  const light = await ground();
  assert.notEqual(dark, light);
  await page.click("#theme"); // light
  await page.click("#theme"); // dark
  assert.equal(await ground(), dark);
  await page.goto(`${site.address}x/${slug}/`);
  assert.equal(await ground(), dark);
  assert.equal(await page.getAttribute("#theme", "aria-label"), "Theme: dark");
  const grid = await page.$eval("figure[data-picture=throughput] svg.wide", (svg) =>
    [...svg.querySelectorAll("path")].map((p) => getComputedStyle(p).stroke).find((s) => s !== "none"));
  assert.notEqual(grid, undefined);
  assert.deepEqual(complaints, []);
  await close();
});

test("the keyboard runs, stops and finds the settings", async () => {
  const { page, complaints, close } = await open(browser, `${site.address}x/${slug}/#v=1&duration=2h`);
  await page.keyboard.press("/");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.setting), "shared_buffers");
  await page.keyboard.press("Escape");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("r");
  await page.waitForSelector("#stop:not([hidden])", { timeout: 60_000 });
  await page.waitForFunction(() => [...document.querySelectorAll("progress")].every((bar) => bar.value > 0), undefined, { polling: 20, timeout: 60_000 });
  await page.keyboard.press("s");
  await page.waitForSelector("#stop", { state: "hidden" });
  assert.match(await page.textContent("#status"), /stopped after/);
  assert.deepEqual(complaints, []);
  await close();
});

test("CSV, SVG and PNG of a picture can be saved", async () => {
  const { page, complaints, close } = await open(browser, `${site.address}x/${slug}/`);
  const save = async (kind) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(`figure[data-picture=throughput] [data-save=${kind}]`)]);
    const chunks = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk);
    return { name: download.suggestedFilename(), data: Buffer.concat(chunks) };
  };
  const csv = await save("csv");
  assert.equal(csv.name, `${slug}-throughput.csv`);
  const lines = csv.data.toString().trimEnd().split("\r\n");
  assert.ok(lines.length > 10 && lines.every((line) => line.split(",").length >= 3), `the CSV has ${lines.length} lines`);
  const svg = await save("svg");
  assert.match(svg.data.toString(), /^<svg /);
  assert.doesNotMatch(svg.data.toString(), /var\(/);
  const png = await save("png");
  assert.equal(png.data.subarray(1, 4).toString(), "PNG");
  assert.ok(png.data.length > 10_000, `the PNG has ${png.data.length} bytes`);
  assert.deepEqual(complaints, []);
  await close();
});

test("on paper the controls are gone and the tables whole", async () => {
  const { page, close } = await open(browser, `${site.address}x/${slug}/`);
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.isVisible("#run"), false);
  assert.equal(await page.isVisible("#comparison"), true);
  assert.equal(await page.isVisible("#settings"), false);
  await close();
});
