// Finds the way home from an address that leads nowhere. The site may stand in a
// folder of its host, which nothing tells here: it ends before the folder of the
// experiments or that of the assets. Otherwise home is the folder that the
// address is in, and from there the next one up.

const { pathname } = location;
const below = /^(.*?\/)(?:x|assets)\//.exec(pathname);
document.getElementById("home").href = below ? below[1] : pathname.endsWith("/") ? "../" : "./";
