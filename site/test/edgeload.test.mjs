// A short load on the edge worker; `make bench` has the long one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { burst, left, load, report } from "./edgeload.mjs";

test("under load every answer is right or says what is wrong, and memory is bounded", async (t) => {
  const r = await load({ requests: 600, parallel: 64 });
  t.diagnostic(report(r));
  assert.deepEqual(r.wrong, []);
  assert.equal(r.right + r.refused + r.cut + r.busy >= r.requests, true);
  assert.ok(r.refused > 30 && r.cut > 5 && r.evicted > 5 && r.right > 300, report(r));
  assert.deepEqual([r.status.running, r.status.waiting, r.status.runMemory], [0, 0, 0]);
  assert.ok(r.rssMost < 1e9, report(r));
});

test("a cold worker takes 64 first requests at once, and plays once what many ask for", async (t) => {
  const { answers, seed, seconds, status } = await burst({ same: 48, others: 16 });
  const hashes = new Map();
  let right = 0;
  answers.forEach(({ status, headers, json }, n) => {
    if (status === 503) {
      assert.ok(Number(headers["retry-after"]) > 0 && json().detail, JSON.stringify(json()));
      return;
    }
    assert.equal(status, 200);
    const { hash } = json().runs[0];
    assert.equal(hash, hashes.get(seed(n)) ?? hash);
    hashes.set(seed(n), hash);
    right++;
  });
  t.diagnostic(`${right} of ${answers.length} answered in ${seconds.toFixed(1)} s, ${status.played} runs played, the ${status.started}. instance`);
  assert.equal(new Set(hashes.values()).size, hashes.size, "different runs have different hashes");
  assert.ok(hashes.has(1) && right > 32);
  assert.ok(status.played < 32, `${status.played} runs played of 17 different ones`);
  assert.deepEqual([status.started, status.running, status.waiting, status.runMemory], [1, 0, 0, 0]);
});

// A run's instance is 12 MB, an answer some ten thousand bytes.
test("neither runs nor answers stay in memory", async (t) => {
  const { ofPlayed, ofFound } = await left({ found: 1500, played: 150 });
  t.diagnostic(`${(ofPlayed / 1e3).toFixed(0)} kB stay of a request that plays, ${(ofFound / 1e3).toFixed(0)} kB of one that finds`);
  assert.ok(ofPlayed < 1e6, `${ofPlayed} bytes`);
  assert.ok(ofFound < 60e3, `${ofFound} bytes`);
});
