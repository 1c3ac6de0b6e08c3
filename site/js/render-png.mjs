// Renders SVG documents to PNG without a browser.
// Standard input: { fonts: [base64 of a TrueType file], family, svgs: [...] };
// standard output: the PNG of each in base64, as a JSON list in the same order.
//
// It is resvg as WebAssembly, and no font but those given is used: the same
// documents make the same pixels on every machine.

import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { initWasm, Resvg } from "@resvg/resvg-wasm";

const { fonts, family, svgs } = JSON.parse(await text(process.stdin));
await initWasm(readFile(new URL(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm"))));
const font = { fontBuffers: fonts.map((data) => Buffer.from(data, "base64")), defaultFontFamily: family, sansSerifFamily: family };

function render(svg) {
  const picture = new Resvg(svg, { font });
  const image = picture.render();
  const png = Buffer.from(image.asPng()).toString("base64");
  image.free();
  picture.free();
  return png;
}

process.stdout.write(JSON.stringify(svgs.map(render)));
