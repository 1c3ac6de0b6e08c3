// The adapters for generators of documents: each example is built by the real
// generator, and the page that comes out is opened as its readers do.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { after, before, describe, test } from "node:test";
import { launch, open, serve, slug } from "./browser.mjs";
import { counted, drawn, folder, frameOf, played } from "./host.mjs";

const run = promisify(execFile);
const sources = fileURLToPath(new URL("../adapters/", import.meta.url));
const unnamed = "https://lab.example/";
const docusaurus = fileURLToPath(new URL("docusaurus/", import.meta.url));
const docbook = "/usr/share/xml/docbook/stylesheet/docbook-xsl/xhtml/docbook.xsl";

let browser, site, lab, temp;

before(async () => {
  browser = await launch();
  site = await serve();
  lab = await counted(site);
  temp = await mkdtemp(join(tmpdir(), "clocksweep-adapters-"));
});
after(async () => {
  await browser?.close();
  lab?.stop();
  site?.stop();
  if (temp) await rm(temp, { recursive: true });
});

// project copies an example, with the adapter's file where use.md says and the
// address of the lab of this test.
async function project(name, place = "") {
  const dir = await mkdtemp(join(temp, `${name}-`));
  await cp(join(sources, name, "example"), dir, { recursive: true });
  await mkdir(join(dir, place), { recursive: true });
  for (const file of await readdir(join(sources, name), { withFileTypes: true })) {
    if (file.isFile() && file.name !== "use.md") await cp(join(sources, name, file.name), join(dir, place, file.name));
  }
  for (const file of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const path = join(file.parentPath ?? file.path, file.name);
    await writeFile(path, (await readFile(path, "utf8")).replaceAll(unnamed, lab.address));
  }
  return dir;
}

// Each builds a project and returns the folder with index.html. What a generator says
// on failing is in the error.
const generators = {
  async sphinx(dir) {
    await run("sphinx-build", ["-q", "-W", "-b", "html", dir, join(dir, "out")]);
    return join(dir, "out");
  },
  async hugo(dir) {
    await run("hugo", ["--source", dir, "--destination", "out"]);
    return join(dir, "out");
  },
  async mkdocs(dir) {
    await run("mkdocs", ["build", "--quiet", "--strict", "-f", join(dir, "mkdocs.yml"), "-d", join(dir, "out")]);
    return join(dir, "out");
  },
  async asciidoctor(dir) {
    await run("asciidoctor", ["--failure-level=WARN", "-r", join(dir, "clocksweep_asciidoctor.rb"), "-o", join(dir, "out", "index.html"), join(dir, "page.adoc")]);
    return join(dir, "out");
  },
  async markdown(dir) {
    const { stdout } = await run("/usr/bin/python3", ["-m", "markdown", join(dir, "page.md")]);
    await writeFile(join(dir, "index.html"), `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Handbook</title>${stdout}`);
    return dir;
  },
  // Docusaurus itself lies beside this file. Its faster compilers and no minification are
  // the test's choice: what they make of the component is the same. So are two more pages.
  async docusaurus(dir) {
    await symlink(join(docusaurus, "node_modules"), join(dir, "node_modules"));
    await writeFile(join(dir, "package.json"), '{ "private": true }');
    await writeFile(join(dir, "docs/elsewhere.md"), "# Elsewhere\n");
    await writeFile(join(dir, "docs/hostile.mdx"), (await readFile(join(dir, "docs/index.mdx"), "utf8")).replace('alt="', `alt='${hostile}' title="`));
    await writeFile(join(dir, "fast.config.mjs"), `import config from "./docusaurus.config.js";
      export default { ...config, future: { v4: true, faster: { swcJsLoader: true, rspackBundler: true, mdxCrossCompilerCache: true } } };`);
    await run(join(docusaurus, "node_modules/.bin/docusaurus"), ["build", "--config", "fast.config.mjs", "--no-minify", "--out-dir", "out"],
      { cwd: dir, env: { ...process.env, CI: "true", NO_UPDATE_NOTIFIER: "1" } });
    return join(dir, "out");
  },
  async docbook(dir) {
    await run("xsltproc", ["--nonet", "-o", join(dir, "index.html"), docbook, join(dir, "page.xml")]);
    return dir;
  },
};
const places = { hugo: "layouts/shortcodes", docusaurus: "src/components" };
const hostile = '"><img src=x onerror=alert(1)>';
const built = new Map();

// published is a site with the example as a generator makes it; it is made once.
async function published(t, name) {
  if (!built.has(name)) built.set(name, await generators[name](await project(name, places[name])));
  const other = await folder(built.get(name));
  t.after(() => other.stop());
  return other;
}

async function visit(t, address, settings = {}) {
  const seen = await open(browser, address, settings);
  t.after(() => seen.close());
  const complaints = () => seen.complaints.filter((text) => !text.startsWith(`other host: ${lab.address}`));
  return { page: seen.page, complaints };
}

// apart pushes the experiment of a page far down as soon as there is a document.
const apart = (page) => page.addInitScript(() => window === top && new MutationObserver((_, observer) => {
  if (!document.head) return;
  observer.disconnect();
  const style = document.createElement("style");
  style.textContent = "clocksweep-lab{display:block;margin:9000px 0!important}";
  document.head.append(style);
}).observe(document, { childList: true, subtree: true }));

for (const name of ["sphinx", "hugo", "mkdocs", "asciidoctor", "docusaurus"]) {
  describe(name, () => {
    test("without scripts shows picture, words and link", async (t) => {
      const { address } = await published(t, name);
      const { page, complaints } = await visit(t, address, { options: { javaScriptEnabled: false } });
      const picture = page.locator("clocksweep-lab img");
      await picture.scrollIntoViewIfNeeded();
      assert.equal(await picture.isVisible(), true);
      await page.waitForFunction(() => document.querySelector("clocksweep-lab img").naturalWidth > 0);
      assert.equal(await picture.getAttribute("alt"), "Throughput of two runs over 120 seconds");
      assert.equal(await page.isVisible("text=Two runs of pgbench"), true);
      assert.equal(await page.getAttribute("clocksweep-lab a", "href"), `${lab.address}x/${slug}/#v=1&512MB.shared_buffers=1GB`);
      assert.equal(await page.locator("p p, p > clocksweep-lab").count(), 0, "the element stands in a paragraph");
      assert.deepEqual(complaints(), []);
    });

    test("far from the screen does nothing", async (t) => {
      const { address } = await published(t, name);
      const from = lab.requests.length;
      const { page, complaints } = await visit(t, address, { before: apart });
      await page.waitForFunction(() => customElements.get("clocksweep-lab") !== undefined);
      await page.waitForLoadState("networkidle");
      assert.deepEqual(lab.requests.slice(from).map((r) => r.path), ["/embed.js"]);
      const frame = await frameOf(page);
      assert.equal(await frame.textContent("#status"), "Computed when this page was built. Run computes it anew, here.");
      assert.deepEqual(complaints(), []);
    });

    test("runs; height and theme follow; the lab opens with the settings; the way back is the reader's", async (t) => {
      const { address } = await published(t, name);
      const { page, complaints } = await visit(t, address);
      await page.goto(`${address}#article`);
      const steps = await page.evaluate(() => history.length);
      const frame = await frameOf(page);
      assert.equal(await frame.inputValue("#set-shared_buffers-512MB"), "1GB");
      assert.equal(await frame.getAttribute("html", "data-theme"), "light");
      assert.equal(await page.isVisible("clocksweep-lab img"), false);

      await frame.fill("#set-shared_buffers-32MB", "64MB");
      await frame.click("#run");
      assert.match(await played(frame), /32MB: 12\d seconds simulated in .*512MB: 12\d seconds simulated in /);
      await drawn(frame);
      await frame.waitForFunction(() => Math.ceil(document.body.getBoundingClientRect().height) === innerHeight, undefined);
      assert.ok(await frame.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the frame is wider than its place");

      await page.evaluate(() => document.querySelector("clocksweep-lab").parentElement.style.setProperty("color", "#eee"));
      await page.evaluate(() => document.documentElement.classList.add("night")); // as a switch of a theme does
      await frame.waitForFunction(() => document.documentElement.dataset.theme === "dark", undefined);

      const [there] = await Promise.all([page.context().waitForEvent("page"), frame.click("#open")]);
      await there.waitForFunction(() => document.getElementById("link")?.textContent, undefined, { polling: 50 });
      assert.equal(new URL(there.url()).pathname, `/x/${slug}/`);
      assert.equal(await there.inputValue("#set-shared_buffers-32MB"), "64MB");
      assert.equal(await there.inputValue("#set-shared_buffers-512MB"), "1GB");
      await there.close();

      assert.equal(await page.evaluate(() => history.length), steps);
      await page.goBack();
      assert.equal(page.url(), address);
      assert.deepEqual(complaints(), []);
    });
  });
}

// A page of Docusaurus leads to the next without the browser loading it, and its reader
// has a switch of the theme.
test("Docusaurus: an experiment goes with its page, comes back with it, and follows the switch", async (t) => {
  const { address } = await published(t, "docusaurus");
  const { page, complaints } = await visit(t, address);
  const theme = (frame) => frame.getAttribute("html", "data-theme");
  assert.equal(await theme(await frameOf(page)), "light");
  await page.evaluate(() => { globalThis.same = true; });
  await page.getByRole("link", { name: "Elsewhere" }).first().click();
  await page.waitForURL(`${address}elsewhere`);
  await page.locator("clocksweep-lab").waitFor({ state: "detached" });
  await page.getByRole("button", { name: /dark and light mode/ }).first().click();
  await page.waitForSelector("html[data-theme=dark]");
  await page.goBack();
  const frame = await frameOf(page);
  assert.equal(await theme(frame), "dark");
  await page.getByRole("button", { name: /dark and light mode/ }).first().click();
  await frame.waitForFunction(() => document.documentElement.dataset.theme === "light", undefined);
  assert.equal(await page.evaluate(() => globalThis.same), true, "the page was loaded anew");
  assert.deepEqual(complaints(), []);
});

for (const name of ["markdown", "docbook"]) {
  test(`${name} shows the picture, and the link leads to the lab with the settings`, async (t) => {
    const { address } = await published(t, name);
    const { page, complaints } = await visit(t, address, { options: { javaScriptEnabled: false } });
    assert.equal(await page.isVisible("img"), true);
    await page.waitForFunction(() => document.querySelector("img").naturalWidth > 0);
    assert.equal(await page.getAttribute("img", "alt"), "Throughput of two runs over 120 seconds");
    const links = await page.$$eval("a[href*='/x/']", (list) => list.map((a) => a.href));
    assert.ok(links.length > 0);
    for (const link of links) assert.equal(link, `${lab.address}x/${slug}/#v=1&512MB.shared_buffers=1GB`);
    assert.deepEqual(complaints(), []);
  });
}

describe("what is no web page gets picture or words, and the link", () => {
  const link = () => `${lab.address}x/${slug}/#v=1&512MB.shared_buffers=1GB`;

  test("Sphinx: LaTeX, EPUB and text", async () => {
    const dir = await project("sphinx");
    for (const builder of ["latex", "epub", "text"]) await run("sphinx-build", ["-q", "-b", builder, dir, join(dir, builder)]);
    const latex = await readFile(join(dir, "latex", "handbook.tex"), "utf8");
    assert.ok(latex.replaceAll("\\", "").includes(link()), "LaTeX lacks the link");
    const epub = await readFile(join(dir, "epub", "index.xhtml"), "utf8");
    assert.ok(epub.includes(link().replaceAll("&", "&amp;")) && !epub.includes("clocksweep-lab"), epub);
    assert.match(await readFile(join(dir, "text", "index.txt"), "utf8"), /Two runs of pgbench[^]*This experiment in the Clocksweep lab/);
  });

  test("AsciiDoc: DocBook", async () => {
    const dir = await project("asciidoctor");
    const { stdout } = await run("asciidoctor", ["-r", join(dir, "clocksweep_asciidoctor.rb"), "-b", "docbook", "-o", "-", join(dir, "page.adoc")]);
    assert.ok(stdout.includes(`fileref="${lab.address}x/${slug}/picture.svg"`), stdout);
    assert.ok(stdout.includes(link().replaceAll("&", "&amp;")), stdout);
  });
});

describe("what an author got wrong is said when the documents are built", () => {
  // A change to the example, and what is said then.
  for (const [name, file, from, to, want] of [
    ["sphinx", "index.rst", "shared-buffers-challenge", "Shared_Buffers", /"Shared_Buffers" is not the name of an experiment: small letters, digits and hyphens/],
    ["sphinx", "index.rst", "512MB.shared_buffers = 1GB", "larger", /"larger" is not a setting: name = value/],
    ["sphinx", "index.rst", ":alt:", ":theme: pink\n   :alt:", /"pink" unknown; choose from "auto", "light", or "dark"/],
    ["sphinx", "conf.py", /clocksweep_url = .*/, 'clocksweep_url = "lab"', /clocksweep_url = "lab" is not the address of a lab/],
    ["hugo", "content/_index.md", "shared-buffers-challenge", "Shared_Buffers", /experiment="Shared_Buffers" is not the name of an experiment/],
    ["hugo", "content/_index.md", "512MB.shared_buffers=1GB", "larger", /set="larger" is not a setting: name = value/],
    ["hugo", "content/_index.md", "alt=", 'theme="pink" alt=', /theme="pink" is not legal: auto, light or dark/],
    ["hugo", "config.toml", /clocksweep = .*/, "", /params.clocksweep = "" is not the address of a lab/],
    ["mkdocs", "docs/index.md", "shared-buffers-challenge", "Shared_Buffers", /experiment "Shared_Buffers" is not the name of one/],
    ["mkdocs", "docs/index.md", "512MB.shared_buffers = 1GB", "larger", /"larger" is not a setting: name = value/],
    ["mkdocs", "docs/index.md", "alt:", "theme: pink\nalt:", /theme "pink" is not legal: auto, light or dark/],
    ["mkdocs", "docs/index.md", "alt:", "size: 3\nalt:", /"size: 3" is not understood: a line is one of experiment, set, theme, alt, caption/],
    ["mkdocs", "mkdocs.yml", /clocksweep: .*/, "clocksweep: lab", /"lab" is not the address of a lab/],
    ["asciidoctor", "page.adoc", "shared-buffers-challenge", "Shared_Buffers", /"Shared_Buffers" is not the name of an experiment/],
    ["asciidoctor", "page.adoc", "512MB.shared_buffers = 1GB", "larger", /"larger" is not a setting: name = value/],
    ["asciidoctor", "page.adoc", "alt=", "theme=pink, alt=", /theme=pink is not legal: auto, light or dark/],
    ["asciidoctor", "page.adoc", /:clocksweep-url: .*/, ":clocksweep-url: lab", /clocksweep-url "lab" is not the address of a lab/],
    ["docusaurus", "docusaurus.config.js", /clocksweep: ".*"/, 'clocksweep: "lab"', /customFields.clocksweep = "lab" is not the address of a lab/],
  ]) {
    test(`${name}: ${to || "no address"}`, async () => {
      const dir = await project(name, places[name]);
      const text = await readFile(join(dir, file), "utf8");
      const changed = text.replace(from, to);
      assert.notEqual(changed, text, "the example has changed, and this test with it must");
      await writeFile(join(dir, file), changed);
      await assert.rejects(generators[name](dir), (error) => {
        assert.match(`${error.stdout}${error.stderr}`, want);
        return true;
      });
    });
  }
});

// Docusaurus builds all pages before it complains.
test("Docusaurus says of each page what its author got wrong", async () => {
  const dir = await project("docusaurus", places.docusaurus);
  const page = await readFile(join(dir, "docs/index.mdx"), "utf8");
  const mistakes = [
    ["shared-buffers-challenge", "Shared_Buffers", 'experiment="Shared_Buffers" is not the name of one: small letters, digits and hyphens'],
    ["512MB.shared_buffers = 1GB", "larger", 'set="larger" is not a setting: name = value'],
    ["alt=", 'theme="pink" alt=', 'theme="pink" is not legal: auto, light or dark'],
  ];
  for (const [i, [from, to]] of mistakes.entries()) {
    assert.ok(page.includes(from), "the example has changed, and this test with it must");
    await writeFile(join(dir, `docs/mistake${i}.mdx`), page.replace(from, to));
  }
  await assert.rejects(generators.docusaurus(dir), (error) => {
    const parts = `${error.stdout}${error.stderr}`.split("Can't render static file for pathname");
    for (const [i, [, , want]] of mistakes.entries()) {
      assert.ok(parts.some((part) => part.startsWith(` "/mistake${i}"`) && part.includes(want)), `of mistake ${i} nothing is said: ${error.stderr}`);
    }
    return true;
  });
});

describe("no text of an author becomes markup", () => {
  for (const [name, file, from, to] of [
    ["sphinx", "index.rst", ":alt: Throughput", `:alt: ${hostile}`],
    ["hugo", "content/_index.md", 'alt="Throughput', "alt=`" + hostile + "` title=\""],
    ["mkdocs", "docs/index.md", "caption: ", `caption: ${hostile}`],
    ["asciidoctor", "page.adoc", 'alt="Throughput', `alt='${hostile}', role="`],
  ]) {
    test(name, async () => {
      const dir = await project(name, places[name]);
      const text = await readFile(join(dir, file), "utf8");
      const changed = text.replace(from, () => to);
      assert.notEqual(changed, text);
      await writeFile(join(dir, file), changed);
      const html = await readFile(join(await generators[name](dir), "index.html"), "utf8");
      assert.ok(html.includes("onerror"), "the text is missing");
      assert.doesNotMatch(html, /<img src=x/);
    });
  }

  test("docusaurus, which needs no quotes where it can do without", async (t) => {
    const { address } = await published(t, "docusaurus");
    const { page, complaints } = await visit(t, `${address}hostile`);
    await page.waitForSelector("html[data-has-hydrated=true]");
    assert.equal(await page.getAttribute("clocksweep-lab img", "alt"), hostile);
    assert.equal(await page.locator("img[src=x]").count(), 0);
    assert.deepEqual(complaints(), []);
  });
});
