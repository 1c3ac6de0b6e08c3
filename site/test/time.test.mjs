// The time slider: one second in all pictures, in the table of that second, in the
// maps of the pool and in the usage counts.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { download, launch, open, run, serve, slug } from "./browser.mjs";

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

async function go(address, options) {
  visit = await open(browser, address, options);
  return visit.page;
}
afterEach(async () => {
  const { complaints, close } = visit;
  await close();
  assert.deepEqual(complaints, []);
});

const until = (page, f, arg) => page.waitForFunction(f, arg, { polling: 50 });
const says = (page, second) => until(page, (s) => document.getElementById("moment-says").textContent.startsWith(`Second ${s}:`), second);
const moment = (page) => page.$$eval("#moment tr", (rows) => Object.fromEntries(rows.map((row) => [row.cells[0].textContent, [...row.cells].slice(1).map((c) => c.textContent)])));
const hands = (page) => page.$$eval(".pools .hand", (list) => list.map((path) => path.getAttribute("d")));

// slide puts the slider somewhere as a reader's drag does.
const slide = (page, second) => page.$eval("#second", (e, s) => {
  e.value = s;
  e.dispatchEvent(new Event("input", { bubbles: true }));
}, second);

test("the end of the runs is there without scripts, the slider is not", async () => {
  const page = await go(url, { options: { javaScriptEnabled: false } });
  assert.equal(await page.isVisible("#second"), false);
  assert.equal(await page.locator(".pools svg").count(), 2);
  const cells = await page.$eval(".pools svg", (svg) => [...svg.querySelectorAll("[class^=level], .empty")].reduce((n, p) => n + p.getAttribute("d").split("M").length - 1, 0));
  assert.equal(cells, 1024, "4,096 buffers in groups of four");
  assert.deepEqual((await moment(page))["in that second"], ["32MB", "512MB"]);
});

test("before any run the slider moves through what the page was built with", async () => {
  const fetched = [];
  const page = await go(url, { before: (page) => page.on("request", (request) => fetched.push(new URL(request.url()).pathname)) });
  const [before, hash] = [await moment(page), await page.textContent("[data-prov=hash]")];
  const hand = await hands(page);
  await page.focus("#second");
  for (const key of ["ArrowLeft", "ArrowLeft", "Home", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  await says(page, 3);
  assert.equal(await page.inputValue("#second"), "3");
  assert.equal(fetched.filter((path) => path.endsWith("/result.bin")).length, 1);
  const now = await moment(page);
  assert.notDeepEqual(now, before);
  assert.equal(await page.textContent("[data-prov=hash]"), hash, "it is the same result");
  assert.match(await page.getAttribute("#second", "aria-valuetext"), /^Second 3: 32MB \d+ transactions?; 512MB [\d,]+ transactions/);
  assert.notDeepEqual(await hands(page), hand, "the pool is that of the end");
  assert.match(await page.textContent("figure[data-picture=pool] h3"), /second 3$/);
  await until(page, () => / second 3$/.test(document.querySelector("figure[data-picture=time] h3").textContent)); // the last part
  assert.match(await page.textContent("figure[data-picture=usage] h3"), /second 3$/);
  assert.match(await page.textContent("figure[data-picture=time] figcaption"), /^Of the \d sessions of 32MB in a transaction, /);
  // The numbers are those of the results file.
  const { runs } = await (await page.request.get(`${url}result.json`)).json();
  assert.deepEqual(now.transactions, runs.map((r) => String(Math.round(r.series.tps[2]))));
});

// What takes long is cut into tasks: no reader waits for all of it. Whatever is changed
// in one turn of a script comes to an observer together.
test("a second is shown in parts, and pictures are drawn one by one", async () => {
  const page = await go(url, { options: { viewport: { width: 1280, height: 12000 } } });
  await page.evaluate(() => {
    globalThis.turns = [];
    new MutationObserver((records) => {
      const drawn = records.filter((r) => r.attributeName === "data-live").map((r) => r.target.closest("figure").dataset.picture);
      const tables = records.filter((r) => r.type === "childList" && r.target.localName === "tbody").map((r) => r.target.closest("figure")?.dataset.picture);
      globalThis.turns.push({ drawn, tables: [...new Set(tables.filter(Boolean))] });
    }).observe(document.getElementById("main"), { subtree: true, childList: true, attributeFilter: ["data-live"] });
  });
  await page.focus("#second");
  await page.keyboard.press("Home");
  await until(page, () => / second 1$/.test(document.querySelector("figure[data-picture=time] h3").textContent));
  await until(page, () => document.querySelectorAll("figure .plot[data-live]").length >= 7);
  const turns = await page.evaluate(() => globalThis.turns);
  assert.deepEqual(turns.filter(({ drawn }) => drawn.length > 1), [], "two pictures in one turn");
  assert.deepEqual(turns.filter(({ tables }) => tables.length > 1), [], "two tables in one turn");
  await page.keyboard.press("End");
  await until(page, () => document.querySelector("figure[data-picture=time] h3").textContent === "Where a transaction's time goes");
});

test("one line goes through all pictures over time, and a click moves it", async () => {
  const page = await go(`${url}#v=1&duration=20s`);
  await run(page);
  await slide(page, 7);
  await says(page, 7);
  const plots = await page.locator("figure[data-axis=time] .plot").all();
  assert.ok(plots.length >= 6, `${plots.length} pictures over time`);
  const at = [];
  for (const plot of plots) {
    await plot.scrollIntoViewIfNeeded();
    await plot.locator("canvas").waitFor();
    await plot.locator(".cursor:not([hidden])").waitFor({ state: "attached" });
    at.push(await plot.evaluate((e) => {
      const left = parseFloat(e.querySelector(".cursor").style.left);
      return { left, share: left / e.clientWidth, inside: left > 0 && left < e.clientWidth };
    }));
  }
  assert.ok(at.every(({ inside }) => inside), JSON.stringify(at));
  const half = at.slice(1).map(({ left }) => Math.round(left));
  assert.equal(new Set(half).size, 1, `the line stands at ${half} in pictures of one width`);

  const plot = page.locator("figure[data-picture=throughput] .plot");
  await plot.scrollIntoViewIfNeeded();
  const box = await plot.boundingBox();
  await page.mouse.click(box.x + box.width * 0.6, box.y + box.height * 0.5);
  await until(page, () => Number(document.getElementById("second").value) > 7);
  const [second, end] = [Number(await page.inputValue("#second")), Number(await page.getAttribute("#second", "max"))];
  assert.ok(second > 0.5 * end && second < 0.7 * end, `a click at 60 % leads to second ${second} of ${end}`);
  await says(page, second);
});

test("a new run keeps the second, and goes to its end if nobody has moved the slider", async () => {
  const page = await go(`${url}#v=1&duration=10s`);
  await run(page);
  const end = Number(await page.getAttribute("#second", "max"));
  assert.ok(end >= 10 && end < 20, `the axis ends at ${end}`);
  assert.equal(await page.inputValue("#second"), String(end));
  await slide(page, 4);
  await says(page, 4);
  await run(page);
  await says(page, 4);
  assert.equal(await page.inputValue("#second"), "4");
});

test("the pool is saved as table, JSON, SVG and PNG", async () => {
  const page = await go(url);
  await page.focus("#second");
  await page.keyboard.press("Home");
  await says(page, 1);
  const figure = "figure[data-picture=pool]";
  const csv = (await download(page, `${figure} [data-save=csv]`)).data.toString();
  assert.match(csv, /^buffers,32MB,512MB\r\nusage count 0,/);
  const json = JSON.parse((await download(page, `${figure} [data-save=json]`)).data);
  assert.deepEqual(json.columns, ["buffers", "32MB", "512MB"]);
  assert.equal(json.rows.slice(0, 7).reduce((sum, row) => sum + row[1], 0), 4096, "usage counts and empty buffers are the pool");
  const svg = (await download(page, `${figure} [data-save=svg]`)).data.toString();
  assert.match(svg, /<text[^>]*>32MB<\/text>/);
  assert.ok((svg.match(/<path/g) ?? []).length === 24 && !svg.includes("var("), "maps with colors of their own");
  const png = (await download(page, `${figure} [data-save=png]`)).data;
  assert.equal(png.subarray(1, 4).toString(), "PNG");
});

test("every picture is saved as JSON with numbers as numbers", async () => {
  const page = await go(url);
  for (const id of ["throughput", "time", "latency"]) {
    const json = JSON.parse((await download(page, `figure[data-picture=${id}] [data-save=json]`)).data);
    assert.equal(json.picture, id);
    assert.ok(json.rows.length > 2 && json.rows.every((row) => row.length === json.columns.length));
    assert.ok(json.rows.some((row) => typeof row[1] === "number"), id);
    assert.ok(json.caption.length > 20 && json.title.length > 3);
  }
});

test("where the results cannot be loaded the page says so, and Run helps", async () => {
  const page = await go(`${url}#v=1&duration=5s`, { before: (page) => page.route("**/result.bin", (route) => route.fulfill({ body: "spoiled" })) });
  await page.focus("#second");
  await page.keyboard.press("Home");
  await until(page, () => /could not be read/.test(document.getElementById("status").textContent));
  await run(page);
  await slide(page, 2);
  await says(page, 2);
});

test("the reports are tabs, with the views in both dialects", async () => {
  const page = await go(url);
  const shown = () => page.$$eval(".tabs pre", (list) => list.filter((e) => e.checkVisibility()).map((e) => e.dataset.report));
  assert.deepEqual(await shown(), ["pgbench", "pgbench"]);
  for (const [tab, report] of [["Statistics views", "pg_stat_bgwriter"], ["Views, other dialect", "other_dialect"], ["Server log", "log"], ["vmstat", "vmstat"], ["iostat", "iostat"]]) {
    await page.getByRole("tab", { name: tab, exact: true }).click();
    assert.deepEqual(await shown(), [report, report]);
  }
  assert.match(await page.textContent("pre[data-report=other_dialect]"), /SELECT \* FROM pg_stat_checkpointer\n/);
  assert.match(await page.textContent("pre[data-report=pg_stat_bgwriter]"), /buffers_backend +\| \d/);
});
