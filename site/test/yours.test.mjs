// The page on which a reader pastes what a server of his own tells.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, afterEach, before, test } from "node:test";
import { begin, download, finished, launch, open, serve } from "./browser.mjs";

const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

let browser, site, url;
let visit;

before(async () => {
  browser = await launch();
  site = await serve();
  url = `${site.address}yours/`;
});
after(async () => {
  await browser?.close();
  await site?.stop();
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

// figures returns the table of figures by name: measured, simulated, ratio.
function figures(page) {
  return page.$$eval("#figures tbody tr", (rows) => Object.fromEntries(rows.map((row) => {
    const [name, ...cells] = [...row.cells].map((cell) => cell.textContent);
    return [name, cells];
  })));
}

// told waits until the status line says something.
async function told(page, pattern) {
  await page.waitForFunction((source) => new RegExp(source).test(document.getElementById("status").textContent), pattern.source,
    { polling: 50 });
  return page.textContent("#status");
}

const view = (rows) => `-[ RECORD 1 ]\n${Object.entries(rows).map(([name, value]) => `${name} | ${value}`).join("\n")}\n`;

// snapshot is pg_stat_bgwriter of 9.2 to 16 and some of pg_stat_database.
const snapshot = (now, n) => view({
  now, checkpoints_timed: n / 100, checkpoints_req: 0, checkpoint_write_time: 10 * n, checkpoint_sync_time: n, buffers_checkpoint: n,
  buffers_clean: 2 * n, maxwritten_clean: 0, buffers_backend: 3 * n, buffers_backend_fsync: 0, buffers_alloc: 4 * n,
}) + "\n" + view({ datname: "shop", numbackends: 3, xact_commit: 60 * n, xact_rollback: 0, blks_read: 4 * n, blks_hit: 900 * n,
  tup_inserted: 60 * n, tup_updated: 180 * n, tup_deleted: 0, pg_database_size: 40_000_000 });

const settings = "shared_buffers = 16MB # small\nshared_buffers = 8MB\nwork_mem = 4MB\nmax_wal_sice = 1GB\nwal_compression = on\nrubbish here too\n";

// paste fills the fields in as a reader does.
async function paste(page, texts) {
  for (const [id, text] of Object.entries(texts)) await page.fill(`#own-${id}`, text);
}

test("the page is complete without scripts, and shows the example's result", async () => {
  const page = await go({ options: { javaScriptEnabled: false } });
  assert.equal(await page.isVisible("#controls"), false);
  assert.match(await page.innerText("noscript"), /allow scripts/);
  const table = await figures(page);
  for (const name of ["transactions", "buffers_alloc", "buffers_checkpoint", "checkpoint_write_time, s", "WAL, MB"]) {
    assert.ok(table[name].every((text) => /\d/.test(text)), `${name}: ${table[name]}`);
  }
  assert.match(await page.textContent("#scenario"), /^release = 15$/m);
  assert.ok(await page.locator("#known li").count() >= 4);
  assert.ok(await page.locator("#fates tbody tr").count() >= 2);
});

test("looking at the page fetches no program", async () => {
  const fetched = [];
  const page = await go({ before: (page) => page.on("request", (request) => fetched.push(new URL(request.url()).pathname)) });
  await page.waitForLoadState("networkidle");
  assert.deepEqual(fetched.filter((path) => /wasm|charts|worker/.test(path)), []);
});

test("the example read and run here gives what the page was built with, and can be saved", async () => {
  const page = await go();
  const table = () => page.$eval("#figures tbody", (body) => body.innerHTML.replaceAll(/<wbr>|\n/g, ""));
  const texts = () => page.$$eval("#known li, #assumed li, #found dd, #scenario, #findings, #fates td, #others td", (list) => list.map((e) => e.textContent));
  const [built, words, link] = [await table(), await texts(), await page.getAttribute("#open", "href")];
  await page.click("#example");
  await told(page, /^Read: Settings: /);
  assert.deepEqual(await texts(), words);
  assert.equal(await page.getAttribute("#open", "href"), link);
  await page.click("#run");
  await told(page, /^\d+ seconds simulated/);
  assert.equal(await table(), built);
  assert.match(await page.textContent("#about"), /hash [0-9a-f]{16}\.$/);
  const csv = (await download(page, "#csv")).data.toString();
  assert.match(csv, /^group,figure,unit,measured,simulated,ratio\r\nby the minute,transactions,,\d/);
  const conf = await download(page, "#save");
  assert.equal(conf.name, "yours.conf");
  assert.match(conf.data.toString(), /^# Known:\n#   Interval: /);
});

test("pasted texts become a scenario, its figures stand beside the simulated ones, and nothing is sent", async () => {
  const sent = [];
  const page = await go({ before: (page) => page.on("request", (request) => {
    if (request.method() !== "GET" || request.postData() || /shop|16MB/.test(decodeURIComponent(request.url()))) sent.push(request.url());
  }) });
  await page.selectOption("#hardware", "laptop-nvme");
  await paste(page, {
    settings, before: snapshot("2026-11-30 12:00:00+00", 100), after: snapshot("2026-11-30 12:02:00+00", 300),
    log: "LOG:  checkpoint complete: wrote 7 buffers (0.7%); 0 WAL file(s) added, 0 removed, 0 recycled; write=0.601 s, sync=0.001 s, total=0.610 s; sync files=5, longest=0.001 s, average=0.001 s; distance=160 kB, estimate=160 kB\nERROR: something else\n",
    system: "procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----\n r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st\n 1  0 0 1 1 1 0 0 9 9 9 9 9 9 80 2 0\n 1  0 0 1 1 1 0 0 10 2048 9 700 30 10 50 10 0\n",
  });
  await told(page, /^Read: Settings: 4 settings; .*vmstat: 2 lines.*One line could not be read/);
  const before = await figures(page);
  assert.deepEqual(before["buffers_alloc"], ["400", "", ""]);
  assert.deepEqual(before.transactions, ["6,000", "", ""]);
  assert.deepEqual(before["written to disks, MB/s"].slice(0, 1), ["2"]);
  const scenario = await page.textContent("#scenario");
  for (const line of ["shared_buffers = 8MB", "rate = 100", "scale = 2", "clients = 2", "hardware = laptop-nvme"]) {
    assert.ok(scenario.split("\n").includes(line), `no ${line} in\n${scenario}`);
  }
  const rows = (id) => page.$$eval(`#${id} tbody tr`, (list) => list.map((row) => [...row.cells].map((cell) => cell.textContent)));
  assert.deepEqual(await rows("unread"), [["Settings", "6", "rubbish here too", "name = value, with the value in single quotes if it has spaces"]]);
  const fates = Object.fromEntries((await rows("fates")).map(([name, , fate, why]) => [name, [fate, why]]));
  assert.deepEqual(fates.shared_buffers, ["taken", "default 128MB"]);
  assert.match(fates.max_wal_sice.join(": "), /^not known: no release of PostgreSQL has such a setting; did you mean max_wal_size\?$/);
  assert.match(fates.wal_compression.join(": "), /^missing in the lab: full-page images are compressed/);
  assert.match(await page.textContent("#known"), /shared_buffers is there 2 times; the last one, in line 2, counts/);
  await page.click("#run");
  await told(page, /^\d+ seconds simulated/);
  const after = await figures(page);
  assert.ok(Math.abs(Number(after.transactions[2]) - 1) < 0.1, `${after.transactions}`);
  assert.ok(after["context switches, 1/s"].every((text) => text !== ""), `${after["context switches, 1/s"]}`);
  assert.deepEqual(sent, []);
});

test("the policy lets the page talk to no other host", async () => {
  const page = await go();
  assert.match(await page.getAttribute("meta[http-equiv=Content-Security-Policy]", "content"), /connect-src 'self'/);
  const refused = await page.evaluate(async () => {
    const violation = new Promise((seen) => addEventListener("securitypolicyviolation", (event) => seen(event.effectiveDirective)));
    const sent = await fetch("https://example.com/", { method: "POST", body: document.body.textContent }).then(() => "sent", () => "failed");
    return [sent, await violation];
  });
  assert.deepEqual(refused, ["failed", "connect-src"]);
  visit.complaints.splice(0); // the browser's own word about it
});

test("dropped files go to the fields that are meant for them", async () => {
  const page = await go();
  const files = {
    "postgresql.conf": "shared_buffers = 32MB\n",
    "one.txt": snapshot("2026-11-30 12:00:00+00", 100),
    "two.txt": snapshot("2026-11-30 12:02:00+00", 300),
    "server.log": "LOG:  checkpoint starting: time\n",
  };
  const drag = await page.evaluateHandle((files) => {
    const data = new DataTransfer();
    for (const [name, text] of Object.entries(files)) data.items.add(new File([text], name));
    return data;
  }, files);
  await page.dispatchEvent("h1", "dragover", { dataTransfer: drag });
  assert.equal(await page.locator("#drop[data-over]").count(), 1);
  await page.dispatchEvent("h1", "drop", { dataTransfer: drag });
  await told(page, /^Read: Settings: 1 setting; Snapshot 1: .* Snapshot 2: /);
  assert.equal(await page.inputValue("#own-settings"), files["postgresql.conf"]);
  assert.equal(await page.inputValue("#own-log"), files["server.log"]);
  assert.deepEqual([await page.inputValue("#own-before"), await page.inputValue("#own-after")].sort(), [files["one.txt"], files["two.txt"]]);
});

test("hostile text never becomes markup", async () => {
  const page = await go();
  const evil = `<img src=x onerror=document.title='owned'><script>document.title='owned'</script>`;
  await paste(page, {
    settings: `${evil} = 1\nevil = '${evil}'\nshared_buffers = '${evil.replaceAll("'", "''")}'\n<b>x</b>.y = '<b>'\nx.y = '<b>bold</b>'\n`,
    before: `-[ RECORD 1 ]\nversion | PostgreSQL 15 ${evil}\nnow | ${evil}\nbuffers_clean | ${evil}\nmaxwritten_clean | 1\nbuffers_alloc | 1\n${evil}\n`,
    after: `relname,pg_relation_size\n${evil},1\n`,
    log: `${evil} LOG:  checkpoint complete: wrote ${evil} buffers\n`,
    system: `Linux ${evil} (x) (4 CPU)\nDevice r/s w/s\n${evil} 1 2 3\n`,
  });
  await page.fill("#seconds", evil);
  await told(page, /could not be read/);
  assert.match(await page.textContent("#unread tbody"), /<img src=x onerror/);
  await page.waitForFunction(() => document.getElementById("seconds-error").textContent !== "", undefined, { polling: 50 });
  assert.match(await page.textContent("#seconds-error"), /is not a time in seconds; legal is a number above 0/);
  assert.equal(await page.getAttribute("#seconds", "aria-invalid"), "true");
  await page.fill("#seconds", "60");
  await page.waitForFunction(() => document.getElementById("seconds-error").textContent === "", undefined, { polling: 50 });
  assert.equal(await page.locator("main img, main script, main b, main foreignObject").count(), 0);
  assert.match(await page.title(), /^Your own server/);
  assert.match(await page.getAttribute("#open", "href"), /^\.\.\/lab\/index\.html#v=1&/);
});

test("the keyboard alone reads, runs, stops and clears", async () => {
  const page = await go();
  await page.focus("#own-settings");
  await page.keyboard.type("shared_buffers = 8MB");
  await told(page, /^Read: Settings: 1 setting\./);
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.id), "own-before");
  await page.keyboard.type("run"); // R and S are letters in a field
  await told(page, /could not be read/);
  assert.equal(await page.isVisible("#stop"), false);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await page.focus("#run");
  await begin(page, () => page.keyboard.press("Enter"));
  assert.equal(await page.evaluate(() => document.activeElement.id), "stop");
  await page.keyboard.press("Enter");
  await finished(page);
  await page.focus("#clear");
  await page.keyboard.press("Enter");
  await told(page, /^All fields are empty/);
  assert.equal(await page.inputValue("#own-settings"), "");
});

test("typing during a run drops it", async () => {
  const page = await go();
  await page.fill("#own-settings", "shared_buffers = 8MB\ncheckpoint_timeout = 1h");
  await told(page, /^Read: /);
  await begin(page, () => page.click("#run"));
  await page.fill("#own-settings", "shared_buffers = 16MB");
  await told(page, /^Read: Settings: 1 setting/);
  await page.waitForSelector("#run:not([disabled])");
  assert.equal(await page.isVisible("#stop"), false);
  assert.match(await page.textContent("#scenario"), /shared_buffers = 16MB/);
});

test("the link opens the scenario in the lab", async () => {
  const page = await go();
  await page.fill("#own-settings", "shared_buffers = 24MB\nbgwriter_delay = 50ms");
  await told(page, /^Read: /);
  await page.click("#open");
  await page.waitForFunction(() => /of the link/.test(document.getElementById("status")?.textContent ?? ""), undefined, { polling: 50 });
  assert.equal(await page.inputValue("[data-setting=shared_buffers]"), "24MB");
  assert.equal(await page.inputValue("[data-setting=bgwriter_delay]"), "50ms");
});

test("on a phone nothing scrolls sideways, with texts too", async () => {
  const page = await go({ options: phone });
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  assert.equal(await width(), 360);
  await page.tap("#example");
  await told(page, /^Read: /);
  await page.fill("#own-settings", `${"x".repeat(300)} y\na_very_long_name_of_a_setting_that_nobody_has_ever_seen_before = '${"z".repeat(300)}'\n`);
  await told(page, /could not be read/);
  assert.equal(await width(), 360);
});

for (const colorScheme of ["light", "dark"]) {
  test(`accessible with texts, complaints and results, ${colorScheme}`, async () => {
    const page = await go({ options: { colorScheme, bypassCSP: true } });
    await page.click("#example");
    await told(page, /^Read: /);
    await page.fill("#own-settings", settings);
    await page.fill("#seconds", "soon");
    await told(page, /could not be read/);
    await page.$$eval("details", (list) => list.forEach((e) => { e.open = true; }));
    await page.addScriptTag({ path: axePath });
    const found = await page.evaluate(() => globalThis.axe.run({ resultTypes: ["violations"] }));
    assert.deepEqual(found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).join("; ")}`), []);
  });
}
