// The lab: a free scenario, results side by side, sweeps.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, afterEach, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { build, download, finished, hashes, launch, open, serve } from "./browser.mjs";

const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const clocksweep = async (...args) => (await promisify(execFile)(`${build}/clocksweep`, args, { maxBuffer: 1 << 26 })).stdout;

let browser, site, url;
let visit;

before(async () => {
  browser = await launch();
  site = await serve();
  url = `${site.address}lab/`;
});
after(async () => {
  await browser?.close();
  site?.stop();
});

// go opens the page for one test; whatever it complains about fails the test.
async function go(fragment = "", options = {}) {
  visit = await open(browser, url + fragment, options);
  return visit.page;
}
afterEach(async () => {
  const { complaints, close } = visit;
  await close();
  assert.deepEqual(complaints, []);
});

const until = (page, f, arg) => page.waitForFunction(f, arg, { polling: 20 });
const loaded = (page) => until(page, () => document.getElementById("link").textContent !== "");
const control = (setting) => `#set-${setting.replaceAll(".", "\\.")}`;

// play presses Run and waits for the account of the run; a short one may be over
// before anybody sees it.
async function play(page) {
  await page.evaluate(() => { document.getElementById("status").textContent = ""; });
  await page.click("#run");
  await until(page, () => /simulated in|failed|was not begun|Nothing was run/.test(document.getElementById("status").textContent));
  return finished(page);
}

async function pin(page) {
  await page.click("#pin");
  return page.textContent("#status");
}

// runs returns the table of runs: a list of [label, ...cells], a cell with its ratio.
function runs(page) {
  return page.$$eval("#runs tr", (rows) => rows.map((row) => [...row.cells].map((c) => c.textContent + (c.dataset.note ? ` ${c.dataset.note}` : ""))));
}

// sweep presses Sweep and waits for its account.
async function sweep(page) {
  await page.evaluate(() => { document.getElementById("sweep-status").textContent = ""; });
  await page.click("#sweep-run");
  await until(page, () => /in the picture/.test(document.getElementById("sweep-status").textContent));
  return page.textContent("#sweep-status");
}

// numbers returns the table behind the sweep's picture once so many rows have the
// results of so many seeds.
async function numbers(page, rows, seeds) {
  await until(page, ([rows, seeds]) => [...document.querySelectorAll("figure[data-picture=sweep] tbody tr")]
    .filter((row) => row.cells[row.cells.length - 2].textContent === String(seeds)).length === rows, [rows, seeds]);
  return page.$$eval("figure[data-picture=sweep] tbody tr", (list) => list.map((row) => [...row.cells].map((c) => c.textContent)));
}

test("the page is complete without scripts", async () => {
  const page = await go("", { options: { javaScriptEnabled: false } });
  assert.equal(await page.isVisible("#run"), false);
  assert.match(await page.textContent("noscript"), /clocksweep run pgbench/);
  assert.match((await runs(page))[1].join(" "), /Throughput, transactions\/s \d+/);
  assert.ok(await page.locator("figure .plot svg.wide").count() >= 8);
  for (const report of ["pgbench", "latency", "pg_stat_bgwriter", "other_dialect", "log", "wait_events", "vmstat", "iostat", "waits"]) {
    assert.equal(await page.isVisible(`pre[data-report=${report}]`), true, report);
  }
  assert.match(await page.textContent("pre[data-report=vmstat]"), /us\+sy id\+wa\n.*\n/);
  assert.equal((await page.locator("figure[data-picture=sweep] tbody tr").count()), 6, "the example of a sweep");
});

test("Run with all defaults gives the result that the page was built with", async () => {
  const page = await go();
  const [native, table, vmstat] = [await hashes(page), await runs(page), await page.textContent("pre[data-report=vmstat]")];
  assert.match(await play(page), /^This run: 60 seconds simulated in /);
  assert.deepEqual(await hashes(page), native);
  assert.deepEqual(await runs(page), table, "the program writes the table as the generator does");
  assert.equal(await page.textContent("pre[data-report=vmstat]"), vmstat);
});

test("a link has the result that the command line has, and Save gives it", async () => {
  const link = "#v=1&release=9.6&shared_buffers=4MB&scale=2&clients=4&duration=5s";
  const page = await go(link);
  await loaded(page);
  assert.equal(await page.inputValue(control("release")), "9.6");
  await play(page);
  const native = JSON.parse(await clocksweep("run", link, "-json"));
  assert.equal((await hashes(page))[""], native.runs[0].hash);
  const saved = JSON.parse((await download(page, "#json")).data);
  assert.equal(saved.runs[0].hash, native.runs[0].hash);
  assert.equal(saved.experiment, null);
  assert.equal(new URL(page.url()).hash, link);
  assert.equal(await page.textContent("#told"), "release = 9.6, shared_buffers = 4MB, scale = 2, clients = 4, duration = 5s");
});

test("what has no say is left out, and a search finds it with the reason", async () => {
  const page = await go("#v=1&release=15");
  await loaded(page);
  await page.click("#all-settings summary");
  assert.equal(await page.isVisible(control("checkpoint_segments")), false);
  assert.equal(await page.isVisible(control("max_wal_size")), true);
  assert.equal(await page.isVisible(control("raid_disks")), false);
  assert.equal(await page.textContent("[data-rule=shared_buffers]"), "Default 128MB, legal 128kB to 128GB, for instance 128MB.");
  await page.fill("#filter", "checkpoint_segments");
  assert.match(await page.textContent("[data-rule=checkpoint_segments]"), /Not here: is not possible in release 15, because .* max_wal_size does its work\./);
  assert.equal(await page.isVisible(control("checkpoint_segments")), true);
  await page.fill("#filter", "");
  await page.selectOption(control("raid"), "10");
  await until(page, () => document.getElementById("set-raid_disks").checkVisibility());
  await page.selectOption(control("release"), "9.4");
  await until(page, () => document.getElementById("set-checkpoint_segments").checkVisibility());
  assert.equal(await page.isVisible(control("max_wal_size")), false);
});

test("a mistake is told beside its field, and nothing runs", async () => {
  const page = await go("#v=1&release=15");
  await loaded(page);
  await page.fill(control("clients"), "0");
  await page.locator(control("clients")).blur();
  await page.locator('output[data-error-for="clients"]').filter({ hasText: 'clients: "0" is out of range; legal is 1 to 1024' }).waitFor();
  await page.click("#run");
  assert.match(await page.textContent("#status"), /Nothing was run/);
  await page.fill("#sweep-x-values", "1MB..");
  await page.click("#sweep-run");
  assert.match(await page.textContent("#sweep-error"), /Nothing was run/);
  await page.fill(control("clients"), "1");
  await page.click("#sweep-run");
  assert.match(await page.textContent("#sweep-error"), /^shared_buffers: there is no value; legal is /);
});

test("pinned results stand side by side, with ratios, and survive a reload", async () => {
  const page = await go("#v=1&duration=5s&shared_buffers=8MB");
  await loaded(page);
  assert.match(await pin(page), /run the scenario first/);
  await play(page);
  assert.match(await pin(page), /^Pinned as run 1\./);
  assert.match(await pin(page), /pinned already, as run 1/);
  await page.fill(control("shared_buffers"), "1MB");
  await play(page);
  let table = await runs(page);
  assert.deepEqual(table[0], ["Figure", "run 1", "now"]);
  assert.deepEqual(table[1], ["shared_buffers", "8MB", "1MB"]);
  assert.match(table[2][2], /^[\d.]+ × 0\.\d+$/);
  assert.match(await pin(page), /^Pinned as 1MB\./);
  const hostile = "<img src=x onerror=alert(1)>";
  await page.fill("#pins li:nth-child(1) input", hostile);
  await page.locator("#pins li:nth-child(1) input").blur();
  await until(page, (name) => document.querySelector("#runs th:nth-child(2)").textContent === name, hostile.slice(0, 24));
  assert.equal(await page.locator("main img").count(), 0);
  await page.fill("#pins li:nth-child(1) input", "1MB"); // which the second has
  await page.locator("#pins li:nth-child(1) input").blur();
  await until(page, () => document.querySelector("#runs th:nth-child(2)").textContent === "1MB (2)");
  await page.locator("figure[data-picture=throughput] canvas").waitFor();
  table = await runs(page);

  await page.reload();
  await until(page, () => document.querySelectorAll("#pins li").length === 2);
  assert.deepEqual(await runs(page), table);
  assert.match(await page.textContent("pre[data-report=pgbench]"), /duration: 5 s/);
  await page.click("#pins li:nth-child(2) button");
  assert.equal(await page.locator("#pins li").count(), 1);
  await page.click("#pins li:nth-child(1) button");
  assert.equal(await page.isVisible("#pins"), false);
  assert.equal(await page.evaluate(() => document.activeElement.id), "pin");
});

test("six results are side by side, and a seventh is refused in words", async () => {
  const page = await go("#v=1&duration=2s");
  await loaded(page);
  for (let i = 1; i <= 6; i++) {
    await page.fill(control("clients"), String(i));
    await play(page);
    assert.match(await pin(page), /^Pinned/);
  }
  await page.fill(control("clients"), "7");
  await play(page);
  assert.match(await pin(page), /6 results are pinned.*Unpin one first/);
  assert.deepEqual((await runs(page))[0], ["Figure", "run 1", "clients 2", "clients 3", "clients 4", "clients 5", "clients 6"]);
  await until(page, () => /^Transactions per second: from [\d.,]+ \(.+\) to [\d.,]+ \(.+\)/.test(document.querySelector("figure[data-picture=throughput] figcaption").textContent));
});

test("a sweep has the numbers of the command line, and is computed once", async () => {
  const page = await go("#v=1&duration=3s");
  await loaded(page);
  await page.fill("#sweep-x-values", "1MB..8MB x2");
  await page.fill("#sweep-seeds", "2");
  assert.equal(await sweep(page), "8 runs are in the picture.");
  const table = await numbers(page, 4, 2);
  assert.deepEqual(table.map((row) => row[0]), ["1MB", "2MB", "4MB", "8MB"]);
  const { data } = await download(page, "#sweep-csv");
  const args = ["sweep", "#v=1&duration=3s", "shared_buffers=1MB..8MB x2", "-seeds", "2"];
  assert.equal(data.toString(), await clocksweep(...args, "-csv"));
  assert.equal((await download(page, "#sweep-json")).data.toString(), await clocksweep(...args, "-json"));
  assert.equal(await page.textContent("#sweep-command"), "clocksweep sweep '#v=1&duration=3s' 'shared_buffers=1MB..8MB x2' -seeds 2");
  await page.locator("figure[data-picture=sweep] canvas").waitFor();

  await page.selectOption("#sweep-metric", "p99");
  await until(page, () => document.querySelector("figure[data-picture=sweep] h3").textContent === "Latency, 99th percentile by shared_buffers");
  await page.reload();
  await loaded(page);
  await page.fill("#sweep-x-values", "1MB..8MB x2");
  await page.fill("#sweep-seeds", "3");
  assert.equal(await sweep(page), "12 runs are in the picture. 8 were kept from before.");
  await numbers(page, 4, 3);
  await page.click("#forget");
  await until(page, () => /forgotten/.test(document.getElementById("sweep-status").textContent));
  assert.equal(await sweep(page), "12 runs are in the picture.");
});

test("two settings give a heat map, in which what is not possible has its reason", async () => {
  const page = await go("#v=1&duration=2s", { options: { colorScheme: "dark", bypassCSP: true } });
  await loaded(page);
  await page.fill("#sweep-x-values", "1MB, 16GB, 4MB");
  await page.selectOption("#sweep-y", "full_page_writes");
  await page.fill("#sweep-y-values", "all");
  await page.fill("#sweep-seeds", "1");
  assert.match(await sweep(page), /^4 runs are in the picture\. Not possible: shared_buffers: "16GB" does not fit into ram/);
  const table = await numbers(page, 4, 1);
  assert.deepEqual(table.map((row) => row.slice(0, 2).join(" ")), ["1MB off", "16GB off", "4MB off", "1MB on", "16GB on", "4MB on"]);
  assert.match(table[1].at(-1), /does not fit into ram/);
  await page.locator("figure[data-picture=sweep] canvas").first().waitFor();
  await page.addScriptTag({ path: axePath });
  const { violations } = await page.evaluate(() => globalThis.axe.run({ resultTypes: ["violations"] }));
  assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).slice(0, 3).join("; ")}`), []);
});

test("a sweep stops at once and keeps what it has", async () => {
  const page = await go("#v=1&duration=2s");
  await loaded(page);
  await page.selectOption("#sweep-x", "duration");
  await page.fill("#sweep-x-values", "1s, 86000s..86010s +1s");
  await page.fill("#sweep-seeds", "1");
  await page.click("#sweep-run");
  await numbers(page, 1, 1);
  await page.click("#sweep-stop");
  assert.equal(await page.textContent("#sweep-status"), "Stopped: 1 of 12 runs are in the picture.");
  assert.equal(await page.isVisible("#sweep-stop"), false);
  assert.equal(await page.isEnabled("#sweep-run"), true);
});

test("Stop ends a run and shows its first part", async () => {
  const page = await go("#v=1&duration=1d");
  await loaded(page);
  await page.click("#run");
  await until(page, () => document.getElementById("progress-run").value > 0);
  await page.click("#stop");
  assert.match(await finished(page), /stopped after \d+ of 86400 seconds/);
  const seconds = await page.$$eval("figure[data-picture=throughput] tbody tr", (rows) => rows.length);
  assert.ok(seconds > 0 && seconds <= 24, `the table of throughput has ${seconds} rows`);
});

// A day of looking rows up on a large machine: hundreds of billions of events.
test("a run that is more than a page may play is refused before it begins, with what is possible", async () => {
  const page = await go("#v=1&release=16&workload=select-only&scale=1&clients=200&duration=1d&cores=64&cpu_per_transaction=10us");
  await loaded(page);
  await page.evaluate(() => {
    globalThis.farthest = 0;
    new MutationObserver(() => {
      for (const bar of document.querySelectorAll("progress")) globalThis.farthest = Math.max(globalThis.farthest, bar.value);
    }).observe(document.body, { subtree: true, attributes: true });
  });
  await page.click("#run");
  await until(page, () => /was not begun|simulated in|failed/.test(document.getElementById("status").textContent));
  assert.match(await page.textContent("#status"), /was not begun: duration: "1d" makes the run too long: it would take about \d+ million events, of which it may have 10000 million here; legal is 1s to \d+/);
  assert.equal(await page.evaluate(() => globalThis.farthest), 0, "no progress was shown");
  assert.match(await page.textContent("pre[data-report]"), /^No result: duration: "1d" makes the run too long/);
});

test("memory goes back after each of three large runs", async (t) => {
  const page = await go("#v=1&release=16&workload=dbt-2&scale=300&clients=4&duration=1s&disk=nvme-dc-2021");
  await loaded(page);
  await play(page); // what is compiled and cached stays
  const before = await resident();
  for (let n = 1; n <= 3; n++) {
    await page.evaluate(() => { document.getElementById("status").textContent = ""; });
    await page.click("#run");
    let most = 0;
    while (!/simulated in|failed|was not begun/.test(await page.textContent("#status"))) most = Math.max(most, await resident());
    assert.match(await page.textContent("#status"), /simulated in/);
    let now = await resident();
    for (let k = 0; k < 200 && now > before + 100e6; k++) {
      await new Promise((r) => setTimeout(r, 50));
      now = await resident();
    }
    t.diagnostic(`run ${n}: ${(before / 1e6).toFixed(0)} MB before the first, at most ${(most / 1e6).toFixed(0)}, ${(now / 1e6).toFixed(0)} after`);
    assert.ok(most > before + 150e6 && now <= before + 100e6, `run ${n}: ${before}, ${most}, ${now} bytes`);
  }
});

// resident is the memory of the browser's processes in bytes.
async function resident() {
  const processes = new Map();
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields.length > 21) processes.set(Number(pid), { parent: Number(fields[1]), bytes: Number(fields[21]) * 4096 });
  }
  const ours = (pid) => pid === process.pid || processes.has(pid) && ours(processes.get(pid).parent);
  let sum = 0;
  for (const [pid, { bytes }] of processes) if (pid !== process.pid && ours(pid)) sum += bytes;
  return sum;
}

// The second worker that the page starts is killed without a word, as browsers do
// where memory is short.
test("a killed worker gives a message, and the other runs go on", async () => {
  const page = await go("#v=1&duration=2s", {
    before: (page) => page.addInitScript(() => {
      let started = 0;
      globalThis.Worker = class extends Worker {
        constructor(...args) {
          super(...args);
          if (++started === 2) this.terminate();
        }
      };
      document.addEventListener("DOMContentLoaded", () => { document.body.dataset.silence = 10_000; });
    }),
  });
  await loaded(page);
  await page.fill("#sweep-x-values", "1MB, 2MB, 4MB");
  await page.fill("#sweep-seeds", "1");
  assert.equal(await sweep(page), "2 runs are in the picture. 1 failed or were refused; the numbers below the picture tell why.");
  await until(page, () => /seed 1 failed: the worker has fallen silent and was ended/
    .test(document.querySelector("figure[data-picture=sweep] tbody").textContent));
  await numbers(page, 2, 1);
});

test("where storage is refused the page says so and works", async () => {
  const page = await go("#v=1&duration=2s", {
    before: (page) => page.addInitScript(() => {
      IDBFactory.prototype.open = () => { throw new DOMException("storage is switched off", "SecurityError"); };
    }),
  });
  await loaded(page);
  await page.fill("#sweep-x-values", "1MB, 2MB");
  await page.fill("#sweep-seeds", "1");
  assert.equal(await sweep(page), "2 runs are in the picture.");
  await numbers(page, 2, 1);
  assert.match(await page.textContent("#storage"), /does not keep results \(storage is switched off\)/);
  await play(page);
  assert.match(await pin(page), /^Pinned/);
  assert.equal((await runs(page))[0][1], "run 1");
});

test("a full store is told and harmless", async () => {
  const page = await go("#v=1&duration=2s", {
    before: (page) => page.addInitScript(() => {
      IDBObjectStore.prototype.put = () => { throw new DOMException("there is no room left", "QuotaExceededError"); };
    }),
  });
  await loaded(page);
  await page.fill("#sweep-x-values", "1MB, 2MB");
  assert.equal(await sweep(page), "6 runs are in the picture.");
  assert.match(await page.textContent("#storage"), /there is no room left/);
});

test("a spoiled store is never shown", async () => {
  const page = await go("#v=1&duration=2s");
  await loaded(page);
  await page.fill("#sweep-x-values", "1MB");
  await page.fill("#sweep-seeds", "2");
  await sweep(page);
  const good = await numbers(page, 1, 2);
  await page.evaluate(() => new Promise((resolve) => {
    indexedDB.open("clocksweep").onsuccess = ({ target: { result: database } }) => {
      const transaction = database.transaction(["results", "pins"], "readwrite");
      const store = transaction.objectStore("results");
      store.getAllKeys().onsuccess = ({ target: { result: [first, second] } }) => {
        store.get(first).onsuccess = ({ target: { result: other } }) => {
          store.put(new Uint8Array([1, 2, 3]), first);
          store.put(other, second); // a sound result of another seed
        };
      };
      transaction.objectStore("pins").put([{ name: "<b>x</b>", bytes: new Uint8Array(9) }, 7, null], "list");
      transaction.oncomplete = () => { database.close(); resolve(); };
    };
  }));
  await page.reload();
  await loaded(page);
  assert.equal(await page.locator("#pins li").count(), 0);
  await page.fill("#sweep-x-values", "1MB");
  await page.fill("#sweep-seeds", "2");
  assert.equal(await sweep(page), "2 runs are in the picture.");
  assert.deepEqual(await numbers(page, 1, 2), good);
});

test("reports are tabs, by pointer and by arrow keys", async () => {
  const page = await go();
  const shown = () => page.$$eval(".tabs pre", (list) => list.filter((e) => e.checkVisibility()).map((e) => e.dataset.report));
  assert.deepEqual(await shown(), ["pgbench"]);
  await page.click("[role=tab]:has-text('vmstat')");
  assert.deepEqual(await shown(), ["vmstat"]);
  await page.keyboard.press("ArrowRight");
  assert.deepEqual(await shown(), ["iostat"]);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.deepEqual(await shown(), ["pgbench"]);
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-selected")), "true");
  await page.emulateMedia({ media: "print" });
  assert.equal((await shown()).length, 9, "on paper all of them are there");
});

const findings = (page) => page.$$eval("#findings li", (list) => list.map((li) => ({
  title: li.querySelector("h3").textContent,
  tries: [...li.querySelectorAll("[data-try]")].map((b) => `${b.dataset.try} = ${b.dataset.value}`),
})));

test("the diagnosis is that of the command line, and Try sets what it proposes", async () => {
  const settings = ["release=9.1", "scale=20", "clients=4", "duration=30s", "after_init=restart"];
  const page = await go(`#v=1&${settings.join("&")}`);
  const before = await findings(page);
  assert.ok(before.length > 0, "there is no diagnosis of the run that the page was built with");
  await play(page);
  const now = await findings(page);
  const printed = await clocksweep("run", "pgbench", ...settings, "-diagnose");
  for (const { title, tries } of now) {
    assert.ok(printed.includes(`${title}.\n`), `the command line does not say "${title}":\n${printed}`);
    for (const text of tries) assert.ok(printed.includes(`try ${text}\n`), text);
  }
  const proposed = now.flatMap((f) => f.tries);
  assert.ok(proposed.length > 0, `nothing is proposed: ${JSON.stringify(now)}`);
  const button = page.locator("#findings [data-try]").first();
  const [name, value] = [await button.getAttribute("data-try"), await button.getAttribute("data-value")];
  await button.click();
  assert.match(await page.textContent("#status"), new RegExp(`^${name.replaceAll(".", "\\.")} is .* in place of `));
  assert.equal(await page.inputValue(control(name)), value);
  assert.ok(page.url().includes(`${name}=${encodeURIComponent(value)}`), page.url());
  assert.match(await page.textContent("#changes"), new RegExp(name));
});

test("a link carries the sweep, and opens its form", async () => {
  const page = await go("#v=1&seed=1");
  await loaded(page);
  await page.selectOption("#sweep-x", "clients");
  await page.fill("#sweep-x-values", "1, 2");
  await page.fill("#sweep-seeds", "2");
  await page.selectOption("#sweep-metric", "p99");
  await until(page, () => /sweep=/.test(location.hash));
  const { hash } = new URL(page.url());
  assert.match(hash, /sweep=clients:1,%202/);
  await visit.close();

  const again = await go(hash);
  await loaded(again);
  assert.deepEqual(await again.$$eval("#sweep select, #sweep input:not([type=checkbox])", (list) => list.map((e) => e.value)),
    ["clients", "1, 2", "", "", "2", "p99"]);
  assert.match(await again.textContent("#sweep-status"), /that of the link/);
  await again.click("#sweep-run");
  await until(again, () => /4 runs are in the picture/.test(document.getElementById("sweep-status").textContent));
  assert.match(await again.textContent("figure[data-picture=sweep] figcaption"), /confidence of 95 %/);
  await again.click("#reset");
  assert.equal(new URL(again.url()).hash, "", "Reset takes the sweep out of the link");
  assert.equal(await again.inputValue("#sweep-x"), "shared_buffers");
});

for (const [fragment, complaint] of [
  ["#v=1&sweep=%3Cimg%20src=x%3E", /the sweep of the link has a part/],
  ["#v=1&sweep=seed:1,2", /cannot be swept/],
  ["#v=1&sweep=clients:1~measure:speed", /measure "speed"/],
  ["#v=1&sweep=a:1~b:2~c:3", /more than two settings/],
]) {
  test(`a spoiled sweep in a link is told: ${fragment}`, async () => {
    const page = await go(fragment);
    await until(page, () => document.getElementById("sweep-error").textContent !== "");
    assert.match(await page.textContent("#sweep-error"), complaint);
    assert.equal(await page.locator("#sweep-area img").count(), 0);
  });
}

test("the search goes through all settings, also those that are asked for first", async () => {
  const page = await go();
  const shown = () => page.$$eval("#settings [data-setting]", (list) => list.filter((e) => e.checkVisibility()).map((e) => e.dataset.setting));
  await page.fill("#filter", "buffer pool own page cache");
  assert.deepEqual(await shown(), ["shared_buffers"]);
  await page.fill("#filter", "completion");
  const found = await shown();
  assert.ok(found.includes("checkpoint_completion_target") && !found.includes("shared_buffers"), found.join());
  await page.fill("#filter", "no such setting");
  assert.equal(await page.isVisible(".none"), true);
  await page.fill("#filter", "");
  assert.ok((await shown()).length > 40);
});

test("keys run, stop and search", async () => {
  const page = await go("#v=1&duration=1d");
  await page.keyboard.press("/");
  assert.equal(await page.evaluate(() => document.activeElement.id), "filter");
  await page.evaluate(() => document.activeElement.blur());
  await loaded(page);
  await page.keyboard.press("r");
  await until(page, () => document.getElementById("progress-run").value > 0);
  await page.keyboard.press("s");
  assert.match(await finished(page), /stopped after/);
});

test("on a phone pins and table fit", async () => {
  const page = await go("#v=1&duration=2s", { options: phone });
  await loaded(page);
  await play(page);
  await pin(page);
  await page.fill(control("clients"), "2");
  await play(page);
  await pin(page);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  const small = await page.$$eval("#pins button, #pins input", (list) => list.filter((e) => e.getBoundingClientRect().height < 44).length);
  assert.equal(small, 0);
});

describe("a hostile link does no harm", () => {
  for (const fragment of [
    "#v=1&shared_buffers=<img src=x onerror=alert(1)>&release=<b>19</b>",
    "#v=1&<script>alert(1)</script>=1&script=<script>alert(1)</script>;",
    "#v=1&32MB.shared_buffers=64MB&z=AAAA",
    "#v=1&seed=" + "9".repeat(5000),
  ]) {
    test(fragment.slice(0, 60), async () => {
      const page = await go(fragment);
      await loaded(page);
      assert.match(await page.textContent("#status"), /Not used: /);
      assert.equal(await page.locator("main img, main script, main b").count(), 0);
      assert.equal(await page.inputValue(control("shared_buffers")), "32MB");
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, "the page has become wider");
    });
  }
});
