// An old link on its own engine. The earlier engine is today's with another version:
// the test knows then what has to come out.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { dist, launch, open, serve, slug } from "./browser.mjs";

const command = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const earlier = "0.0.1";

let browser, site, folder, link;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "clocksweep-engine-"));
  await makeEarlier();
  await makeSite();
  browser = await launch();
  site = await serve(join(folder, "site"));
});
after(async () => {
  await browser?.close();
  site?.stop();
  await rm(folder, { recursive: true });
});

const index = async (dir) => JSON.parse(await readFile(join(dir, "engine", "index.json")));

// makeEarlier builds the engine with another version, and a link with a result of it.
async function makeEarlier() {
  const source = join(root, "core/server/run.go");
  const text = await readFile(source, "utf8");
  const old = text.replace(/const Engine = "[^"]+"/, `const Engine = "${earlier}"`);
  assert.notEqual(old, text, "the version of the engine is somewhere else");
  await writeFile(join(folder, "run.go"), old);
  await writeFile(join(folder, "overlay.json"), JSON.stringify({ Replace: { [source]: join(folder, "run.go") } }));
  const go = (out, pkg, env) => command("go", ["build", "-buildvcs=false", "-trimpath", "-ldflags=-s -w", "-overlay", join(folder, "overlay.json"), "-o", join(folder, out), pkg],
    { cwd: root, env: { ...process.env, ...env } });
  await go("sim.wasm", "./wasm/sim", { GOOS: "js", GOARCH: "wasm" });
  await go("clocksweep", "./core/cmd/clocksweep", {});
  link = (await command(join(folder, "clocksweep"), ["link", slug, "duration=5s", "-result"])).stdout.trim();
}

// makeSite is the built site with that engine beside today's, as the generator
// publishes it (TestEarlierEngines).
async function makeSite() {
  const out = join(folder, "site");
  await mkdir(join(out, "engine"), { recursive: true });
  for (const name of await readdir(dist)) if (name !== "engine") await symlink(join(dist, name), join(out, name));
  const { today, engines } = await index(dist);
  await cp(join(dist, "engine", today), join(out, "engine", today), { recursive: true });
  await cp(join(dist, "engine", today), join(out, "engine", earlier), { recursive: true });
  const renamed = (name) => name.replace(`${today}/`, `${earlier}/`);
  const { worker, wasmExec } = engines[0];
  await cp(join(folder, "sim.wasm"), join(out, "engine", earlier, "sim.earlier.wasm"));
  const entry = { version: earlier, sim: `${earlier}/sim.earlier.wasm`, worker: renamed(worker), wasmExec: renamed(wasmExec) };
  await writeFile(join(out, "engine", "index.json"), JSON.stringify({ today, engines: [...engines, entry] }));
}

const note = (page) => page.textContent("#claim-engine");

const waitForNote = (page, pattern) => page.waitForFunction(([source]) => new RegExp(source).test(document.getElementById("claim-engine").textContent),
  [pattern.source], { polling: 100, timeout: 400_000 });

test("a link of an earlier engine is run on it and on today's, and both are compared", async () => {
  assert.ok(link.includes(`&engine=${earlier}&`), link);
  const fetched = [];
  const { page, complaints, close } = await open(browser, site.address + link.slice(1), {
    before: (page) => page.on("request", (request) => fetched.push(request.url())),
  });
  await waitForNote(page, /This site keeps that engine/);
  assert.equal(fetched.filter((url) => url.includes("sim.earlier")).length, 0, "the engine is fetched before it is asked for");
  await page.click("#claim-run button");
  await waitForNote(page, /Between the two engines/);
  const text = await note(page);
  assert.match(text, new RegExp(`made with engine ${earlier}; this page computes with `));
  assert.match(text, new RegExp(`Engine ${earlier}: Reproduced: all 10 numbers of the link came out the same here, and equal hashes prove`));
  assert.match(text, /Between the two engines 10 of 10 numbers are the same\./);
  assert.match(await page.textContent("#claim-verdict"), new RegExp(`^Reproduced: all 10 numbers .* although its engine was ${earlier}`));
  assert.ok(fetched.some((url) => url.includes(`/engine/${earlier}/sim.earlier.wasm`)));
  assert.deepEqual(complaints, []);
  await close();
});

test("an engine that has gone is told", async () => {
  const { page, complaints, close } = await open(browser, site.address + link.slice(1).replace(`engine=${earlier}`, "engine=0.0.0"));
  await waitForNote(page, /does not keep that engine/);
  assert.equal(await page.isVisible("#claim-run"), false);
  assert.ok(await page.isEnabled("#run"));
  assert.deepEqual(complaints, []);
  await close();
});

test("an engine that fails is told, and today's result stands", async () => {
  const { page, close } = await open(browser, site.address + link.slice(1), {
    before: (page) => page.route("**/sim.earlier.wasm", (route) => route.fulfill({ status: 200, contentType: "application/wasm", body: "no program" })),
  });
  await waitForNote(page, /This site keeps that engine/);
  await page.click("#claim-run button");
  await waitForNote(page, /32MB failed on engine 0\.0\.1: .*512MB failed on engine 0\.0\.1: /);
  await page.waitForFunction(() => /^Reproduced/.test(document.getElementById("claim-verdict").textContent), undefined, { polling: 100, timeout: 400_000 });
  await close();
});
