// What a page does for its reader without any WebAssembly: the remembered
// theme (set before the first paint), copy and save buttons, the filter of the
// settings, keys.
// It is a classic script in the head, so it must stay small.

const page = document.documentElement;
page.dataset.js = "";

// ---- theme ----------------------------------------------------------------

const themes = ["system", "light", "dark"];
const stored = () => {
  try {
    return localStorage.getItem("theme");
  } catch {
    return null; // storage is refused: the choice lasts for this page
  }
};
let theme = themes.includes(stored()) ? stored() : "system";

function applyTheme() {
  if (theme === "system") delete page.dataset.theme;
  else page.dataset.theme = theme;
  const button = document.getElementById("theme");
  if (!button) return;
  const words = { system: "as the system", light: "light", dark: "dark" };
  button.textContent = { system: "◐", light: "○", dark: "●" }[theme];
  button.setAttribute("aria-label", `Theme: ${words[theme]}`);
  button.title = button.getAttribute("aria-label");
}

function nextTheme() {
  theme = themes[(themes.indexOf(theme) + 1) % themes.length];
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // as above
  }
  applyTheme();
  page.dispatchEvent(new CustomEvent("themechange", { bubbles: true }));
}

applyTheme();

// ---- copy and save --------------------------------------------------------

// say shows a short answer on a button and puts its text back.
function say(button, text) {
  const before = (button.dataset.label ??= button.textContent);
  button.textContent = text;
  setTimeout(() => (button.textContent = before), 1500);
}

async function copyReport(button) {
  const text = button.closest(".report").querySelector("pre").textContent;
  try {
    await navigator.clipboard.writeText(text);
    say(button, "Copied");
  } catch {
    getSelection().selectAllChildren(button.closest(".report").querySelector("pre"));
    say(button, "Selected");
  }
}

function save(name, type, data) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([data], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

// csv is the table behind a figure (RFC 4180).
function csv(figure) {
  const quote = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [...figure.querySelectorAll("table tr")]
    .map((row) => [...row.cells].map((cell) => quote(cell.textContent.trim())).join(",") + "\r\n")
    .join("");
}

// json is the table too, with what is a number as a number.
function json(figure) {
  const value = (cell) => {
    const text = cell.textContent.trim();
    const bare = text.replaceAll(",", "");
    return /^-?\d+(\.\d+)?$/.test(bare) ? Number(bare) : text;
  };
  const [head, ...rows] = figure.querySelectorAll("table tr");
  const text = (selector) => figure.querySelector(selector)?.textContent.trim();
  return JSON.stringify({
    picture: figure.dataset.picture, title: text("h3"), caption: text("figcaption"),
    columns: [...head.cells].map((cell) => cell.textContent.trim()), rows: rows.map((row) => [...row.cells].map(value)),
  }, null, 1);
}

// svg is the drawing as it stands: that of the charts once they are loaded,
// else the static one with the theme's colors written in.
function svg(figure) {
  const plot = figure.querySelector(".plot");
  const drawn = globalThis.clocksweepCharts?.svg(plot);
  if (drawn) return drawn;
  const shown = plot.matches(".pools") ? poolMaps(plot) : [...plot.querySelectorAll("svg")].find((s) => s.getClientRects().length) ?? plot.querySelector("svg");
  const style = getComputedStyle(page);
  const copy = shown.cloneNode(true);
  const { width, height } = shown.viewBox.baseVal;
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  copy.setAttribute("font-family", "sans-serif");
  return new XMLSerializer()
    .serializeToString(copy)
    .replace(/var\((--[\w-]+)\)/g, (_, name) => style.getPropertyValue(name).trim());
}

// poolMaps makes one drawing of the maps of several runs, each below its name, with
// the looks that the style sheet gives their layers.
function poolMaps(plot) {
  const make = (name, attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const all = make("svg", { xmlns: "http://www.w3.org/2000/svg" });
  let top = 0, widest = 0;
  for (const map of plot.querySelectorAll("svg")) {
    const { width, height } = map.viewBox.baseVal;
    const name = make("text", { x: 0, y: top + 18, "font-size": 16, "font-weight": "bold", fill: "var(--text)" });
    name.textContent = map.parentElement.querySelector("h4").textContent;
    const group = make("g", { transform: `translate(2 ${top + 30})` });
    for (const path of map.children) {
      const { fill, stroke, strokeWidth, strokeDasharray } = getComputedStyle(path);
      const copy = path.cloneNode();
      for (const [key, value] of Object.entries({ fill, stroke, "stroke-width": strokeWidth, "stroke-dasharray": strokeDasharray })) copy.setAttribute(key, value);
      group.append(copy);
    }
    all.append(name, group);
    top += height + 44;
    widest = Math.max(widest, width);
  }
  all.setAttribute("viewBox", `0 0 ${widest} ${Math.max(top, 1)}`);
  return all;
}

async function png(figure) {
  const image = new Image();
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svg(figure));
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.width * 2;
  canvas.height = image.height * 2;
  const context = canvas.getContext("2d");
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

async function savePicture(button) {
  const figure = button.closest("figure");
  const kind = button.dataset.save;
  const name = `${document.body.dataset.experiment ?? document.body.dataset.page ?? "clocksweep"}-${figure.dataset.picture}.${kind}`;
  if (kind === "csv") save(name, "text/csv", csv(figure));
  if (kind === "json") save(name, "application/json", json(figure));
  if (kind === "svg") save(name, "image/svg+xml", svg(figure));
  if (kind === "png") save(name, "image/png", await png(figure));
}

// ---- settings -------------------------------------------------------------

// filter shows, of all settings of a form, those whose name or description holds
// every word that was typed, and says so if there is none. What is folded away opens
// for it.
function filter(form, typed) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  let found = false;
  for (const field of form.querySelectorAll(".field")) {
    const text = field.textContent.toLowerCase();
    field.hidden = !words.every((word) => text.includes(word));
    found ||= !field.hidden;
  }
  for (const group of form.querySelectorAll(".group")) group.hidden = !group.querySelector(".field:not([hidden])");
  const list = form.querySelector("#all-settings");
  list.toggleAttribute("data-searching", words.length > 0);
  if (words.length > 0) list.open = true;
  form.querySelector(".none").hidden = found;
}

// A wide screen has room for the what-if buttons; on a narrow one they wait
// behind their summary. Until then the style sheet hides them there.
const roomy = matchMedia("(min-width: 62rem)");
function unfold() {
  const variants = document.getElementById("variants");
  if (variants) variants.open = roomy.matches;
}
roomy.addEventListener("change", unfold);

// ---- events ---------------------------------------------------------------

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button");
  if (!button) return;
  if (button.id === "theme") nextTheme();
  if ("copy" in button.dataset) copyReport(button);
  if ("save" in button.dataset) savePicture(button);
});

document.addEventListener("input", ({ target }) => {
  if (target.id === "filter") filter(target.form, target.value);
});

// Settings are read by the page's program; the form is never sent.
document.addEventListener("submit", (event) => event.preventDefault());

// Keys: R runs, S stops, / goes to the search among the settings.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.("input, select, textarea")) return;
  const key = event.key.toLowerCase();
  if (key === "/") {
    const search = document.getElementById("filter") ?? document.getElementById("choose-text");
    if (!search) return;
    event.preventDefault();
    search.focus();
  }
  const button = document.getElementById({ r: "run", s: "stop" }[key]);
  if (!button || button.hidden || button.disabled) return;
  event.preventDefault();
  button.click();
});

document.addEventListener("DOMContentLoaded", () => {
  applyTheme();
  unfold();
  page.dataset.ready = "";
});
