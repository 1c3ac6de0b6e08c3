// The edge worker in the runtime of the platform: what it answers is what the
// engine gives natively, what it refuses it tells, and what it takes it gives back.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "./browser.mjs";
import { edge, lines, program } from "./edge.mjs";

const command = promisify(execFile);
const native = async (...args) => (await command(`${build}/clocksweep`, args, { maxBuffer: 64 << 20 })).stdout;

const worker = await edge();
after(worker.stop);

const get = (path, init) => fetch(worker.address + path, init);
const post = (path, body) =>
  get(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

// hashes returns those of each run, of the worker's answer or the command line's.
const hashes = (answer) => Object.fromEntries(answer.runs.map(({ name, hash }) => [name, hash]));

const small = { release: 16, scale: 1, duration: "3s", clients: 4, seed: 11 };
const args = Object.entries(small).map(([name, value]) => `${name}=${value}`);

test("the worker is small enough for the platform's free size", async (t) => {
  let bytes = 0;
  for (const name of await readdir(program)) bytes += gzipSync(await readFile(join(program, name)), { level: 9 }).length;
  t.diagnostic(`${bytes} bytes compressed with gzip`);
  assert.ok(bytes < 3e6, `${bytes} bytes`);
});

// Shortened, or the test would take as long as the gallery does. What takes more
// memory than the worker gives is refused, and that is all it may be.
test("every experiment has the same hash as natively", async (t) => {
  const { experiments } = await (await get("api/experiments")).json();
  assert.ok(experiments.length >= 13);
  let equal = 0;
  for (const { slug, runs } of experiments) {
    for (const run of runs) {
      const order = { experiment: slug, run, settings: { duration: "1s", transactions: 0 } };
      const response = await post("api/run", order);
      const answer = await response.json();
      if (response.status === 422) {
        assert.equal(answer.limit?.name, "memory", `${slug} ${run}: ${answer.detail}`);
        continue;
      }
      assert.equal(response.status, 200, `${slug} ${run}: ${answer.detail}`);
      const here = JSON.parse(await native("run", slug, "duration=1s", "transactions=0", "-json", ...(run ? ["-run", run] : [])));
      assert.deepEqual(hashes(answer), hashes(here), `${slug} ${run}`);
      equal++;
    }
  }
  t.diagnostic(`${equal} runs have equal hashes`);
  assert.ok(equal >= 20, `only ${equal} runs were small enough`);
});

test("an experiment at full length has the same hash, and each of its runs is a request of its own", async () => {
  const answer = await (await get("api/run?experiment=shared-buffers-challenge")).json();
  const here = JSON.parse(await native("run", "shared-buffers-challenge", "-json"));
  assert.deepEqual(hashes(answer), hashes(here));
  assert.deepEqual(answer.published, here.published);
});

test("a result is played once, and known again by its ETag", async () => {
  const path = `api/run?${args.join("&")}&seed=501`;
  const first = await get(path);
  const answer = await first.text();
  assert.equal(first.headers.get("Clocksweep-Kept"), "false");
  const again = await get(path);
  assert.equal(again.headers.get("Clocksweep-Kept"), "true");
  assert.equal(await again.text(), answer);
  const known = await get(path, { headers: { "If-None-Match": again.headers.get("ETag") } });
  assert.equal(known.status, 304);
  assert.equal(await known.text(), "");
  const elsewhere = await (await post("api/run", { settings: { ...small, seed: 501 } })).text();
  assert.equal(elsewhere, answer);
});

test("the cells of a sweep come as they are ready, with the hashes of a sweep here", async () => {
  const order = { text: "release = 16\nscale = 1\nduration = 2s", axes: ["shared_buffers=1MB..8MB x2", "clients=1,4"], seeds: 3 };
  const response = await post("api/sweep", order);
  assert.equal(response.headers.get("Content-Type"), "application/x-ndjson");
  const got = [];
  let pieces = 0;
  for await (const piece of lines(response)) {
    pieces++;
    got.push(...piece);
  }
  assert.ok(pieces > 5, `${pieces} pieces for ${got.length} lines`);
  assert.equal(got[0].line, "plan");
  assert.deepEqual(got.at(-1), { line: "end", ran: 24, failed: 0 });
  const here = JSON.parse(await native("sweep", "pgbench", "release=16", "scale=1", "duration=2s", ...order.axes, "-seeds", "3", "-json"));
  const of = new Map(here.cells.flatMap(({ settings, hashes }) => hashes.map((hash, i) => [JSON.stringify([settings, i + 1]), hash])));
  for (const { settings, seed, hash, figures } of got.slice(1, -1)) {
    const key = JSON.stringify([{ shared_buffers: settings.shared_buffers, clients: settings.clients }, seed]);
    assert.equal(hash, of.get(key), key);
    assert.ok(figures.tps > 0);
  }
});

test("clocksweep sweep -edge prints what the sweep prints here", async () => {
  const sweep = ["sweep", "shared-buffers-challenge", "duration=2s", "shared_buffers=1MB,32MB,64GB", "clients=1..4 x2", "-seeds", "2", "-csv"];
  assert.equal(await native(...sweep, "-edge", worker.address), await native(...sweep));
});

test("a sweep of more runs than one request may ask for", async () => {
  const tight = await edge({ limits: { subrequests: 3, parallel: 3 } });
  try {
    const sweep = ["sweep", "pgbench", "scale=1", "duration=1s", "clients=1..9 +1", "-seeds", "3", "-csv"];
    assert.equal(await native(...sweep, "-edge", tight.address), await native(...sweep));
  } finally {
    await tight.stop();
  }
});

test("with an address of its own, the worker asks for runs through the front door", async () => {
  const port = await new Promise((found) => {
    const trial = createServer().listen(0, "127.0.0.1", () => {
      const { port } = trial.address();
      trial.close(() => found(port));
    });
  });
  const front = await edge({ port, bindings: { ORIGIN: `http://127.0.0.1:${port}` } });
  try {
    const sweep = ["sweep", "pgbench", "scale=1", "duration=1s", "clients=1,2,3", "-csv"];
    assert.equal(await native(...sweep, "-edge", front.address), await native(...sweep));
  } finally {
    await front.stop();
  }
});

test("a broken stream is taken up without playing finished cells again", async () => {
  const order = { text: "scale = 1\nduration = 4s\nrelease = 15", axes: ["clients=1..8 +1"], seeds: 2 };
  const stop = new AbortController();
  const broken = await get("api/sweep", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(order), signal: stop.signal });
  const done = [];
  for await (const piece of lines(broken)) {
    done.push(...piece.filter(({ line }) => line === "run").map(({ run }) => run));
    if (done.length >= 4) break;
  }
  stop.abort();
  const rest = [];
  for await (const piece of lines(await post("api/sweep", { ...order, done: done.join(",") }))) rest.push(...piece);
  const runs = rest.filter(({ line }) => line === "run");
  assert.equal(rest.at(-1).line, "end");
  assert.deepEqual([...done, ...runs.map(({ run }) => run)].sort((a, b) => a - b), [...Array(16).keys()]);
  for (const { hash } of runs) assert.match(hash, /^[0-9a-f]{16}$/);
});

test("what is not legal or too much is a problem document that says what would be possible", async () => {
  for (const [body, status, detail] of [
    ["{", 400, /ends too early/],
    [{ settings: { shared_bufers: "1MB" } }, 400, /did you mean shared_buffers/],
    [{ settings: { duration: "2h" } }, 422, /longer than a run may be/],
    [{ settings: { shared_buffers: "64GB", ram: "256GB", build: "64-bit" } }, 422, /more than a run may have/],
    [{ settings: { transactions: 100000000, clients: 100 } }, 422, /events at the least/],
    [{ text: "#".repeat(70000) }, 413, /longer than 65536 bytes/],
  ]) {
    const response = await get("api/run", {
      method: "POST", headers: { "Content-Type": "application/json" }, body: typeof body === "string" ? body : JSON.stringify(body),
    });
    const problem = await response.json();
    assert.equal(response.headers.get("Content-Type"), "application/problem+json");
    assert.equal(response.status, status, JSON.stringify(problem));
    assert.equal(problem.status, status);
    assert.match(problem.detail, detail);
    if (status === 422) {
      assert.ok(problem.limit.asked > problem.limit.most && problem.setting && problem.legal, JSON.stringify(problem));
      assert.match(problem.command, /^clocksweep run pgbench /);
    }
  }
});

test("a run that uses up its events is ended, and the time it is told to take is possible", async () => {
  const tight = await edge({ limits: { events: 60_000 } });
  try {
    const ask = (duration) => fetch(`${tight.address}api/run?release=16&scale=1&clients=4&duration=${duration}`);
    const problem = await (await ask("600s")).json();
    assert.equal(problem.limit?.name, "events", JSON.stringify(problem));
    assert.equal((await ask(problem.legal.split(" to ")[1])).status, 200);
  } finally {
    await tight.stop();
  }
});

test("a run that would take far more than its events is refused after its beginning", async () => {
  const tight = await edge({ limits: { events: 500_000 } });
  try {
    const ask = (duration) => fetch(`${tight.address}api/run?release=16&scale=1&clients=4&duration=${duration}`);
    const answer = await ask("1h");
    const problem = await answer.json();
    assert.equal(answer.status, 422);
    assert.equal(problem.limit?.name, "events", JSON.stringify(problem));
    assert.match(problem.detail, /^duration: "1h" makes the run too long: it would take about \d+ million events, of which it may have 500000 here; legal is 1s to /);
    assert.equal((await ask(problem.legal.split(" to ")[1])).status, 200);
  } finally {
    await tight.stop();
  }
});

// quiet waits until no run is under way: those of a stream that an earlier test has
// broken off play on to their ends.
async function quiet() {
  for (let n = 0; ; n++) {
    const status = await worker.status();
    if (status.running === 0) return status;
    assert.ok(n < 1200, `${status.running} runs go on`);
    await new Promise((r) => setTimeout(r, 50));
  }
}

test("memory goes back after a large run", async () => {
  const before = await quiet();
  const large = post("api/run", { settings: { release: 16, scale: 150, duration: "8s", shared_buffers: "512MB", clients: 8, hardware: "laptop-nvme" } });
  let most = 0;
  const look = (async () => {
    for (let going = true; going;) {
      const { running, runMemory } = await worker.status();
      most = Math.max(most, runMemory);
      going = await Promise.race([large.then(() => false), new Promise((r) => setTimeout(r, 20, true))]);
    }
  })();
  assert.equal((await large).status, 200);
  await look;
  assert.equal((await post("api/run", { settings: small })).status, 200);
  const after = await worker.status();
  assert.ok(most > 20e6, `the large run took ${most} bytes`);
  assert.deepEqual([after.running, after.runMemory], [0, 0]);
  assert.ok(after.memory <= before.memory + (16 << 20), `the service takes ${after.memory} bytes, ${before.memory} before`);
});

test("a run stops when nobody waits for it any more", async () => {
  const asked = worker.giveUp("api/run?release=16&hardware=laptop-nvme&scale=10&clients=8&duration=3000s");
  for (let n = 0; (await worker.status()).running === 0; n++) {
    assert.ok(n < 500, "the run did not begin");
    await new Promise((r) => setTimeout(r, 20));
  }
  assert.equal(await asked, "TimeoutError");
  for (let n = 0; (await worker.status()).running > 0; n++) {
    assert.ok(n < 500, "the run goes on");
    await new Promise((r) => setTimeout(r, 50));
  }
  assert.equal((await post("api/run", { settings: small })).status, 200);
});

test("a worker that can't start its service says so, and hands the site out", async () => {
  const broken = await edge({ limits: { events: 0 } });
  try {
    const response = await fetch(`${broken.address}api/machines`);
    assert.equal(response.status, 500);
    assert.equal((await response.json()).status, 500);
    assert.equal((await fetch(broken.address)).status, 200);
  } finally {
    await broken.stop();
  }
});

test("other pages may ask", async () => {
  const preflight = await get("api/sweep", {
    method: "OPTIONS", headers: { Origin: "https://blog.example", "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type" },
  });
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers.get("Access-Control-Allow-Origin"), "*");
  assert.match(preflight.headers.get("Access-Control-Allow-Headers"), /content-type/i);
  assert.equal((await get("api/settings")).headers.get("Access-Control-Allow-Origin"), "*");
});
