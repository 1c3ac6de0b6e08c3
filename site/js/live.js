// The pool of the home page. It is a drawing until Play is pressed; then the stage
// is set in a worker, as on the page of the pool, where all of it can be changed.

import { compile } from "./fetched.js";
import { figures, palette, PoolMap } from "./poolmap.js";
import { lines, read } from "./poollink.js";

const SPEED = 120;      // accesses a second
const FRAME_MS = 12;    // what a frame may play
const CALM_MS = 500;    // between two pictures with reduced motion
const WORDS_MS = 250;   // between two changes of the words
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const count = (n) => Math.round(n).toLocaleString("en");
const address = (name) => new URL(document.body.dataset[name], document.baseURI).href;

export function makeLive() {
  const figure = document.getElementById("live");
  const button = document.getElementById("live-play");
  if (!figure || !button) return;
  if (typeof WebAssembly !== "object" || typeof Worker !== "function") {
    button.hidden = true;
    return;
  }
  const place = figure.querySelector(".map");
  const told = document.getElementById("live-told");
  let worker, map, opening;
  let playing = false, waiting = false;
  let owed = 0, last, worded = 0;

  const press = (on) => {
    playing = on;
    button.setAttribute("aria-pressed", on);
    button.textContent = on ? "Pause" : "Play";
  };
  const broken = (message) => {
    press(false);
    worker?.terminate();
    worker = opening = undefined;
    waiting = false;
    told.textContent = `The pool cannot be played: ${message}.`;
  };
  const show = ({ at, states, numbers, ended }) => {
    waiting = false;
    if (!map) {
      figure.querySelector(".still").hidden = true;
      place.hidden = false;
      map = new PoolMap(place);
      map.look(palette(), -1);
    }
    const f = figures(numbers[0]);
    map.draw(new Uint8Array(states[0]), f, 1);
    if (ended) press(false);
    const now = performance.now();
    if (playing && now - worded < WORDS_MS) return;
    worded = now;
    const writes = [[f.backendWrites, "by backends"], [f.roundWrites, "by the background writer"], [f.checkpointWrites, "by checkpoints"]]
      .map(([n, by]) => `${count(n)} ${by}`).join(", ");
    told.textContent = `${count(at)} accesses, ${(100 * f.hits / Math.max(1, f.accesses - f.extends)).toFixed(1)} % hits; pages written: ${writes}`;
  };
  const open = async () => {
    told.textContent = "Loading the simulator.";
    const module = await compile(address("simWasm"));
    worker = new Worker(address("stager"));
    worker.onmessage = ({ data }) => {
      if (data.type === "frame") show(data);
      else if (data.type === "failed") broken(data.message);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      broken(event.message || "the worker’s script could not be loaded");
    };
    worker.postMessage({ type: "open", module, wasmExec: address("wasmExec") });
    waiting = true;
    worker.postMessage({ type: "go", id: 1, settings: lines(read(figure.dataset.stage).settings), at: Number(figure.dataset.at) });
  };
  const tick = (time) => {
    if (!playing) return;
    requestAnimationFrame(tick);
    last ??= time;
    const passed = time - last;
    if (!worker || waiting || calm.matches && passed < CALM_MS) return;
    last = time;
    owed = Math.min(owed + SPEED * passed / 1000, SPEED);
    const accesses = Math.floor(owed);
    if (accesses < 1) return;
    owed -= accesses;
    waiting = true;
    worker.postMessage({ type: "play", id: 1, accesses, ms: FRAME_MS });
  };

  button.addEventListener("click", () => {
    press(!playing);
    if (!playing) return;
    last = undefined;
    opening ??= open().catch((error) => broken(error.message));
    requestAnimationFrame(tick);
  });
  const recolor = () => {
    if (!map) return;
    map.look(palette(), -1);
    map.redraw();
  };
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", recolor);
  document.documentElement.addEventListener("themechange", recolor);
  new ResizeObserver(() => map?.redraw()).observe(figure);
}
