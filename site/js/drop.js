// Files dropped on a page that takes one: they go where the reader could have
// picked them, and nothing else differs. Without this a file that misses its place
// would take the page's place.

const input = document.getElementById("file");
const place = document.getElementById("drop");

const hasFiles = (event) => event.dataTransfer?.types.includes("Files");

function over(event) {
  if (!hasFiles(event)) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = "copy";
  place.dataset.over = "";
}

function leave(event) {
  if (!event.relatedTarget) delete place.dataset.over; // it left the window
}

function drop(event) {
  delete place.dataset.over;
  if (!hasFiles(event)) return;
  event.preventDefault();
  input.files = event.dataTransfer.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

export function catchDrops() {
  if (!input || !place) return;
  addEventListener("dragenter", over);
  addEventListener("dragover", over);
  addEventListener("dragleave", leave);
  addEventListener("drop", drop);
}
