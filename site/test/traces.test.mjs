// The page on which a reader plays a trace.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { build, dist, download, finished, launch, open, serve } from "./browser.mjs";

const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

let browser, site, url, folder;
let visit;

before(async () => {
  browser = await launch();
  site = await serve();
  url = `${site.address}traces/`;
  folder = await mkdtemp(join(tmpdir(), "clocksweep-"));
});
after(async () => {
  await browser?.close();
  site?.stop();
  await rm(folder, { recursive: true });
});

// go opens the page for one test; whatever it complains about fails the test.
async function go(options = {}) {
  visit = await open(browser, url, options);
  return visit.page;
}
afterEach(async () => {
  const { complaints, close } = visit;
  await close();
  assert.deepEqual(complaints, []);
});

// file is what setInputFiles takes.
const file = (name, text) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

// small is a trace whose pools of 16 pages hold less than all of it.
const small = Array.from({ length: 4000 }, (_, i) => `accounts,${(i * i) % 61},${i % 3 ? "read" : "write"},7\n`).join("");

// played waits for the result of a trace of that name.
async function played(page, name) {
  await page.waitForFunction((name) => document.getElementById("shown").textContent === name, name, { polling: 50 });
  return finished(page);
}

// pools returns the table of pools by policy: pairs of hit ratio and pages written.
function pools(page) {
  return page.$$eval("#pools tbody tr", (rows) => Object.fromEntries(rows.map((row) => {
    const [policy, ...cells] = [...row.cells];
    return [policy.textContent, cells.map((cell) => [cell.textContent, cell.dataset.note])];
  })));
}

// type runs the command line program and returns what it printed.
function type(...args) {
  return new Promise((done, failed) => {
    execFile(`${build}/clocksweep`, args, (error, stdout) => (error ? failed(error) : done(stdout)));
  });
}

test("the page is complete without scripts, and shows the example's result", async () => {
  const page = await go({ options: { javaScriptEnabled: false } });
  assert.equal(await page.isVisible("#controls"), false);
  assert.match(await page.innerText("noscript"), /allow scripts/);
  assert.equal(await page.locator("figure .plot svg.wide").count(), 2);
  const table = await pools(page);
  assert.equal(Object.keys(table).length, 8);
  const sizes = await page.$$eval("#pools thead th", (list) => list.slice(1).map((th) => th.textContent));
  const { pools: printed } = JSON.parse(await type("replay", join(dist, "traces", "example.csv"), sizes.join(","), "-json"));
  for (const [policy, name] of [["lru", "LRU"], ["arc", "ARC"], ["2q", "2Q"], ["clock19", "clock sweep"]]) {
    const want = printed.filter((pool) => pool.policy === policy)
      .map((pool) => [`${(100 * pool.hit_ratio).toFixed(2)} %`, `${pool.writes.toLocaleString("en")} written`]);
    assert.deepEqual(table[name], want, name);
  }
});

test("looking at the page fetches no program", async () => {
  const fetched = [];
  const page = await go({ before: (page) => page.on("request", (request) => fetched.push(new URL(request.url()).pathname)) });
  await page.waitForLoadState("networkidle");
  assert.deepEqual(fetched.filter((path) => /wasm|charts|tracer|example/.test(path)), []);
});

test("the example played here gives what the page was built with", async () => {
  const page = await go();
  const before = await pools(page);
  const markup = await page.$eval("#pools", (table) => table.innerHTML.replaceAll(/<wbr>|\n/g, ""));
  await page.click("#example");
  const status = await played(page, "example.csv");
  assert.match(status, /^example\.csv: played to \d+ pools in [\d.]+ s, \d+ million accesses to a pool a second\.$/);
  assert.deepEqual(await pools(page), before);
  assert.equal(await page.$eval("#pools", (table) => table.innerHTML.replaceAll(/<wbr>|\n/g, "")), markup);
  for (const plot of await page.locator("figure[data-picture] .plot").all()) {
    await plot.scrollIntoViewIfNeeded();
    await plot.locator("canvas").waitFor();
  }
});

test("a picked file is played, packed or not, and never leaves the browser", async () => {
  const sent = [];
  const page = await go({ before: (page) => page.on("request", (request) => {
    if (request.method() !== "GET" || request.postData()) sent.push(request.url());
  }) });
  await page.fill("#sizes", "256kB, 128kB");
  await page.setInputFiles("#file", file("plain.csv", small));
  await played(page, "plain.csv");
  const plain = await pools(page);
  assert.deepEqual(await page.$$eval("#pools thead th", (list) => list.map((th) => th.textContent)), ["Policy", "128kB", "256kB"]);
  assert.match(await page.textContent("#account"), /^CSV, 4,000 accesses to \d+ pages of 1 relation by 1 process: 2,666 reads, 1,334 writes, 0 extends\.$/);
  await page.setInputFiles("#file", { name: "packed.csv.gz", mimeType: "application/gzip", buffer: gzipSync(small) });
  await played(page, "packed.csv.gz");
  assert.deepEqual(await pools(page), plain);
  const path = join(folder, "small.csv");
  await writeFile(path, small);
  const { pools: printed } = JSON.parse(await type("trace", path, "128kB,256kB", "-policy", "2q", "-json"));
  assert.deepEqual(plain["2Q"], printed.map((pool) => [`${(100 * pool.hit_ratio).toFixed(2)} %`, `${pool.writes.toLocaleString("en")} written`]));
  assert.deepEqual(sent, []);
});

test("a dropped file is played", async () => {
  const page = await go();
  const drag = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "dropped.csv"));
    return data;
  }, small);
  await page.dispatchEvent("h1", "dragover", { dataTransfer: drag });
  assert.equal(await page.locator("#drop[data-over]").count(), 1);
  await page.dispatchEvent("h1", "drop", { dataTransfer: drag });
  await played(page, "dropped.csv");
  assert.equal(await page.locator("#drop[data-over]").count(), 0);
});

test("the keyboard picks a file, sets sizes, plays and stops", async () => {
  const page = await go();
  const chooser = page.waitForEvent("filechooser"); // asked for well before the key
  await page.focus("#file");
  await page.keyboard.press("Space");
  await (await chooser).setFiles(file("keys.csv", small));
  await played(page, "keys.csv");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.id), "sizes");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("1MB");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll("#pools thead th").length === 2, undefined, { polling: 50 });
  await finished(page);
  assert.deepEqual(await page.$$eval("#pools thead th", (list) => list.map((th) => th.textContent)), ["Policy", "1MB"]);
});

test("Stop shows what was played until then", async () => {
  const page = await go();
  await page.fill("#sizes", "1MB, 2MB, 4MB, 8MB, 16MB, 32MB");
  const path = join(folder, "long.csv");
  await writeFile(path, small.repeat(500));
  await page.setInputFiles("#file", path);
  await page.waitForFunction(() => document.getElementById("progress").value > 0, undefined, { polling: 20 });
  assert.match(await page.textContent("label[for=progress]"), /^[\d.]+ of \d\d\.\d MB, [\d,]+ accesses$/);
  await page.click("#stop");
  const status = await played(page, "long.csv");
  assert.match(status, /long\.csv: stopped after [\d,]+ accesses, of which you see the result/);
  assert.match(await page.textContent("#account"), /The trace was stopped before its end\.$/);
});

test("what is wrong is told in a sentence, with its line, and the result before stays", async () => {
  const page = await go();
  const table = await pools(page);
  const png = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(200, 0xf0), Buffer.alloc(10)]);
  for (const [name, content, want] of [
    ["broken.csv", "a,1,read\na,12x,read\n", 'broken.csv: line 2: the block is "12x"; expected a number from 0 to 4294967294.'],
    ["access.csv", `${small}accounts,1,readed\n`, 'access.csv: line 4001: the access is "readed"; expected read, write or extend.'],
    ["empty.csv", "", "empty.csv: the trace has no accesses; expected at least one."],
    ["picture.png", png, "picture.png: this is neither text nor a known binary format; expected CSV (relation, block, read|write|extend, process) or records of oracleGeneral."],
    ["cut.gz", gzipSync(small).subarray(0, 500), /^cut\.gz: what is packed with gzip cannot be unpacked \(.+\); expected an undamaged file that is packed in one piece\.$/],
    ["packed.zst", Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 1, 2, 3]), /^packed\.zst: this is packed with zstd and has to be unpacked first; expected CSV/],
  ]) {
    await page.setInputFiles("#file", file(name, content));
    await page.waitForFunction((name) => document.getElementById("problem").textContent.startsWith(name), name, { polling: 50 });
    const said = await page.textContent("#problem");
    if (want instanceof RegExp) assert.match(said, want);
    else assert.equal(said, want);
    assert.equal(await page.isVisible("#problem"), true);
  }
  assert.deepEqual(await pools(page), table);
  await page.fill("#sizes", "8MB, much");
  await page.keyboard.press("Enter");
  assert.equal(await page.textContent("#sizes-error"), '"much" is not a size; legal is 128kB to 128GB, for instance 32MB.');
  assert.equal(await page.getAttribute("#sizes", "aria-invalid"), "true");
  await page.setInputFiles("#file", file("good.csv", small));
  assert.equal(await page.textContent("#status"), "Nothing was played: a pool size is not legal. The field tells what is.");
  await page.fill("#sizes", "128GB, 64GB");
  await page.click("#run");
  await page.waitForFunction(() => document.getElementById("problem").textContent.includes("of memory are needed"), undefined, { polling: 50 });
});

test("a hostile name or content never becomes markup", async () => {
  const page = await go();
  const name = `<img src=x onerror=document.title='owned'>&"'.csv`;
  await page.setInputFiles("#file", file(name, `"<script>document.title='owned'</script>",1,read\n`));
  await played(page, name);
  await page.setInputFiles("#file", file(name, `a,<img src=x onerror=document.title='owned'>,read\na,<b>,read\n`));
  await page.waitForSelector("#problem:not([hidden])");
  assert.match(await page.textContent("#problem"), /<img src=x onerror/);
  assert.equal(await page.locator("main img, main script, main b, figure foreignObject").count(), 0);
  assert.match(await page.title(), /^Your own trace/);
  const saved = await download(page, "#json");
  assert.equal(saved.name, "trace.json");
  assert.equal(JSON.parse(saved.data).file, name);
});

test("the result can be saved as CSV and JSON, before and after playing", async () => {
  const page = await go();
  const first = await download(page, "#csv");
  assert.equal(first.name, "trace.csv");
  assert.match(first.data.toString(), /^policy,size,buffers,hit_ratio,accesses,hits,misses,extends,writes,dirty_at_end\r\nlru,256kB,32,0\.\d{6},/);
  await page.fill("#sizes", "128kB");
  await page.setInputFiles("#file", file("mine.csv", small));
  await played(page, "mine.csv");
  const rows = (await download(page, "#csv")).data.toString().trimEnd().split("\r\n");
  assert.equal(rows.length, 13);
  assert.match(rows[1], /^lru,128kB,16,/);
  const json = JSON.parse((await download(page, "#json")).data);
  assert.equal(json.file, "mine.csv");
  assert.equal(json.pools.length, 12);
});

test("on a phone nothing scrolls sideways, after playing too", async () => {
  const page = await go({ options: phone });
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  assert.equal(await width(), 360);
  await page.click("#example");
  await played(page, "example.csv");
  assert.equal(await width(), 360);
});

for (const colorScheme of ["light", "dark"]) {
  test(`accessible after playing and with a complaint, ${colorScheme}`, async () => {
    const page = await go({ options: { colorScheme, bypassCSP: true } });
    await page.click("#example");
    await played(page, "example.csv");
    await page.waitForSelector("figure[data-picture=hits] canvas");
    await page.setInputFiles("#file", file("broken.csv", "a,1\n"));
    await page.waitForSelector("#problem:not([hidden])");
    await page.fill("#sizes", "much");
    await page.keyboard.press("Enter");
    await page.addScriptTag({ path: axePath });
    const found = await page.evaluate(() => globalThis.axe.run({ resultTypes: ["violations"] }));
    assert.deepEqual(found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).join("; ")}`), []);
  });
}
