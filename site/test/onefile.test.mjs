// A page that was saved as one file, opened from a disk without a network.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { dist, download, hashes, launch, open, rows, run, serve, slug } from "./browser.mjs";

let browser, site, url, folder;

before(async () => {
  browser = await launch();
  site = await serve();
  url = `${site.address}x/${slug}/`;
  folder = await mkdtemp(join(tmpdir(), "clocksweep-file-"));
});
after(async () => {
  await browser?.close();
  site?.stop();
  await rm(folder, { recursive: true });
});

const offline = { offline: true };

// announced is the size that the button tells, in bytes.
const announced = async (page) => 1e6 * Number(/about ([\d.]+) MB/.exec(await page.textContent("#one-file"))[1]);

// saved presses the button and returns the address of the file.
async function saved(page, name) {
  await page.click("#sharing summary");
  const size = await announced(page);
  const file = await download(page, "#one-file");
  assert.equal(file.name, `${slug}.html`);
  assert.ok(Math.abs(file.data.length / size - 1) < 0.1, `${file.data.length} bytes, and the button says ${size}`);
  await writeFile(join(folder, name), file.data);
  return pathToFileURL(join(folder, name)).href;
}

test("the page as it was built runs from a file, offline, with the same result", async () => {
  const there = await open(browser, url);
  const built = { rows: await rows(there.page), hashes: await hashes(there.page) };
  const address = await saved(there.page, "built.html");
  assert.deepEqual(there.complaints, []);
  await there.close();

  const { page, complaints, close } = await open(browser, address, { options: offline });
  assert.deepEqual(await rows(page), built.rows);
  assert.equal(await page.isVisible("figure[data-picture=throughput] svg.wide"), true);
  assert.equal(await page.locator("#one-file").count(), 0);
  assert.equal(await page.getAttribute(".wordmark", "href"), `${site.address}index.html`);
  await run(page);
  assert.deepEqual(await hashes(page), built.hashes);
  assert.deepEqual(await rows(page), built.rows);
  await page.locator("figure[data-picture=throughput] canvas").waitFor();
  const json = JSON.parse((await download(page, "#json")).data);
  assert.deepEqual(Object.fromEntries(json.runs.map((r) => [r.name, r.hash])), built.hashes);
  assert.deepEqual(complaints, []);
  await close();
});

test("settings and results of the reader are in the file", async () => {
  const there = await open(browser, `${url}#v=1&seed=7&duration=10s`);
  await run(there.page);
  const mine = { rows: await rows(there.page), hashes: await hashes(there.page) };
  const address = await saved(there.page, "mine.html");
  assert.deepEqual(there.complaints, []);
  await there.close();

  const { page, complaints, close } = await open(browser, address, { options: offline });
  assert.deepEqual(await rows(page), mine.rows);
  assert.deepEqual(await hashes(page), mine.hashes);
  assert.ok(await page.$eval("figure[data-picture=throughput] .plot img", (image) => image.decode().then(() => image.naturalWidth > 300)));
  const before = JSON.parse((await download(page, "#json")).data);
  assert.equal(before.runs[0].settings.seed, "7");
  await page.waitForFunction(() => /this file was saved with/.test(document.getElementById("status").textContent), undefined, { polling: 50 });
  assert.equal(await page.inputValue('[data-setting="seed"]'), "7");
  assert.ok((await page.textContent("#link")).startsWith(`${url}#v=1&`), "the link leads to the site");
  await page.click("#all-settings summary");
  await page.fill('[data-setting="seed"]', "8");
  await run(page);
  assert.notDeepEqual(await hashes(page), mine.hashes);
  assert.equal(await page.locator("figure[data-picture=throughput] .plot img").count(), 0);
  assert.deepEqual(complaints, []);
  await close();
});

test("the build writes the same file, for a site with an address and without", async () => {
  const script = fileURLToPath(new URL("../js/one-file.mjs", import.meta.url));
  for (const root of ["", "https://lab.example/sub/"]) {
    const { stdout } = await promisify(execFile)("node", [script, dist, slug, root], { maxBuffer: 64 << 20 });
    const name = join(folder, `node${root.length}.html`);
    await writeFile(name, stdout);
    assert.ok((await stat(name)).size > 1e6);
    const { page, complaints, close } = await open(browser, pathToFileURL(name).href, { options: offline });
    assert.equal(await page.getAttribute(".wordmark", "href"), root ? `${root}index.html` : null);
    await page.click("#reset");
    await page.waitForFunction(() => /Ready|again/.test(document.getElementById("status").textContent), undefined, { polling: 50 });
    assert.deepEqual(complaints, []);
    await close();
  }
});

test("the file runs in Firefox too, with the same result", async () => {
  const there = await open(browser, url);
  const built = await hashes(there.page);
  await there.close();
  const script = fileURLToPath(new URL("../js/one-file.mjs", import.meta.url));
  const { stdout } = await promisify(execFile)("node", [script, dist, slug, ""], { maxBuffer: 64 << 20 });
  const name = join(folder, "firefox.html");
  await writeFile(name, stdout);
  const other = await launch("firefox");
  try {
    const { page, complaints, close } = await open(other, pathToFileURL(name).href);
    await run(page);
    assert.deepEqual(await hashes(page), built);
    assert.deepEqual(complaints, []);
    await close();
  } finally {
    await other.close();
  }
});
