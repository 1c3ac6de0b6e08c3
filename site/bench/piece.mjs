// The first million events of an experiment's first run, played in Chromium by the page
// itself: Run is pressed, and the worker that the page starts comes to an end there.

import { open } from "../test/browser.mjs";

const EVENTS = 1 << 20; // benchedEvents of core/experiment/bench_test.go
const WAIT_MS = 300_000;

// counting stands before the worker's own script. It lets through the slices that the
// script asks for until the piece is over, and then says what it was.
function counting(events) {
  const begin = WebAssembly.instantiate;
  WebAssembly.instantiate = async (...args) => {
    const instance = await begin(...args);
    const { sim_slice, sim_rehearse, mem } = instance.exports;
    let left = events;
    let tookMs = 0;
    const timed = (play, goesOn) => (asked) => {
      if (left === 0) return 0;
      const now = Math.min(asked, left);
      const began = performance.now();
      const status = play(now);
      tookMs += performance.now() - began;
      left -= now;
      if (goesOn(status) && left > 0) return status;
      self.postMessage({ type: "piece", tookMs, memory: mem.buffer.byteLength, over: !goesOn(status) });
      left = 0;
      return status === 1 ? 0 : status;
    };
    const counted = {
      sim_slice: timed(sim_slice, (status) => status === 1),
      sim_rehearse: timed(sim_rehearse, (status) => status >= 0), // 0: the slices begin
    };
    return Object.create(WebAssembly.Instance.prototype, { exports: { value: { ...instance.exports, ...counted } } });
  };
}

// first stands in the page: only the worker of the first run gets its order, and what it
// says of the piece is kept.
function first() {
  const Native = globalThis.Worker;
  let chosen;
  globalThis.Worker = class extends Native {
    postMessage(message, ...rest) {
      if (message.scenario !== undefined) {
        if (chosen) return;
        chosen = this;
        this.addEventListener("message", ({ data }) => { if (data.type === "piece") globalThis.piece = data; });
      }
      super.postMessage(message, ...rest);
    }
  };
}

// piece returns { tookMs, memory }: the time of the events by the worker's clock, and the
// bytes of the instance at their end.
export async function piece(chromium, address) {
  const { page, close } = await open(chromium, address, {
    before: async (page) => {
      await page.addInitScript(first);
      await page.route(/\/worker\.[^/]*\.js$/, async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, body: `(${counting})(${EVENTS});\n${await answer.text()}` });
      });
    },
  });
  await page.click("#run");
  const found = await page.waitForFunction(() => globalThis.piece, undefined, { polling: 50, timeout: WAIT_MS });
  const { tookMs, memory } = await found.jsonValue();
  await close();
  return { tookMs, memory };
}
