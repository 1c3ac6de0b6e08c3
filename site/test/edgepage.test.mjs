// The lab's page from the edge worker: a sweep that the worker carries out has the
// numbers of one in the browser; from a static host the page does not offer it.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { build, download, launch, open, serve } from "./browser.mjs";
import { edge } from "./edge.mjs";

const native = async (...args) => (await promisify(execFile)(`${build}/clocksweep`, args, { maxBuffer: 64 << 20 })).stdout;
const fragment = "#v=1&release=16&scale=1&duration=2s";
const args = ["sweep", fragment, "shared_buffers=1MB..8MB x2", "-seeds", "2", "-csv"];

let browser, worker;
before(async () => {
  browser = await launch("chromium");
  worker = await edge();
});
after(async () => {
  await browser?.close();
  await worker?.stop();
});

const until = (page, f) => page.waitForFunction(f, undefined, { polling: 50 });
const loaded = (page) => until(page, () => document.getElementById("link").textContent !== "");

// order fills the form of the sweep.
async function order(page) {
  await page.selectOption("#sweep-x", "shared_buffers");
  await page.fill("#sweep-x-values", "1MB..8MB x2");
  await page.fill("#sweep-seeds", "2");
}

async function sweep(page) {
  await page.evaluate(() => { document.getElementById("sweep-status").textContent = ""; });
  await page.click("#sweep-run");
  await until(page, () => /in the picture/.test(document.getElementById("sweep-status").textContent));
  return page.textContent("#sweep-status");
}

test("a sweep at the edge has the numbers of the command line", async () => {
  const { page, complaints, close } = await open(browser, `${worker.address}lab/${fragment}`);
  await loaded(page);
  await page.waitForSelector("#sweep-edge-choice:not([hidden])");
  await order(page);
  await page.check("#sweep-edge");
  assert.equal(await sweep(page), "8 runs are in the picture.");
  const { data } = await download(page, "#sweep-csv");
  assert.equal(data.toString(), await native(...args));
  assert.equal(await page.textContent("#sweep-error"), "");
  await close();
  assert.deepEqual(complaints, []);
});

test("what the edge does not carry out is run in the browser", async () => {
  const { page, close } = await open(browser, `${worker.address}lab/${fragment}`, {
    before: (page) => page.route("**/api/sweep", (route) => route.abort()),
  });
  await loaded(page);
  await page.waitForSelector("#sweep-edge-choice:not([hidden])");
  await order(page);
  await page.check("#sweep-edge");
  assert.equal(await sweep(page), "8 runs are in the picture.");
  assert.match(await page.textContent("#sweep-error"), /The rest runs here/);
  assert.equal((await download(page, "#sweep-csv")).data.toString(), await native(...args));
  await close();
});

test("a static host does not offer it, and nothing fails there", async () => {
  const site = await serve();
  const { page, complaints, close } = await open(browser, `${site.address}lab/${fragment}`);
  await loaded(page);
  await order(page);
  assert.equal(await sweep(page), "8 runs are in the picture.");
  assert.equal(await page.isVisible("#sweep-edge-choice"), false);
  await close();
  site.stop();
  assert.deepEqual(complaints, []);
});

test("the page about deployment explains every problem that the worker names", async () => {
  const { page, complaints, close } = await open(browser, `${worker.address}deployment/`);
  const said = [];
  for (const [path, init] of [
    ["api/none", {}], ["api/run", { method: "PUT" }], ["api/run?x=1", {}], ["api/run?duration=1d", {}], ["api/run?shared_buffers=64GB&ram=256GB&build=64-bit", {}],
    ["api/run?scale=5000&hardware=laptop-nvme", {}], ["api/run?transactions=100000000", {}], ["api/run", { method: "POST", body: "#".repeat(70_000) }],
    ["api/run", { method: "POST", headers: { "Content-Type": "application/json" }, body: "{" }], ["api/run", { method: "POST", headers: { "Content-Type": "a/b" }, body: "x" }],
    ["api/sweep", { method: "POST", body: JSON.stringify({ axes: ["clients=1..24 +1", "scale=1..24 +1"], seeds: 30 }) }],
    ["api/run?experiment=shared-buffers-challenge", { headers: { Accept: "application/octet-stream" } }],
  ]) said.push((await (await fetch(worker.address + path, init)).json()).type);
  assert.equal(new Set(said).size, said.length, `${said}`);
  for (const type of said) {
    const [path, id] = type.split("#");
    assert.equal(path, "/deployment/index.html");
    assert.equal(await page.locator(`[id="${id}"]`).count(), 1, type);
  }
  await close();
  assert.deepEqual(complaints, []);
});
