// What each file of the site weighs: as it is, and as it goes over the wire.

import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { dist } from "../test/browser.mjs";

const forms = { raw: "", gzip: ".gz", brotli: ".br" };

export async function sizes() {
  const files = (await readdir(dist, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !/\.(gz|br)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(dist.length + 1)).sort();
  const rows = [];
  for (const file of files) {
    const name = unhashed(file);
    const cells = [];
    for (const [form, ext] of Object.entries(forms)) {
      const { size } = await stat(join(dist, file + ext));
      cells.push({ id: `bytes ${name} ${form}`, value: size, better: "less" });
    }
    rows.push({ name, cells });
  }
  return { title: "the files, bytes", heads: Object.keys(forms), rows };
}

// unhashed takes out of a name what is made from a file's contents, and of an
// engine's folder its version: the same file of two releases has one name.
export function unhashed(file) {
  return file.replace(/\.[0-9a-f]{10}(?=\.\w+$)/, "").replace(/^engine\/\d[^/]*\//, "engine/");
}
