// Somebody else's site for the tests of embeds: pages of another origin than the
// lab's, and the lab behind a door that writes down who comes in.

import { createServer, request } from "node:http";
import { readFile, stat } from "node:fs/promises";
import { extname, join, normalize } from "node:path";

const types = { ".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".png": "image/png" };

async function listening(server, name) {
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { address: `http://${name}:${server.address().port}/`, stop: () => { server.closeAllConnections(); server.close(); } };
}

// host serves pages by their paths, each a text or { html, headers }.
export async function host(pages) {
  const server = createServer((incoming, response) => {
    if (incoming.url === "/favicon.ico") {
      response.writeHead(204).end();
      return;
    }
    const page = pages[new URL(incoming.url, "http://host").pathname];
    if (page === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "Content-Type": types[".html"], ...page.headers }).end(page.html ?? page);
  });
  return listening(server, "127.0.0.1"); // to a browser another site than localhost
}

// folder serves what a documentation generator has written.
export async function folder(dir) {
  const server = createServer(async (incoming, response) => {
    try {
      let file = join(dir, normalize(decodeURIComponent(new URL(incoming.url, "http://host").pathname)));
      if ((await stat(file)).isDirectory()) file = join(file, "index.html");
      const data = await readFile(file);
      response.writeHead(200, { "Content-Type": types[extname(file)] ?? "application/octet-stream" }).end(data);
    } catch {
      response.writeHead(incoming.url === "/favicon.ico" ? 204 : 404).end();
    }
  });
  return listening(server, "127.0.0.1");
}

// counted is the site behind a door: requests lists the path and the status of
// whatever was asked for.
export async function counted(site) {
  const requests = [];
  const { port } = new URL(site.address);
  const server = createServer((incoming, response) => {
    const onward = request({ host: "localhost", port, path: incoming.url, method: incoming.method, headers: incoming.headers }, (answer) => {
      requests.push({ path: new URL(incoming.url, "http://lab").pathname, status: answer.statusCode });
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    incoming.pipe(onward);
  });
  return { requests, ...await listening(server, "localhost") };
}

// frameOf returns the frame of an embed, which its page makes when it comes into
// view, as soon as it listens.
export async function frameOf(page, index = 0) {
  const element = page.locator("clocksweep-lab").nth(index);
  await element.scrollIntoViewIfNeeded();
  const shown = await page.waitForFunction(
    (i) => document.querySelectorAll("clocksweep-lab")[i].shadowRoot?.querySelector("iframe.shown") ?? undefined,
    index, { timeout: 60_000 });
  return shown.asElement().contentFrame();
}

// played waits until the runs of a frame have ended and returns its status line.
export async function played(frame) {
  await frame.waitForFunction(() => /simulated|failed|Nothing was run/.test(document.getElementById("status").textContent),
    undefined, { polling: 50, timeout: 180_000 });
  return frame.textContent("#status");
}

// drawn waits until a frame's picture is one of a run in this browser. It is drawn
// when somebody sees it.
export async function drawn(frame) {
  await frame.locator("figure[data-picture] .plot").scrollIntoViewIfNeeded();
  return frame.waitForSelector("figure[data-picture] .plot canvas", { timeout: 60_000 });
}
