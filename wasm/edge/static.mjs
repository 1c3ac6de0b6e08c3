// The static site: files as the site's build has written them, in their compressed
// forms, with the headers that they need.

const FOR_EVER = "public, max-age=31536000, immutable";
const TYPES = {
  html: "text/html; charset=utf-8", css: "text/css; charset=utf-8", js: "text/javascript; charset=utf-8",
  json: "application/json", svg: "image/svg+xml", png: "image/png", csv: "text/csv; charset=utf-8",
  txt: "text/plain; charset=utf-8", xml: "application/xml; charset=utf-8", wasm: "application/wasm", woff2: "font/woff2",
};
const FORMS = [["br", ".br"], ["gzip", ".gz"]]; // the smallest first

// The policy is that of the pages, which say it themselves too, and one of them may
// show the embeds of this site. What they can't say is who may frame them.
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
  "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-src 'self'";

// security are the headers of every answer for a path. Anybody may frame an embed,
// and only that.
export function security(path) {
  const embed = path.startsWith("/embed/");
  const headers = {
    "Clocksweep-Edge": "1", // so that a page knows that there is a worker to ask
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "cross-origin", // embeds and their scripts are for other sites
    "Strict-Transport-Security": "max-age=31536000",
  };
  headers["Content-Security-Policy"] = `${POLICY}; frame-ancestors ${embed ? "*" : "'none'"}`;
  if (!embed) headers["X-Frame-Options"] = "DENY";
  return headers;
}

// file answers with a file of the site.
export async function file(request, url, assets) {
  const headers = new Headers(security(url.pathname));
  if (request.method !== "GET" && request.method !== "HEAD") {
    headers.set("Allow", "GET, HEAD");
    return new Response("only GET and HEAD are served\n", { status: 405, headers });
  }
  let path = url.pathname;
  if (path.endsWith("/")) path += "index.html";
  const sent = url.search !== "" && /\/(?:x\/([a-z0-9-]+)|(lab))\/index\.html$/.exec(path);
  if (sent && request.method === "GET") {
    const plain = await fetchAsset(new Request(url), url, path, assets);
    if (plain.ok) return unfurled(answer(request, path, { response: plain, status: 200 }, headers), url, sent[1] ?? sent[2]);
  }
  const found = await form(request, url, path, assets);
  if (found) return answer(request, path, found, headers);
  if (!url.pathname.endsWith("/") && (await fetchAsset(request, url, `${path}/index.html`, assets)).ok) {
    headers.set("Location", `${url.pathname}/${url.search}`);
    return new Response(null, { status: 301, headers });
  }
  const missing = await form(new Request(url), url, "/404.html", assets);
  if (!missing) return new Response("there is no file of this name\n", { status: 404, headers });
  // This page brings its style along, for it may stand in any folder, and has a
  // policy of its own.
  headers.set("Content-Security-Policy", "frame-ancestors 'none'");
  return answer(request, "/404.html", { ...missing, status: 404 }, headers);
}

// unfurled is a page whose link has settings in its query, with what programs that
// show links look for: the picture of these settings, and how to embed them. What
// stands behind a # they do not send.
function unfurled(response, url, name) {
  const attribute = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const picture = attribute(`${url.origin}/og/${name}.png${url.search}`);
  const embed = attribute(`${url.origin}/oembed?url=${encodeURIComponent(url.href)}`);
  const gone = { element: (element) => { element.remove(); } };
  response.headers.delete("ETag"); // that of the file
  return new HTMLRewriter()
    .on('meta[property^="og:image"]', gone)
    .on('link[type="application/json+oembed"]', gone)
    .on("head", { element: (head) => {
      head.append(`<meta property="og:image" content="${picture}"><meta property="og:image:type" content="image/png"><meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">`, { html: true });
      head.append(`<link rel="alternate" type="application/json+oembed" href="${embed}">`, { html: true });
    } })
    .transform(response);
}

const fetchAsset = (request, url, path, assets) =>
  assets.fetch(new Request(new URL(path, url.origin), { method: "GET", headers: conditions(request) }));

function conditions(request) {
  const headers = new Headers();
  const tag = request.headers.get("If-None-Match");
  if (tag) headers.set("If-None-Match", tag);
  return headers;
}

// form finds the best form of a file that the browser accepts: null if there is no
// such file.
async function form(request, url, path, assets) {
  const accepted = request.cf?.clientAcceptEncoding ?? request.headers.get("Accept-Encoding") ?? "";
  for (const [encoding, ending] of FORMS) {
    if (!accepts(accepted, encoding)) continue;
    const response = await fetchAsset(request, url, path + ending, assets);
    if (response.ok || response.status === 304) return { response, encoding, status: response.status };
  }
  const response = await fetchAsset(request, url, path, assets);
  return response.ok || response.status === 304 ? { response, status: response.status } : null;
}

// accepts reads Accept-Encoding: names, each perhaps with a weight, of which zero
// forbids.
function accepts(header, encoding) {
  for (const part of header.split(",")) {
    const [name, weight = ""] = part.split(";").map((text) => text.trim());
    if (name === encoding) return !/^q=0(\.0*)?$/.test(weight);
  }
  return false;
}

function answer(request, path, { response, encoding, status }, headers) {
  const ending = path.slice(path.lastIndexOf(".") + 1);
  headers.set("Content-Type", TYPES[ending] ?? "application/octet-stream");
  headers.set("Vary", "Accept-Encoding");
  const forever = path.startsWith("/assets/") || (path.startsWith("/engine/") && !path.endsWith(".json")); // named for their contents
  headers.set("Cache-Control", forever ? FOR_EVER : "no-cache");
  const tag = response.headers.get("ETag");
  if (tag) headers.set("ETag", tag);
  if (encoding) headers.set("Content-Encoding", encoding);
  const body = request.method === "HEAD" || status === 304 ? null : response.body;
  return new Response(body, { status, headers, encodeBody: encoding ? "manual" : "automatic" });
}
