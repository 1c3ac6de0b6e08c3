// What a reader sees and reaches: on a phone, in the dark, by keyboard, with a
// screen reader, on paper.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, before, describe, test } from "node:test";
import { download, launch, open, run, serve, slug, unfold } from "./browser.mjs";

const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const paths = ["", `x/${slug}/`, "verification/", "validation/", "traces/", "yours/", "pool/", "lab/", "offline/", "embedding/", "guide/", "x/guide-pool/", "dependencies/"];
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

// ALIKE is how many rows of a table that differ in nothing but their texts are looked at.
const ALIKE = 3;

// violations asks axe, about all its rules unless some are named. The page's own
// policy forbids foreign scripts, so axe comes in through the debugger. Axe looks at
// each cell, and what it says of one row it says of all that have the same elements
// and attributes but for numbers: of those it gets the first few, and the rest is removed.
async function violations(page, ...rules) {
  await page.$$eval("tbody", (bodies, most) => {
    for (const body of bodies) {
      const times = new Map();
      for (const row of [...body.rows]) {
        const kind = row.outerHTML.replace(/>[^<]*</g, "><").replace(/\d+/g, "0");
        times.set(kind, (times.get(kind) ?? 0) + 1);
        if (times.get(kind) > most) row.remove();
      }
    }
  }, ALIKE);
  await page.addScriptTag({ path: axePath });
  const found = await page.evaluate((runOnly) => globalThis.axe.run({ resultTypes: ["violations"], ...(runOnly.length && { runOnly }) }), rules);
  return found.violations.map((v) => `${v.id}: ${v.help}: ${v.nodes.map((n) => n.target.join(" ")).slice(0, 5).join("; ")}`);
}

describe("accessible", () => {
  for (const path of paths) {
    test(`/${path} in light and dark`, async () => {
      const { page, close } = await open(browser, site.address + path, { options: { colorScheme: "light", bypassCSP: true } });
      await unfold(page);
      assert.deepEqual(await violations(page), []);
      await page.emulateMedia({ colorScheme: "dark" });
      assert.deepEqual(await violations(page, "color-contrast"), []);
      await close();
    });
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
    test(`/${path} does not scroll sideways and has targets of at least 44 pixels`, async () => {
      const { page, complaints, close } = await open(browser, site.address + path, { options: phone });
      const width = () => page.evaluate(() => document.documentElement.scrollWidth);
      assert.equal(await width(), 360);
      const small = await page.$$eval("button, .button, summary, select, input, nav a, .wordmark", (list) => list
        .filter((e) => e.checkVisibility())
        .map((e) => [e.outerHTML.slice(0, 60), e.getBoundingClientRect()])
        .filter(([, box]) => box.height < 44 || box.width < 44)
        .map(([html, box]) => `${html} ${box.width} x ${box.height}`));
      assert.deepEqual(small, []);
      await unfold(page);
      assert.equal(await width(), 360, "with everything opened");
      assert.deepEqual(complaints, []);
      await close();
    });
  }

  test("the comparison shows its numbers and verdicts without scrolling", async () => {
    const { page, close } = await open(browser, `${site.address}x/${slug}/`, { options: { ...phone, bypassCSP: true } });
    const shown = await page.$$eval("#comparison thead th", (list) => list.filter((e) => e.checkVisibility()).map((e) => e.textContent));
    assert.deepEqual(shown, ["Run", "Metric", "Published", "Simulated", "Verdict"]);
    const [inner, outer] = await page.$eval("#comparison", (table) => [table.scrollWidth, table.parentElement.clientWidth]);
    assert.ok(inner <= outer, `the table is ${inner} pixels wide in ${outer}`);
    const note = await page.$eval("#comparison tr:has(.ok) .metric", (cell) => getComputedStyle(cell, "::after").content);
    assert.match(note, /%, (fitted|predicted), /);
    assert.deepEqual(await violations(page), []);
    await close();
  });

  test("the what-if buttons are folded away, with their reasons", async () => {
    const { page, close } = await open(browser, `${site.address}x/${slug}/`, { options: phone });
    assert.equal(await page.isVisible("[data-variant=ext4]"), false);
    await page.click("#variants summary");
    assert.equal(await page.isVisible("[data-variant=ext4]"), true);
    assert.equal(await page.isVisible("#why-ext4"), true);
    await close();
  });

  test("a run draws pictures that fit", async () => {
    const { page, complaints, close } = await open(browser, `${site.address}x/${slug}/#v=1&duration=10s`, { options: phone });
    await run(page);
    for (const plot of await page.locator("figure[data-picture]:not([data-static]) .plot").all()) {
      await plot.scrollIntoViewIfNeeded();
      await plot.locator("canvas").waitFor();
    }
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
  assert.equal(await page.evaluate(() => document.activeElement.id), "filter");
  await page.keyboard.press("Escape");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("r");
  await page.waitForSelector("#stop:not([hidden])");
  await page.waitForFunction(() => [...document.querySelectorAll("progress")].every((bar) => bar.value > 0), undefined, { polling: 20 });
  await page.keyboard.press("s");
  await page.waitForSelector("#stop", { state: "hidden" });
  assert.match(await page.textContent("#status"), /stopped after/);
  assert.deepEqual(complaints, []);
  await close();
});

test("CSV, SVG and PNG of a picture can be saved", async () => {
  const { page, complaints, close } = await open(browser, `${site.address}x/${slug}/`);
  const save = (kind) => download(page, `figure[data-picture=throughput] [data-save=${kind}]`);
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

test("a wide screen shows the what-if buttons, and the reason for the one in question", async () => {
  const { page, close } = await open(browser, `${site.address}x/${slug}/`);
  assert.equal(await page.isVisible("[data-variant=ext4]"), true);
  assert.equal(await page.getAttribute("[data-variant=ext4]", "aria-describedby"), "why-ext4");
  const reason = () => page.$$eval(".choices .why", (list) => list.filter((e) => getComputedStyle(e).visibility === "visible").map((e) => e.id));
  assert.deepEqual(await reason(), []);
  await page.focus("[data-variant=xfs]");
  assert.deepEqual(await reason(), ["why-xfs"]);
  await page.hover("[data-variant=ext4]");
  const top = await page.$eval("#why-ext4", (e) => {
    e.scrollIntoView({ block: "center", behavior: "instant" }); // the window may end above it
    const { left, top, height } = e.getBoundingClientRect();
    return document.elementFromPoint(left + 5, top + height / 2) === e;
  });
  assert.ok(top, "the reason of the focused button covers that of the one pointed at");
  await close();
});

test("the filter finds settings by their words", async () => {
  const { page, complaints, close } = await open(browser, `${site.address}x/${slug}/`);
  await page.click("#all-settings summary");
  const shown = () => page.$$eval("#all-settings [data-setting]", (list) => list.filter((e) => e.checkVisibility()).map((e) => e.dataset.setting));
  const all = await shown();
  assert.ok(all.length > 30, `${all.length} settings`);
  await page.fill("#filter", "Checkpoint segm");
  assert.deepEqual(await shown(), ["checkpoint_segments"]);
  assert.equal(await page.locator(".group:visible").count(), 1);
  assert.equal(await page.isVisible(".none"), false);
  await page.fill("#filter", "no such thing");
  assert.deepEqual(await shown(), []);
  assert.equal(await page.isVisible(".none"), true);
  await page.fill("#filter", "");
  assert.deepEqual(await shown(), all);
  assert.deepEqual(complaints, []);
  await close();
});

test("Tab goes through the page from top to bottom, and the focus is always seen", async () => {
  const { page, close } = await open(browser, `${site.address}x/${slug}/`);
  const stops = [];
  for (;;) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(() => {
      const e = document.activeElement;
      if (e === document.body) return null;
      const box = e.getBoundingClientRect();
      return {
        what: e.id || e.textContent.trim().slice(0, 30),
        top: box.top + scrollY, height: box.height, outline: getComputedStyle(e).outlineStyle,
        // Buttons side by side may differ in height: compare their rows.
        row: (e.closest(".row, .choices, .fields, .behind, .pair, .masthead") ?? e).getBoundingClientRect().top + scrollY,
        grid: Boolean(e.closest(".pictures")), // two columns, of which the first comes first
      };
    });
    if (!stop || stops.length > 200) break;
    stops.push(stop);
  }
  assert.ok(stops.length > 40, `${stops.length} stops`);
  assert.deepEqual(stops.slice(0, 13).map((s) => s.what).slice(3), ["Guide", "Lab", "Pool", "Traces", "Your server", "Verification", "Validation", "theme", "run", "reset"]);
  for (const [i, stop] of stops.entries()) {
    assert.notEqual(stop.outline, "none", `${stop.what} has no outline`);
    assert.ok(stop.height > 0, `${stop.what} is not to be seen`);
    if (i > 1 && !stop.grid) assert.ok(stop.row >= stops[i - 1].row - 1 || stops[i - 1].grid, `${stop.what} stands above ${stops[i - 1].what}`);
  }
  await close();
});

test("with reduced motion nothing moves by itself", async () => {
  for (const [reducedMotion, scroll] of [["reduce", "auto"], ["no-preference", "smooth"]]) {
    const { page, close } = await open(browser, `${site.address}x/${slug}/`, { options: { reducedMotion } });
    assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior), scroll);
    assert.deepEqual(await page.evaluate(() => document.getAnimations().length), 0);
    const moving = await page.$$eval("*", (list) => list.filter((e) => getComputedStyle(e).transitionDuration !== "0s").map((e) => e.tagName));
    assert.deepEqual(moving, []);
    await close();
  }
});

test("on paper the controls are gone, tables and pictures whole, and their colors those of paper", async () => {
  const { page, complaints, close } = await open(browser, `${site.address}x/${slug}/#v=1&duration=10s`, { options: { colorScheme: "dark" } });
  await run(page);
  const canvas = page.locator("figure[data-picture=throughput] canvas");
  await canvas.waitFor();
  const drawn = () => canvas.evaluate((canvas) => canvas.toDataURL());
  const onScreen = await drawn();
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  assert.notEqual(await drawn(), onScreen, "the colors on paper are those for a dark screen");
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await page.waitForFunction(([canvas, before]) => canvas.toDataURL() === before, [await canvas.elementHandle(), onScreen], { polling: 50 });

  await page.emulateMedia({ media: "print" });
  assert.equal(await page.isVisible("#run"), false);
  assert.equal(await page.isVisible("#comparison"), true);
  assert.equal(await page.isVisible("#settings"), false);
  await page.pdf(); // asks the page to get ready
  const pictures = await page.$$eval("figure:not([data-static]) .plot", (plots) => plots.map((plot) => {
    const canvas = plot.querySelector("canvas");
    return canvas !== null && canvas.getBoundingClientRect().width <= plot.clientWidth + 1;
  }));
  assert.ok(pictures.length >= 7 && pictures.every(Boolean), "a picture is not drawn, or wider than its place");
  assert.deepEqual(complaints, []);
  await close();
});
