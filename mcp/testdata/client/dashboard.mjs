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

// answered has the page told an answer of ours to what it asks a tool.
const answered = (page, tool, answer) => page.route(`**/dashboard/data/ask/${tool}`, (route) => route.fulfill({ json: answer(route.request().postDataJSON()) }));

await check('what cannot be compared is not joined, and the newest events come first', async () => {
  const { page, end } = await open();
  const made = [['recent', '24h'], ['recent', '24h'], ['recent', '7d'], ['recent', '24h'], ['recent', '7d']];
  const history = made.map(([strategy, timeframe], i) => ({ timestamp: `2026-03-0${i + 1}T00:00:00Z`, overall_similarity: 0.5 + i / 10, drift_level: 'Low', strategy, timeframe, memories_analyzed: 5 }));
  await answered(page, 'get_drift_history', () => ({ history, trend: null, thresholds: { None: 0.85 }, summary: { returned: 5, total_entries: 5 } }));
  const events = Array.from({ length: 30 }, (_, i) => ({ timestamp: new Date(Date.UTC(2026, 2, i + 1)).toISOString(), event_type: `event ${i}`, prediction_error: null }));
  await answered(page, 'get_meta_learning_log', ({ offset = 0, limit = 100 }) => ({ events: events.slice(offset, offset + limit), total_count: events.length, has_more: offset + limit < events.length }));
  await page.goto(`${url}/#token=${token}`);
  await page.waitForSelector('#drift-chart .curve');
  assert.deepEqual(await page.locator('#drift-chart .curve').evaluateAll((all) => all.map((e) => [e.getAttribute('class'), e.getAttribute('points').split(' ').length])), [['curve other', 3], ['curve', 2]]);
  assert.match(await page.textContent('#drift-caption'), /3 measurements were made otherwise/);
  await page.waitForSelector('#events tbody tr');
  const said = await page.locator('#events tbody tr').evaluateAll((rows) => rows.map((r) => r.cells[1].textContent));
  assert.equal(said.length, 20);
  assert.deepEqual([said[0], said[19]], ['event 29', 'event 10']);
  assert.match(await page.textContent('#events-note'), /newest 20 of 30/);
  assert.equal(await page.locator('#accuracy .bars svg').count(), 13);
  await end();
});

await check('an answer about a namespace that was left is not shown', async () => {
  const { page, end } = await open();
  await page.route('**/dashboard/data/status', async (route) => {
    const response = await route.fetch(), json = await response.json();
    if (json.store) json.store.namespaces.elsewhere = { live: 0, forgotten: 0 };
    await route.fulfill({ response, json });
  });
  await answered(page, 'get_drift_history', () => ({ history: [{ timestamp: '2026-03-01T00:00:00Z', overall_similarity: 1, drift_level: 'None', memories_analyzed: 1 }],
    trend: null, trend_note: 'of elsewhere', thresholds: {}, summary: { returned: 1, total_entries: 1 } }));
  const held = [];
  await page.route('**/dashboard/data/ask/*', (route) => (route.request().postDataJSON().namespace === 'default' ? held.push(route) : route.fallback()));
  await page.goto(`${url}/#token=${token}`);
  await page.waitForSelector('#board:not([hidden])');
  await page.fill('#query', query);
  await page.press('#query', 'Enter');
  await page.waitForFunction(() => document.querySelector('#found-note').textContent === 'searching …');
  await page.selectOption('#namespace', 'elsewhere');
  await page.waitForFunction(() => document.querySelector('#goal').textContent.startsWith('No goal') && document.querySelector('#drift-note').textContent && document.querySelector('#mind-note').textContent);
  const shown = () => page.evaluate(() => ['#found-note', '#found', '#goal', '#drift-note', '#mind-note'].map((id) => document.querySelector(id).textContent));
  const before = await shown();
  assert.ok(held.length >= 3, 'too few questions about the default namespace');
  for (const route of held) {
    const done = page.waitForEvent('requestfinished', (r) => r === route.request());
    await route.continue();
    await done;
  }
  await page.waitForTimeout(300);
  assert.deepEqual(await shown(), before);
  await end();
});

await browser.close();
