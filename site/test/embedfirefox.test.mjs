// The journey of an embed in Firefox: picture without scripts, Run, height, theme, rest
// out of sight, the way to the lab and the way back.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open, serve, slug } from "./browser.mjs";
import { counted, drawn, frameOf, host, played } from "./host.mjs";

let browser, site, lab, other;

const element = () => `<clocksweep-lab experiment="${slug}" set="duration=20000s" theme="auto">` +
  `<p><a href="${lab.address}x/${slug}/"><img src="${lab.address}x/${slug}/picture.svg" width="640" alt="Throughput"></a></p></clocksweep-lab>`;

before(async () => {
  browser = await launch("firefox");
  site = await serve();
  lab = await counted(site);
  other = await host({
    "/": '<!DOCTYPE html><title>A blog</title><a href="/article">to the article</a>',
    "/article": `<!DOCTYPE html><html lang="en"><title>An article</title><script async src="${lab.address}embed.js"></script>` +
      `<style>.night{background:#111;color:#eee}</style><p>top</p><div style="height:9000px"></div>${element()}<div style="height:9000px"></div>`,
  });
});
after(async () => {
  await browser?.close();
  other?.stop();
  lab?.stop();
  await site?.stop();
});

async function visit(t, path, options) {
  const seen = await open(browser, other.address + path, { options });
  t.after(() => seen.close());
  return { page: seen.page, complaints: () => seen.complaints.filter((text) => !text.startsWith(`other host: ${lab.address}`)) };
}

test("without scripts the picture stands there", async (t) => {
  const { page, complaints } = await visit(t, "article", { javaScriptEnabled: false });
  assert.equal(await page.isVisible("clocksweep-lab img"), true);
  assert.deepEqual(complaints(), []);
});

test("an embed is fetched when it comes near, runs, rests out of sight, follows its host and leads on and back", async (t) => {
  const { page, complaints } = await visit(t, "");
  const from = lab.requests.length;
  await page.click("text=to the article");
  await page.waitForURL(`${other.address}article`);
  await page.waitForFunction(() => customElements.get("clocksweep-lab") !== undefined);
  const steps = await page.evaluate(() => history.length);
  assert.deepEqual([...new Set(lab.requests.slice(from).map((r) => r.path))].filter((path) => !path.endsWith(".svg")), ["/embed.js"]);

  const frame = await frameOf(page);
  const address = frame.url();
  // Neither pointer nor keys of Firefox's driver reach into a frame of another site.
  const press = (selector) => frame.$eval(selector, (button) => button.click());
  await frame.waitForFunction(() => Math.ceil(document.body.getBoundingClientRect().height) === innerHeight, undefined);
  await page.evaluate(() => document.querySelector("clocksweep-lab").scrollIntoView());
  await press("#run");
  const now = () => frame.$$eval("progress", (bars) => bars.map((bar) => bar.value));
  const further = (than) => frame.waitForFunction(
    (before) => [...document.querySelectorAll("progress")].some((bar, i) => bar.value > before[i]), than, { polling: 50 });
  await further([0, 0]);
  await page.evaluate(() => scrollTo(0, 0));
  let rest = await now();
  for (let same = 0, tries = 0; same < 20; tries++) { // twenty times what a worker waits between two reports
    await new Promise((wake) => setTimeout(wake, 50));
    const next = await now();
    same = next.every((value, i) => value === rest[i]) ? same + 1 : 0;
    rest = next;
    assert.ok(tries < 1000, "it goes on running out of sight");
  }
  assert.equal(await frame.isHidden("#stop"), false, "the runs have ended: nothing was proved");
  await page.evaluate(() => document.querySelector("clocksweep-lab").scrollIntoView());
  await further(rest);
  await press("#stop");
  assert.match(await played(frame), /stopped after/);
  await drawn(frame);

  await page.evaluate(() => document.body.classList.add("night"));
  await frame.waitForFunction(() => document.documentElement.dataset.theme === "dark", undefined);

  await frame.fill("#set-shared_buffers-32MB", "64MB");
  await frame.$eval("#set-shared_buffers-32MB", (field) => field.dispatchEvent(new Event("change", { bubbles: true })));
  const [there] = await Promise.all([page.context().waitForEvent("page"), press("#open")]);
  await there.waitForFunction(() => document.getElementById("link")?.textContent, undefined, { polling: 50 });
  assert.equal(await there.inputValue("#set-shared_buffers-32MB"), "64MB");
  assert.equal(await there.inputValue('[data-setting="duration"]'), "20000s");
  await there.close();

  assert.equal(frame.url(), address);
  assert.equal(await page.evaluate(() => history.length), steps);
  // The page before comes from memory, of which the driver hears nothing: ask it.
  await page.evaluate(() => { setTimeout(() => history.back()); });
  let path;
  for (let tries = 0; path !== "/" && tries < 200; tries++) {
    await new Promise((wake) => setTimeout(wake, 50));
    path = await page.evaluate(() => location.pathname).catch(() => undefined); // between two pages
  }
  assert.equal(path, "/");
  assert.deepEqual(complaints(), []);
});
