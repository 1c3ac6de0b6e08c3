// Takes the picture of the README from the built site:
//   make site && node site/test/readme-picture.mjs
import { fileURLToPath } from "node:url";
import { launch, open, serve, slug } from "./browser.mjs";

const path = fileURLToPath(new URL("../images/page.png", import.meta.url));
const site = await serve();
const browser = await launch("chromium");
const { page } = await open(browser, `${site.address}x/${slug}/`, { options: { viewport: { width: 1200, height: 1240 } } });
await page.screenshot({ path });
await browser.close();
site.stop();
