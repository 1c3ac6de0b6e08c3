// How much faster than time each experiment plays: the same piece of its first run,
// counted in events, natively in seconds of a processor, in Chromium by the worker's clock.

import { launch, serve } from "../test/browser.mjs";
import { gobench } from "./gobench.mjs";
import { piece } from "./piece.mjs";

const LOOKS = 2; // the best one counts

export async function experiments() {
  const native = await gobench("native", "./core/experiment", "^BenchmarkExperiments$", { time: "1x", count: LOOKS });
  const site = await serve();
  const chromium = await launch("chromium");
  const rows = [];
  for (const [slug, here] of Object.entries(native)) {
    rows.push({ name: slug, cells: cells(slug, here, await inChromium(chromium, `${site.address}x/${slug}/`)) });
  }
  await chromium.close();
  await site.stop();
  return {
    title: "virtual seconds a second, first million events",
    heads: ["native", "Chromium", "slower", "ns an event, native", "Chromium", "MB an instance"],
    rows,
  };
}

async function inChromium(chromium, address) {
  let best;
  for (let look = 0; look < LOOKS; look++) {
    const found = await piece(chromium, address);
    if (!best || found.tookMs < best.tookMs) best = found;
  }
  return best;
}

function cells(slug, { "virtual-s": virtual, "ns/event": ns, "events": events }, { tookMs, memory }) {
  const there = (tookMs * 1e6) / events;
  return [
    { id: `speed ${slug} native`, value: virtual / (ns * events / 1e9), better: "more", on: "native" },
    { id: `speed ${slug} chromium`, value: virtual / (tookMs / 1000), better: "more", on: "chromium" },
    (there / ns).toFixed(2),
    { id: `event ${slug} native`, value: ns, better: "less", on: "native" },
    { id: `event ${slug} chromium`, value: there, better: "less", on: "chromium" },
    { id: `instance ${slug}`, value: memory / 1e6, better: "less" },
  ];
}
