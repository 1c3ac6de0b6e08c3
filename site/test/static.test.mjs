// The pages as they are before any program runs, or where none can.

import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { cells, dist, hashes, launch, open, serve, slug } from "./browser.mjs";

let browser, site, url;

before(async () => {
  browser = await launch();
  site = await serve();
  url = `${site.address}x/${slug}/`;
});
after(async () => {
  await browser?.close();
  site?.stop();
});

// complete checks that a page of an experiment tells everything.
async function complete(page) {
  const table = await cells(page);
  const tps = table["512MB tps"];
  assert.equal(tps.published, "861.8");
  assert.ok(Number(tps.simulated) > 0, `no simulated tps: ${tps.simulated}`);
  assert.ok(Object.keys(table).length >= 20, "the comparison is short");
  const drawn = await page.$$eval("figure .plot svg.wide", (list) => list.filter((s) => s.querySelectorAll("path").length > 5).length);
  assert.ok(drawn >= 6, `${drawn} pictures are drawn`);
  for (const run of ["32MB", "512MB"]) {
    assert.match(await page.textContent(`pre[data-report=pgbench][data-run="${run}"]`), /number of transactions actually processed: \d+/);
    assert.match(await page.textContent(`pre[data-report=pg_stat_bgwriter][data-run="${run}"]`), /buffers_alloc +\| \d+/);
    assert.match((await hashes(page))[run], /^[0-9a-f]{16}$/);
  }
  assert.ok((await page.textContent("#story")).length > 1000, "the story is missing");
}

test("the page is complete where there is no WebAssembly", async () => {
  const { page, complaints, close } = await open(browser, url, {
    before: (page) => page.addInitScript(() => delete globalThis.WebAssembly),
  });
  await complete(page);
  assert.match(await page.textContent("#status"), /can't run WebAssembly/);
  assert.equal(await page.isEnabled("#run"), false);
  assert.deepEqual(complaints, []);
  await close();
});

test("the page is complete without scripts", async () => {
  const { page, complaints, close } = await open(browser, url, { options: { javaScriptEnabled: false } });
  assert.ok((await page.locator("#comparison").innerText()).includes("861.8"));
  assert.equal(await page.locator("figure[data-picture=throughput] svg.wide").isVisible(), true);
  assert.equal(await page.locator("#run").isVisible(), false);
  assert.match(await page.locator("noscript").innerText(), /allow scripts/);
  assert.deepEqual(complaints, []);
  await close();
});

test("the page says what it is, what a MISS is, and where the story explains it", async () => {
  const { page, complaints, close } = await open(browser, url);
  assert.equal(await page.title(), "The shared buffers challenge · Clocksweep");
  assert.ok((await page.getAttribute("meta[name=description]", "content")).length > 80);
  const missed = await page.locator("#comparison .miss").count();
  assert.equal(await page.isVisible("#miss"), missed > 0);
  assert.equal(await page.getAttribute("#verdict", "data-ok"), String(missed === 0));
  const target = await page.getAttribute("#miss a", "href");
  assert.equal(await page.locator(`#story ${target}`).count(), 1);
  assert.deepEqual(complaints, []);
  await close();
});

test("looking at a page fetches no program and no charts", async () => {
  const fetched = [];
  const { page, complaints, close } = await open(browser, url, {
    before: (page) => page.on("request", (request) => fetched.push(new URL(request.url()).pathname)),
  });
  await complete(page);
  await page.waitForLoadState("networkidle");
  assert.deepEqual(fetched.filter((path) => /wasm|charts|worker/.test(path)), []);
  assert.deepEqual(complaints, []);
  await close();
});

describe("every page", () => {
  for (const path of ["", `x/${slug}/`, "verification/", "validation/", "traces/", "yours/", "pool/", "lab/", "offline/", "embedding/"]) {
    test(`/${path} works in a subfolder of another site`, async (t) => {
      const folder = await mkdtemp(join(tmpdir(), "clocksweep-"));
      await writeFile(join(folder, "index.html"), "another site");
      await symlink(dist, join(folder, "lab"));
      const other = await serve(folder);
      t.after(() => other.stop());
      t.after(() => rm(folder, { recursive: true }));
      const { page, complaints, close } = await open(browser, `${other.address}lab/${path}`);
      assert.equal(await page.isVisible("h1"), true);
      await page.click(".wordmark");
      assert.match(page.url(), /\/lab\/index\.html$/);
      assert.deepEqual(complaints, []);
      await close();
    });
  }

  test("has a strict security policy and no inline script or style", async () => {
    const files = (await readdir(dist, { recursive: true })).filter((name) => name.endsWith(".html"));
    assert.ok(files.length >= 4);
    for (const name of files) {
      const html = await readFile(join(dist, name), "utf8");
      const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? "";
      assert.match(policy, /default-src &#39;none&#39;/, name);
      assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval&#39;.*unsafe-eval|https?:/, name);
      assert.doesNotMatch(html, /\sstyle=|\son\w+=/, `${name} has an inline style or handler`);
      if (name !== "404.html") { // which has its own inside, allowed by their hashes
        assert.doesNotMatch(html, /<script(?![^>]*\bsrc=)/, `${name} has an inline script`);
        assert.doesNotMatch(html, /<style/, `${name} has an inline style`);
      }
      assert.doesNotMatch(html, /(?:src|href)="(?:https?:)?\/\//, `${name} refers to another host`);
    }
  });
});

// A static host shows the page of the site's root at any address below it.
test("an address that leads nowhere gets a styled page that leads home, in a folder too", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "clocksweep-"));
  await writeFile(join(folder, "index.html"), "another site");
  await symlink(dist, join(folder, "lab"));
  await symlink(join(dist, "404.html"), join(folder, "404.html"));
  const other = await serve(folder);
  t.after(() => other.stop());
  t.after(() => rm(folder, { recursive: true }));
  for (const path of ["nowhere", "x/nowhere", "x/nowhere/", `x/${slug}/nowhere/deep`, "assets/old.js", "nowhere/"]) {
    const { page, complaints, close } = await open(browser, `${other.address}lab/${path}`);
    assert.match(await page.textContent("h1"), /no page at this address/);
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).marginTop), "0px", "the style is missing");
    await page.click("#home");
    assert.equal(new URL(page.url()).pathname, "/lab/", path);
    await page.locator(".card").first().waitFor();
    assert.deepEqual(complaints.filter((text) => !text.includes("404")), []);
    await close();
  }
});

test("the home page lists the experiment and leads to it", async () => {
  const { page, complaints, close } = await open(browser, site.address);
  const card = page.locator(".card", { has: page.locator(`a[href*="/${slug}/"]`) });
  assert.match(await card.innerText(), /2011/);
  assert.match(await card.innerText(), /published numbers met/);
  await card.locator("a").click();
  assert.ok(page.url().includes(`/x/${slug}/`));
  assert.deepEqual(complaints, []);
  await close();
});
