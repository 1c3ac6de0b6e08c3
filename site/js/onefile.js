// One HTML file that holds a page with all that it needs, to be opened from a disk,
// without the site and without a network. The page's button makes it in the browser,
// and one-file.mjs when the site is built.
//
// Everything stays as it is on the site, but for where it comes from: the style and
// the two scripts of the page stand in it, allowed by their hashes; programs and
// workers are packed with gzip, in base64, in elements that a browser does not run,
// and boot.js makes blobs of them when they are wanted.

// What is packed: by the name that boot.js has for it, its type, and the attributes of
// <body> that name the files in it. A worker without an origin may import no script,
// so what it would import stands before it.
const packed = {
  pageWasm: ["application/wasm", "page-wasm"],
  simWasm: ["application/wasm", "sim-wasm"],
  worker: ["text/javascript", "wasm-exec", "worker"],
  wasmExec: ["text/javascript", "wasm-exec"],
  charts: ["text/javascript", "charts"],
};

// oneFile returns the file. html is the page as the site has it, perhaps with other
// results; read(path) promises the bytes of a file that the page names. Of the rest
//   hashes    of the style and of the two scripts, with spaces between them
//   json      the results, for Save as JSON
//   site      address of the page on the site, "" if it has none
//   settings  fragment of a link to the settings, "" if they are the page's own
//   figures   headline numbers of the results with these settings, as a link has
//             them, "" if there are none; left out if they are the page's own
export async function oneFile(html, read, { hashes, json, site, settings, figures }) {
  const text = async (path) => new TextDecoder().decode(await read(path));
  const style = await text(attribute(html, /<link rel="stylesheet" href="([^"]*)"/));
  const icon = await read(attribute(html, /<link rel="icon"[^>]* href="([^"]*)"/));
  const reader = await text(attribute(html, /<script src="([^"]*)"/));
  const boot = await text(attribute(html, /<script type="module" src="([^"]*\/boot\.[^"]*)"/));
  const blocks = await Promise.all(Object.entries(packed).map(async ([name, [type, ...parts]]) => {
    const bytes = await Promise.all(parts.map((part) => read(attribute(html, new RegExp(` data-${part}="([^"]*)"`)))));
    return `<script type="text/plain" id="file-${name}" data-type="${type}">${base64(await gzip(bytes))}</script>\n`;
  }));
  const home = site && new URL("../../", site).href;
  const body = `<body data-file="" data-settings="${escaped(settings)}" data-site="${escaped(site)}"`;
  return html
    .replace(/<meta http-equiv="Content-Security-Policy" content="[^"]*">/, () => `<meta http-equiv="Content-Security-Policy" content="${escaped(policy(hashes))}">`)
    .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${style}</style>`)
    .replace(/(<link rel="icon"[^>]* href=")[^"]*"/, (_, before) => `${before}data:image/svg+xml;base64,${base64(icon)}"`)
    .replace(/<script src="[^"]*"><\/script>/, () => `<script>${reader}</script>`)
    .replace(/<script type="module" src="[^"]*\/offline\.[^"]*"><\/script>\n?/, "") // a file needs no service worker
    .replace(/<script type="module" src="[^"]*\/boot\.[^"]*"><\/script>/, () => `${blocks.join("")}<script type="module">${boot}</script>`)
    .replace(/ data-(?:page-wasm|sim-wasm|worker|wasm-exec|charts|keep|engines|root)="[^"]*"/g, "")
    .replace(/ data-figures="[^"]*"/, (own) => (figures === undefined ? own : ` data-figures="${escaped(figures)}"`))
    .replace(/<body\b/, () => body)
    .replace(/(<a\b[^>]*id="json"[^>]* href=")[^"]*"/, (_, before) => `${before}data:application/json;base64,${base64(json)}"`)
    .replace(/(<a\b[^>]*?) href="((?!#|data:|https?:)[^"]*)"/g, (_, before, href) => before + (site ? ` href="${escaped(new URL(href, site).href)}"` : ""))
    .replace(/<button [^>]*id="one-file"[^>]*>[\s\S]*?<\/button>/, "")
    .replace(/(<footer[\s\S]*?<p>)/, (_, before) => `${before}This page was saved as one file${home ? ` from <a href="${escaped(home)}">${escaped(home)}</a>` : ""}. `);
}

function attribute(html, pattern) {
  const found = pattern.exec(html);
  if (!found) throw new Error(`the page has nothing like ${pattern.source}`);
  return unescaped(found[1]);
}

// policy is the page's own, but for what is inside now.
function policy(hashes) {
  const [style, ...scripts] = hashes.split(" ").map((hash) => `'${hash}'`);
  return `default-src 'none'; script-src ${scripts.join(" ")} blob: 'wasm-unsafe-eval'; style-src ${style}; img-src data: blob:; ` +
    "connect-src blob:; worker-src blob:; base-uri 'none'; form-action 'none'";
}

const entities = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };
const escaped = (text) => text.replace(/[&"<>]/g, (c) => entities[c]);

// unescaped undoes what a template or a browser does to the value of an attribute.
export function unescaped(text) {
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(code)).replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

async function gzip(parts) {
  const stream = new Blob(parts).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function base64(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text);
}
