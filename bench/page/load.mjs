// Loads the page N times and prints, one JSON object a line, when its load event ended and when the first memory stood in its list: milliseconds since the navigation began.
//
//   node load.mjs BROWSER LINK N
import { chromium } from 'playwright-core';

const [browserPath, link, loads] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'] });
for (let i = 0; i < Number(loads); i++) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const look = new MutationObserver(() => {
      if (!document.querySelector('#list .row')) return;
      globalThis.firstRow = performance.now();
      look.disconnect();
    });
    look.observe(document, { childList: true, subtree: true });
  });
  await page.goto(link);
  await page.waitForFunction(() => globalThis.firstRow);
  console.log(JSON.stringify(await page.evaluate(() => ({ load: performance.getEntriesByType('navigation')[0].loadEventEnd, row: globalThis.firstRow }))));
  await context.close();
}
await browser.close();
