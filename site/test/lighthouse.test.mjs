// What Lighthouse finds that does not depend on speed: accessibility, best practices,
// and what a search engine wants. Its performance score is in the benchmark.

import assert from "node:assert/strict";
import { test } from "node:test";
import { audits, paths } from "./lighthouse.mjs";

const LEAST = 95;

test(`Lighthouse gives at least ${LEAST} for accessibility, best practices and search`, async (t) => {
  const seen = [];
  await audits(async (path, audit) => {
    const { categories, audits: all } = await audit(["accessibility", "best-practices", "seo"]);
    const list = Object.values(categories);
    assert.deepEqual(list.map((c) => c.id), ["accessibility", "best-practices", "seo"]);
    for (const { id, score, auditRefs } of list) {
      const faults = auditRefs.filter(({ weight, id }) => weight > 0 && all[id].score !== null && all[id].score < 1);
      assert.ok(score * 100 >= LEAST, `/${path} has ${score * 100} for ${id}: ${faults.map(({ id }) => all[id].title).join("; ")}`);
    }
    t.diagnostic(`/${path} ${list.map((c) => `${c.id} ${Math.round(c.score * 100)}`).join(", ")}`);
    seen.push(path);
  });
  assert.deepEqual(seen, paths);
});
