// The page on which a reader watches the pool.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, afterEach, before, test } from "node:test";
import { launch, open, serve, slug } from "./browser.mjs";

const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

let browser, site, url, visit;

before(async () => {
  browser = await launch();
  site = await serve();
  url = `${site.address}pool/`;
});
after(async () => {
  await browser?.close();
  site?.stop();
});
afterEach(async () => {
  const { complaints, close } = visit;
  await close();
  assert.deepEqual(complaints, []);
});

// go opens the page for one test; whatever it complains about fails the test.
async function go(hash = "", { options = {}, before } = {}) {
  visit = await open(browser, url + hash, { options, before });
  if (hash) await at(visit.page, Number(/[#&]at=(\d+)/.exec(hash)?.[1] ?? 0));
  return visit.page;
}

// at waits until the page shows the moment after so many accesses.
function at(page, accesses) {
  return page.waitForFunction(
    (n) => document.body.dataset.live === "" && document.getElementById("at").value === String(n) && document.querySelector("#maps .said")?.textContent,
    accesses, { polling: 20 });
}

// counts returns the table as rows by figure.
const counts = (page) => page.$$eval("#counts tbody tr", (rows) =>
  Object.fromEntries(rows.map((row) => [row.dataset.figure, [...row.cells].slice(1).map((cell) => cell.textContent)])));

// pixels returns the drawing of a pool.
const pixels = (page, pool = 0) => page.$$eval(".map canvas.cells", (list, pool) => list[pool].toDataURL(), pool);

test("the page is complete without scripts: a picture, its words, its counts, the tour", async () => {
  const page = await go("", { options: { javaScriptEnabled: false } });
  assert.equal(await page.isVisible("#controls"), false);
  assert.match(await page.innerText("noscript"), /allow scripts/);
  assert.equal(await page.locator("#maps svg").isVisible(), true);
  assert.match(await page.innerText("#words"), /^Access 1,500: process \d /);
  const table = await counts(page);
  assert.deepEqual(table.accesses, ["1,500"]);
  assert.equal(await page.locator("[data-tour]").count(), 8);
  assert.ok(await page.locator("[data-tour] svg").count() >= 8);
  assert.equal(await page.locator("[data-watch]").first().isVisible(), false);
});

test("looking at the page fetches no program", async () => {
  const fetched = [];
  const page = await go("", { before: (page) => page.on("request", (request) => fetched.push(new URL(request.url()).pathname)) });
  await page.waitForLoadState("networkidle");
  assert.deepEqual(fetched.filter((path) => /wasm|stager|example/.test(path)), []);
});

test("the program goes on where the page was drawn", async () => {
  const page = await go();
  const before = await counts(page);
  const words = [await page.textContent("#words"), await page.textContent("#maps .said"), await page.textContent("#maps .ratio")];
  await page.fill("#at", "1500");
  await page.press("#at", "Enter");
  await page.dispatchEvent("#at", "change");
  await at(page, 1500);
  assert.deepEqual(await counts(page), before);
  assert.deepEqual([await page.textContent("#words"), await page.textContent("#maps .said"), await page.textContent("#maps .ratio")], words);
});

test("the keyboard steps, goes back, plays and pauses", async () => {
  const page = await go("#v=1&at=1499");
  const before = await pixels(page);
  const table = await counts(page);
  await page.keyboard.press("ArrowRight");
  await at(page, 1500);
  assert.match(await page.textContent("#announce"), /^Access 1,500: process \d .+(Hit|Miss)/);
  await page.keyboard.press("ArrowRight");
  await at(page, 1501);
  await page.keyboard.press("ArrowLeft");
  await at(page, 1500);
  await page.keyboard.press("ArrowLeft");
  await at(page, 1499);
  assert.equal(await pixels(page), before);
  assert.deepEqual(await counts(page), table);
  await page.selectOption("#speed", "0");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("Space");
  await page.waitForFunction(() => Number(document.getElementById("at").value) > 5000, undefined, { polling: 20 });
  assert.equal(await page.getAttribute("#play", "aria-pressed"), "true");
  await page.keyboard.press("Space");
  assert.equal(await page.getAttribute("#play", "aria-pressed"), "false");
  await page.waitForFunction(() => /[&#]at=\d{4,}/.test(location.hash), undefined, { polling: 20 });
  assert.notEqual(await pixels(page), before);
});

test("three policies get the same accesses", async () => {
  const page = await go("#v=1&policies=clock83,2q,lru&buffers=64&stream=tpcb&at=3000");
  assert.equal(await page.locator(".map").count(), 3);
  const table = await counts(page);
  assert.deepEqual(table.accesses, ["3,000", "3,000", "3,000"]);
  assert.deepEqual(table.fromHand.slice(1), ["–", "–"]);
  assert.notEqual(table.hits[0], table.hits[2]);
  assert.deepEqual(await page.$$eval("#counts thead th", (list) => list.map((th) => th.textContent).slice(1)), ["clock83", "2q", "lru"]);
  await page.selectOption("#policy-3", "");
  await page.waitForFunction(() => document.querySelectorAll(".map").length === 2, undefined, { polling: 20 });
});

test("an access by hand comes next, goes into the link, and is there again", async () => {
  const page = await go("#v=1&buffers=64&at=300");
  await page.fill("#hand-block", "77");
  await page.selectOption("#hand-op", "w");
  await page.click("#touch");
  await at(page, 301);
  assert.equal(await page.textContent("#words"), "Access 301: you change table 77.");
  assert.match(page.url(), /hand=300w0\.77&at=301$/);
  await page.keyboard.press("h");
  await at(page, 302);
  const said = await page.textContent("#maps .said");
  const link = page.url();
  await page.goto("about:blank");
  await page.goto(link);
  await at(page, 302);
  assert.equal(await page.textContent("#words"), "Access 302: you change table 77.");
  assert.equal(await page.textContent("#maps .said"), said);
});

test("a cell tells its buffer when it is pointed at, touched or named", async () => {
  const page = await go("#v=1&buffers=64&policies=clock83,arc&at=900");
  await page.fill("#buffer", "0");
  await page.waitForFunction(() => document.querySelectorAll("#told span").length === 2, undefined, { polling: 20 });
  assert.match(await page.textContent("#told"), /clock83: Buffer 0: table \d+, usage count \d, (dirty|clean).*arc: Buffer 0: table \d+, in list T[12]/);
  const map = page.locator(".map canvas.over").first(); // scrolled to smoothly: its place is known when it stands still
  await map.click({ position: { x: 5, y: 5 } });
  assert.equal(await page.inputValue("#buffer"), "0");
  const { width } = await map.boundingBox();
  await map.hover({ position: { x: width - 5, y: 5 } });
  await page.waitForFunction(() => document.getElementById("buffer").value !== "0", undefined, { polling: 20 });
  await page.fill("#buffer", "64");
  await page.waitForFunction(() => /no such buffer/.test(document.getElementById("told").textContent), undefined, { polling: 20 });
});

test("the pages of a relation stand out", async () => {
  const page = await go("#v=1&policies=clock81&buffers=256&stream=scan&at=1450");
  const all = await pixels(page);
  await page.selectOption("#show", { label: "large table (256 pages)" });
  const large = await pixels(page);
  assert.notEqual(large, all);
  assert.match(page.url(), /show=1/);
  await page.selectOption("#show", "");
  assert.equal(await pixels(page), all);
});

test("the tour leads through its steps and shows what its pictures show", async () => {
  const page = await go();
  await page.click("#tour-start");
  for (let step = 1; step <= 8; step++) {
    await page.waitForFunction((n) => document.getElementById("guide-count").textContent === `Tour, ${n} of 8`, step, { polling: 20 });
    const stop = page.locator(`[data-tour="${step}"]`);
    await page.waitForFunction(([want]) => document.body.dataset.live === "" && document.getElementById("words").textContent === want,
      [(await stop.locator("> p").innerText()).replace(/ Watch it$/, "")], { polling: 20 });
    assert.equal(await page.textContent("#guide-title"), await stop.locator("h3").first().textContent());
    assert.deepEqual(await page.$$eval("#maps .said", (list) => list.map((e) => e.textContent)), await stop.locator(".said").allTextContents());
    if (step < 8) await page.keyboard.press("n");
  }
  assert.equal(await page.isDisabled("#guide-next"), true);
  await page.click("#guide-end");
  assert.equal(await page.isVisible("#guide"), false);
  await page.click("[data-tour='5'] [data-watch]");
  await page.waitForFunction(() => document.querySelector("#maps .pool")?.dataset.policy === "arc", undefined, { polling: 20 });
});

test("a hostile or broken link does no harm and is told", async () => {
  const evil = "<img src=x onerror=document.title='owned'>";
  const page = await go(`#v=1&policies=${encodeURIComponent(evil)}&buffers=99999999999&stream=tpcb&hand=1r2.3,x&round=-5&at=20&seed=1e5&color=${encodeURIComponent(evil)}&__proto__=1`);
  const said = await page.textContent("#problem");
  assert.match(said, /The setting "policies" is "<img src=x/);
  assert.match(said, /The setting "buffers" is "99999999999"; legal is a whole number from 16 to 1048576\./);
  assert.match(said, /Not understood in the link: color, __proto__\./);
  assert.equal(await page.locator("main img").count(), 0);
  assert.match(await page.title(), /^The pool/);
  assert.deepEqual((await counts(page)).accesses, ["20"]);
});

test("a trace can be watched: the example, or one's own, up to its end", async () => {
  const page = await go("#v=1&stream=recorded&buffers=64&at=500");
  assert.match(await page.textContent("#words"), /^Access 500: process \d+ \w+ relation \d+/);
  assert.equal(await page.isVisible("#file"), true);
  await page.setInputFiles("#file", { name: "mine.csv", mimeType: "text/csv", buffer: Buffer.from("<b>ours</b>,1,read\n<b>ours</b>,2,write\n") });
  await at(page, 0);
  await page.keyboard.press("ArrowRight");
  await at(page, 1);
  assert.equal(await page.textContent("#words"), "Access 1: process 1 reads <b>ours</b> 1.");
  await page.fill("#at", "900");
  await page.press("#at", "Enter");
  await page.waitForFunction(() => /2 accesses; the trace ends here/.test(document.getElementById("where").textContent), undefined, { polling: 20 });
  await page.setInputFiles("#file", { name: "broken.csv", mimeType: "text/csv", buffer: Buffer.from("a,1,look\n") });
  await page.waitForFunction(() => /the access is "look"/.test(document.getElementById("problem").textContent), undefined, { polling: 20 });
});

test("a seek that is overtaken by another gives way to it", async () => {
  const page = await go("#v=1&buffers=16384&at=10");
  await page.evaluate(() => {
    const field = document.getElementById("at");
    for (const n of [60_000_000, 77]) {
      field.value = n;
      field.dispatchEvent(new Event("change"));
    }
  });
  await at(page, 77);
  assert.deepEqual((await counts(page)).accesses, ["77"]);
});

test("above 65,536 buffers a cell is a group and says so", async () => {
  const page = await go("#v=1&buffers=262144&at=5000");
  assert.match(await page.textContent("#group"), /^Each cell stands for 4 buffers/);
  assert.equal(await page.isVisible("#group"), true);
  await page.selectOption("#stage-buffers", "65536");
  await page.waitForFunction(() => document.getElementById("group").hidden, undefined, { polling: 20 });
});

test("only cells that changed are painted", async () => {
  const page = await go("#v=1&buffers=65536&at=90000", { before: (page) => page.addInitScript(() => {
    globalThis.rows = [];
    const put = CanvasRenderingContext2D.prototype.putImageData;
    CanvasRenderingContext2D.prototype.putImageData = function (...args) {
      globalThis.rows.push(args[6] / this.canvas.height);
      put.apply(this, args);
    };
  }) });
  await page.evaluate(() => { globalThis.rows.length = 0; });
  await page.keyboard.press("ArrowRight");
  await at(page, 90001);
  const rows = await page.evaluate(() => globalThis.rows);
  assert.ok(rows.length <= 2 && rows[0] <= 1, `${rows}`);
  assert.ok(rows.length === 0 || rows[0] < 1, "the whole map was put on the canvas for one access");
});

test("nothing plays by itself, and with reduced motion pictures change twice a second at most", async () => {
  const page = await go("#v=1&at=50&speed=0", { options: { reducedMotion: "reduce" } });
  assert.equal(await page.getAttribute("#play", "aria-pressed"), "false");
  const times = await page.evaluate(async () => {
    const times = [];
    const put = CanvasRenderingContext2D.prototype.putImageData;
    CanvasRenderingContext2D.prototype.putImageData = function (...args) {
      times.push(performance.now());
      put.apply(this, args);
    };
    document.getElementById("play").click();
    while (times.length < 3) await new Promise(requestAnimationFrame);
    document.getElementById("play").click();
    return times;
  });
  assert.ok(times[2] - times[1] > 400, `${times}`);
});

test("the experiment's page leads to the pool of its release", async () => {
  visit = await open(browser, `${site.address}x/${slug}/`);
  const { page } = visit;
  await page.click("text=Watch the pool of this release");
  await at(page, 1500);
  assert.match(page.url(), /\/pool\/index\.html#v=1.*stream=tpcb/);
  assert.match(await page.textContent("#words"), /pgbench_/);
});

test("the colors follow the theme", async () => {
  const page = await go("#v=1&at=400");
  const light = await pixels(page);
  await page.click("#theme");
  await page.click("#theme");
  assert.notEqual(await pixels(page), light);
});

test("on a phone all is reached by touch, and nothing scrolls sideways", async () => {
  const page = await go("#v=1&policies=clock83,2q&buffers=4096&stream=mix&at=9000", { options: phone });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  const map = page.locator(".map canvas.over").first();
  await map.scrollIntoViewIfNeeded();
  await map.tap({ position: { x: 40, y: 40 } });
  await page.waitForFunction(() => /Buffer \d/.test(document.getElementById("told").textContent), undefined, { polling: 20 });
  await page.tap("#step");
  await at(page, 9001);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
});

test("on paper the picture is there and the controls are gone", async () => {
  const page = await go("#v=1&at=600");
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.isVisible("#controls"), false);
  assert.equal(await page.isVisible("#hands"), false);
  assert.equal(await page.isVisible(".map canvas.cells"), true);
  assert.equal(await page.isVisible("#tour"), true);
});

for (const colorScheme of ["light", "dark"]) {
  test(`accessible while it is watched, ${colorScheme}`, async () => {
    const page = await go("#v=1&policies=clock83,2q&buffers=64&checkpoint=100&at=330&color=red&tour=2&buffer=3", { options: { colorScheme, bypassCSP: true } });
    await page.addScriptTag({ path: axePath });
    const found = await page.evaluate(() => globalThis.axe.run({ resultTypes: ["violations"] }));
    assert.deepEqual(found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).join("; ")}`), []);
  });
}
