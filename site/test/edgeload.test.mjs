// A short load on the edge worker; `make bench` has the long one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load, report } from "./edgeload.mjs";

test("under load every answer is right or says what is wrong, and memory is bounded", async (t) => {
  const r = await load({ requests: 600, parallel: 64 });
  t.diagnostic(report(r));
  assert.deepEqual(r.wrong, []);
  assert.equal(r.right + r.refused + r.cut + r.busy >= r.requests, true);
  assert.ok(r.refused > 30 && r.cut > 5 && r.evicted > 5 && r.right > 300, report(r));
  assert.deepEqual([r.status.running, r.status.waiting, r.status.runMemory], [0, 0, 0]);
  assert.ok(r.rssMost < 1e9, report(r));
});
