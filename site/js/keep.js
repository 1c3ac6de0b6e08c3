// Save as one file: the page with the reader's settings and results, to be opened
// without the site.

import { oneFile } from "./onefile.js";

// Results that a run has put into the page since it was built, by what holds them.
const results = [
  "#verdict", "#miss", "#comparison tbody", "pre[data-report]", "dd[data-prov]",
  "figure[data-picture] h3", "figure[data-picture] figcaption", "figure[data-picture] table", "figure[data-picture] .plot",
];

// keep promises a Blob with the file. settings is the fragment of a link to them,
// figures the headline numbers of their results as a link has them, json the results
// that the page shows or nothing if they are those that it was built with.
export async function keep({ settings, figures, json }) {
  const read = async (path) => {
    const response = await fetch(new URL(path, document.baseURI));
    if (!response.ok) throw new Error(`${response.status} ${response.statusText} for ${path}`);
    return new Uint8Array(await response.arrayBuffer());
  };
  const site = location.origin + location.pathname;
  const fresh = new DOMParser().parseFromString(new TextDecoder().decode(await read(site)), "text/html");
  if (json) transplant(fresh);
  const { hashes } = document.getElementById("one-file").dataset;
  const html = await oneFile(`<!DOCTYPE html>\n${fresh.documentElement.outerHTML}`, read, {
    hashes, site, settings, figures,
    json: json ? new TextEncoder().encode(json) : await read("result.json"),
  });
  return new Blob([html], { type: "text/html" });
}

// transplant puts the results of this page into a fresh one. A chart becomes a
// drawing: its canvas would be empty there.
function transplant(fresh) {
  for (const selector of results) {
    const old = fresh.querySelectorAll(selector);
    document.querySelectorAll(selector).forEach((element, i) => {
      const copy = fresh.importNode(element, true);
      if (element.matches(".plot")) drawing(element, copy);
      old[i]?.replaceWith(copy);
    });
  }
  const status = fresh.getElementById("status");
  if (status) status.textContent = "What you see was computed in a browser before this file was saved. Run computes it anew, here.";
}

function drawing(plot, copy) {
  const svg = globalThis.clocksweepCharts?.svg(plot);
  copy.removeAttribute("style"); // which the policy would refuse
  delete copy.dataset.live;
  if (!svg) return;
  const image = copy.ownerDocument.createElement("img");
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  image.alt = plot.getAttribute("aria-label") ?? "";
  copy.replaceChildren(image);
}
