// Embeds: the page for a frame, and the custom element around it on another site.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, test } from "node:test";
import { PNG } from "pngjs";
import { begin, launch, open, serve, slug } from "./browser.mjs";
import { counted, drawn, frameOf, host, played } from "./host.mjs";

const axe = await readFile(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

let browser, site, lab;

before(async () => {
  browser = await launch();
  site = await serve();
  lab = await counted(site);
});
after(async () => {
  await browser?.close();
  lab?.stop();
  site?.stop();
});

// page writes a page of a host with an element in it.
const picture = () => `<a href="${lab.address}x/${slug}/"><img src="${lab.address}x/${slug}/picture.svg" width="640" alt="Throughput of two runs"></a>`;
const element = (attributes = "", content = picture()) =>
  `<clocksweep-lab experiment="${slug}" ${attributes}>${content}</clocksweep-lab>`;
const page = (body, head = "") => `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>A blog</title>${head}` +
  `<script async src="${lab.address}embed.js"></script></head><body><main>${body}</main></body></html>`;

// visit opens pages of a host and gives back the visit and what it complained of,
// but for that the lab is another host.
async function visit(t, pages, { path = "/", options, before } = {}) {
  const other = await host(pages);
  t.after(() => other.stop());
  const seen = await open(browser, other.address + path.slice(1), { options, before });
  t.after(() => seen.close());
  const complaints = () => seen.complaints.filter((text) => !text.startsWith(`other host: ${lab.address}`));
  return { page: seen.page, complaints, address: other.address };
}

// asked are the paths that were asked of the lab since a moment.
const asked = (since = 0) => lab.requests.slice(since).map((r) => r.path);

describe("the page for a frame", () => {
  test("is complete without scripts", async (t) => {
    const { page, complaints, close } = await open(browser, `${site.address}embed/${slug}/`, { options: { javaScriptEnabled: false } });
    t.after(close);
    assert.match(await page.textContent("h1"), /shared_buffers/);
    assert.equal(await page.isVisible("figure svg.wide"), true);
    assert.match(await page.textContent("figcaption"), /109\.5.*861\.8/);
    assert.equal(await page.isVisible("#run"), false);
    assert.equal(await page.isVisible("#settings"), false);
    assert.match(await page.locator("noscript").innerText(), /allow scripts/);
    await page.click("#open", { noWaitAfter: true });
    assert.deepEqual(complaints, []);
  });

  test("fetches no program before Run, whatever its address says", async (t) => {
    const from = lab.requests.length;
    const { page, complaints, close } = await open(browser, `${lab.address}embed/${slug}/#v=1&shared_buffers=64MB`);
    t.after(close);
    await page.hover("#run");
    await page.fill("#set-shared_buffers-32MB", "48MB");
    await page.waitForLoadState("networkidle");
    assert.deepEqual(asked(from).filter((path) => /wasm|charts|worker|sim/.test(path)), []);
    await page.click("#run");
    assert.match(await played(page), /32MB: 12\d seconds simulated/);
    assert.ok(asked(from).some((path) => /sim\..*wasm/.test(path)));
    await drawn(page);
    assert.match(await page.textContent("#given"), /^Changed: shared_buffers of 32MB = 48MB, shared_buffers of 512MB = 64MB\.$/);
    assert.deepEqual(complaints, []);
  });

  test("has the same result as the experiment's page", async (t) => {
    const { page, complaints, close } = await open(browser, `${site.address}embed/${slug}/`);
    t.after(close);
    const built = await page.textContent("figcaption");
    const table = () => page.$$eval("figure tbody tr", (rows) => rows.map((row) => row.innerText));
    await page.click("figure summary");
    const numbers = await table();
    assert.ok(numbers.length > 10, `${numbers.length} rows`);
    await page.click("#run");
    await played(page);
    await drawn(page);
    assert.equal(await page.textContent("figcaption"), built);
    assert.deepEqual(await table(), numbers);
    assert.deepEqual(complaints, []);
  });

  test("takes settings from query and fragment, shows them, and hands them on", async (t) => {
    const { page, complaints, close } = await open(browser,
      `${site.address}embed/${slug}/?shared_buffers=64MB&filesystem=ext4#32MB.shared_buffers=96MB&theme=dark`);
    t.after(close);
    const address = page.url();
    const values = async () => [await page.inputValue("#set-shared_buffers-32MB"), await page.inputValue("#set-shared_buffers-512MB")];
    assert.deepEqual(await values(), ["96MB", "64MB"]);
    assert.equal(await page.getAttribute("html", "data-theme"), "dark");
    assert.match(await page.textContent("#given"), /^Run plays it with shared_buffers = 64MB, filesystem = ext4, 32MB\.shared_buffers = 96MB\.$/);
    assert.match(await page.getAttribute("#open", "href"), /x\/[^/]+\/#v=1&shared_buffers=64MB&filesystem=ext4&32MB\.shared_buffers=96MB$/);
    await page.click("#run");
    await played(page);
    assert.deepEqual(await values(), ["96MB", "64MB"]);
    assert.match(await page.getAttribute("#open", "href"), /#v=1&32MB\.shared_buffers=96MB&512MB\.shared_buffers=64MB&filesystem=ext4$/);
    assert.equal(page.url(), address);
    assert.deepEqual(complaints, []);
  });

  test("says what of its address it does not use, and plays the rest", async (t) => {
    const { page, complaints, close } = await open(browser,
      `${site.address}embed/${slug}/#shared_buffers=12XB&nonsense=1&<img src=x onerror=alert(1)>=2&duration=20s&%E0%A4%A=1`);
    t.after(close);
    let alerts = 0;
    page.on("dialog", (dialog) => { alerts++; dialog.dismiss(); });
    await page.click("#run");
    assert.match(await played(page), /32MB: 2\d seconds simulated/);
    const given = await page.textContent("#given");
    assert.match(given, /^Changed: duration = 20s\. Not used: /);
    assert.match(given, /shared_buffers.*12XB.*legal is 128kB to 128GB/);
    assert.match(given, /nonsense/);
    assert.equal(await page.inputValue("#set-shared_buffers-32MB"), "32MB");
    assert.equal(await page.locator("main img").count(), 0);
    assert.equal(alerts, 0);
    assert.deepEqual(complaints, []);
  });

  test("refuses an illegal value in words, beside the field", async (t) => {
    const { page, complaints, close } = await open(browser, `${site.address}embed/${slug}/`);
    t.after(close);
    await page.fill("#set-shared_buffers-32MB", "12XB");
    await page.click("#run");
    assert.match(await played(page), /Nothing was run/);
    assert.match(await page.textContent('output[data-error-for="shared_buffers"][data-run="32MB"]'), /legal is 128kB to 128GB/);
    assert.deepEqual(complaints, []);
  });

  for (const scheme of ["light", "dark"]) {
    test(`fits 320 pixels and breaks no rule of accessibility, ${scheme}`, async (t) => {
      const { page, complaints, close } = await open(browser, `${site.address}embed/${slug}/`,
        { options: { viewport: { width: 320, height: 700 }, colorScheme: scheme } });
      t.after(close);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 320, "the page is wider than the frame");
      const problems = async () => {
        await page.evaluate(axe); // into the page's world without a script element, which its policy forbids
        const { violations } = await page.evaluate(() => globalThis.axe.run({ resultTypes: ["violations"] }));
        return violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(" ")}`);
      };
      assert.deepEqual(await problems(), []);
      await page.click("#run");
      await played(page);
      await drawn(page);
      assert.deepEqual(await problems(), []);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 320, "the page is wider after a run");
      assert.deepEqual(complaints, []);
    });
  }
});

describe("on another site, the element", () => {
  test("shows what it holds where scripts don't run", async (t) => {
    const { page: seen, complaints } = await visit(t, { "/": page(element()) }, { options: { javaScriptEnabled: false } });
    assert.equal(await seen.isVisible("clocksweep-lab img"), true);
    assert.ok(await seen.$eval("clocksweep-lab img", (img) => img.complete && img.naturalWidth > 0), "the picture did not come");
    assert.deepEqual(complaints(), []);
  });

  test("gives way to the frame, which is as high as what it shows", async (t) => {
    const { page: seen, complaints } = await visit(t, { "/": page(element()) });
    const frame = await frameOf(seen);
    assert.equal(await seen.isVisible("clocksweep-lab img"), false);
    const fits = () => seen.waitForFunction(() => {
      const frame = document.querySelector("clocksweep-lab").shadowRoot.querySelector("iframe");
      return frame.contentDocument === null && frame.clientHeight > 300; // it is of another origin
    });
    await fits();
    const inner = () => frame.evaluate(() => [Math.ceil(document.body.getBoundingClientRect().height), innerHeight, document.documentElement.scrollWidth - innerWidth]);
    const settled = () => frame.waitForFunction(() => Math.ceil(document.body.getBoundingClientRect().height) === innerHeight, undefined);
    await settled();
    const [before, , wide] = await inner();
    assert.equal(wide, 0);
    await frame.click("figure summary");
    await frame.waitForFunction((height) => document.body.getBoundingClientRect().height > height + 100, before);
    await settled();
    await frame.click("#run");
    assert.match(await played(frame), /simulated/);
    await drawn(frame);
    await settled();
    assert.deepEqual(complaints(), []);
  });

  test("keeps what it holds if the experiment does not exist, and says what is legal", async (t) => {
    const said = [];
    const { page: seen } = await visit(t, {
      "/": page(`<clocksweep-lab experiment="No Such"><p>first</p></clocksweep-lab><clocksweep-lab experiment="no-such"><p>second</p></clocksweep-lab>`),
    }, { before: (p) => p.on("console", (message) => said.push(message.text())) });
    await seen.waitForFunction(() => document.querySelectorAll("clocksweep-lab")[1].shadowRoot?.querySelector("iframe"));
    await seen.waitForLoadState("networkidle");
    assert.equal(await seen.isVisible("text=first"), true);
    assert.equal(await seen.isVisible("text=second"), true);
    assert.ok(said.some((text) => text.includes('experiment="No Such" is not the name of an experiment: small letters, digits and hyphens')), said.join("\n"));
  });

  test("does nothing far from the screen, fetches nothing before, and rests when it has gone", async (t) => {
    const from = lab.requests.length;
    const { page: seen, complaints } = await visit(t, {
      "/": page(`<p>top</p><div style="height:20000px"></div>${element('set="duration=20000s"', "<p>fallback</p>")}<div style="height:20000px"></div>`),
    });
    await seen.waitForFunction(() => customElements.get("clocksweep-lab") !== undefined);
    await seen.waitForLoadState("networkidle");
    assert.deepEqual([...new Set(asked(from))], ["/embed.js"]);

    const frame = await frameOf(seen);
    await frame.click("#run");
    const now = () => frame.$$eval("progress", (bars) => bars.map((bar) => bar.value));
    const further = (than) => frame.waitForFunction(
      (before) => [...document.querySelectorAll("progress")].some((bar, i) => bar.value > before[i]), than, { polling: 50 });
    await further([0, 0]);
    await seen.evaluate(() => scrollTo(0, 0));
    let rest = await now();
    for (let same = 0; same < 20;) { // twenty times what a worker waits between two reports
      await new Promise((wake) => setTimeout(wake, 50));
      const next = await now();
      same = next.every((value, i) => value === rest[i]) ? same + 1 : 0;
      rest = next;
    }
    assert.equal(await frame.isHidden("#stop"), false, "the runs have ended: nothing was proved");
    assert.ok(rest.every((value) => value < 20_000));
    await seen.evaluate(() => document.querySelector("clocksweep-lab").scrollIntoView());
    await further(rest);

    // A tab behind others is no screen either.
    await frame.evaluate(() => {
      Object.defineProperty(document, "hidden", { value: true, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    });
    rest = await now();
    for (let same = 0; same < 20;) {
      await new Promise((wake) => setTimeout(wake, 50));
      const next = await now();
      same = next.every((value, i) => value === rest[i]) ? same + 1 : 0;
      rest = next;
    }
    await frame.click("#stop"); // obeyed at rest too
    assert.match(await played(frame), /stopped after/);
    assert.deepEqual(complaints(), []);
  });

  test("follows the theme of the text around it, or its attribute, also later", async (t) => {
    const style = "<style>body{background:#fff;color:#111}body.night{background:#111;color:#eee;transition:color .1s}</style>";
    const { page: seen, complaints } = await visit(t, { "/": page(element('theme="auto"'), style) }, { options: { colorScheme: "light" } });
    const frame = await frameOf(seen);
    const theme = (want) => frame.waitForFunction((want) => document.documentElement.dataset.theme === want, want);
    const ground = () => frame.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await theme("light");
    const light = await ground();
    await frame.click("#run");
    await played(frame);
    await drawn(frame);
    const paint = () => frame.$eval("canvas", (canvas) => canvas.toDataURL());
    const before = await paint();
    await seen.evaluate(() => document.body.classList.add("night"));
    await theme("dark");
    assert.notEqual(await ground(), light);
    await frame.waitForFunction((before) => document.querySelector("canvas").toDataURL() !== before, before, { polling: 50 });
    const set = (theme) => seen.evaluate((theme) => document.querySelector("clocksweep-lab").setAttribute("theme", theme), theme);
    await set("light");
    await theme("light");
    await set("auto");
    await theme("dark");
    await seen.evaluate(() => document.body.classList.remove("night"));
    await theme("light");
    assert.deepEqual(complaints(), []);
  });

  test("has its picture follow the page and not the reader's system, while that is what is shown", async (t) => {
    const gone = `<clocksweep-lab experiment="no-such">${picture()}</clocksweep-lab>`; // no frame ever comes
    const { page: seen } = await visit(t, { "/": page(gone, "<style>body{background:#fff;color:#111}body.night{background:#111;color:#eee}</style>") },
      { options: { colorScheme: "dark" } });
    await seen.waitForFunction(() => customElements.get("clocksweep-lab") && document.querySelector("img").naturalWidth > 0);
    const shade = async () => { // of the picture's first pixel
      const { data } = PNG.sync.read(await seen.locator("clocksweep-lab img").screenshot());
      return data[0] > 200 ? "light" : data[0] < 60 ? "dark" : data[0];
    };
    const shows = async (want) => {
      for (let tries = 0; tries < 200 && await shade() !== want; tries++) await new Promise((wake) => setTimeout(wake, 50));
      assert.equal(await shade(), want);
    };
    await shows("light");
    await seen.evaluate(() => document.body.classList.add("night"));
    await shows("dark");
    await seen.evaluate(() => document.querySelector("clocksweep-lab").setAttribute("theme", "light"));
    await shows("light");
  });

  test("hears only its frame, and the frame only the page around it", async (t) => {
    const { page: seen, complaints } = await visit(t, {
      "/": page(`${element()}<iframe name="stranger" src="/stranger"></iframe>`),
      "/stranger": "<!DOCTYPE html><title>stranger</title>",
    });
    const frame = await frameOf(seen);
    const height = () => seen.$eval("clocksweep-lab", (e) => e.shadowRoot.querySelector("iframe").style.height);
    const before = await height();
    const theme = await frame.getAttribute("html", "data-theme");
    const stranger = seen.frame("stranger");
    await stranger.evaluate(() => {
      parent.postMessage({ clocksweep: 1, type: "height", height: 9 }, "*");
      for (let i = 0; i < parent.length; i++) parent[i].postMessage({ clocksweep: 1, type: "theme", theme: "dark" }, "*");
    });
    // What the page itself says comes after that, and of it only what is in the format.
    await seen.evaluate(() => {
      const frame = document.querySelector("clocksweep-lab").shadowRoot.querySelector("iframe").contentWindow;
      for (const data of [null, "dark", { type: "theme", theme: "dark" }, { clocksweep: 2, type: "theme", theme: "dark" }, { clocksweep: 1, type: "theme", theme: "<b>" }]) frame.postMessage(data, "*");
    });
    assert.equal(await frame.evaluate(() => new Promise((done) => setTimeout(() => done(document.documentElement.dataset.theme), 200))), theme);
    assert.equal(await height(), before);
    await seen.evaluate(() => document.querySelector("clocksweep-lab").shadowRoot.querySelector("iframe").contentWindow
      .postMessage({ clocksweep: 1, type: "theme", theme: "dark" }, "*"));
    await frame.waitForFunction(() => document.documentElement.dataset.theme === "dark");
    assert.deepEqual(complaints(), []);
  });

  test("disturbs neither its address nor the reader's way back", async (t) => {
    const { page: seen, complaints, address } = await visit(t, {
      "/": page('<a href="/article">to the article</a>'),
      "/article": page(element('set="duration=30s"')),
    });
    await seen.click("text=to the article");
    await seen.waitForURL(`${address}article`);
    let frame = await frameOf(seen);
    const steps = await seen.evaluate(() => history.length);
    const framed = frame.url();
    await frame.fill("#set-shared_buffers-32MB", "64MB");
    await frame.click("#run");
    await played(frame);
    await frame.fill("#set-shared_buffers-32MB", "96MB");
    await begin(frame, () => frame.click("#run"));
    await frame.waitForSelector("#stop", { state: "hidden" });
    assert.equal(frame.url(), framed);
    await seen.evaluate(() => {
      const lab = document.querySelector("clocksweep-lab");
      lab.setAttribute("set", "duration=10s; 512MB.shared_buffers=128MB");
      lab.setAttribute("theme", "dark");
    });
    await seen.waitForFunction(() => document.querySelector("clocksweep-lab").shadowRoot.querySelector("iframe.shown")?.src.includes("128MB"));
    frame = await frameOf(seen);
    assert.equal(await frame.inputValue("#set-shared_buffers-512MB"), "128MB");
    assert.equal(await seen.evaluate(() => history.length), steps);
    assert.equal(seen.url(), `${address}article`);
    await seen.goBack();
    assert.equal(seen.url(), address);
    assert.deepEqual(complaints(), []);
  });

  test("leads to the lab with the reader's settings, before and after Run", async (t) => {
    const { page: seen, complaints } = await visit(t, { "/": page(element('set="filesystem=ext4"')) });
    const frame = await frameOf(seen);
    const follow = async () => {
      const [there] = await Promise.all([seen.context().waitForEvent("page"), frame.click("#open")]);
      await there.waitForFunction(() => document.getElementById("link")?.textContent, undefined, { polling: 50 });
      const found = [
        new URL(there.url()).pathname, await there.inputValue("#set-shared_buffers-32MB"), await there.inputValue("#set-shared_buffers-512MB"),
        await there.inputValue('[data-setting="filesystem"]'), await there.evaluate(() => opener),
      ];
      await there.close();
      return found;
    };
    await frame.fill("#set-shared_buffers-32MB", "64MB");
    assert.deepEqual(await follow(), [`/x/${slug}/`, "64MB", "512MB", "ext4", null]);
    await frame.click("#run");
    await played(frame);
    await frame.fill("#set-shared_buffers-512MB", "1GB");
    await frame.locator("#set-shared_buffers-512MB").blur();
    assert.deepEqual(await follow(), [`/x/${slug}/`, "64MB", "1GB", "ext4", null]);
    assert.deepEqual(complaints(), []);
  });

  test("shares the download with another on the same page", async (t) => {
    const from = lab.requests.length;
    const { page: seen, complaints } = await visit(t, { "/": page(element('set="duration=20s"') + element('set="duration=30s" theme="dark"')) },
      { options: { viewport: { width: 800, height: 2600 } } }); // both are in sight: the other would rest
    const frames = [await frameOf(seen, 0), await frameOf(seen, 1)];
    for (const frame of frames) await frame.click("#run");
    assert.match(await played(frames[0]), /32MB: 2\d seconds/);
    assert.match(await played(frames[1]), /32MB: 3\d seconds/);
    for (const frame of frames) await drawn(frame);
    const count = new Map();
    for (const { path, status } of lab.requests.slice(from)) if (status !== 304) count.set(path, (count.get(path) ?? 0) + 1);
    const assets = [...count].filter(([path]) => /^\/(assets|engine)\//.test(path));
    assert.ok(assets.length >= 8, `${assets.length} files were fetched`);
    assert.deepEqual(assets.filter(([, times]) => times > 1), [], "fetched more than once");
    assert.deepEqual(complaints(), []);
  });

  test("works under a policy that forbids everything but the lab", async (t) => {
    const policy = `default-src 'none'; script-src ${lab.address}; frame-src ${lab.address}; img-src ${lab.address}; require-trusted-types-for 'script'`;
    const { page: seen, complaints } = await visit(t, { "/": { html: page(element()), headers: { "Content-Security-Policy": policy } } });
    const frame = await frameOf(seen);
    assert.equal(await frame.isVisible("#run"), true);
    assert.deepEqual(complaints(), []);
  });
});

test("the site's own server lets other sites frame embeds and nothing else", async (t) => {
  const { page: seen } = await visit(t, { "/": `<iframe src="${site.address}x/${slug}/"></iframe><iframe src="${site.address}embed/${slug}/"></iframe>` });
  await seen.waitForLoadState("networkidle");
  const frames = seen.frames().filter((frame) => frame !== seen.mainFrame());
  const framed = await Promise.all(frames.map((frame) => frame.locator("#run").count()));
  assert.deepEqual(framed.sort(), [0, 1]);
});
