// How the pages look: screenshots of each page, in both themes, wide and narrow,
// compared with those in testdata/screens. `make screenshots` renews them; look at the
// differences before you commit them.
//
// They are kept small: a quarter as wide and high, and of long pages the upper part.
// The font is one from a package, because those of machines differ. A few pixels may
// differ, as browsers of different versions draw edges differently.

import assert from "node:assert/strict";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { launch, open, serve, slug } from "./browser.mjs";

const folder = fileURLToPath(new URL("testdata/screens/", import.meta.url));
const renew = process.env.SCREENSHOTS === "renew";

const pages = {
  home: "", experiment: `x/${slug}/`, lab: "lab/", pool: "pool/", traces: "traces/",
  verification: "verification/", validation: "validation/", offline: "offline/", missing: "404.html",
  guide: "guide/", chapter: "x/guide-disks/", yours: "yours/", embed: `embed/${slug}/`, embedding: "embedding/",
  deployment: "deployment/", dependencies: "dependencies/",
};
const SCALE = 4;
const MOST_HEIGHT = 4800; // CSS pixels of a page that are looked at
const WIDTHS = [1280, 360];
const THEMES = ["light", "dark"];
const DIFFERENT = 0.15; // of pixelmatch: how far two colors may be apart
const MOST_DIFFERENT = 0.01; // part of the pixels

const fonts = createRequire(import.meta.url);
const face = async (family, name, weight) => {
  const file = await readFile(fonts.resolve(`@fontsource/${name}/files/${name}-latin-${weight}-normal.woff2`), "base64");
  return `@font-face { font-family: "${family}"; font-weight: ${weight}; src: url(data:font/woff2;base64,${file}) format("woff2"); }`;
};

let browser, site, style;
before(async () => {
  browser = await launch("chromium");
  site = await serve();
  style = [
    await face("Screens", "noto-sans", 400), await face("Screens", "noto-sans", 600), await face("Screens Mono", "noto-sans-mono", 400),
    ":root { --sans: Screens !important; --mono: Screens Mono !important; }",
    "#offline { display: none; }", // what the browser keeps
  ].join("\n");
  if (renew) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
  }
});
after(async () => {
  await browser?.close();
  await site?.stop();
});

for (const [name, path] of Object.entries(pages)) {
  for (const width of WIDTHS) {
    for (const theme of THEMES) {
      const file = `${name}-${width}-${theme}.png`;
      test(file, async (t) => {
        const now = await shot(path, width, theme);
        if (renew) {
          await writeFile(folder + file, PNG.sync.write(now, { colorType: 2, deflateLevel: 9 }));
          return;
        }
        const before = PNG.sync.read(await readFile(folder + file));
        assert.deepEqual([now.width, now.height], [before.width, before.height], "the page has another size");
        const different = pixelmatch(now.data, before.data, undefined, now.width, now.height, { threshold: DIFFERENT });
        const part = different / (now.width * now.height);
        t.diagnostic(`${(100 * part).toFixed(2)} % of the pixels differ`);
        assert.ok(part <= MOST_DIFFERENT, `${(100 * part).toFixed(1)} % of the pixels differ; if that is wanted, run make screenshots`);
      });
    }
  }
}

test("there is no screenshot too many", async () => {
  const wanted = Object.keys(pages).flatMap((name) => WIDTHS.flatMap((width) => THEMES.map((theme) => `${name}-${width}-${theme}.png`)));
  assert.deepEqual((await readdir(folder)).sort(), wanted.sort());
});

// shot returns a page as it is seen first, scaled down.
async function shot(path, width, colorScheme) {
  const { page, close } = await open(browser, site.address + path, {
    options: { viewport: { width, height: 900 }, colorScheme, reducedMotion: "reduce", bypassCSP: true },
  });
  await page.addStyleTag({ content: style });
  await page.evaluate(() => document.fonts.ready);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const clip = { x: 0, y: 0, width, height: Math.min(MOST_HEIGHT, height - height % SCALE) };
  const png = PNG.sync.read(await page.screenshot({ fullPage: true, clip, animations: "disabled", caret: "hide" }));
  await close();
  return smaller(png);
}

// smaller takes the mean of each square of SCALE pixels, in colors of six bits: what
// is lost nobody sees, and the file is half as large.
function smaller(png) {
  const small = new PNG({ width: Math.floor(png.width / SCALE), height: Math.floor(png.height / SCALE) });
  for (let y = 0; y < small.height; y++) {
    for (let x = 0; x < small.width; x++) {
      const sum = [0, 0, 0];
      for (let i = 0; i < SCALE * SCALE; i++) {
        const at = 4 * ((y * SCALE + Math.floor(i / SCALE)) * png.width + x * SCALE + i % SCALE);
        for (let c = 0; c < 3; c++) sum[c] += png.data[at + c];
      }
      const to = 4 * (y * small.width + x);
      for (let c = 0; c < 3; c++) small.data[to + c] = Math.min(255, 4 * Math.round(sum[c] / (SCALE * SCALE) / 4));
      small.data[to + 3] = 255;
    }
  }
  return small;
}
