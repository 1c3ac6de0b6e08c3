// What goes wrong around a page: a worker dies, there is no room or no leave to keep
// anything, the network breaks off, the site is renewed under an open page, clocks
// jump, two tabs keep results. Each time the page says what is the matter, and the
// rest of it works.

import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { basename, dirname, extname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { chromium } from "playwright-core";
import { dist, finished, hashes, launch, open, run, serve, slug } from "./browser.mjs";

const experiment = `x/${slug}/`;
const until = (page, f, arg) => page.waitForFunction(f, arg, { polling: 50 });
const loaded = (page) => until(page, () => document.getElementById("link").textContent !== "");
const says = (page, id, text) => until(page, ([id, text]) => new RegExp(text).test(document.getElementById(id)?.textContent), [id, text.source]);

let browser, site;
before(async () => {
  browser = await launch();
  site = await serve();
});
after(async () => {
  await browser?.close();
  await site?.stop();
});

// folder is one that goes with the test.
async function folder(t) {
  const path = await mkdtemp(join(tmpdir(), "clocksweep-"));
  t.after(() => rm(path, { recursive: true, force: true, maxRetries: 5 }));
  return path;
}

describe("a worker that dies is told, and the other run goes on", () => {
  const deaths = {
    "killed without a word": {
      before: (page) => page.addInitScript(() => {
        let started = 0;
        globalThis.Worker = class extends Worker {
          constructor(...args) {
            super(...args);
            if (++started === 1) this.terminate();
          }
        };
        document.addEventListener("DOMContentLoaded", () => { document.body.dataset.silence = 10_000; });
      }),
      told: /32MB failed: the worker has fallen silent and was ended; the browser may have run out of memory\./,
    },
    "crashed in the middle": {
      before: async (page) => {
        let started = 0;
        await page.route("**/worker.*.js", async (route) => {
          const first = ++started === 1; // of the requests, whichever is answered first
          const response = await route.fetch();
          const dies = first ? "setTimeout(() => { throw new Error('out of order'); }, 50);" : "";
          await route.fulfill({ response, body: dies + await response.text() });
        });
      },
      told: /32MB failed: Uncaught Error: out of order\./,
      complaint: /^exception: out of order$/,
    },
  };
  for (const [name, { before, told, complaint }] of Object.entries(deaths)) {
    test(name, async () => {
      const { page, complaints, close } = await open(browser, `${site.address}${experiment}#v=1&duration=20s`, { before });
      await loaded(page);
      const status = await run(page);
      assert.match(status, told);
      assert.match(status, /512MB: 2\d seconds simulated/);
      assert.match(await page.textContent("#verdict"), /Not judged/);
      assert.match(await run(page), /32MB: 2\d seconds simulated in .*512MB: 2\d seconds/, "another try works");
      assert.deepEqual(complaints.filter((text) => !complaint?.test(text)), []);
      await close();
    });
  }
});

// faulty serves the site through a server of the test's, in which spoil(name, body,
// response) may answer itself.
async function faulty(t, spoil) {
  const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml" };
  const server = createServer(async (request, response) => {
    let name = decodeURI(new URL(request.url, "http://site").pathname).slice(1);
    if (name === "" || name.endsWith("/")) name += "index.html";
    const body = await readFile(join(dist, name)).catch(() => undefined);
    if (!body) return response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": types[extname(name)] ?? "application/octet-stream", "Content-Length": body.length, "Cache-Control": "no-store" });
    if (!spoil(name, body, response)) response.end(body);
  });
  await new Promise((done) => server.listen(0, "localhost", done));
  t.after(() => server.close());
  return `http://localhost:${server.address().port}/`;
}

describe("a network that breaks off while something loads is told, and another try works", () => {
  for (const [file, told] of [
    ["page", /^The simulator could not be loaded: the network broke off\. Everything else on this page can be read, and you can try again\.$/],
    ["sim", /32MB failed: the network broke off\. 512MB failed: the network broke off\./],
    ["wasm_exec", /^The simulator could not be loaded: the network broke off\./],
    ["worker", /32MB failed: the worker's script could not be loaded/],
  ]) {
    test(file, async (t) => {
      let broken = true;
      const address = await faulty(t, (name, body, response) => {
        if (!broken || !basename(name).startsWith(`${file}.`)) return false;
        response.write(body.subarray(0, body.length / 2), () => response.destroy());
        return true;
      });
      const { page, close } = await open(browser, `${address}${experiment}`);
      await page.click("#run");
      await says(page, "status", told);
      assert.equal(await page.isVisible("#story"), true);
      broken = false;
      await until(page, () => !document.getElementById("run").disabled);
      assert.match(await run(page), /32MB: 12\d seconds simulated in .*512MB: 12\d seconds simulated/);
      await close();
    });
  }

  test("charts", async (t) => {
    let broken = true;
    const address = await faulty(t, (name, body, response) => {
      if (!broken || !basename(name).startsWith("charts.")) return false;
      response.write(body.subarray(0, body.length / 2), () => response.destroy());
      return true;
    });
    const { page, close } = await open(browser, `${address}${experiment}#v=1&duration=20s`);
    await loaded(page);
    await page.click("#run");
    await says(page, "status", /^The charts could not be loaded \(the network broke off\): the pictures are the old ones\. The tables behind them are new\.$/);
    await finished(page);
    const seconds = await page.locator("figure[data-picture=throughput] tbody tr").count();
    assert.ok(seconds >= 20 && seconds < 40, `the table has ${seconds} rows, and is that of the page's own run`);
    broken = false;
    await run(page);
    await page.locator("figure[data-picture=throughput] canvas").waitFor();
    await close();
  });
});

test("a page that is older than the site says so when it needs what is gone", async (t) => {
  const files = await folder(t);
  await cp(dist, files, { recursive: true });
  const host = await serve(files);
  t.after(() => host.stop());
  const { page, close } = await open(browser, `${host.address}${experiment}`);
  await renewPrograms(files);
  await page.click("#run");
  await says(page, "status", /^The simulator could not be loaded: the site was renewed after this page was loaded; reload the page\./);
  await page.reload();
  assert.match(await run(page), /32MB: 12\d seconds simulated in /);
  await close();
});

// renewPrograms gives the programs that the page names other names, as another build
// would.
async function renewPrograms(files) {
  const page = join(files, experiment, "index.html");
  const html = await readFile(page, "utf8");
  const names = new Set([...html.matchAll(/"\.\.\/\.\.\/([^"]+\.wasm)"/g)].map((found) => found[1]));
  assert.equal(names.size, 2);
  let now = html;
  for (const name of names) {
    const renamed = join(dirname(name), `renewed-${basename(name)}`);
    for (const ext of ["", ".br", ".gz"]) await rename(join(files, name + ext), join(files, renamed + ext)).catch(() => {});
    now = now.replaceAll(name, renamed);
  }
  for (const ext of [".br", ".gz"]) await rm(page + ext, { force: true });
  await writeFile(page, now);
}

test("a result that another engine has left is computed anew", async () => {
  const { page, complaints, close } = await open(browser, `${site.address}lab/#v=1&duration=2s`);
  await loaded(page);
  const sweep = async () => {
    await page.fill("#sweep-x-values", "1MB, 2MB");
    await page.fill("#sweep-seeds", "1");
    await page.click("#sweep-run");
    await says(page, "sweep-status", /in the picture/);
    return page.textContent("#sweep-status");
  };
  await sweep();
  const engine = await page.textContent("[data-prov=engine]");
  const spoiled = await page.evaluate((engine) => new Promise((done) => {
    const older = new TextEncoder().encode(engine.replace(/\d(?=\D*$)/, (digit) => (Number(digit) + 9) % 10));
    const present = new TextEncoder().encode(engine);
    let spoiled = 0;
    indexedDB.open("clocksweep").onsuccess = ({ target: { result: database } }) => {
      const transaction = database.transaction("results", "readwrite");
      transaction.objectStore("results").openCursor().onsuccess = ({ target: { result: cursor } }) => {
        if (!cursor) return;
        const bytes = cursor.value;
        const at = bytes.findIndex((_, i) => present.every((byte, k) => bytes[i + k] === byte));
        if (at >= 0) {
          bytes.set(older, at);
          cursor.update(bytes);
          spoiled++;
        }
        cursor.continue();
      };
      transaction.oncomplete = () => { database.close(); done(spoiled); };
    };
  }), engine);
  assert.equal(spoiled, 2, "the results do not hold their engine");
  assert.equal(await sweep(), "2 runs are in the picture.");
  assert.equal(await sweep(), "2 runs are in the picture. 2 were kept from before.");
  assert.deepEqual(complaints, []);
  await close();
});

test("two tabs pin to the same list", async () => {
  const { page, complaints, close } = await open(browser, `${site.address}lab/#v=1&duration=2s`);
  await loaded(page);
  const other = await page.context().newPage();
  await other.goto(`${site.address}lab/#v=1&duration=2s&clients=3`);
  await loaded(other);
  const pins = (page) => page.$$eval("#pins input", (list) => list.map((e) => e.value));
  await run(page);
  await page.click("#pin");
  await until(other, () => document.querySelectorAll("#pins li").length === 1);
  assert.equal(await other.textContent("#status"), "The pinned results were changed in another tab. Pinned now: 1.");
  await run(other);
  await other.click("#pin");
  await until(page, () => document.querySelectorAll("#pins li").length === 2);
  assert.deepEqual(await pins(page), await pins(other));
  assert.match(await (await page.click("#pin"), page.textContent("#status")), /pinned already/);
  await page.click("#pins li:nth-child(1) button");
  await until(other, () => document.querySelectorAll("#pins li").length === 1);
  await other.reload();
  await until(other, () => document.querySelectorAll("#pins li").length === 1);
  assert.deepEqual(complaints, []);
  await close();
});

// jumping replaces the clocks of a page or worker: the one on the wall goes a day
// forward or back at every look, the other stands still and then leaps an hour, as
// when a computer sleeps.
function jumping() {
  let looks = 0;
  const wall = Date.now.bind(Date);
  Date.now = () => wall() + 86_400_000 * ((++looks % 3) - 1);
  const steady = performance.now.bind(performance);
  const began = steady();
  performance.now = () => Math.floor((steady() - began) / 200) * 200 + (steady() - began > 400 ? 3_600_000 : 0);
}

test("clocks that jump change neither a result nor Stop", async () => {
  const { page, complaints, close } = await open(browser, `${site.address}${experiment}`, {
    before: async (page) => {
      await page.addInitScript(jumping);
      await page.route("**/worker.*.js", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: `(${jumping})();${await response.text()}` });
      });
    },
  });
  const built = await hashes(page);
  assert.match(await run(page), /32MB: 12\d seconds simulated in .*512MB: 12\d seconds simulated/);
  assert.deepEqual(await hashes(page), built);
  await page.click("#all-settings summary");
  await page.fill('[data-setting="duration"]:not([data-run])', "2h");
  await page.click("#run");
  await until(page, () => [...document.querySelectorAll("progress")].every((bar) => bar.value > 0));
  await page.click("#stop");
  assert.match(await finished(page), /32MB: stopped after \d+ of 7200 seconds/);
  assert.deepEqual(complaints, []);
  await close();
});

test("a browser without room says so, and the page works", async () => {
  const { page, close } = await open(browser, `${site.address}404.html`, { options: { serviceWorkers: "allow" } });
  const session = await page.context().newCDPSession(page);
  await session.send("Storage.overrideQuotaForOrigin", { origin: new URL(site.address).origin, quotaSize: 1 });
  await page.goto(`${site.address}lab/#v=1&duration=2s`);
  await says(page, "offline", /^This browser keeps nothing for use without a network: .+\.$/);
  await loaded(page);
  assert.match(await run(page), /2 seconds simulated/);
  await close();
});

// Firefox, because its storage can be made small: the quota that Chromium's protocol
// sets does not bind IndexedDB.
test("results that find no room are told, and kept at the next visit with room again", async () => {
  const firefox = await launch("firefox", { firefoxUserPrefs: { "dom.quotaManager.temporaryStorage.fixedLimit": 4096 } }); // kB
  const { page, close } = await open(firefox, `${site.address}lab/#v=1&duration=2s`);
  // fill stores what has no use until the browser takes no more, and returns why.
  const fill = () => page.evaluate(() => new Promise((resolve, reject) => {
    const request = indexedDB.open("filler", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("of");
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const put = () => {
        const transaction = request.result.transaction("of", "readwrite");
        transaction.objectStore("of").put(crypto.getRandomValues(new Uint8Array(65536)), Math.random());
        transaction.oncomplete = put;
        transaction.onabort = () => {
          request.result.close();
          resolve(transaction.error.name);
        };
      };
      put();
    };
  }));
  const empty = () => page.evaluate(() => new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase("filler");
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  }));
  const pins = () => page.locator("#pins li").count();
  const again = async () => {
    await page.reload();
    await loaded(page);
    assert.match(await run(page), /2 seconds simulated/);
  };
  await loaded(page);
  assert.equal(await fill(), "QuotaExceededError");
  assert.match(await run(page), /2 seconds simulated/);
  await page.click("#pin");
  await says(page, "storage", /^This browser does not keep results \(.+\): they are gone when you leave the page/);
  await again();
  assert.equal(await pins(), 0);
  await empty();
  await again();
  await page.click("#pin");
  await says(page, "status", /^Pinned/);
  await again();
  assert.equal(await pins(), 1);
  assert.equal(await page.isHidden("#storage"), true);
  await close();
  await firefox.close();
});

describe("a browser that may keep nothing says so, and the page works", () => {
  const url = () => `${site.address}lab/#v=1&duration=2s`;
  async function check(page) {
    await says(page, "offline", /^This browser keeps nothing for use without a network: /);
    await loaded(page);
    assert.match(await run(page), /2 seconds simulated/);
    await page.click("#pin");
    await says(page, "storage", /^This browser does not keep results \(.+\): they are gone when you leave the page/);
    await page.click("#theme");
    assert.equal(await page.getAttribute("#theme", "aria-label"), "Theme: light");
  }

  test("Chromium", async (t) => {
    const profile = await folder(t);
    await mkdir(join(profile, "Default"));
    await writeFile(join(profile, "Default", "Preferences"), JSON.stringify({ profile: { default_content_setting_values: { cookies: 2 } } }));
    const context = await chromium.launchPersistentContext(profile, { executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
    const page = await context.newPage();
    await page.goto(url());
    await check(page);
    await context.close();
  });

  test("Firefox", async () => {
    const firefox = await launch("firefox", { firefoxUserPrefs: { "network.cookie.cookieBehavior": 2 } });
    const { page, close } = await open(firefox, url(), { options: { serviceWorkers: "allow" } });
    await check(page);
    await close();
    await firefox.close();
  });
});
