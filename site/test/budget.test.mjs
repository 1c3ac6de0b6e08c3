// What the site weighs on the wire, compressed with brotli.

import assert from "node:assert/strict";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { dist, slug } from "./browser.mjs";

const kB = 1000;
const MB = 1000 * kB;

const assets = await readdir(join(dist, "assets"));
const { today, engines } = JSON.parse(await readFile(join(dist, "engine", "index.json")));

// size of an asset by the part of its name before the hash.
async function size(name, ext = ".br") {
  const [stem, type] = name.split(".");
  const file = assets.find((asset) => asset.startsWith(`${stem}.`) && asset.endsWith(`.${type}${ext}`));
  assert.ok(file, `there is no ${name}${ext}`);
  return (await stat(join(dist, "assets", file))).size;
}

for (const path of ["lab", ...(await readdir(join(dist, "x"))).map((name) => `x/${name}`)]) {
  test(`a first view of /${path}/ stays below 150 kB`, async (t) => {
    const page = (await stat(join(dist, path, "index.html.br"))).size;
    let total = page;
    for (const name of ["site.css", "reader.js", "offline.js", "boot.js", "icon.svg"]) total += await size(name);
    t.diagnostic(`first view ${total} bytes, of which the page itself ${page}`);
    assert.ok(total <= 150 * kB, `${total} bytes`);
  });
}

test("a first view of the pool stays below 150 kB", async (t) => {
  let total = (await stat(join(dist, "pool", "index.html.br"))).size;
  for (const name of ["site.css", "reader.js", "offline.js", "pool.js", "icon.svg"]) total += await size(name);
  t.diagnostic(`first view ${total} bytes`);
  assert.ok(total <= 150 * kB, `${total} bytes`);
});

test("an embed stays below 60 kB before Run, whatever the experiment", async (t) => {
  const shared = (await stat(join(dist, "embed.js.br"))).size + await size("site.css") + await size("embedded.js") + await size("boot.js");
  const slugs = await readdir(join(dist, "embed"));
  assert.ok(slugs.includes(slug), `the embeds are ${slugs}`);
  let most = 0;
  for (const name of slugs) {
    const own = (await stat(join(dist, "embed", name, "index.html.br"))).size + (await stat(join(dist, "x", name, "picture.svg.br"))).size;
    assert.ok(shared + own <= 60 * kB, `${name}: ${shared + own} bytes`);
    most = Math.max(most, shared + own);
  }
  t.diagnostic(`at most ${most} bytes, of which ${shared} are shared by all`);
});

test("the script of the custom element stays below 3 kB", async (t) => {
  const bytes = (await stat(join(dist, "embed.js.br"))).size;
  t.diagnostic(`embed.js ${bytes} bytes`);
  assert.ok(bytes <= 3 * kB, `${bytes} bytes`);
});

test("sim.wasm stays below 1.1 MB", async (t) => {
  const { sim } = engines.find((e) => e.version === today);
  const bytes = (await stat(join(dist, "engine", `${sim}.br`))).size;
  t.diagnostic(`sim.wasm ${bytes} bytes compressed, ${(await stat(join(dist, "engine", sim))).size} plain`);
  assert.ok(bytes <= 1.1 * MB, `${bytes} bytes`);
});

for (const [name, limit] of [["page.wasm", 1.75 * MB], ["yours.wasm", 1.2 * MB], ["charts.js", 220 * kB]]) {
  test(`${name} stays below ${limit / MB} MB`, async (t) => {
    const bytes = await size(name);
    t.diagnostic(`${name} ${bytes} bytes compressed, ${await size(name, "")} plain`);
    assert.ok(bytes <= limit, `${bytes} bytes`);
  });
}

test("every file has its compressed forms", async () => {
  const files = await readdir(dist, { recursive: true, withFileTypes: true });
  const names = files.filter((f) => f.isFile()).map((f) => join(f.parentPath ?? f.path, f.name));
  for (const name of names.filter((n) => !/\.(br|gz)$/.test(n))) {
    for (const ext of [".br", ".gz"]) assert.ok(names.includes(name + ext), `${name}${ext} is missing`);
  }
});

test("a page names only files that exist", async () => {
  const html = await readFile(join(dist, "x", slug, "index.html"), "utf8");
  const named = [...html.matchAll(/"\.\.\/\.\.\/((?:assets|engine)\/[^"]+)"/g)].map((m) => m[1]);
  assert.ok(named.length >= 9);
  for (const name of named) await stat(join(dist, name));
});
