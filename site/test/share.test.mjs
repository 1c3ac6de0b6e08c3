// Links: what a reader sends and what another one sees.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { deflateSync } from "node:zlib";
import { launch, open, run, serve, slug } from "./browser.mjs";

let browser, site, url;

before(async () => {
  browser = await launch();
  site = await serve();
  url = `${site.address}x/${slug}/`;
});
after(async () => {
  await browser?.close();
  site?.stop();
});

const options = { permissions: ["clipboard-read", "clipboard-write"] };

// visit opens an address and waits until the page's program says that it is there.
async function visit(address, before) {
  const visited = await open(browser, address, { options, before });
  if (/[#?&]v=/.test(address)) await said(visited.page, /settings are those of the link/);
  return visited;
}

async function said(page, pattern) {
  await page.waitForFunction(([source]) => new RegExp(source).test(document.getElementById("status").textContent),
    [pattern.source], { polling: 50 });
  return page.textContent("#status");
}

// copied presses a button of Share and returns what is in the clipboard.
async function copied(page, selector) {
  if (!await page.isVisible(selector)) await page.click("#sharing summary");
  await page.evaluate(() => navigator.clipboard.writeText("nothing"));
  await page.click(selector);
  await said(page, /copied|Nothing was copied/);
  return page.evaluate(() => navigator.clipboard.readText());
}

// Both lead from a result to other settings, and from settings to somebody else's page.
test("a finding's setting is set for its run, and the lines to embed carry it", async () => {
  const { page, complaints, close } = await visit(`${url}#v=1&duration=5s`);
  await run(page);
  const findings = page.locator("#diagnosis [role=tabpanel][data-shown]");
  assert.ok(await findings.locator("h4").count() > 0, "no finding");
  const button = findings.locator("button[data-try=shared_buffers]");
  const value = await button.getAttribute("data-value");
  await button.click();
  assert.equal(await said(page, /in place of/), `shared_buffers of 32MB is ${value} in place of 32MB. Run computes with it.`);
  const pairs = new URL(page.url()).hash.replace("#v=1&", "").split("&");
  assert.ok(pairs.includes("duration=5s") && pairs.some((pair) => pair.endsWith(`shared_buffers=${value}`)), page.url());

  await page.click("#embeds summary");
  const lines = (id) => page.textContent(`pre[data-embed=${id}]`);
  const set = pairs.join("; ");
  assert.ok((await lines("element")).includes(`<clocksweep-lab experiment="${slug}" set="${set}">`), await lines("element"));
  assert.equal(await lines("sphinx"), `.. clocksweep:: ${slug}\n   :set: ${set}\n   :alt: ${await page.textContent("h1")}\n`);
  assert.equal(await page.locator("#embeds [role=tab]").count(), 9);
  await page.getByRole("tab", { name: "Markdown" }).click();
  await page.click("#embeds [role=tabpanel][data-shown] [data-copy]");
  await page.locator("#embeds [data-shown] button", { hasText: "Copied" }).waitFor();
  const markdown = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(markdown, await lines("markdown"));
  // What is copied is there: the picture, and the frame with its settings.
  const [, picture, target] = /^\[!\[.+\]\((.+)\)\]\((.+)\)\n$/.exec(markdown);
  assert.equal((await page.request.get(picture)).status(), 200);
  assert.equal(target, page.url());
  const [, frame] = /src="([^"]+)"/.exec(await lines("frame"));
  assert.equal(new URL(frame.replaceAll("&amp;", "&")).hash, `#v=1&${pairs.join("&")}&theme=light`);
  assert.equal((await page.request.get(frame)).status(), 200);
  assert.deepEqual(complaints, []);
  await close();
});

const verdict = (page) => page.textContent("#claim-verdict");

test("a link with the result is seen to be reproduced, before and after Run", async () => {
  const sender = await visit(url);
  const link = await copied(sender.page, "#copy-result");
  assert.match(link, /#v=1&engine=[\w.]+&32MB\.result\.tps=[\d.]+&.*512MB\.result\.hash=[0-9a-f]{16}$/);
  assert.deepEqual(sender.complaints, []);
  await sender.close();

  const { page, complaints, close } = await visit(link);
  assert.match(await verdict(page), /^Reproduced: all 10 numbers of the link came out the same here, and equal hashes/);
  assert.equal(await page.getAttribute("#claim-verdict", "data-ok"), "true");
  assert.equal(await page.locator("#claim tbody tr").count(), 12);
  await run(page);
  assert.match(await verdict(page), /^Reproduced: all 10 numbers/);
  // Other settings are no longer what the link speaks of.
  await page.click("#all-settings summary");
  await page.fill('[data-setting="seed"]', "8");
  await page.locator('[data-setting="seed"]').blur();
  assert.equal(await page.isVisible("#claim"), false);
  await page.click("#changes [data-undo]");
  assert.equal(await page.isVisible("#claim"), true);
  assert.deepEqual(complaints, []);
  await close();
});

test("a result of other settings goes into the link once there is one", async () => {
  const { page, complaints, close } = await visit(`${url}#v=1&duration=5s&seed=7`);
  assert.equal(await copied(page, "#copy-result"), "nothing");
  assert.match(await page.textContent("#status"), /no result of these settings yet/);
  await run(page);
  const link = await copied(page, "#copy-result");
  assert.match(link, /#v=1&duration=5s&seed=7&engine=/);
  await page.click("#all-settings summary");
  await page.fill('[data-setting="seed"]', "8");
  await page.locator('[data-setting="seed"]').blur();
  assert.equal(await copied(page, "#copy-result"), "nothing");
  assert.deepEqual(complaints, []);
  await close();

  const again = await visit(link);
  assert.match(await verdict(again.page), /came with the link. Run computes them here/);
  await run(again.page);
  assert.match(await verdict(again.page), /^Reproduced: all 10 numbers .* equal hashes/);
  await again.close();

  const wrong = await visit(link.replace("512MB.result.tps=", "512MB.result.tps=1").replace(/engine=[\w.]+/, "engine=0.0.0"));
  await run(wrong.page);
  assert.match(await verdict(wrong.page), /^Not reproduced: Throughput, transactions\/s of 512MB is 1.* in the link and .* here. The engines differ: 0\.0\.0/);
  assert.equal(await wrong.page.getAttribute("#claim-verdict", "data-ok"), "false");
  assert.equal(await wrong.page.locator("#claim td.miss").count(), 1);
  assert.match(await wrong.page.textContent("#claim-engine"), /made with engine 0\.0\.0; .*does not keep that engine/);
  assert.equal(await wrong.page.isVisible("#claim-run"), false);
  assert.deepEqual(wrong.complaints, []);
  await wrong.close();
});

test("a long link is compressed, and opens in every form", async () => {
  const script = "\\set aid random(1, 100000 * :scale)\\nSELECT abalance FROM pgbench_accounts WHERE aid = :aid;\\n".repeat(30);
  const { page, complaints, close } = await visit(`${site.address}lab/#v=1&release=15&duration=5s&script=${encodeURIComponent(script.replaceAll("\\n", "\n"))}`);
  await page.waitForFunction(() => location.hash.startsWith("#v=1&z="), undefined, { polling: 50 });
  const link = await copied(page, "#copy");
  assert.ok(link.includes("#v=1&z=") && link.length < 700, `${link.length} characters: ${link}`);
  const want = await page.inputValue('[data-setting="script"]');
  assert.ok(want.length > 1500, "the script is short");
  assert.deepEqual(complaints, []);
  await close();
  for (const form of [link, link.replace("#", "?")]) {
    const again = await visit(form);
    assert.equal(await again.page.inputValue('[data-setting="script"]'), want);
    assert.equal(await again.page.textContent("#status"), "The settings are those of the link. Run computes with them.");
    assert.deepEqual(again.complaints, []);
    await again.close();
  }
});

test("title, description and command line follow the settings", async () => {
  const { page, close } = await visit(`${url}#v=1&32MB.shared_buffers=64MB&filesystem=ext4`);
  assert.equal(await page.title(), "shared_buffers = 64MB for 32MB and filesystem = ext4 · The shared buffers challenge · Clocksweep");
  assert.match(await page.getAttribute("meta[name=description]", "content"), /^With shared_buffers = 64MB for 32MB and filesystem = ext4\. /);
  assert.equal(await page.textContent("#command"), `clocksweep run ${slug} 32MB.shared_buffers=64MB filesystem=ext4`);
  await page.click("#reset");
  assert.equal(await page.title(), "The shared buffers challenge · Clocksweep");
  assert.equal(await page.textContent("#command"), `clocksweep run ${slug}`);
  await close();
});

test("Send hands the link to the device, where it can", async () => {
  const { page, close } = await visit(`${url}#v=1&seed=7`, (page) => page.addInitScript(() => {
    navigator.share = async (data) => { globalThis.sent = data; };
  }));
  await page.click("#sharing summary");
  await page.click("#send");
  await said(page, /^Sent\.$/);
  const sent = await page.evaluate(() => globalThis.sent);
  assert.match(sent.url, /#v=1&seed=7&engine=/);
  assert.match(sent.title, /^seed = 7 · /);
  await close();
  const other = await visit(`${url}#v=1&seed=7`, (page) => page.addInitScript(() => { delete Navigator.prototype.share; }));
  await other.page.click("#sharing summary");
  assert.equal(await other.page.isVisible("#send"), false);
  await other.close();
});

describe("what is wrong with a link is told, and the rest is used", () => {
  const packed = deflateSync("clients=8&".repeat(400)).toString("base64url");
  for (const [name, fragment, told] of [
    ["markup in figures", "#v=1&seed=7&<img src%3Dx onerror%3Dalert(1)>.result.tps=<img src=x onerror=alert(1)>&engine=0.1.0", null],
    ["markup as engine", "#v=1&seed=7&engine=<img src=x onerror=alert(1)>", /engine: .*is not the version of an engine; legal is/],
    ["a path as engine", "#v=1&seed=7&engine=../../x", /is not the version of an engine/],
    ["z that is no z", "#v=1&seed=7&z=<script>alert(1)</script>", /z: this is not the compressed form of a link/],
    ["z that was cut off", `#v=1&seed=7&z=${packed.slice(0, -12)}`, /z: the compressed form is cut off/],
    ["a thousand figures", `#v=1&seed=7&${Array.from({ length: 1200 }, (_, i) => `r${i}.result.tps=1`).join("&")}`, /too many settings/],
    ["long figures", `#v=1&seed=7&${"r".repeat(3000)}.result.tps=${"9".repeat(5000)}`, null],
    ["an illegal and an unknown setting", "#v=1&seed=7&shared_buffers=12XB&colour=blue", /colour: there is no such setting.*shared_buffers: "12XB" is not a size; legal is/],
  ]) {
    test(name, async () => {
      const { page, complaints, close } = await visit(url + fragment);
      const text = await page.textContent("#status");
      if (told) assert.match(text, told);
      else assert.equal(text, "The settings are those of the link. Run computes with them.");
      assert.equal(await page.inputValue('[data-setting="seed"]'), "7");
      assert.equal(await page.locator("main img").count(), 0);
      assert.ok(await page.isEnabled("#run"));
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth) <= 0, "the page has become wider");
      assert.deepEqual(complaints, []);
      await close();
    });
  }
});
