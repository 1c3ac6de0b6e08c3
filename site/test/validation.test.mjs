// The page that tells what was proved on recordings of real servers.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build, launch, open, serve, slug } from "./browser.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const plain = { javaScriptEnabled: false };

let browser, site, url;

before(async () => {
  browser = await launch();
  site = await serve();
  url = `${site.address}validation/`;
});
after(async () => {
  await browser?.close();
  site?.stop();
});

// type runs a command line that the page shows and returns its exit status and
// what it printed.
function type(line) {
  const [program, ...args] = line.split(" ");
  assert.equal(program, "clocksweep");
  return new Promise((done) => {
    execFile(`${build}/clocksweep`, args, { cwd: root }, (error, stdout) => done({ status: error ? error.code : 0, stdout }));
  });
}

const number = (text) => Number(text.replaceAll(",", ""));

test("the page is complete without scripts", async () => {
  const { page, complaints, close } = await open(browser, url, { options: plain });
  assert.match(await page.innerText("#verdict"), /^[\d,]+ values compared, mismatches 0\.$/);
  assert.equal(await page.getAttribute("#verdict", "data-ok"), "true");
  const rows = await page.locator(".recordings tbody tr").allInnerTexts();
  assert.equal(rows.length, 66);
  for (const row of rows) assert.match(row, /clocksweep replay core\/replay\/testdata\/recorded\/\S+\.gz$/);
  const kinds = await page.locator("#kinds tbody tr").allInnerTexts();
  const compared = kinds.map((row) => number(row.split("\t")[1]));
  assert.ok(compared.every((n) => n > 0), "a kind was never compared");
  const said = number(/^[\d,]+/.exec(await page.innerText("#verdict"))[0]);
  assert.equal(compared.reduce((a, b) => a + b), said);
  assert.deepEqual(complaints, []);
  await close();
});

test("a recording's row says what its command prints", async () => {
  const { page, close } = await open(browser, url, { options: plain });
  for (const name of ["7.4.30-E2", "8.0.0-E3", "9.6.24-E4p"]) {
    const row = page.locator(".recordings tr", { has: page.getByRole("rowheader", { name, exact: true }) });
    const cells = await row.locator("td").allInnerTexts();
    const { status, stdout } = await type(cells.at(-1));
    assert.equal(status, 0, name);
    assert.match(stdout, /\nmismatches 0\n$/);
    assert.equal(cells[1], "0");
    assert.ok(stdout.includes(` ${number(cells[2])} buffers, ${number(cells[3])} lines\n`), stdout);
    assert.ok(stdout.includes(`\nhits and misses ${number(cells[4])}/${number(cells[4])}\n`), stdout);
  }
  await close();
});

test("what a rule is worth is what its command prints", async () => {
  const { page, close } = await open(browser, url, { options: plain });
  const rows = await page.$$eval("#worth .scroll:last-of-type tbody tr", (list) =>
    list.map((row) => [...row.cells].map((cell) => cell.innerText)));
  assert.ok(rows.length >= 20);
  for (const [recording, wrong, , count] of rows) assert.ok(number(count) > 0, `${recording}: ${wrong} makes no difference`);
  const [recording, , quantity, wrong, of, first, command] = rows.find((row) => row[6].includes("-policy lru"));
  const { status, stdout } = await type(command);
  assert.equal(status, 1, recording);
  assert.ok(stdout.includes(`\n${quantity} ${number(of) - number(wrong)}/${number(of)}\n`), stdout);
  assert.ok(stdout.includes(`\nfirst mismatch: ${first}\n`), stdout);
  await close();
});

test("in the matrix the server's own policy is never wrong, and others are", async () => {
  const { page, close } = await open(browser, url, { options: plain });
  const rows = await page.$$eval(".matrix tbody tr", (list) => list.map((row) => ({
    name: row.cells[0].innerText,
    own: [...row.querySelectorAll(".own")].map((cell) => cell.innerText),
    others: [...row.cells].slice(2).filter((cell) => !cell.matches(".own")).map((cell) => parseInt(cell.innerText, 10)),
  })));
  assert.ok(rows.length >= 8);
  for (const { name, own, others } of rows) {
    assert.deepEqual(own, ["0"], name);
    assert.ok(others.some((wrong) => wrong > 0), `${name} tells no policies apart`);
  }
  await close();
});

test("every rule names its source, and every link on the page leads to one", async () => {
  const { page, close } = await open(browser, url, { options: plain });
  const rules = await page.$$eval(".rules tbody tr", (list) => list.map((row) => [row.id, row.querySelector(".source").innerText]));
  assert.ok(rules.length > 40);
  for (const [id, source] of rules) assert.match(source, /\.[ch]\b.*\d/s, id);
  const lost = await page.$$eval("main a", (list) => list.map((a) => a.hash.slice(1)).filter((id) => !document.getElementById(id)));
  assert.deepEqual(lost, []);
  await close();
});

test("an experiment leads to the rules that its release uses", async () => {
  const { page, complaints, close } = await open(browser, `${site.address}x/${slug}/`, { options: { reducedMotion: "reduce" } });
  const links = await page.$$eval(".rule-links a", (list) => list.map((a) => a.href));
  assert.ok(links.length >= 10);
  for (const link of [...links, await page.getAttribute("#sources h3 a", "href")]) {
    await page.goto(new URL(link, `${site.address}x/${slug}/`).href);
    const target = page.locator(":target");
    assert.equal(await target.count(), 1, link);
    const seen = await target.evaluate((e) => e.getBoundingClientRect().top >= 0 && e.getBoundingClientRect().top < innerHeight);
    assert.ok(seen, `${link} is out of sight`);
  }
  assert.match(await page.locator(":target").innerText(), /^9\.1 lab$/);
  assert.deepEqual(complaints, []);
  await close();
});

test("the home page and the header lead to it", async () => {
  const { page, complaints, close } = await open(browser, site.address);
  await page.click("main a[href='validation/index.html']");
  await page.waitForSelector("#verdict");
  await page.click(".wordmark");
  await page.click("nav a:text('Validation')");
  await page.waitForSelector("#verdict");
  assert.deepEqual(complaints, []);
  await close();
});

test("on a phone the tables scroll inside themselves", async () => {
  const { page, close } = await open(browser, url, { options: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  const loose = await page.$$eval("main table", (list) => list.filter((table) => !table.parentElement.matches(".scroll[tabindex='0'][aria-label]")).length);
  assert.equal(loose, 0);
  const wide = await page.$$eval(".scroll", (list) => list.filter((e) => e.scrollWidth > e.clientWidth).length);
  assert.ok(wide > 10, `${wide} tables are wider than the phone`);
  await close();
});
