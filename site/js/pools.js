// The maps of the pools along a run. The generator has drawn them; the page's program
// hands over the paths of another moment, and the elements stay.

const SVG = "http://www.w3.org/2000/svg";

// showPools puts maps into their place, one a run. The list is JSON:
// [{ run, says, viewBox, layers: [{ name, path }] }].
export function showPools(place, list) {
  const maps = JSON.parse(list);
  while (place.children.length > maps.length) place.lastElementChild.remove();
  maps.forEach((map, i) => show(place.children[i] ?? place.appendChild(make(map)), map));
}

function make({ layers }) {
  const item = document.createElement("div");
  item.className = "pool-run";
  item.append(document.createElement("h4"), document.createElementNS(SVG, "svg"), document.createElement("p"));
  const svg = item.querySelector("svg");
  svg.setAttribute("role", "img");
  for (const { name } of layers) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("class", name);
    svg.append(path);
  }
  return item;
}

function show(item, { run, says, viewBox, layers }) {
  const svg = item.querySelector("svg");
  const texts = { h4: run, p: says };
  for (const [name, text] of Object.entries(texts)) {
    const element = item.querySelector(name);
    if (element.textContent !== text) element.textContent = text;
  }
  svg.setAttribute("viewBox", viewBox);
  svg.setAttribute("aria-label", `Pool of ${run}: ${says}`);
  layers.forEach(({ path }, i) => {
    const element = svg.children[i];
    if (element.getAttribute("d") !== path) element.setAttribute("d", path);
  });
}
