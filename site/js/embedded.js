// What the page of an embed does for the page around it, besides what boot.js does:
// it takes theme and settings from its address, tells its height, and lets nothing
// run that nobody sees. It never changes its address or the reader's history.
//
// Messages carry the version of their format, { clocksweep: 1, ... }:
//
//   { clocksweep: 1, type: "height", height }   to the page around it, in CSS pixels, at
//                                               first and whenever it has changed
//   { clocksweep: 1, type: "theme", theme }     from the page around it: "light", "dark", or
//                                               "auto" to follow the system
//   { clocksweep: 1, type: "seen", seen }       from the page around it: false when it is out
//                                               of sight, true when it is back
//
// The height is nobody's secret and goes to any origin. The theme is taken from any
// page that frames this one, and from no other window.
//
// The address may have, in its fragment or query, theme and the settings of a link, with or
// without v=1. They are left for the page's program as data-link of <body>.
// It is a classic script in the head, so it must stay small.

const FORMAT = 1;
const page = document.documentElement;
page.dataset.js = "";

// ---- theme ----------------------------------------------------------------

function setTheme(theme) {
  if (theme === "light" || theme === "dark") page.dataset.theme = theme;
  else if (theme === "auto") delete page.dataset.theme;
}

// given are the pairs key=value of the address. Those of the fragment come last
// and win.
const given = () => [location.search, location.hash].flatMap((part) => part.slice(1).split("&")).filter(Boolean);

function themeOfAddress() {
  for (const pair of given()) if (pair.startsWith("theme=")) setTheme(pair.slice("theme=".length));
}
themeOfAddress();

addEventListener("message", ({ source, data }) => {
  if (source !== parent || data?.clocksweep !== FORMAT) return;
  if (data.type === "theme") setTheme(data.theme);
  if (data.type === "seen" && typeof data.seen === "boolean") {
    seenByHost = data.seen;
    hold();
  }
});

// ---- settings -------------------------------------------------------------

const settings = () => given().filter((pair) => !/^(theme|v)=/.test(pair));
const link = (pairs) => (pairs.length ? `#v=1&${pairs.join("&")}` : "");

// readable decodes what an address may hold.
function readable(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const controls = () => [...document.querySelectorAll("#settings [data-setting]")];
const keyOf = ({ dataset: { run, setting } }) => (run ? `${run}.${setting}` : setting);
const untouched = (control) => (control.options
  ? [...control.options].every((option) => option.selected === option.defaultSelected)
  : control.value === control.defaultValue);

// fill shows the settings of the address in the form, as its defaults: what the
// reader does to it can be told from them.
function fill() {
  const values = new Map(settings().map((pair) => pair.split(/=(.*)/s).map(readable)));
  for (const control of controls()) {
    const value = values.get(keyOf(control)) ?? values.get(control.dataset.setting);
    if (value === undefined) continue;
    if (!control.options) control.defaultValue = value;
    else for (const option of control.options) option.defaultSelected = option.value === value;
  }
}

// tellSettings says with which settings Run is going to play the experiment, and lets
// the link to the lab carry them and what the reader has typed. The page's
// program does both better as soon as it is there.
function tellSettings() {
  document.body.dataset.link = link(settings());
  if ("driven" in document.body.dataset) return;
  const named = settings().filter((pair) => !/^(z|engine|([^=]*\.)?result\.[^=]*)=/.test(pair)); // the rest only the program reads
  const said = document.getElementById("given");
  said.hidden = settings().length === 0;
  said.textContent = `Run plays it with ${named.map((pair) => readable(pair).replace("=", " = ")).join(", ") || "the settings of its link"}.`;
  const typed = controls().filter((control) => !untouched(control))
    .map((control) => `${encodeURIComponent(keyOf(control))}=${encodeURIComponent(control.value)}`);
  const open = document.getElementById("open");
  open.href = open.href.split("#")[0] + link([...settings(), ...typed]);
}

// ---- height ---------------------------------------------------------------

// The observer sleeps in a frame of another origin as long as the browser finds it
// out of sight, so whatever may have come between is asked too.
let told;
function tellHeight() {
  if (parent === window) return;
  const height = Math.ceil(document.body.getBoundingClientRect().height);
  if (height === told || height === 0) return;
  told = height;
  parent.postMessage({ clocksweep: FORMAT, type: "height", height }, "*");
}

// ---- whether anybody sees it ----------------------------------------------

let seen = false;
let seenByHost = true; // until it says otherwise
const hold = () => globalThis.clocksweepWorkers?.hold(!seen || !seenByHost || document.hidden);

function watch() {
  new IntersectionObserver((entries) => {
    seen = entries.at(-1).isIntersecting;
    hold();
    tellHeight();
  }).observe(page);
  document.addEventListener("visibilitychange", hold);
  addEventListener("load", hold); // boot.js is there by then
}

// ---- events ---------------------------------------------------------------

document.addEventListener("DOMContentLoaded", () => {
  fill();
  tellSettings();
  watch();
  tellHeight();
  new ResizeObserver(tellHeight).observe(document.body);
  page.dataset.ready = "";
});

for (const type of ["load", "resize"]) addEventListener(type, tellHeight);
document.addEventListener("input", tellSettings);
document.addEventListener("submit", (event) => event.preventDefault());
addEventListener("hashchange", () => {
  themeOfAddress();
  fill();
  tellSettings();
});
