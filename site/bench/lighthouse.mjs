// Lighthouse's score for performance, of a desktop without throttling, which depends
// on the machine and on what else it does: the median of several looks.

import { audits } from "./lighthouse.mjs";

const LOOKS = 3;
const measures = {
  "first contentful paint": "first-contentful-paint", "largest": "largest-contentful-paint",
  "blocked": "total-blocking-time",
};
const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];

console.log("\nLighthouse, performance of %d, desktop without throttling, median of %d", 100, LOOKS);
console.log("%s", "score".padStart(7) + Object.keys(measures).map((name) => `${name}, ms`.padStart(28)).join("") + "  page");
await audits(async (path, audit) => {
  const looks = [];
  for (let i = 0; i < LOOKS; i++) looks.push(await audit(["performance"]));
  const score = median(looks.map((look) => look.categories.performance.score * 100));
  const times = Object.values(measures).map((id) => median(looks.map((look) => look.audits[id].numericValue)));
  console.log("%s", score.toFixed(0).padStart(7) + times.map((ms) => ms.toFixed(0).padStart(28)).join("") + `  /${path}`);
});
