// The longest tasks of a page's main thread while it is used hard, in milliseconds of
// processor time and of the clock, and what the longest was busy with. A reader does
// not notice a task below 100 ms. On a machine that is busy with something else the
// two differ, and with more runs than cores it always is: the clock then also counts
// what the workers do.

import { loadavg } from "node:os";
import { begin, finished, launch, open, serve, unfold } from "../test/browser.mjs";

const SHOWN = 2; // tasks a scene by either measure
const RUNS = 6;
const sixRuns = "bufmgr-rewrite-2005"; // an experiment with as many
const until = (page, f, arg) => page.waitForFunction(f, arg, { polling: 100, timeout: 600_000 });
const loaded = (page) => until(page, () => document.getElementById("link").textContent !== "");
const pause = (page, ms) => page.waitForTimeout(ms);

// six pretends as many cores as there are runs, so that a sweep has them all going.
const six = (page) => page.addInitScript((cores) => {
  Object.defineProperty(Navigator.prototype, "hardwareConcurrency", { get: () => cores });
}, RUNS);

// through scrolls down the page and up again, so that every picture is drawn.
const through = (page) => page.evaluate(async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const step = Math.round(innerHeight / 4);
  for (let y = 0; y < document.documentElement.scrollHeight; y += step) {
    scrollTo(0, y);
    await frame();
    await frame();
  }
  scrollTo(0, 0);
  await frame();
});

// slide moves through the time of the runs, a step a frame.
const slide = (page) => page.evaluate(async () => {
  const slider = document.getElementById("second");
  for (let second = 1; second <= Number(slider.max); second++) {
    slider.value = second;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise(requestAnimationFrame);
  }
});

async function sweep(page) {
  await page.selectOption("#sweep-x", "clients");
  await page.fill("#sweep-x-values", "1, 2, 3, 4, 6, 8");
  await page.fill("#sweep-seeds", "1");
  await page.click("#sweep-run");
}

const swept = (page) => until(page, () => / in the picture/.test(document.getElementById("sweep-status").textContent));

async function pinSix(page) {
  for (let clients = 1; clients <= RUNS; clients++) {
    await page.fill("#set-clients", String(clients));
    await page.locator("#set-clients").blur();
    await begin(page, () => page.click("#run"));
    await finished(page);
    await page.click("#pin");
  }
}

// The scenes of one page follow upon each other in the same visit.
const pages = [
  {
    path: "lab/",
    scenes: {
      "the lab's program loads": async (page) => {
        await page.locator("#run").focus();
        await until(page, () => /^Ready/.test(document.getElementById("status").textContent));
      },
      "six runs of defaults, one after another, each pinned": pinSix,
      "the pictures of six pinned runs": async (page) => {
        await unfold(page);
        await through(page);
      },
      "the time slider through six runs": slide,
      "a sweep, six runs at a time": async (page) => {
        await sweep(page);
        await through(page);
        await swept(page);
      },
      "six runs of a sweep, and the page is used": async (page) => {
        await page.click("#forget");
        await sweep(page);
        await page.fill("#set-shared_buffers", "8MB");
        await page.locator("#set-shared_buffers").blur();
        await begin(page, () => page.click("#run"));
        await through(page);
        await slide(page);
        await finished(page);
        await through(page);
        await swept(page);
      },
      "Stop, with six runs of a sweep going": async (page) => {
        await page.fill("#set-shared_buffers", "16MB");
        await page.locator("#set-shared_buffers").blur();
        await sweep(page);
        await pause(page, 1500);
        await page.click("#sweep-stop");
        await pause(page, 1500);
      },
    },
  },
  {
    path: "lab/",
    keep: true,
    scenes: {
      "a visit with six pinned runs": async (page) => {
        await until(page, () => document.querySelectorAll("#pins li").length === 6);
        await through(page);
      },
    },
  },
  {
    path: `x/${sixRuns}/`,
    scenes: {
      "an experiment's program loads": async (page) => {
        await page.locator("#run").focus();
        await until(page, () => /^Ready/.test(document.getElementById("status").textContent));
      },
      "an experiment runs": async (page) => {
        await begin(page, () => page.click("#run"));
        await through(page);
        await finished(page);
        await through(page);
      },
      "the time slider through an experiment": slide,
      "a setting is changed": async (page) => {
        await unfold(page);
        for (const value of ["10", "12"]) {
          await page.fill("#set-clients", value);
          await page.locator("#set-clients").blur();
          await pause(page, 300);
        }
      },
      "each what-if is pressed while the one before runs": async (page) => {
        for (const button of await page.locator("button[data-variant]").all()) {
          await button.click();
          await pause(page, 1000);
        }
        await finished(page);
      },
      "Stop, with six runs going": async (page) => {
        await begin(page, () => page.click("#run"));
        await pause(page, 500);
        const answered = await page.evaluate(async () => {
          const began = performance.now();
          document.getElementById("stop").click();
          const said = performance.now() - began;
          while (!document.getElementById("stop").hidden) await new Promise((done) => { setTimeout(done, 5); });
          return { said, ended: performance.now() - began };
        });
        console.log("%s", `Stop: the click took ${answered.said.toFixed(0)} ms, and the partial results were there after ${answered.ended.toFixed(0)} ms`);
      },
    },
  },
];

// tasksOf returns the tasks of a page's main thread in a trace.
function tasksOf({ traceEvents: events }) {
  const of = (e) => `${e.pid} ${e.tid}`;
  const main = new Set(events.filter((e) => e.name === "thread_name" && e.args.name === "CrRendererMain").map(of));
  const here = events.filter((e) => e.ph === "X" && main.has(of(e)));
  return here.filter((e) => e.name === "ThreadControllerImpl::RunTask")
    .map((task) => ({
      processor: (task.tdur ?? 0) / 1000,
      clock: task.dur / 1000,
      what: () => inside(task, here.filter((e) => of(e) === of(task))),
    }));
}

// inside names what took most of a task.
function inside(task, events) {
  const parts = new Map();
  for (const e of events) {
    if (e === task || e.ts < task.ts || e.ts + e.dur > task.ts + task.dur) continue;
    const { functionName, url } = e.args?.data ?? {};
    const type = e.args?.data?.type;
    const name = e.name + (functionName ? ` ${functionName}` : "") + (url ? ` ${url.split("/").pop()}` : "") + (type ? ` ${type}` : "");
    parts.set(name, (parts.get(name) ?? 0) + e.dur / 1000);
  }
  return [...parts].filter(([, ms]) => ms >= 10).sort((a, b) => b[1] - a[1]).slice(0, 4).map(([name, ms]) => `${name} ${ms.toFixed(0)}`).join(", ");
}

// watched returns the tasks of a scene.
async function watched(browser, page, scene) {
  await browser.startTracing(page, { categories: ["toplevel", "__metadata", "devtools.timeline", "v8"] });
  await scene(page);
  await pause(page, 300);
  return tasksOf(JSON.parse((await browser.stopTracing()).toString()));
}

const site = await serve();
const chromium = await launch("chromium");
console.log("\nlongest tasks of the main thread in Chromium, ms of the processor and of the clock; load average %s", loadavg()[0].toFixed(1));
let storage;
for (const { path, keep, scenes } of pages) {
  const { page, complaints, close } = await open(chromium, site.address + path, { before: six, options: keep ? { storageState: storage } : {} });
  for (const [name, scene] of Object.entries(scenes)) {
    const tasks = await watched(chromium, page, scene);
    const over = (of) => tasks.filter((t) => t[of] > 100).length;
    console.log("%s", `${name}: ${over("processor")} by the processor and ${over("clock")} by the clock of ${tasks.length} tasks over 100 ms`);
    const longest = new Set(["processor", "clock"].flatMap((of) => tasks.toSorted((a, b) => b[of] - a[of]).slice(0, SHOWN)));
    for (const task of longest) {
      console.log("%s", `${task.processor.toFixed(0).padStart(6)}${task.clock.toFixed(0).padStart(6)}  ${task.what()}`);
    }
  }
  if (path === "lab/" && !keep) storage = await page.context().storageState({ indexedDB: true });
  if (complaints.length > 0) console.log("%s", complaints.join("\n"));
  await close();
}
await chromium.close();
site.stop();
