// The scenarios of core/golden have the hashes that its files say in the browsers and
// in the edge's runtime too. Go's own tests play them natively.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { dist, launch, open, serve, slug } from "./browser.mjs";
import { edge } from "./edge.mjs";

// golden reads a file of core/golden: settings, a line of hyphens, a hash.
function golden(name) {
  const text = readFileSync(new URL(`../../core/golden/testdata/${name}`, import.meta.url), "utf8");
  return text.split(/^run\n/m).slice(1).map((block) => {
    const [settings, hash] = block.split("----\n");
    return { settings, hash: hash.trim() };
  });
}

const scenarios = golden("scenarios");
const all = [...scenarios, ...golden("experiments")];
const site = await serve(dist);
after(site.stop);

// play runs in the page: it plays all scenarios in as many workers as there are
// processors and returns the hashes of the results.
async function play(list) {
  const { simWasm, worker, wasmExec } = document.body.dataset;
  const address = (path) => new URL(path, location.href).href;
  const module = await WebAssembly.compileStreaming(fetch(simWasm));
  const result = (scenario) => new Promise((done, failed) => {
    const running = new Worker(worker);
    running.onmessage = ({ data }) => {
      if (data.type === "progress") return;
      running.terminate();
      if (data.type === "done") done(new Uint8Array(data.bytes));
      else failed(new Error(`${data.message}\n${scenario}`));
    };
    running.postMessage({ module, wasmExec: address(wasmExec), experiment: "", run: "", scenario });
  });
  // The 64-bit FNV-1a hash, in halves that a number holds exactly, of all but the
  // pictures of the pool: nobody asked for any, so they are an empty list.
  const emptyList = 8; // bytes
  const hash = (bytes) => {
    let high = 0xcbf29ce4, low = 0x84222325;
    for (const byte of bytes.subarray(0, -emptyList)) {
      low = (low ^ byte) >>> 0;
      const product = low * 0x1b3;
      high = (Math.imul(high, 0x1b3) + (low << 8) + Math.floor(product / 2 ** 32)) >>> 0;
      low = product >>> 0;
    }
    return [high, low].map((half) => half.toString(16).padStart(8, "0")).join("");
  };
  const hashes = [];
  let next = 0;
  const lane = async () => {
    while (next < list.length) {
      const at = next++;
      hashes[at] = hash(await result(list[at]));
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, navigator.hardwareConcurrency) }, lane));
  return hashes;
}

for (const [name, list] of [["chromium", all], ["firefox", scenarios]]) {
  test(`results in ${name} are equal to the native ones`, { timeout: 600_000 }, async (t) => {
    const browser = await launch(name);
    t.after(() => browser.close());
    const { page, complaints } = await open(browser, `${site.address}/x/${slug}/index.html`);
    assert.deepEqual(await page.evaluate(play, list.map(({ settings }) => settings)), list.map(({ hash }) => hash));
    assert.deepEqual(complaints, []);
    t.diagnostic(`${list.length} hashes are equal`);
  });
}

test("results in the edge's runtime are equal to the native ones", { timeout: 600_000 }, async (t) => {
  const worker = await edge();
  t.after(worker.stop);
  const hashes = [];
  for (const { settings } of scenarios) {
    const response = await fetch(`${worker.address}api/run`, { method: "POST", headers: { "Content-Type": "text/plain" }, body: settings });
    const answer = await response.json();
    assert.equal(response.status, 200, `${answer.detail}\n${settings}`);
    hashes.push(answer.runs[0].hash);
  }
  assert.deepEqual(hashes, scenarios.map(({ hash }) => hash));
});
