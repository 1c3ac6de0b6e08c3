// What holds for every kind of page: it can be read without scripts, printed, walked
// through by keyboard, and keeps still for those who ask for it.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch, open, serve, slug } from "./browser.mjs";

const paths = ["", `x/${slug}/`, "verification/", "validation/", "traces/", "pool/", "lab/", "offline/"];
const PAPER = 680; // CSS pixels between the margins of A4
const MOST_STOPS = 1000;

let browser, site;
before(async () => {
  browser = await launch();
  site = await serve();
});
after(async () => {
  await browser?.close();
  await site?.stop();
});

// inNeed are what only scripts make work.
const inNeed = (page) => page.$$eval(".needs-js, .needs-js button, #run, #play", (list) => list.filter((e) => e.checkVisibility()).map((e) => e.id || e.textContent.slice(0, 40)));

for (const path of paths) {
  describe(`/${path}`, () => {
    test("is read without scripts, and offers nothing that needs them", async () => {
      const { page, complaints, close } = await open(browser, site.address + path, { options: { javaScriptEnabled: false } });
      assert.equal(await page.isVisible("h1"), true);
      assert.ok((await page.innerText("main")).length > 150, "there is little to read");
      assert.deepEqual(await inNeed(page), []);
      for (const href of await page.$$eval("nav a", (list) => list.map((a) => a.href))) assert.ok(href.startsWith(site.address), href);
      assert.deepEqual(complaints, []);
      await close();
    });

    test("is printed without controls and without losing what is wide", async () => {
      const { page, complaints, close } = await open(browser, site.address + path, { options: { viewport: { width: PAPER, height: 1000 }, colorScheme: "dark" } });
      await page.emulateMedia({ media: "print" });
      assert.equal(await page.isVisible("h1"), true);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), PAPER);
      const pressed = await page.$$eval("button", (list) => list.filter((e) => e.checkVisibility()).map((e) => e.id || e.textContent.trim()));
      assert.deepEqual(pressed, [], "buttons are on the paper");
      const [ground, ink] = await page.evaluate(() => [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector("h1")).color]);
      assert.equal(ground, "rgb(255, 255, 255)");
      assert.notEqual(ink, ground);
      assert.ok((await page.pdf()).length > 5000);
      assert.deepEqual(complaints, []);
      await close();
    });

    test("is walked through by keyboard, with the focus in sight, to its end", async () => {
      const { page, complaints, close } = await open(browser, site.address + path);
      const stops = [];
      for (;;) {
        await page.keyboard.press("Tab");
        const stop = await page.evaluate(() => {
          const e = document.activeElement;
          if (e === document.body) return null;
          const { width, height } = e.getBoundingClientRect();
          return { what: e.id || e.textContent.trim().slice(0, 30) || e.tagName, outline: getComputedStyle(e).outlineStyle, seen: width > 0 && height > 0 };
        });
        if (!stop) break;
        stops.push(stop);
        assert.ok(stops.length < MOST_STOPS, "the keyboard does not come to the end");
      }
      assert.equal(stops[0]?.what, "Skip to the content");
      assert.ok(stops.length >= 8, `${stops.length} stops`);
      assert.deepEqual(stops.filter(({ outline, seen }) => outline === "none" || !seen).map(({ what }) => what), []);
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter"); // the first link skips the masthead
      assert.equal(new URL(page.url()).hash, "#main");
      assert.deepEqual(complaints, []);
      await close();
    });

    test("keeps still with reduced motion", async () => {
      const { page, complaints, close } = await open(browser, site.address + path, { options: { reducedMotion: "reduce" } });
      assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior), "auto");
      assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
      const moving = await page.$$eval("*", (list) => list.filter((e) => getComputedStyle(e).transitionDuration !== "0s").map((e) => e.tagName));
      assert.deepEqual(moving, []);
      assert.deepEqual(complaints, []);
      await close();
    });
  });
}
