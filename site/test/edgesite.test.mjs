// The site as the edge worker hands it out: the compressed forms of the build, what
// caches may keep, who may frame what. The folder is a small one of the test's own.

import assert from "node:assert/strict";
import { request } from "node:http";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { dist } from "./browser.mjs";
import { edge } from "./edge.mjs";

const files = {
  "index.html": "<!DOCTYPE html><title>home</title>",
  "404.html": "<!DOCTYPE html><title>missing</title>",
  "lab/index.html": "<!DOCTYPE html><title>lab</title>",
  "x/challenge/index.html": '<!DOCTYPE html><html><head><title>x</title><meta property="og:image" content="preview.png"></head><body></body></html>',
  "embed/challenge/index.html": "<!DOCTYPE html><title>embed</title>",
  "assets/site.0123456789.js": "console.log('hello')",
  "assets/sim.0123456789.wasm": "\0asm-not-really".repeat(50),
};
const folder = await mkdtemp(join(tmpdir(), "edge-site-"));
for (const [name, text] of Object.entries(files)) {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), text);
  await writeFile(join(folder, `${name}.br`), brotliCompressSync(text));
  await writeFile(join(folder, `${name}.gz`), gzipSync(text));
}
await writeFile(join(folder, "plain.png"), "not compressed");
const worker = await edge({ directory: folder });
after(async () => {
  await worker.stop();
  await rm(folder, { recursive: true });
});

// raw asks without unpacking the answer.
function raw(path, headers = {}, method = "GET") {
  return new Promise((resolve, reject) => {
    const asked = request(new URL(path, worker.address), { method, headers }, async (response) => {
      const pieces = [];
      for await (const piece of response) pieces.push(piece);
      resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(pieces) });
    });
    asked.on("error", reject).end();
  });
}

test("a browser gets the smallest form that it accepts, as it was built", async () => {
  const name = "assets/sim.0123456789.wasm";
  const br = await raw(name, { "Accept-Encoding": "br, gzip, deflate" });
  assert.equal(br.headers["content-encoding"], "br");
  assert.equal(br.headers["content-type"], "application/wasm");
  assert.deepEqual(br.body, await readFile(join(folder, `${name}.br`)));
  assert.equal(brotliDecompressSync(br.body).toString(), files[name]);
  const gz = await raw(name, { "Accept-Encoding": "gzip, br;q=0" });
  assert.equal(gz.headers["content-encoding"], "gzip");
  assert.equal(gunzipSync(gz.body).toString(), files[name]);
  const plain = await raw(name);
  assert.equal(plain.headers["content-encoding"], undefined);
  assert.equal(plain.body.toString(), files[name]);
  for (const { headers } of [br, gz, plain]) assert.equal(headers.vary, "Accept-Encoding");
  const image = await raw("plain.png", { "Accept-Encoding": "br, gzip" });
  assert.equal(image.body.toString(), "not compressed");
  assert.equal(image.headers["content-type"], "image/png");
});

test("hashed files are kept for ever, and pages are checked at each visit", async () => {
  for (const name of Object.keys(files).filter((name) => name !== "404.html")) {
    const { headers } = await raw(name);
    assert.equal(headers["cache-control"], name.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache", name);
    assert.ok(headers.etag, name);
    const again = await raw(name, { "If-None-Match": headers.etag });
    assert.equal(again.status, 304, name);
    assert.equal(again.body.length, 0);
  }
});

test("anybody may frame an embed, and nobody anything else", async () => {
  for (const [path, ancestors] of [["", "'none'"], ["lab/", "'none'"], ["assets/site.0123456789.js", "'none'"], ["embed/challenge/", "*"]]) {
    const { headers, status } = await raw(path);
    assert.equal(status, 200, path);
    assert.match(headers["content-security-policy"], new RegExp(`frame-ancestors ${ancestors.replace("*", "\\*")}$`), path);
    assert.equal(headers["x-frame-options"], ancestors === "*" ? undefined : "DENY", path);
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.equal(headers["referrer-policy"], "no-referrer");
  }
});

test("the policy in the header is that of the pages", async () => {
  const page = await readFile(join(dist, "index.html"), "utf8");
  const said = /Content-Security-Policy" content="([^"]+)"/.exec(page)[1].replaceAll("&#39;", "'");
  const { headers } = await raw("");
  assert.equal(headers["content-security-policy"], `${said}; frame-src 'self'; frame-ancestors 'none'`);
});

test("a link with settings in its query has a picture and an embed of its own", async () => {
  const query = '?v=1&shared_buffers=64MB&x="><script>';
  const { body, headers, status } = await raw(encodeURI(`x/challenge/${query}`), { "Accept-Encoding": "" });
  const page = body.toString();
  assert.equal(status, 200);
  assert.equal(headers.etag, undefined);
  const picture = /property="og:image" content="([^"]+)"/.exec(page)[1].replaceAll("&amp;", "&");
  assert.equal(picture, `${worker.address}og/challenge.png${encodeURI(query)}`);
  const embed = /json\+oembed" href="([^"]+)"/.exec(page)[1].replaceAll("&amp;", "&");
  assert.equal(new URL(embed).searchParams.get("url"), `${worker.address}x/challenge/${encodeURI(query)}`);
  assert.ok(!page.includes("preview.png") && !page.includes("<script>"), page);
  assert.ok(!(await raw("x/challenge/")).body.toString().includes("/og/"));
});

test("folders, methods and what is not there", async () => {
  const moved = await raw("lab?x=1");
  assert.equal(moved.status, 301);
  assert.equal(moved.headers.location, "/lab/?x=1");
  const missing = await raw("nothing/here", { "Accept-Encoding": "br" });
  assert.equal(missing.status, 404);
  assert.equal(brotliDecompressSync(missing.body).toString(), files["404.html"]);
  const head = await raw("lab/", {}, "HEAD");
  assert.equal(head.status, 200);
  assert.equal(head.body.length, 0);
  const put = await raw("lab/", {}, "PUT");
  assert.equal(put.status, 405);
  assert.equal(put.headers.allow, "GET, HEAD");
  for (const path of ["..%2f..%2fetc%2fpasswd", "%00", "%", "lab/%2e%2e/index.html.br%00"]) {
    assert.ok([200, 301, 400, 404].includes((await raw(`/${path}`).catch(() => ({ status: 400 }))).status), path);
  }
});
