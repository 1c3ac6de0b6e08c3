// Makes one file of an experiment's page of a built site:
//
//   node one-file.mjs DIST SLUG ADDRESS > FILE
//
// ADDRESS is that of the site's root, or "" if it has none.

import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { oneFile, unescaped } from "./onefile.js";

const [dist, slug, root] = process.argv.slice(2);
const folder = resolve(dist, "x", slug);
const read = async (path) => new Uint8Array(await readFile(join(folder, path)));
const html = new TextDecoder().decode(await read("index.html"));
const hashes = unescaped(/id="one-file"[^>]* data-hashes="([^"]*)"/.exec(html)[1]);
process.stdout.write(await oneFile(html, read, {
  hashes, json: await read("result.json"), site: root && new URL(`x/${slug}/`, root).href, settings: "",
}));
