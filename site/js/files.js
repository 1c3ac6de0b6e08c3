// Where the files of a page are: below the site, or, of a page that was saved as one
// file, in it (onefile.js).

const page = document.body.dataset;

export const saved = "file" in page;

const blobs = new Map(); // promises of addresses, by name

// locate promises the absolute address of the file that an attribute of <body> names.
export function locate(name) {
  if (!saved) return Promise.resolve(new URL(page[name], document.baseURI).href);
  if (!blobs.has(name)) blobs.set(name, unpack(document.getElementById(`file-${name}`)));
  return blobs.get(name);
}

async function unpack(element) {
  if (!element) throw new Error("this file does not hold it");
  const bytes = Uint8Array.from(atob(element.textContent), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const blob = await new Response(stream).blob();
  return URL.createObjectURL(new Blob([blob], { type: element.dataset.type }));
}
