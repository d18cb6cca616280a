// Walks through the dashboard of a real server in a headless browser, by the keyboard alone, and prints TAP.
//
//   node dashboard.mjs --url http://127.0.0.1:PORT --token TOKEN --query WORDS --browser /path/chromium --pictures DIR
//
// The store should hold the notes of examples/notes. DIR gets a picture of each look: light, dark, phone.
import { chromium } from 'playwright-core';
import assert from 'node:assert/strict';
import { check, option } from './tap.mjs';

const url = option('--url'), token = option('--token'), query = option('--query'), pictures = option('--pictures');
const browser = await chromium.launch({ executablePath: option('--browser'), args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] });

// open starts a page that notes whatever goes wrong in it. A 401 is what a wrong token is for.
async function open(options) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const wrong = [];
  page.on('console', (m) => m.type() === 'error' && !m.text().includes('401') && wrong.push(m.text()));
  page.on('pageerror', (e) => wrong.push(String(e)));
  page.on('request', (r) => r.url().startsWith(`${url}/`) || wrong.push(`a request to ${r.url()}`));
  return { page, end: async () => { await context.close(); assert.deepEqual(wrong, []); } };
}

async function search(page) {
  await page.keyboard.press('Tab'); // the link that skips to the search
  await page.keyboard.press('Enter');
  await page.focus('#query');
  await page.keyboard.type(query);
  await page.keyboard.press('Enter');
  await page.waitForSelector('#found li');
  await page.focus('#found li summary');
  await page.keyboard.press('Enter');
  assert.ok((await page.locator('#found li').first().locator('.bars svg').count()) > 5, 'too few bars');
}

await check('without a token it asks for one, refuses a wrong one, and takes the right one', async () => {
  const { page, end } = await open();
  await page.goto(url);
  await page.waitForSelector('#door:not([hidden])');
  assert.ok(await page.isHidden('#board'));
  await page.keyboard.type('wrong');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('#door-error').textContent !== '');
  await page.fill('#token', token);
  await page.keyboard.press('Enter');
  await page.waitForSelector('#board:not([hidden])');
  assert.ok(await page.isHidden('#door'));
  await end();
});

for (const [name, options] of [['light', {}], ['dark', { colorScheme: 'dark' }], ['phone', { viewport: { width: 390, height: 844 } }]]) {
  await check(`${name}: it shows the state and finds`, async () => {
    const { page, end } = await open(options);
    await page.goto(`${url}/#token=${token}`);
    await page.waitForSelector('#board:not([hidden])');
    assert.ok(!page.url().includes(token), 'the token stands in the address bar');
    await search(page);
    assert.equal(await page.locator('#spaces tbody tr').count(), 13);
    await page.waitForFunction(() => document.querySelector('#goal').textContent && document.querySelector('#mind-note').textContent && document.querySelector('#store dd'));
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, 'it is wider than the window');
    assert.ok((await page.evaluate(() => { const s = document.querySelector('#found').closest('section'); return s.scrollWidth - s.clientWidth; })) <= 0, 'what was found is cut off');
    await page.evaluate(() => scrollTo(0, 0));
    await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
    await page.focus('#more');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('#found li').length > 10);
    await end();
  });
}

await check('what a memory holds never becomes markup', async () => {
  const { page, end } = await open();
  await page.goto(`${url}/#token=${token}`);
  await page.waitForSelector('#board:not([hidden])');
  await page.fill('#query', 'markup that wants to run');
  await page.focus('#query');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('#found').textContent.includes('<img src=x onerror='));
  assert.equal(await page.locator('#found img, #found script').count(), 0);
  await end();
});

await browser.close();
