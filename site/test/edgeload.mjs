// Load on the edge worker, on this machine: many requests at a time, right ones and
// malformed ones, connections that are cut, results that are evicted. Every answer is
// checked against what the engine gives natively. `node site/test/edgeload.mjs
// [requests] [at a time]` prints the figures.

import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { request } from "node:http";
import { promisify } from "node:util";
import { build } from "./browser.mjs";
import { edge } from "./edge.mjs";

const command = promisify(execFile);
const base = { release: "16", scale: "1", duration: "1s" };
const clients = [1, 2, 3, 4];
const seeds = 15;

// expected returns the hash of each scenario of the load, played natively.
async function expected() {
  const { stdout } = await command(`${build}/clocksweep`, [
    "sweep", "pgbench", ...Object.entries(base).map(([k, v]) => `${k}=${v}`), `clients=${clients}`, "-seeds", String(seeds), "-json",
  ], { maxBuffer: 64 << 20 });
  const of = new Map();
  for (const { settings, hashes } of JSON.parse(stdout).cells) {
    hashes.forEach((hash, i) => of.set(`${settings.clients}/${i + 1}`, hash));
  }
  return of;
}

// ask sends a request over a connection of its own: one that is used again may be
// closed by the server at the very moment, which says nothing of the worker.
function ask(url, { method = "GET", headers = {}, body, signal } = {}) {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers, signal, agent: false }, async (response) => {
      const pieces = [];
      try {
        for await (const piece of response) pieces.push(piece);
      } catch (error) {
        return reject(error);
      }
      const text = Buffer.concat(pieces).toString();
      resolve({ status: response.statusCode, headers: response.headers, text, json: () => JSON.parse(text) });
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

// random is a fixed sequence of numbers from 0 to 1: the load is the same each time.
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const json = (body, more = {}) => ({ method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), ...more });

// malformed requests and how they are to be answered.
const malformed = [
  ["api/run", { method: "POST", headers: { "Content-Type": "application/json" }, body: "{\"settings\": {" }, 400],
  ["api/run", { method: "POST", headers: { "Content-Type": "application/json" }, body: "[".repeat(20_000) }, 400],
  ["api/run", { method: "POST", body: "shared_buffers = " + "9".repeat(3000) }, 400],
  ["api/run", { method: "POST", body: new Uint8Array([0xff, 0xfe, 0, 1]) }, 400],
  ["api/run", { method: "POST", body: "#".repeat(100_000) }, 413],
  ["api/run", json({ settings: { duration: "1d" } }), 422],
  ["api/run", json({ settings: { scale: 5000, hardware: "laptop-nvme" } }), 422],
  ["api/run?shared_bufers=1MB&%zz=%", {}, 400],
  ["api/run", { method: "DELETE" }, 405],
  ["api/sweep", json({ axes: ["clients=1..2 x0"] }), 400],
  ["api/sweep", json({ axes: ["clients=1..24 +1", "scale=1..24 +1"], seeds: 30 }), 422],
  ["api/none", {}, 404],
];

// load sends the requests and returns what came of them. Each is counted once: right,
// refused as it should be, told to be impossible now, cut by us, or wrong.
export async function load({ requests, parallel }) {
  const hashes = await expected();
  const worker = await edge();
  const count = { requests: 0, right: 0, refused: 0, busy: 0, cut: 0, evicted: 0, played: 0, kept: 0, wrong: [] };
  const took = [];
  const keys = [];
  const memory = await watch(worker);
  // The load begins when the worker has: V8 compiles ten megabytes before the first
  // answer.
  await ask(...inSomeForm(worker, { ...base, clients: "1", seed: "1" }, 0));
  const began = performance.now();
  let next = 0;
  const client = async () => {
    for (let n = next++; n < requests; n = next++) {
      const dice = random(n * 7919 + 1);
      dice();
      count.requests++;
      const start = performance.now();
      try {
        await one(worker, hashes, dice, count, keys);
      } catch (error) {
        count.wrong.push(`request ${n}: ${error.message} ${error.cause ?? ""}`.trim());
      }
      took.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: parallel }, client));
  const seconds = (performance.now() - began) / 1000;
  const status = await idle(worker);
  const sizes = await memory.stop();
  await worker.stop();
  took.sort((a, b) => a - b);
  const percentile = (p) => took[Math.min(took.length - 1, Math.floor(took.length * p))];
  return { ...count, seconds, p50: percentile(0.5), p99: percentile(0.99), longest: took.at(-1), status, ...sizes };
}

// burst sends requests to a worker that has answered none yet, all at once: many for one
// run, as when a link is posted, the others each for its own. Each is counted once.
export async function burst({ same, others }) {
  const worker = await edge();
  try {
    const began = performance.now();
    const seed = (n) => (n < same ? 1 : 2 + n - same);
    const answers = await Promise.all(Array.from({ length: same + others }, (_, n) =>
      ask(...inSomeForm(worker, { ...base, clients: "2", seed: String(seed(n)) }, (n % 10) / 10))));
    const seconds = (performance.now() - began) / 1000;
    return { answers, seed, seconds, status: await worker.status() };
  } finally {
    await worker.stop();
  }
}

// left tells what requests leave behind: bytes of the runtime's memory a request, over so
// many that play a run or find its result, after as many that warm everything up. The
// runtime keeps some thousand bytes of each request of any worker, for long.
export async function left({ found, played }) {
  const worker = await edge();
  try {
    const size = residentOf(await runtime());
    let seed = 1;
    const several = async (n, next) => {
      let left = n;
      await Promise.all(Array.from({ length: 16 }, async () => {
        while (left-- > 0) {
          const { status } = await ask(...inSomeForm(worker, { ...base, clients: "1", seed: String(next()) }, 0));
          if (status === 503) left++; // on a slow machine: ask for another
          else if (status !== 200) throw new Error(`answered with ${status}`);
        }
      }));
      await idle(worker);
    };
    await several(60, () => ++seed);
    await several(found, () => 2);
    const before = await size();
    await several(played, () => ++seed);
    const between = await size();
    await several(found, () => 2);
    return { ofPlayed: (between - before) / played, ofFound: (await size() - between) / found };
  } finally {
    await worker.stop();
  }
}

// one sends one request of a kind that the dice choose.
async function one(worker, hashes, dice, count, keys) {
  const kind = dice();
  const pick = (list) => list[Math.floor(dice() * list.length)];
  const scenario = () => ({ ...base, clients: String(pick(clients)), seed: String(1 + Math.floor(dice() * seeds)) });
  const hashOf = (s) => hashes.get(`${s.clients}/${s.seed}`);
  if (kind < 0.12) {
    const [path, init, status] = pick(malformed);
    const response = await ask(worker.address + path, init);
    const problem = response.json();
    if (response.status !== status || problem.status !== status || !problem.detail) throw new Error(`${path}: ${response.status} ${JSON.stringify(problem)}, not ${status}`);
    count.refused++;
    return;
  }
  if (kind < 0.24) return cut(worker, scenario(), dice, hashOf, count);
  if (kind < 0.32 && keys.length > 0) {
    if (await worker.evict(pick(keys))) count.evicted++;
  }
  if (kind < 0.36) return sweep(worker, scenario(), hashOf, count);
  const s = scenario();
  const response = await ask(...inSomeForm(worker, s, kind));
  const answer = response.json();
  if (response.status === 503 && answer.detail) {
    count.busy++;
    return;
  }
  if (response.status !== 200 || answer.runs[0].hash !== hashOf(s)) throw new Error(`${JSON.stringify(s)}: ${response.status} ${JSON.stringify(answer).slice(0, 300)}`);
  count[response.headers["clocksweep-kept"] === "true" ? "kept" : "played"]++;
  keys.push(response.headers["clocksweep-key"]);
  count.right++;
}

// inSomeForm is a request for a scenario in one of the forms.
function inSomeForm(worker, s, kind) {
  const query = new URLSearchParams(s).toString();
  if (kind < 0.6) return [`${worker.address}api/run?${query}`];
  if (kind < 0.8) return [`${worker.address}api/run`, json({ settings: s })];
  return [`${worker.address}api/run`, { method: "POST", body: Object.entries(s).map(([k, v]) => `${k} = ${v}\n`).join("") }];
}

// cut breaks the connection off after a while, unless the answer was faster; then it
// has to be right.
async function cut(worker, s, dice, hashOf, count) {
  const signal = AbortSignal.timeout(1 + Math.floor(dice() * 60));
  try {
    const response = await ask(`${worker.address}api/run`, json({ settings: s }, { signal }));
    const answer = response.json();
    if (response.status === 503) count.busy++;
    else if (answer.runs?.[0].hash !== hashOf(s)) throw new Error(`${JSON.stringify(s)}: ${response.status}`);
    else count.right++;
  } catch (error) {
    if (!signal.aborted) throw error;
    count.cut++;
  }
}

async function sweep(worker, { seed, ...s }, hashOf, count) {
  const response = await ask(`${worker.address}api/sweep`, json({ settings: { ...s, seed }, axes: ["clients=1,2,3,4"] }));
  let runs = 0;
  let ended = false;
  for (const line of response.text.trim().split("\n").map((text) => JSON.parse(text))) {
    ended ||= line.line === "end";
    if (line.line !== "run") continue;
    if (line.problem?.status === 503) count.busy++;
    else if (line.hash !== hashOf({ clients: line.settings.clients, seed: String(line.seed) })) throw new Error(`sweep: ${JSON.stringify(line).slice(0, 300)}`);
    runs++;
  }
  if (!ended || runs !== clients.length) throw new Error(`a sweep ended with ${runs} runs`);
  count.right++;
}

// idle waits until nothing is left of the load in the worker: what was cut off ends on
// its own.
async function idle(worker) {
  for (let n = 0; n < 600; n++) {
    const status = await worker.status();
    if (status.running === 0 && status.waiting === 0) return status;
    await new Promise((r) => setTimeout(r, 100));
  }
  return worker.status();
}

// watch looks at the memory of the runtime's process once a second.
async function watch(worker) {
  const rss = residentOf(await runtime());
  await worker.status();
  const sizes = [await rss()];
  const timer = setInterval(async () => sizes.push(await rss().catch(() => 0)), 1000);
  return {
    stop: async () => {
      clearInterval(timer);
      sizes.push(await rss());
      const half = Math.floor(sizes.length / 2);
      const quarter = (n) => Math.floor((sizes.length * n) / 4);
      const rssQuarters = [0, 1, 2, 3].map((n) => Math.max(...sizes.slice(quarter(n), quarter(n + 1) + 1)));
      return { rssFirst: sizes[0], rssMost: Math.max(...sizes), rssLast: sizes.at(-1), rssFirstHalf: Math.max(...sizes.slice(0, half + 1)), rssSecondHalf: Math.max(...sizes.slice(half)), rssQuarters };
    },
  };
}

// residentOf returns a function that tells the memory of a process.
function residentOf(pid) {
  return async () => Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, "utf8"))[1]) * 1024;
}

// runtime finds the newest workerd that this process has started.
async function runtime() {
  const found = [];
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    const [, name, , parent] = /^\d+ \((.*)\) (\S) (\d+)/.exec(stat) ?? [];
    if (name === "workerd" && Number(parent) === process.pid) found.push(Number(pid));
  }
  return Math.max(...found);
}

// report tells the figures of a load.
export function report(r) {
  const mb = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;
  return [
    `${r.requests} requests in ${r.seconds.toFixed(1)} s, ${(r.requests / r.seconds).toFixed(0)} a second`,
    `right ${r.right} (of these single runs: ${r.played} played, ${r.kept} kept), refused as they should be ${r.refused}, cut by the client ${r.cut}, told to be busy ${r.busy}, wrong or lost ${r.wrong.length}; ${r.evicted} results evicted`,
    `latency ms: median ${r.p50.toFixed(0)}, 99th percentile ${r.p99.toFixed(0)}, longest ${r.longest.toFixed(0)}`,
    `memory of the runtime: ${mb(r.rssFirst)} at first, at most ${r.rssQuarters.map(mb).join(", ")} in the quarters of the time, ${mb(r.rssLast)} at the end; of the service ${mb(r.status.memory)}, the ${r.status.started}. instance`,
  ].join("\n");
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const [requests = 10_000, parallel = 64] = process.argv.slice(2).map(Number);
  const result = await load({ requests, parallel });
  console.log("\nload on the edge worker, %d at a time\n%s", parallel, report(result));
  for (const wrong of result.wrong.slice(0, 10)) console.log(wrong);
  process.exitCode = result.wrong.length > 0 ? 1 : 0;
}
