// A custom element for other people's pages, a thin wrapper round the frame of an
// experiment:
//
//   <clocksweep-lab experiment="shared-buffers-challenge" set="shared_buffers=512MB" theme="auto">
//     what is shown where scripts don't run: a picture and a link
//   </clocksweep-lab>
//
//   experiment   the name in the address of the experiment's page
//   set          settings as in postgresql.conf, with & or ; or line ends between them; a
//                setting of one run has the run's name before it: 32MB.shared_buffers=64MB
//   theme        light, dark or auto, which is that of the text around the element
//
// What the element holds is shown until the frame says how high it is, and stays
// if it never does. A picture in it that knows both themes, as those of the lab, is told
// which one to show; a page that says no color-scheme would leave that to the
// reader's system, whatever its own colors. The frame is fetched when the element comes
// near the screen.
// It is made anew, not led elsewhere, when an attribute changes: that would be a
// step in the reader's history.
//
// A classic script: one from another host needs no permission to be run. Nothing here
// is markup or inline style, for pages whose security policy forbids both.

const root = new URL("./", document.currentScript.src);
const FORMAT = 1; // of the messages, see embedded.js
const NEAR = "400px";
const system = matchMedia("(prefers-color-scheme: dark)");

const sheet = new CSSStyleSheet();
sheet.replaceSync(
  ":host{display:block;position:relative}:host([hidden]){display:none}" +
  "iframe{display:block;box-sizing:border-box;width:100%;border:1px solid #8886;border-radius:8px}" +
  "iframe:not(.shown){position:absolute;visibility:hidden}.shown~slot{display:none}",
);

// isLight tells whether text is light, and the ground below it therefore dark.
function isLight(element) {
  const { color } = getComputedStyle(element);
  if (!color.startsWith("rgb")) return system.matches;
  const [r, g, b] = color.match(/[\d.]+/g);
  return r * 0.3 + g * 0.59 + b * 0.11 > 128;
}

class Lab extends HTMLElement {
  static observedAttributes = ["experiment", "set", "theme"];

  #root = this.attachShadow({ mode: "open" });
  #slot = document.createElement("slot");
  #frame;
  #end; // ends all listening
  #look = () => {
    this.#slot.style.colorScheme = this.#theme; // which what stands in it inherits
    this.#send();
  };
  #seen = false;

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [sheet];
    this.#root.append(this.#slot);
  }

  connectedCallback() {
    const { signal } = (this.#end = new AbortController());
    const view = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      view.disconnect();
      this.#load();
    }, { rootMargin: NEAR });
    view.observe(this);
    // Not every browser tells a frame of another site that it was scrolled away.
    const sight = new IntersectionObserver((entries) => this.#see(entries.at(-1).isIntersecting));
    sight.observe(this);
    const around = new MutationObserver(this.#look);
    for (const element of [document.documentElement, document.body]) around.observe(element, { attributes: true });
    signal.onabort = () => { view.disconnect(); sight.disconnect(); around.disconnect(); };
    addEventListener("message", (event) => this.#hear(event), { signal });
    addEventListener("load", this.#look, { signal });
    document.addEventListener("transitionend", this.#look, { signal });
    system.addEventListener("change", this.#look, { signal });
    this.#look();
  }

  disconnectedCallback() {
    this.#end.abort();
    this.#frame?.remove();
    this.#frame = undefined;
  }

  attributeChangedCallback(name, before, after) {
    if (!this.isConnected || before === after) return;
    if (name === "theme") this.#look();
    else if (this.#frame) this.#load();
  }

  // theme is the one to show, whatever auto means at present.
  get #theme() {
    const theme = this.getAttribute("theme");
    if (theme === "light" || theme === "dark") return theme;
    return isLight(this) ? "dark" : "light";
  }

  #load() {
    this.#frame?.remove();
    this.#frame = undefined;
    const experiment = this.getAttribute("experiment") ?? "";
    if (!/^[a-z0-9-]+$/.test(experiment)) {
      console.error(`clocksweep-lab: experiment="${experiment}" is not the name of an experiment: small letters, digits and hyphens`);
      return;
    }
    const set = (this.getAttribute("set") ?? "").split(/[&;\n]/).map((pair) => pair.trim().replace(/\s*=\s*/, "=")).filter(Boolean);
    const frame = document.createElement("iframe");
    frame.title = this.textContent.trim().replace(/\s+/g, " ") || `Clocksweep: ${experiment}`;
    frame.src = new URL(`embed/${experiment}/#${["v=1", ...set, `theme=${this.#theme}`].join("&")}`, root);
    this.#frame = frame;
    this.#root.prepend(frame);
  }

  #send(message = { type: "theme", theme: this.#theme }) {
    if (!this.#frame?.className) return; // it does not listen yet
    this.#frame.contentWindow.postMessage({ clocksweep: FORMAT, ...message }, root.origin);
  }

  #see(seen) {
    this.#seen = seen;
    this.#send({ type: "seen", seen });
  }

  #hear({ source, origin, data }) {
    const frame = this.#frame;
    if (!frame || source !== frame.contentWindow || origin !== root.origin) return;
    if (data?.clocksweep !== FORMAT || data.type !== "height" || !(data.height > 0)) return;
    frame.style.height = `${Math.ceil(data.height) + 2}px`; // with its border
    if (frame.className) return;
    frame.className = "shown";
    this.#send(); // the theme may have changed meanwhile
    this.#see(this.#seen);
  }
}

if (!customElements.get("clocksweep-lab")) customElements.define("clocksweep-lab", Lab);
