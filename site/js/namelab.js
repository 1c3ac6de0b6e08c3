// Lines for other people's pages name the lab by an address that is nobody's. Here it
// becomes the address of this site, so that they can be copied as they are.

const unnamed = "https://lab.example/";

// nameLab puts the address of the site's root in the place of the other in all texts
// of an element. A page on a disk has none.
export function nameLab(element, root) {
  if (!new URL(root).protocol.startsWith("http")) return;
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (text.data.includes(unnamed)) text.data = text.data.replaceAll(unnamed, root);
  }
}
