// The page on which a reader watches the pool. It is complete without this: the
// picture, the tour and the counts are in the page. Nothing is fetched before the
// reader reaches for a control or comes with a link; then the stage is set in a
// worker (stager.js), and this page asks it for a frame at most once a frame of the
// screen.

import { compile, fetched } from "./fetched.js";
import { figures, palette, PoolMap } from "./poolmap.js";
import { lines, read, write } from "./poollink.js";

const data = document.body.dataset;
const address = (name) => new URL(data[name], document.baseURI).href;
const $ = (id) => document.getElementById(id);
const count = (n) => Math.round(n).toLocaleString("en");

const FRAME_MS = 12;          // what a frame at full speed may play
const CALM_MS = 500;          // between two pictures with reduced motion
const WORDS_MS = 120;         // between two changes of texts while playing
const FULL = 0;               // the speed that is as fast as it goes
const calm = matchMedia("(prefers-reduced-motion: reduce)");

let worker;
let opening;
let id = 0;                   // of the last "go"; older answers are dropped
let waiting = false;          // for a frame
let settled = false;          // the stage is where the last "go" wanted it
let playing = false;
let owed = 0;                 // accesses due by the speed, not asked for yet
let lastTime;
let worded = 0;
let group = 1;
let shape = [];
let states = [];
let at = Number(data.at);
let tour = -1;
let maps = [];
let trace;                    // bytes of a trace the reader has picked

const form = $("stage");
const controls = Object.fromEntries([...form.querySelectorAll("[data-stage]")].map((e) => [e.dataset.stage, e]));
const policies = [...form.querySelectorAll("[data-policy]")];

// ---- settings --------------------------------------------------------------

function fromForm() {
  const settings = { policies: policies.map((e) => e.value).filter(Boolean).join(",") };
  for (const [name, control] of Object.entries(controls)) settings[name] = control.value.trim();
  return settings;
}

const defaults = fromForm();
let settings = { ...defaults };

function choose(select, value) {
  select.value = value;
  if (select.value === value) return;
  if (!/^\d{1,9}$/.test(value)) return;
  select.append(new Option(count(Number(value)), value)); // a size that the list does not have
  select.value = value;
}

function toForm() {
  const names = (settings.policies ?? "").split(",").map((name) => name.trim());
  const known = names.filter((name) => name && [...policies[0].options].some((o) => o.value === name));
  policies.forEach((select, i) => { select.value = known[i] ?? (i === 0 ? defaults.policies : ""); });
  for (const [name, control] of Object.entries(controls)) {
    const value = settings[name] ?? "";
    if (control.tagName === "SELECT") choose(control, value);
    else control.value = value;
  }
  $("file-field").hidden = settings.stream !== "recorded";
}

function remember() {
  const numbers = { at: at || undefined, show: $("show").value || undefined, buffer: $("buffer").value || undefined, tour: tour >= 0 ? tour + 1 : undefined };
  const speed = $("speed");
  if (!speed.selectedOptions[0].defaultSelected) numbers.speed = speed.value;
  const fragment = write(settings, defaults, numbers);
  history.replaceState(null, "", fragment);
  $("link").textContent = fragment;
}

// ---- worker ----------------------------------------------------------------

function open() {
  opening ??= compile(address("simWasm")).then((module) => {
    worker = new Worker(address("stager"));
    worker.onmessage = (event) => hear(event.data);
    worker.onerror = (event) => {
      event.preventDefault();
      broken(event.message || "the worker's script could not be loaded");
    };
    worker.postMessage({ type: "open", module, wasmExec: address("wasmExec") });
  }).catch((error) => {
    opening = undefined;
    broken(error.message);
    throw error;
  });
  return opening;
}

function broken(message) {
  pause();
  settled = false;
  waiting = false;
  complain([`The pool cannot be played: ${message}.`]);
}

function complain(problems) {
  const place = $("problem");
  place.replaceChildren(...problems.slice(0, 8).map((text) => {
    const line = document.createElement("p");
    line.textContent = text.replace(/^./, (c) => c.toUpperCase()).replace(/([^.])$/, "$1.");
    return line;
  }));
  place.hidden = problems.length === 0;
}

// go sets the stage where so many accesses were made, from the start if need be.
async function go(target, extra = []) {
  const mine = ++id;
  settled = false;
  at = target;
  try {
    await open();
    if (settings.stream === "recorded" && !trace) await fetchTrace();
  } catch (error) {
    if (mine === id) broken(error.message);
    return;
  }
  if (mine !== id) return;
  unknown = extra;
  worker.postMessage({ type: "go", id, settings: lines(settings), at: target });
}

let unknown = [];

async function fetchTrace() {
  setTrace(new Uint8Array(await (await fetched(address("example"))).arrayBuffer()));
}

function setTrace(bytes) {
  trace = bytes;
  worker.postMessage({ type: "trace", bytes });
}

const MOST_TRACE = 256 * 1024 * 1024;

async function pickTrace(file) {
  if (!file) return;
  if (file.size > MOST_TRACE) return complain([`${file.name} is larger than 256 MB, all that is read here; the page for traces takes any size`]);
  await open();
  setTrace(new Uint8Array(await file.arrayBuffer()));
  settings.hand = "";
  go(0);
}

function hear(message) {
  if (message.type === "told") return told(message);
  if (message.id !== id) return message.states && worker.postMessage({ type: "buffers", list: message.states }, message.states);
  if (message.type === "stage") set(message);
  else if (message.type === "seeking") $("where").textContent = `on the way: ${count(message.at)} of ${count(at)}`;
  else if (message.type === "failed") broken(message.message);
  else if (message.type === "frame") {
    waiting = false;
    settled = true;
    show(message);
  }
}

// ---- pictures --------------------------------------------------------------

// set makes a place for each pool of a new stage.
function set({ problems, lists, shape: pools, group: size }) {
  complain([...problems, ...(unknown.length ? [`not understood in the link: ${unknown.slice(0, 10).join(", ")}`] : [])]);
  group = size;
  shape = pools;
  fill($("show"), lists, $("show").dataset.wanted ?? $("show").value, true);
  fill($("hand-rel"), lists, $("hand-rel").value, false);
  limitBlock();
  const place = $("maps");
  const template = $("pool-place");
  place.replaceChildren(...shape.map(({ name, hand, release, about }, i) => {
    const figure = template.content.firstElementChild.cloneNode(true);
    figure.querySelector("h3").textContent = about.replace(/^./, (c) => c.toUpperCase());
    figure.dataset.policy = name;
    const map = figure.querySelector(".map");
    map.dataset.hand = hand;
    map.dataset.pool = i;
    map.querySelector(".cells").setAttribute("aria-label", `Map of the pool under ${name}. The counts stand in the table below.`);
    figure.querySelector(".writers").textContent = `Writers and rings of ${release}`;
    return figure;
  }));
  place.dataset.pools = shape.length;
  document.body.dataset.live = "";
  $("group").hidden = group === 1;
  $("group").textContent = `Each cell stands for ${group} buffers: its lightness is their mean, a mark says half of them are dirty, a ring that one is pinned.`;
  maps = [...place.querySelectorAll(".map")].map((e) => new PoolMap(e));
  states = [];
  recolor();
  table();
}

function fill(select, lists, wanted, all) {
  const first = all ? [new Option("none", "")] : [];
  select.replaceChildren(...first, ...lists.map(([name, pages], i) => new Option(`${name} (${count(Number(pages))} pages)`, i)));
  select.blocks = lists.map(([, pages]) => Number(pages));
  select.value = wanted;
  if (select.selectedIndex < 0) select.selectedIndex = 0;
  delete select.dataset.wanted;
}

function recolor() {
  const colors = palette();
  const relation = $("show").value === "" ? -1 : Number($("show").value);
  for (const map of maps) map.look(colors, relation);
  redraw();
}

function redraw() {
  if (states.length < maps.length || !drawn) return;
  maps.forEach((map, i) => map.draw(states[i], drawn[i], group));
}

let drawn; // figures of the frame that is shown

function show(frame) {
  at = frame.at;
  const before = states;
  states = frame.states.map((buffer) => new Uint8Array(buffer));
  drawn = frame.numbers.map(figures);
  redraw();
  const free = before.map((state) => state.buffer);
  if (free.length) worker.postMessage({ type: "buffers", list: free }, free);
  if (frame.problem) complain([frame.problem]);
  if (frame.ended && playing) pause();
  const now = performance.now();
  if (playing && now - worded < WORDS_MS) return;
  worded = now;
  describe(frame);
}

function describe({ words, ended }) {
  $("words").textContent = words[0];
  maps.forEach((map, i) => {
    const figure = map.place.closest("figure");
    const f = drawn[i];
    figure.querySelector(".said").textContent = words[i + 1];
    figure.querySelector(".ratio").textContent = ratio(f);
    progress(figure, f);
  });
  if (!playing) {
    $("announce").textContent = words.map((text, i) => (i > 0 && maps.length > 1 ? `${shape[i - 1].name}: ${text}` : text)).join(" ");
  }
  $("where").textContent = ended ? `${count(at)} accesses; the trace ends here` : `${count(at)} accesses`;
  if (document.activeElement !== $("at")) $("at").value = at;
  const seek = $("seek");
  seek.max = Math.max(horizon(), at);
  seek.value = at;
  tabulate();
  if (!playing) {
    remember();
    look();
  }
}

const horizon = () => Math.max(2000, 24 * Number(settings.buffers || defaults.buffers));

function ratio(f) {
  const reads = f.accesses - f.extends;
  return reads > 0 ? `${(100 * f.hits / reads).toFixed(1)} % hits` : "no access yet";
}

function progress(figure, f) {
  const place = figure.querySelector(".checkpoint");
  place.hidden = f.checkpoints === 0;
  const bar = place.querySelector("progress");
  bar.max = Math.max(1, f.todo);
  bar.value = f.done;
  place.querySelector("span").textContent = f.checkpointing
    ? `Checkpoint ${count(f.checkpoints)}: ${count(f.done)} of ${count(f.todo)} pages`
    : `Checkpoint ${count(f.checkpoints)}: done, ${count(f.todo)} pages`;
}

// ---- counts ----------------------------------------------------------------

function table() {
  const head = $("counts").tHead.rows[0];
  head.replaceChildren(head.cells[0], ...shape.map(({ name }) => {
    const th = document.createElement("th");
    th.scope = "col";
    th.className = "num";
    th.textContent = name;
    return th;
  }));
  for (const row of $("counts").tBodies[0].rows) {
    row.replaceChildren(row.cells[0], ...shape.map(() => {
      const td = document.createElement("td");
      td.className = "num";
      return td;
    }));
  }
}

function tabulate() {
  for (const row of $("counts").tBodies[0].rows) {
    drawn.forEach((f, i) => {
      const name = row.dataset.figure;
      const text = name === "ratio" ? ratio(f).replace(/ hits|no access yet/, "") : shown(name, f, shape[i].hand);
      const cell = row.cells[i + 1];
      if (cell.textContent !== text) cell.textContent = text;
    });
  }
}

const ONLY_HAND = ["fromHand", "passed", "taken"];
const ONLY_LISTS = ["t1", "t2", "b1", "b2", "target"];

function shown(name, f, hand) {
  const lists = f.t1 + f.t2 + f.target > 0;
  if (ONLY_HAND.includes(name) && !hand || ONLY_LISTS.includes(name) && !lists) return "–";
  return count(f[name]);
}

// ---- playing ---------------------------------------------------------------

function play() {
  if (playing) return;
  playing = true;
  lastTime = undefined;
  owed = 1;
  press();
  if (!settled) go(at);
  requestAnimationFrame(tick);
}

function pause() {
  if (!playing) return;
  playing = false;
  press();
  if (settled && worker && !waiting) ask(0, 0);
}

function press() {
  $("play").setAttribute("aria-pressed", playing);
  $("play").firstElementChild.textContent = playing ? "Pause" : "Play";
}

function tick(time) {
  if (!playing) return;
  requestAnimationFrame(tick);
  lastTime ??= time;
  const passed = time - lastTime;
  if (waiting || !settled || calm.matches && passed < CALM_MS) return;
  lastTime = time;
  const speed = Number($("speed").value);
  if (speed === FULL) return ask(1e9, FRAME_MS);
  owed = Math.min(owed + speed * passed / 1000, speed);
  const n = Math.floor(owed);
  if (n < 1) return;
  owed -= n;
  ask(n, FRAME_MS);
}

function ask(accesses, ms) {
  waiting = true;
  worker.postMessage({ type: "play", id, accesses, ms });
}

function step() {
  pause();
  if (settled && !waiting) ask(1, 1000);
  else if (!settled) go(at + 1);
}

function back() {
  pause();
  go(Math.max(0, at - 1));
}

function touch() {
  pause();
  const rel = Number($("hand-rel").value || 0);
  const block = Number($("hand-block").value);
  const change = $("hand-op").value === "w";
  if (!settled) {
    go(at).then(() => $("announce").textContent = "The pool is being set up; press again.");
    return;
  }
  const mine = `${at}${change ? "w" : "r"}${rel}.${block}`;
  const list = (settings.hand || "").split(",").filter(Boolean);
  const place = list.findIndex((other) => Number.parseInt(other, 10) > at);
  list.splice(place < 0 ? list.length : place, 0, mine);
  settings.hand = list.join(",");
  complain([]);
  waiting = true;
  worker.postMessage({ type: "touch", id, settings: lines(settings), rel, block, write: change });
}

function limitBlock() {
  const select = $("hand-rel");
  const most = Math.max(0, (select.blocks?.[select.selectedIndex] ?? 1) - 1);
  $("hand-block").max = most;
  if (Number($("hand-block").value) > most) $("hand-block").value = most;
}

// ---- looking at a buffer ---------------------------------------------------

let asked = 0; // questions about buffers on their way

function look() {
  const value = $("buffer").value;
  const buffer = /^\d{1,7}$/.test(value) ? Number(value) : -1;
  for (const map of maps) {
    map.selected = buffer;
    map.mark();
  }
  answers = [];
  asked++;
  if (buffer < 0 || !settled) return;
  maps.forEach((_, pool) => worker.postMessage({ type: "tell", pool, buffer, asked }));
}

let answers = []; // to the question on its way

// told shows the answers when all are there: the text must not jump under a pointer
// that moves.
function told({ text, asked: number }) {
  if (number !== asked) return;
  answers.push(text);
  if (answers.length < shape.length) return;
  $("told").replaceChildren(...(answers[0] ? answers : [`There is no such buffer; the pool has ${count(Number(settings.buffers))}, from 0 up.`]).map((answer, i) => {
    const line = document.createElement("span");
    line.textContent = answers[0] && shape.length > 1 ? `${shape[i].name}: ${answer}` : answer;
    return line;
  }));
}

function point(event) {
  const place = event.target.closest?.(".map");
  const map = maps.find((m) => m.place === place);
  if (!map) return;
  const buffer = map.bufferAt(event);
  if (buffer < 0 || event.type === "pointermove" && (playing || $("buffer").value === String(buffer))) return;
  $("buffer").value = buffer;
  look();
  if (event.type === "click") remember();
}

// ---- tour ------------------------------------------------------------------

const stops = [...document.querySelectorAll("[data-tour]")];

function showTour(i) {
  tour = i;
  $("guide").hidden = i < 0;
  if (i < 0) return;
  const stop = stops[i];
  $("guide-title").textContent = stop.querySelector("h3").textContent;
  $("guide-text").replaceChildren(...[...stop.querySelectorAll(".tells p")].map((p) => p.cloneNode(true)));
  $("guide-count").textContent = `Tour, ${i + 1} of ${stops.length}`;
  $("guide-back").disabled = i === 0;
  $("guide-next").disabled = i === stops.length - 1;
}

function visit(i) {
  if (i < 0 || i >= stops.length) return;
  arrive(new URL(stops[i].querySelector("a[data-watch]").href).hash);
}

// ---- arriving, and events --------------------------------------------------

// arrive takes the state from a link.
function arrive(fragment) {
  pause();
  const state = read(fragment);
  settings = { ...defaults, ...state.settings };
  toForm();
  $("show").dataset.wanted = state.show ?? "";
  $("buffer").value = state.buffer ?? "";
  if ([...$("speed").options].some((o) => o.value === String(state.speed))) $("speed").value = state.speed;
  showTour(state.tour >= 1 && state.tour <= stops.length ? state.tour - 1 : -1);
  go(state.at ?? 0, state.unknown);
}

function change() {
  pause();
  const hand = settings.hand;
  settings = fromForm();
  if (hand && settings.stream === defaults.stream) settings.hand = "";
  $("file-field").hidden = settings.stream !== "recorded";
  showTour(-1);
  go(Math.min(at, horizon()));
}

function listen() {
  form.addEventListener("change", change);
  $("play").addEventListener("click", () => (playing ? pause() : play()));
  $("step").addEventListener("click", step);
  $("back").addEventListener("click", back);
  $("restart").addEventListener("click", () => { pause(); go(0); });
  $("touch").addEventListener("click", touch);
  $("hand-rel").addEventListener("change", limitBlock);
  $("seek").addEventListener("input", () => { pause(); go(Number($("seek").value)); });
  $("at").addEventListener("change", () => {
    pause();
    const value = $("at").value;
    if (/^\d{1,9}$/.test(value)) go(Math.min(Number(value), 100_000_000));
  });
  $("speed").addEventListener("change", remember);
  $("show").addEventListener("change", () => { recolor(); remember(); });
  $("buffer").addEventListener("input", () => { if (settled) look(); else go(at); });
  $("buffer").addEventListener("change", remember);
  $("file").addEventListener("change", () => pickTrace($("file").files[0]).catch((error) => complain([error.message])));
  $("guide-next").addEventListener("click", () => visit(tour + 1));
  $("guide-back").addEventListener("click", () => visit(tour - 1));
  $("guide-end").addEventListener("click", () => { showTour(-1); remember(); });
  $("tour-start").addEventListener("click", () => visit(0));
  for (const [i, link] of document.querySelectorAll("a[data-watch]").entries()) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      visit(i);
      $("controls").scrollIntoView();
      $("guide-next").focus({ preventScroll: true });
    });
  }
  $("copy").addEventListener("click", async () => {
    remember();
    try {
      await navigator.clipboard.writeText(location.href);
      $("announce").textContent = "The link is copied.";
      $("copy").textContent = "Copied";
    } catch {
      $("copy").textContent = "It is in the address bar";
    }
    setTimeout(() => { $("copy").textContent = "Copy link"; }, 1500);
  });
  $("maps").addEventListener("pointermove", point);
  $("maps").addEventListener("click", point);
  document.addEventListener("keydown", key);
  addEventListener("hashchange", () => location.hash.length > 1 && /[#&]v=/.test(location.hash) && arrive(location.hash));
  addEventListener("resize", redraw);
  document.addEventListener("themechange", recolor);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", recolor);
  document.addEventListener("visibilitychange", () => document.hidden && pause());
}

function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, select, textarea, .scroll")) return;
  const act = { " ": () => $("play").click(), ArrowRight: step, ArrowLeft: back, h: touch, n: () => visit(tour + 1), p: () => visit(tour - 1) }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!act || event.key === " " && event.target.closest?.("button, a, summary")) return;
  event.preventDefault();
  act();
}

if (typeof WebAssembly === "object" && typeof Worker === "function") {
  listen();
  if (/[#&]v=/.test(location.hash)) arrive(location.hash);
} else {
  $("words").textContent = "This browser can't run WebAssembly. Everything on this page can be read; only playing needs it.";
  for (const control of document.querySelectorAll("#controls button, #controls input, #controls select")) control.disabled = true;
}
