// How smoothly the pool plays at full speed: pictures and accesses a second, and the
// longest task of the page's main thread, in milliseconds of processor time and of
// the clock. On a machine that is busy with something else the two differ.

import { launch, open, serve } from "./browser.mjs";

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

const site = await serve();
const chromium = await launch();
console.log("\nthe pool at full speed in Chromium");
console.log("%s", `${"stage".padEnd(22)}pictures/s  accesses/s  longest task, ms: processor, clock`);
for (const [name, link] of Object.entries(stages)) {
  const { page, close } = await open(chromium, `${site.address}pool/#v=1&speed=0&${link}`);
  await page.waitForFunction(() => document.body.dataset.live === "" && document.querySelector("#maps .said")?.textContent, undefined, { polling: 50, timeout: 120_000 });
  await chromium.startTracing(page, { categories: ["toplevel", "__metadata"] });
  const { pictures, accesses } = await page.evaluate(playAWhile, PLAY_MS);
  const [processor, clock] = longest(JSON.parse((await chromium.stopTracing()).toString()));
  console.log("%s", name.padEnd(22) + pictures.toFixed(0).padStart(10) + Math.round(accesses).toLocaleString("en").padStart(12) +
    processor.toFixed(1).padStart(29) + clock.toFixed(1).padStart(7));
  await close();
}
await chromium.close();
site.stop();
