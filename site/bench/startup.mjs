// From the navigation to a page that listens, and on to the first result of a run that
// begins at once: with nothing in the browser's cache, milliseconds.

import { launch, open, serve } from "../test/browser.mjs";

const LOOKS = 5;
const WAIT_MS = 120_000;
const pages = { "/x/guide-pool/": "x/guide-pool/", "/x/shared-buffers-challenge/": "x/shared-buffers-challenge/" };

export async function startup() {
  const site = await serve();
  const rows = [];
  for (const [name, path] of Object.entries(pages)) {
    const looks = [];
    for (let i = 0; i < LOOKS; i++) looks.push(await look(site.address + path));
    const figure = (id) => ({ id: `start ${id} ${name}`, value: Math.min(...looks.map((l) => l[id])), better: "less", on: "chromium" });
    rows.push({ name, cells: [figure("shown"), figure("result")] });
  }
  await site.stop();
  return { title: `start-up, the least of ${LOOKS}, ms`, heads: ["page shown", "first result"], rows };
}

// look opens the page in a browser of its own and presses Run as soon as there is one.
async function look(address) {
  const chromium = await launch("chromium");
  const { page } = await open(chromium, address, { before: (page) => page.addInitScript(press) });
  const found = await page.waitForFunction(() => globalThis.started, undefined, { polling: 20, timeout: WAIT_MS });
  const times = await found.jsonValue();
  await chromium.close();
  return times;
}

// press runs in the page.
function press() {
  addEventListener("DOMContentLoaded", () => {
    const shown = performance.now();
    const status = document.getElementById("status");
    new MutationObserver((_, observer) => {
      if (!/simulated/.test(status.textContent)) return;
      observer.disconnect();
      globalThis.started = { shown, result: performance.now() };
    }).observe(status, { childList: true, characterData: true, subtree: true });
    document.getElementById("run").click();
  });
}
