// What the tests of the built site share: the site served as a visitor gets
// it, browsers, and a page that remembers everything it complained about.

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { chromium, firefox } from "playwright-core";

export const root = fileURLToPath(new URL("../../", import.meta.url));
const args = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

export const slug = "shared-buffers-challenge";

// dist is the folder of the built site, build that of the programs.
export const dist = `${root}site/dist`;
export const build = `${root}site/build`;

// serve starts the project's own server, on any free port unless one is named.
export async function serve(dir = dist, port = 0) {
  const server = spawn(`${build}/serve`, ["-dir", dir, "-addr", `localhost:${port}`], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((found, failed) => {
    let said = "";
    server.stdout.on("data", (data) => {
      said += data;
      const match = /http:\S+/.exec(said);
      if (match) found(match[0]);
    });
    server.on("error", failed);
    server.on("exit", (code) => failed(new Error(`the server ended with ${code}`)));
  });
  const ended = new Promise((done) => server.on("exit", done));
  return { address, port: new URL(address).port, stop: () => (server.kill(), ended) };
}

// browsers are those that the site has to work in, as Debian packs them, and shell,
// which is Chromium of the same version without windows, tabs and all else that is
// around a page: a page costs it a third of the work, and most tests are about
// pages. Firefox is driven by the protocol that Firefox itself brings, which can't
// pretend a reader's preferences: they are given when it starts.
const browsers = {
  shell: (more) => chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell", args, ...more }),
  chromium: ({ debuggingPort, ...more }) => chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: debuggingPort ? [...args, `--remote-debugging-port=${debuggingPort}`] : args,
    ...more,
  }),
  firefox: (more) => firefox.launch({ executablePath: "/usr/bin/firefox-esr", channel: "moz-firefox", ...more }),
};

export function launch(name = "shell", more = {}) {
  return browsers[name](more);
}

// patience is how long to wait for what should come: a machine may have much else to
// do, and no test is about speed.
export const patience = 180_000; // ms

// alone is what a browser's driver says where the service worker is left out.
const alone = "Service Worker registration blocked by Playwright";

// open opens an address and collects what must not happen: errors and warnings
// of the console, exceptions, requests that failed or went to another host. The
// service worker is left out unless options ask for it: it would fetch the whole
// site for each test.
export async function open(browser, url, { options = {}, before = async () => {} } = {}) {
  const context = await browser.newContext({ serviceWorkers: "block", ...options });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => {
    if (message.text() === alone) return;
    if (["error", "warning"].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`exception: ${error.message}`));
  page.on("requestfailed", (request) => complaints.push(`failed: ${request.url()}`));
  page.on("response", (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  page.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    if (!["data:", "blob:"].includes(protocol) && host !== new URL(url).host) complaints.push(`other host: ${request.url()}`);
  });
  await before(page);
  await page.goto(url);
  return { page, complaints, close: () => context.close() };
}

// cells returns the rows of the comparison by run and metric.
export function cells(page) {
  return page.$$eval("#comparison tbody tr", (rows) =>
    Object.fromEntries(rows.map((row) => {
      const [run, metric, published, simulated, difference, role, tolerance, verdict] = [...row.cells].map((c) => c.textContent);
      return [`${run} ${metric}`, { published, simulated, difference, role, tolerance, verdict }];
    })));
}

// rows returns the comparison as markup, a string a row.
export function rows(page) {
  return page.$$eval("#comparison tbody tr", (list) => list.map((row) => row.innerHTML));
}

// download saves what a click offers and returns its name and text.
export async function download(page, selector) {
  const [offered] = await Promise.all([page.waitForEvent("download"), page.click(selector)]);
  const chunks = [];
  for await (const chunk of await offered.createReadStream()) chunks.push(chunk);
  return { name: offered.suggestedFilename(), data: Buffer.concat(chunks) };
}

// unfold opens whatever is folded.
export function unfold(page) {
  return page.$$eval("details:not([open]) > summary", (list) => list.filter((e) => e.checkVisibility()).forEach((e) => e.click()));
}

// hashes returns the hash of each run that the page shows.
export function hashes(page) {
  return page.$$eval("[data-prov=hash]", (list) => Object.fromEntries(list.map((e) => [e.dataset.run, e.textContent])));
}

// finished waits until no run is in progress and returns the status line.
export async function finished(page) {
  await page.waitForFunction(
    () => document.getElementById("stop").hidden && !document.getElementById("run").disabled,
    undefined, { polling: 50 });
  return page.textContent("#status");
}

// begin does what starts a run, and waits until the page shows its Stop button or
// has shown it: a short run is over before anyone looks for the button.
export async function begin(page, start) {
  await page.evaluate(() => {
    const stop = document.getElementById("stop");
    globalThis.begun = false;
    new MutationObserver((_, observer) => {
      globalThis.begun = true;
      observer.disconnect();
    }).observe(stop, { attributeFilter: ["hidden"] });
  });
  await start();
  await page.waitForFunction(() => globalThis.begun, undefined, { polling: 50 });
}

// run presses Run and waits for the end.
export async function run(page) {
  await begin(page, () => page.click("#run"));
  return finished(page);
}
