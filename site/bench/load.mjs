// The edge worker under load, a third of the one that `node site/test/edgeload.mjs` puts
// on it. A wrong or a lost answer ends the benchmark.

import { load } from "../test/edgeload.mjs";

const REQUESTS = 3000;
const PARALLEL = 64;

export async function edgeLoad() {
  const r = await load({ requests: REQUESTS, parallel: PARALLEL });
  if (r.wrong.length > 0) throw new Error(`the edge worker answered ${r.wrong.length} requests wrongly, the first: ${r.wrong[0]}`);
  const figure = (id, value, better, on) => ({ id: `edge ${id}`, value, better, on });
  return {
    title: "the edge worker under load",
    heads: ["requests/s", "median, ms", "99th percentile", "MB of the service", "MB of the runtime, at most"],
    rows: [{
      name: `${REQUESTS} requests, ${PARALLEL} at a time`,
      cells: [
        figure("rate", r.requests / r.seconds, "more", "node"), figure("p50", r.p50, "less", "node"), figure("p99", r.p99, "less", "node"),
        (r.status.memory / 1e6).toFixed(0), (r.rssMost / 1e6).toFixed(0),
      ],
    }],
  };
}
