// The page for authors writes the lab's own address into its examples, which then
// can be copied as they are.

const unnamed = "https://lab.example/";
const root = new URL("../", location.href).href;

if (location.protocol.startsWith("http")) {
  const texts = document.createTreeWalker(document.getElementById("main"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (text.data.includes(unnamed)) text.data = text.data.replaceAll(unnamed, root);
  }
}
