// The main journeys in Firefox, of a reader who has asked the system for dark
// colors and little motion: reading, running, stopping, what-if, the lab with a
// sweep, the pool, a trace, one’s own server, saving. What the service worker does in Firefox is in
// offline.test.mjs; everything else is told apart in the tests with Chromium.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, afterEach, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { begin, build, finished, hashes, launch, open, rows, run, serve, slug, unfold } from "./browser.mjs";

const paths = ["", `x/${slug}/`, "verification/", "validation/", "traces/", "yours/", "pool/", "lab/"];
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const clocksweep = async (...args) => (await promisify(execFile)(`${build}/clocksweep`, args, { maxBuffer: 1 << 26 })).stdout;

let browser, site, visit;

before(async () => {
  browser = await launch("firefox", { firefoxUserPrefs: { "ui.systemUsesDarkTheme": 1, "ui.prefersReducedMotion": 1 } });
  site = await serve();
});
after(async () => {
  await browser?.close();
  await site?.stop();
});

// go opens a page for one test; whatever it complains about fails the test.
async function go(path, options = {}) {
  visit = await open(browser, site.address + path, options);
  return visit.page;
}
afterEach(async () => {
  const { complaints, close } = visit;
  await close();
  assert.deepEqual(complaints, []);
});

const until = (page, f, arg) => page.waitForFunction(f, arg, { polling: 50 });
const loaded = (page) => until(page, () => document.getElementById("link").textContent !== "");

async function violations(page) {
  await page.evaluate(`${axe}; 0`);
  const found = await page.evaluate(() => globalThis.axe.run({ resultTypes: ["violations"] }));
  return found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).slice(0, 5).join("; ")}`);
}

describe("every page is accessible, keeps still, and fits a narrow window", () => {
  for (const path of paths) {
    test(`/${path}`, async () => {
      const page = await go(path, { options: { viewport: { width: 360, height: 740 } } });
      assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), "dark");
      const wider = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(await wider(), 0);
      assert.deepEqual(await violations(page), []);
      const moving = await page.$$eval("*", (list) => list.filter((e) => getComputedStyle(e).transitionDuration !== "0s").map((e) => e.tagName));
      assert.deepEqual(moving, []);
      await unfold(page);
      assert.equal(await wider(), 0, "with everything opened");
    });
  }
});

test("Run gives the result that the page was built with, to the last bit", async () => {
  const page = await go(`x/${slug}/`);
  const [native, table] = [await hashes(page), await rows(page)];
  assert.match(await run(page), /32MB: 12\d seconds simulated in .*512MB: 12\d seconds simulated in /);
  assert.deepEqual(await hashes(page), native);
  assert.deepEqual(await rows(page), table);
  for (const plot of await page.locator("figure[data-picture]:not([data-static]) .plot").all()) {
    await plot.scrollIntoViewIfNeeded();
    await plot.locator("canvas").waitFor();
  }
  assert.deepEqual(await violations(page), []);
});

test("the keyboard alone changes a setting, runs, stops, and reads the result", async () => {
  const page = await go(`x/${slug}/#v=1&duration=2h`);
  await loaded(page);
  await page.keyboard.press("/");
  assert.equal(await page.evaluate(() => document.activeElement.id), "filter");
  const field = "set-shared_buffers-32MB";
  for (let n = 0; await page.evaluate(() => document.activeElement.id) !== field; n++) {
    assert.ok(n < 20, "the keyboard does not reach the setting behind the search");
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Control+A");
  await page.keyboard.type("64MB");
  await page.keyboard.press("Tab");
  await until(page, () => location.hash.includes("32MB.shared_buffers=64MB"));
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("r");
  await until(page, () => [...document.querySelectorAll("progress")].every((bar) => bar.value > 0));
  await page.keyboard.press("s");
  assert.match(await finished(page), /32MB: stopped after \d+ of 7200 seconds/);
});

test("a what-if button changes its settings, runs, and takes them back", async () => {
  const page = await go(`x/${slug}/#v=1&duration=60s`);
  await loaded(page);
  const filesystem = '[data-setting="filesystem"]:not([data-run])';
  for (const now of ["ext4", "ext3-ordered"]) {
    await unfold(page);
    await begin(page, () => page.click("[data-variant=ext4]"));
    await finished(page);
    assert.equal(await page.inputValue(filesystem), now);
  }
});

test("the lab runs, pins, sweeps, and keeps what it has computed", async () => {
  const link = "#v=1&duration=2s&scale=2";
  const page = await go(`lab/${link}`);
  await loaded(page);
  await run(page);
  const native = JSON.parse(await clocksweep("run", link, "-json"));
  assert.equal((await hashes(page))[""], native.runs[0].hash);
  await page.click("#pin");
  assert.match(await page.textContent("#status"), /^Pinned/);
  const sweep = async () => {
    await page.fill("#sweep-x-values", "1MB..4MB x2");
    await page.fill("#sweep-seeds", "2");
    await page.click("#sweep-run");
    await until(page, () => /in the picture/.test(document.getElementById("sweep-status").textContent));
    return page.textContent("#sweep-status");
  };
  assert.equal(await sweep(), "6 runs are in the picture.");
  await page.reload();
  await until(page, () => document.querySelectorAll("#pins li").length === 1);
  assert.equal(await sweep(), "6 runs are in the picture. 6 were kept from before.");
});

test("the pool plays, steps and goes back", async () => {
  const page = await go("pool/#v=1&at=1499&policies=clock83,2q");
  const at = (n) => until(page, (n) => document.body.dataset.live === "" && document.getElementById("at").value === String(n) && document.querySelector("#maps .said")?.textContent, n);
  await at(1499);
  const cells = () => page.$eval(".map canvas.cells", (canvas) => canvas.toDataURL());
  const before = await cells();
  await page.keyboard.press("ArrowRight");
  await at(1500);
  await page.keyboard.press("ArrowLeft");
  await at(1499);
  assert.equal(await cells(), before);
  await page.selectOption("#speed", "0");
  await page.click("#play");
  await until(page, () => Number(document.getElementById("at").value) > 3000);
  await page.click("#play");
  assert.deepEqual(await violations(page), []);
});

test("a trace is played, from a file that stays here", async () => {
  const page = await go("traces/");
  const text = Array.from({ length: 4000 }, (_, i) => `accounts,${(i * i) % 61},${i % 3 ? "read" : "write"},7\n`).join("");
  await page.fill("#sizes", "128kB");
  await page.setInputFiles("#file", { name: "mine.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await until(page, () => document.getElementById("shown").textContent === "mine.csv");
  await finished(page);
  assert.match(await page.textContent("#account"), /^CSV, 4,000 accesses/);
});

test("what a server says becomes a scenario, and its figures stand beside the simulated ones", async () => {
  const page = await go("yours/");
  const view = (now, n) => `-[ RECORD 1 ]\nnow | ${now}\nbuffers_clean | ${n}\nmaxwritten_clean | 0\nbuffers_alloc | ${40 * n}\nstats_reset | \n`;
  await page.fill("#own-settings", "shared_buffers = 8MB\n");
  await page.fill("#own-before", view("2026-11-30 12:00:00+00", 10));
  await page.fill("#own-after", view("2026-11-30 12:01:00+00", 90));
  await until(page, () => document.querySelector("#found")?.textContent.includes("Snapshot 2"));
  await page.click("#run");
  await until(page, () => /^\d+ seconds simulated/.test(document.getElementById("status").textContent));
  const row = await page.$eval("#figures tbody tr:nth-child(2)", (row) => [...row.cells].map((cell) => cell.textContent));
  assert.deepEqual(row.slice(0, 2), ["buffers_alloc", "3,200"]);
  assert.ok(Number(row[2].replaceAll(",", "")) > 0, `${row}`);
  assert.deepEqual(await violations(page), []);
});

test("CSV, SVG and PNG of a picture are saved", async () => {
  const page = await go(`x/${slug}/`, {
    before: (page) => page.addInitScript(() => {
      globalThis.saved = [];
      const make = URL.createObjectURL;
      URL.createObjectURL = (blob) => (globalThis.saved.push(blob), make(blob));
    }),
  });
  const begins = { csv: /^[^\r\n]+,/, svg: /^<svg /, png: /^.PNG/ };
  for (const [i, [kind, begin]] of Object.entries(begins).entries()) {
    await page.click(`figure[data-picture=throughput] [data-save=${kind}]`);
    await until(page, (n) => globalThis.saved.length > n, i);
    assert.match(await page.evaluate(async (i) => {
      const bytes = new Uint8Array(await globalThis.saved[i].slice(0, 200).arrayBuffer());
      return String.fromCharCode(...bytes);
    }, i), begin);
  }
});
