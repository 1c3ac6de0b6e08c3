// Lighthouse on the built site, for the tests and the benchmark.

import { createServer } from "node:net";
import lighthouse, { desktopConfig } from "lighthouse";
import { launch, serve, slug } from "./browser.mjs";

// paths are those that Lighthouse looks at: home and an experiment.
export const paths = ["", `x/${slug}/`];

// audits calls look(path, audit) for each path, where audit(categories) returns the
// report of one look at it. Nothing is throttled: the machine's own speed counts.
export async function audits(look) {
  const port = await freePort();
  const browser = await launch("chromium", { debuggingPort: port });
  const site = await serve();
  try {
    for (const path of paths) {
      await look(path, async (categories) => (await lighthouse(site.address + path, {
        port, logLevel: "error", onlyCategories: categories, throttlingMethod: "provided",
      }, desktopConfig)).lhr);
    }
  } finally {
    await browser.close();
    await site.stop();
  }
}

// freePort is where the browser will listen for Lighthouse.
function freePort() {
  const server = createServer();
  return new Promise((found, failed) => {
    server.on("error", failed);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => found(port));
    });
  });
}
