// How smoothly the pool plays at full speed: pictures and accesses a second, and the
// longest task of the page's main thread, in milliseconds of processor time and of
// the clock. On a machine that is busy with something else the two differ.

import { launch, open, serve } from "../test/browser.mjs";

const PLAY_MS = 5000;
const stages = {
  "one pool of 65,536": "policies=clock83&buffers=65536&stream=zipf&at=70000",
  "three of 65,536": "policies=clock83,2q,lru&buffers=65536&stream=zipf&at=70000",
  "three of 1,048,576": "policies=clock83,2q,lru&buffers=1048576&stream=zipf&at=70000",
};

// playAWhile runs in the page.
async function playAWhile(ms) {
  let pictures = 0;
  const put = CanvasRenderingContext2D.prototype.putImageData;
  CanvasRenderingContext2D.prototype.putImageData = function (...args) {
    if (this.canvas.parentElement.dataset.pool === "0") pictures++;
    put.apply(this, args);
  };
  const at = () => Number(document.getElementById("at").value);
  const [from, began] = [at(), performance.now()];
  document.getElementById("play").click();
  await new Promise((done) => setTimeout(done, ms));
  const seconds = (performance.now() - began) / 1000;
  const accesses = at() - from;
  document.getElementById("play").click();
  return { pictures: pictures / seconds, accesses: accesses / seconds };
}

// longest returns the longest task of the main thread in a trace, by the processor
// and by the clock.
function longest({ traceEvents: events }) {
  const main = new Set(events.filter((e) => e.name === "thread_name" && e.args.name === "CrRendererMain").map((e) => `${e.pid} ${e.tid}`));
  const tasks = events.filter((e) => e.name === "ThreadControllerImpl::RunTask" && main.has(`${e.pid} ${e.tid}`));
  return [Math.max(...tasks.map((e) => e.tdur ?? 0)) / 1000, Math.max(...tasks.map((e) => e.dur ?? 0)) / 1000];
}

export async function smooth() {
  const site = await serve();
  const chromium = await launch("chromium");
  const rows = [];
  for (const [name, link] of Object.entries(stages)) {
    const { pictures, accesses, processor, clock } = await look(chromium, `${site.address}pool/#v=1&speed=0&${link}`);
    const figure = (id, value, better) => ({ id: `pool ${id} ${name}`, value, better, on: "chromium" });
    rows.push({
      name,
      cells: [figure("pictures", pictures, "more"), figure("accesses", accesses, "more"), figure("task", processor, "less"), clock.toFixed(1)],
    });
  }
  await chromium.close();
  await site.stop();
  return { title: "the pool's page at full speed in Chromium", heads: ["pictures/s", "accesses/s", "longest task, ms of a processor", "of the clock"], rows };
}

async function look(chromium, address) {
  const { page, close } = await open(chromium, address);
  await page.waitForFunction(() => document.body.dataset.live === "" && document.querySelector("#maps .said")?.textContent, undefined, { polling: 50, timeout: 120_000 });
  await chromium.startTracing(page, { categories: ["toplevel", "__metadata"] });
  const played = await page.evaluate(playAWhile, PLAY_MS);
  const [processor, clock] = longest(JSON.parse((await chromium.stopTracing()).toString()));
  await close();
  return { ...played, processor, clock };
}
