// Lighthouse's score for performance, of a desktop without throttling, which depends
// on the machine and on what else it does: the median of several looks.

import { audits } from "../test/lighthouse.mjs";

const LOOKS = 3;
const measures = {
  "first contentful paint, ms": "first-contentful-paint", "largest, ms": "largest-contentful-paint",
  "blocked, ms": "total-blocking-time",
};
const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];

export async function lighthouse() {
  const rows = [];
  await audits(async (path, audit) => {
    const looks = [];
    for (let i = 0; i < LOOKS; i++) looks.push(await audit(["performance"]));
    const score = median(looks.map((look) => look.categories.performance.score * 100));
    const times = Object.entries(measures).map(([name, id]) => ({
      id: `lighthouse ${name} /${path}`, value: median(looks.map((look) => look.audits[id].numericValue)), better: "less", on: "chromium",
    }));
    rows.push({ name: `/${path}`, cells: [score.toFixed(0), ...times] });
  });
  return { title: `Lighthouse, performance of 100, the median of ${LOOKS}`, heads: ["score", ...Object.keys(measures)], rows };
}
