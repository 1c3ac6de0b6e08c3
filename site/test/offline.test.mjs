// The site without a network: what the service worker keeps, in both browsers, and
// how a newer version of the site takes the place of the one that is kept.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cp, mkdtemp, readFile, rm, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { dist, hashes, launch, open, run, serve, slug } from "./browser.mjs";

const until = (page, f, arg) => page.waitForFunction(f, arg, { polling: 50 });
const says = (page, id, text) => until(page, ([id, text]) => new RegExp(text).test(document.getElementById(id)?.textContent), [id, text.source]);
const whole = (page) => says(page, "offline", /^This site works without a network/);
const readable = (page) => says(page, "offline", /^(All pages are kept|This site works)/);
const visit = (browser, url, more = {}) => open(browser, url, { ...more, options: { serviceWorkers: "allow" } });

// host is a copy of the site in a folder of another one, served, which the test may
// change.
async function host(t, server = serve) {
  const folder = await mkdtemp(join(tmpdir(), "clocksweep-"));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "index.html"), "another site");
  const files = join(folder, "lab");
  await cp(dist, files, { recursive: true });
  const served = await server(folder);
  t.after(() => served.stop());
  return { ...served, files, folder, url: `${served.address}lab/` };
}

// put changes a file without telling the service worker.
async function put(files, name, text) {
  for (const ext of [".br", ".gz"]) await unlink(join(files, name + ext)).catch(() => {});
  await writeFile(join(files, name), text);
}

const hashOf = (data) => createHash("sha256").update(data).digest("hex").slice(0, 16);

// renew changes a page as a new build would: with its hash in the service worker.
async function renew(files, name, edit) {
  const before = await readFile(join(files, name), "utf8");
  const now = edit(before);
  assert.notEqual(now, before, "the edition is no other");
  const worker = await readFile(join(files, "serviceworker.js"), "utf8");
  assert.ok(worker.includes(hashOf(before)), `the service worker does not know ${name}`);
  await put(files, name, now);
  await put(files, "serviceworker.js", worker.replace(hashOf(before), hashOf(now)));
}

const newTitle = (html) => html.replace(/<h1>/, "<h1>Second edition. ");

// kept are the addresses in the browser's store.
const kept = (page) => page.evaluate(async () => {
  const list = [];
  for (const name of await caches.keys()) list.push(...(await (await caches.open(name)).keys()).map(({ url }) => url));
  return list.sort();
});

// pages are the files that the service worker keeps as pages: of the experiments,
// which are all alike, one in three.
async function pages() {
  const { shell, pages } = JSON.parse(/clocksweepFiles=(.*);/.exec(await readFile(join(dist, "serviceworker.js"), "utf8"))[1]);
  return [...Object.keys(shell), ...Object.keys(pages)].filter((name) => name.endsWith(".html"))
    .filter((name, i) => !name.startsWith("x/") || i % 3 === 0);
}

for (const name of ["chromium", "firefox"]) {
  describe(`in ${name}`, () => {
    let browser;
    before(async () => { browser = await launch(name); });
    after(() => browser?.close());

    test("after the first visit all pages open and the simulator runs without a network", async (t) => {
      const site = await host(t);
      const { page, complaints, close } = await visit(browser, site.url);
      await whole(page);
      await site.stop();
      for (const path of await pages()) {
        await page.goto(site.url + path);
        assert.equal(await page.isVisible("h1"), true, path);
        assert.notEqual(await page.evaluate(() => getComputedStyle(document.body).fontFamily), "", path);
      }
      await page.goto(`${site.url}x/${slug}`); // a host would lead to the folder
      const built = await hashes(page);
      assert.match(await run(page), /simulated in/);
      assert.deepEqual(await hashes(page), built);
      await page.locator("figure[data-picture=throughput] .plot").scrollIntoViewIfNeeded(); // it is drawn where it is seen
      await page.locator("figure[data-picture=throughput] canvas").waitFor();
      await page.goto(`${site.url}lab/?v=1&duration=2s`);
      await until(page, () => document.getElementById("link").textContent !== "");
      assert.match(await run(page), /2 seconds simulated/);
      await page.goto(`${site.url}pool/#v=1&at=1499`);
      await until(page, () => document.body.dataset.live === "" && document.querySelector("#maps .said")?.textContent);
      await page.goto(`${site.url}traces/`);
      await page.click("#example");
      await until(page, () => document.getElementById("shown").textContent === "example.csv" && document.getElementById("stop").hidden);
      // The lab asks whether the site's host carries out sweeps, and nobody answers. Any
      // other request that fails is told by its address.
      const asked = [`failed: ${site.url}index.html`, "error: Failed to load resource: net::ERR_CONNECTION_REFUSED"];
      assert.deepEqual(complaints.filter((complaint) => !asked.includes(complaint)), []);
      await close();
    });

    test("a newer version is offered, and taken when the reader says so", async (t) => {
      const site = await host(t);
      const { page, complaints, close } = await visit(browser, site.url);
      await whole(page);
      const first = await kept(page);
      await renew(site.files, "index.html", newTitle);
      await page.reload();
      assert.doesNotMatch(await page.textContent("h1"), /Second edition/, "what is kept comes first");
      await page.locator("#notice").filter({ hasText: "A newer version of this site is ready." }).waitFor();
      await page.click("#notice button:has-text('Later')");
      assert.equal(await page.isVisible("#notice"), false);
      await page.goto(`${site.url}x/${slug}/index.html`);
      await page.click("#notice button:has-text('Load it')");
      await until(page, () => document.getElementById("notice")?.hidden && document.documentElement.dataset.ready === "");
      await page.click(".wordmark");
      await says(page, "main", /Second edition/);
      await whole(page);
      const second = await kept(page);
      assert.equal(second.length, first.length, "the older version is removed");
      assert.equal(second.filter((url) => !first.includes(url)).length, 1, "only what has changed is fetched");
      await site.stop();
      await page.reload();
      assert.match(await page.textContent("h1"), /Second edition/);
      assert.deepEqual(complaints, []);
      await close();
    });
  });
}

describe("what is kept", () => {
  let browser;
  before(async () => { browser = await launch("chromium"); });
  after(() => browser?.close());

  test("an error, or the page of a hotel's network, is never kept, and the reader is told", async (t) => {
    const site = await host(t);
    const right = await readFile(join(site.files, "pool", "index.html"), "utf8");
    await put(site.files, "pool/index.html", "<title>Welcome to our hotel</title>");
    const { page, close } = await visit(browser, site.url);
    await says(page, "offline", /For use without a network \d+ of \d+ files are kept in this browser, and no more: pool\/index\.html is not that of this version of the site/);
    await page.goto(`${site.url}pool/`);
    assert.equal(await page.title(), "Welcome to our hotel", "the network is asked for what is not kept");
    assert.ok(!(await kept(page)).some((url) => url.includes("/pool/")));
    await page.goto(site.url);
    await unlink(join(site.files, "pool/index.html"));
    await page.reload();
    await says(page, "offline", /and no more: the server answers 404 for pool\/index\.html/);
    assert.ok(!(await kept(page)).some((url) => url.includes("/pool/")));
    await put(site.files, "pool/index.html", right);
    await page.reload();
    await readable(page);
    await close();
  });

  test("a page that is not kept is told, with those that are, and can be tried again", async (t) => {
    const site = await host(t);
    await rm(join(site.files, "pool"), { recursive: true });
    const { page, close } = await visit(browser, site.url);
    await says(page, "offline", /and no more: the server answers 404 for pool/);
    await site.stop();
    await page.goto(`${site.url}pool/`);
    assert.match(await page.textContent("h1"), /There is no network, and this page is not kept here/);
    const list = await page.$$eval("#kept li", (list) => list.filter((e) => e.checkVisibility()).map((e) => e.textContent));
    assert.ok(list.length > 1 && !list.includes("The pool"), list.join(", "));
    assert.equal(await page.getAttribute("#again", "href"), `${site.url}pool/index.html`);
    await page.goto(`${site.url}no/such/page`);
    assert.equal(await page.getAttribute("#again", "href"), `${site.url}no/such/page`);
    for (const hostile of ["//elsewhere.example/", "javascript:alert(1)", "<img src=x>"]) {
      await page.goto(`${site.url}offline/index.html#${hostile}`);
      await page.reload();
      await until(page, () => document.getElementById("again").href !== new URL("../index.html", location).href);
      assert.ok((await page.evaluate(() => document.getElementById("again").href)).startsWith(site.url), hostile);
      assert.equal(await page.locator("main img").count(), 0);
    }
    await page.click("#kept a >> visible=true >> nth=0");
    await until(page, () => !/There is no network/.test(document.querySelector("h1")?.textContent ?? "There is no network"));
    await close();
  });

  test("two copies of the site on a host keep apart", async (t) => {
    const site = await host(t);
    await cp(dist, join(site.folder, "other"), { recursive: true });
    await renew(join(site.folder, "other"), "index.html", newTitle);
    const { page, complaints, close } = await visit(browser, site.url);
    await readable(page);
    await page.goto(`${site.address}other/`);
    await readable(page);
    await site.stop();
    assert.match(await page.textContent("h1"), /Second edition/);
    await page.goto(site.url);
    assert.doesNotMatch(await page.textContent("h1"), /Second edition/);
    assert.deepEqual(complaints, []);
    await close();
  });

  test("of two tabs the other keeps its page until its reader renews it", async (t) => {
    const site = await host(t);
    const { page, complaints, close } = await visit(browser, site.url);
    await readable(page);
    const other = await page.context().newPage();
    await other.goto(`${site.url}x/${slug}/#v=1&duration=5s`);
    await until(other, () => document.getElementById("link").textContent !== "");
    await renew(site.files, `x/${slug}/index.html`, newTitle);
    await page.reload();
    await page.click("#notice button:has-text('Load it')");
    await other.locator("#notice").filter({ hasText: "was loaded in another tab" }).waitFor();
    assert.match(await run(other), /5 seconds simulated/, "the page that is open works on");
    await other.click("#notice button:has-text('Load it here too')");
    await says(other, "main", /Second edition/);
    assert.deepEqual(complaints, []);
    await close();
  });
});
