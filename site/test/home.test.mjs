// The first page: choosing among the experiments, the cards, and the pool that plays.

import assert from "node:assert/strict";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { dist, launch, open, serve } from "./browser.mjs";

let browser, site, count;

before(async () => {
  browser = await launch();
  site = await serve();
  count = (await readdir(join(dist, "x"))).filter((name) => !name.startsWith("guide-")).length;
});
after(async () => {
  await browser?.close();
  site?.stop();
});

const shown = (page) => page.$$eval(".card", (list) => list.filter((e) => e.checkVisibility()).map((e) => e.querySelector("a").getAttribute("href")));
const until = (page, f, arg) => page.waitForFunction(f, arg, { polling: 50 });

test("without scripts every experiment is listed with question, year, release, machine, picture and verdict", async () => {
  const { page, complaints, close } = await open(browser, site.address, { options: { javaScriptEnabled: false } });
  assert.ok(count >= 10, `${count} experiments`);
  assert.equal((await shown(page)).length, count);
  assert.equal(await page.isVisible("#choose"), false);
  assert.equal(await page.isVisible("#live-play"), false);
  for (const card of await page.locator(".card").all()) {
    const text = await card.innerText();
    assert.match(text, /\?/);
    assert.match(text, /\b20\d\d\b.*PostgreSQL \d/s);
    assert.match(text, /\d+ of \d+ published numbers met|no number to be judged by/);
    assert.ok(await card.locator("svg path").count() >= 2, "no picture: an axis and a bar at least");
  }
  assert.ok(await page.locator("#live .still path").count() > 5, "the pool is not drawn");
  assert.deepEqual(complaints, []);
  await close();
});

test("no label of a card's picture is cut or lies on another", async () => {
  for (const width of [1280, 360]) {
    const { page, close } = await open(browser, site.address, { options: { viewport: { width, height: 900 } } });
    const faults = await page.$$eval(".card .plot svg", (list) => list.flatMap((svg) => {
      const frame = svg.getBoundingClientRect();
      const boxes = [...svg.querySelectorAll("text")].map((t) => [t.textContent, t.getBoundingClientRect()]);
      return boxes.flatMap(([text, a], i) => {
        const cut = a.left < frame.left - 1 || a.right > frame.right + 1 || a.top < frame.top - 1 || a.bottom > frame.bottom + 1;
        const on = boxes.slice(i + 1).filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 2 && b.top < a.bottom - 2);
        return [...(cut ? [`${text} is cut`] : []), ...on.map(([other]) => `${text} lies on ${other}`)];
      });
    }));
    assert.deepEqual(faults, [], `${width} px`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    await close();
  }
});

test("words and lists choose among the experiments, by keyboard, and the hits are told", async () => {
  const { page, complaints, close } = await open(browser, site.address);
  const told = () => page.textContent("#chosen");
  assert.equal(await told(), `${count} experiments`);
  await page.keyboard.press("/");
  assert.equal(await page.evaluate(() => document.activeElement.id), "choose-text");
  await page.keyboard.type("shared_buffers challenge");
  assert.deepEqual(await shown(page), ["x/shared-buffers-challenge/index.html"]);
  assert.equal(await told(), `1 of ${count} experiments`);
  assert.match(page.url(), /\?text=shared_buffers\+challenge$/);
  await page.reload();
  assert.deepEqual(await shown(page), ["x/shared-buffers-challenge/index.html"], "the address brings the choice back");

  await page.click("#choose-all");
  await until(page, (n) => document.querySelectorAll(".card:not([hidden])").length === n, count);
  assert.equal(new URL(page.url()).search, "");
  assert.equal(await page.evaluate(() => document.activeElement.id), "choose-text");

  await page.focus("#choose-era");
  await page.selectOption("#choose-era", "sorted");
  const late = await shown(page);
  assert.ok(late.includes("x/checkpoint-flushing-2017/index.html") && !late.includes("x/shared-buffers-challenge/index.html"), late.join());
  await page.selectOption("#choose-mechanism", "checkpoint-flush");
  const flush = await shown(page);
  assert.ok(flush.length > 0 && flush.every((href) => late.includes(href)) && flush.includes("x/checkpoint-flushing-2017/index.html"), flush.join());
  await page.fill("#choose-text", "no such thing");
  assert.equal(await told(), "No experiment has all of this");
  assert.deepEqual(await shown(page), []);
  assert.equal(await page.getAttribute("#chosen", "for"), "choose-text choose-era choose-machine choose-mechanism choose-verdict");
  assert.deepEqual(complaints, []);
  await close();
});

test("each list leads somewhere, and together its values cover all experiments", async () => {
  const { page, close } = await open(browser, site.address);
  for (const name of ["era", "machine", "mechanism", "verdict"]) {
    const values = await page.$$eval(`#choose-${name} option`, (list) => list.map((o) => o.value).filter(Boolean));
    assert.ok(values.length >= 2, name);
    const all = new Set();
    for (const value of values) {
      await page.selectOption(`#choose-${name}`, value);
      const hits = await shown(page);
      if (name !== "verdict") assert.ok(hits.length > 0, `${name} ${value}`);
      for (const href of hits) all.add(href);
    }
    if (name !== "mechanism") assert.equal(all.size, count, name);
    await page.selectOption(`#choose-${name}`, "");
  }
  await close();
});

test("a spoiled address chooses nothing and shows everything", async () => {
  const { page, complaints, close } = await open(browser, `${site.address}?era=%3Cscript%3E&machine=nowhere&text=`);
  assert.equal((await shown(page)).length, count);
  assert.deepEqual(complaints, []);
  await close();
});

test("the pool plays when the reader wants it, and not before", async () => {
  const fetched = [];
  const { page, complaints, close } = await open(browser, site.address, {
    before: (page) => page.on("request", (request) => fetched.push(new URL(request.url()).pathname)),
  });
  await page.waitForLoadState("networkidle");
  assert.deepEqual(fetched.filter((path) => /wasm|stager|charts/.test(path)), []);
  const at = () => page.$eval("#live-told", (e) => Number(/^([\d,]+) accesses/.exec(e.textContent)?.[1].replaceAll(",", "") ?? 0));
  const start = await at();
  assert.ok(start > 0);
  await page.click("#live-play");
  await until(page, (from) => Number(/^([\d,]+) accesses/.exec(document.getElementById("live-told").textContent)?.[1].replaceAll(",", "")) > from + 20, start);
  assert.equal(await page.isVisible("#live canvas.cells"), true);
  const picture = () => page.$eval("#live canvas.cells", (canvas) => canvas.toDataURL());
  const first = await picture();
  await page.waitForFunction((before) => document.querySelector("#live canvas.cells").toDataURL() !== before, first, { polling: 100 });
  await page.click("#live-play");
  assert.equal(await page.textContent("#live-play"), "Play");
  assert.match(await page.textContent("#live-told"), /% hits; pages written: [\d,]+ by backends, [\d,]+ by the background writer, [\d,]+ by checkpoints/);
  assert.deepEqual(complaints, []);
  await close();
});

test("a first view of the home page stays below 150 kB", async (t) => {
  const assets = await readdir(join(dist, "assets"));
  let total = (await stat(join(dist, "index.html.br"))).size;
  for (const name of ["site", "reader", "home", "icon"]) {
    total += (await stat(join(dist, "assets", assets.find((a) => a.startsWith(`${name}.`) && a.endsWith(".br"))))).size;
  }
  t.diagnostic(`${total} bytes`);
  assert.ok(total <= 150_000, `${total} bytes`);
});
