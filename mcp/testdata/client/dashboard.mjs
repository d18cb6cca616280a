// Walks through the dashboard of a real server in a headless browser, by the keyboard alone, and prints TAP.
//
//   node dashboard.mjs --url http://127.0.0.1:PORT --token TOKEN --query WORDS --browser /path/chromium --pictures DIR [--read-only]
//
// With --read-only it checks only that a server of `serve --dashboard read-only` lets nothing be changed.
//
// The store should hold the notes of examples/notes, a memory with markup, and one that is a trick (see check.sh). DIR gets a picture of each look: light, dark, phone.
import assert from 'node:assert/strict';
import { answered, browser, enter, fits, focused, open, phone, pictures, query, search, text, token, url, waitText } from './pages.mjs';
import { check } from './tap.mjs';

if (process.argv.includes('--read-only')) {
  await check('a page that only reads offers no change, and is refused one', async () => {
    const { page, end } = await open();
    await enter(page);
    assert.equal(await text(page, '#state'), 'read only');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#card-text');
    assert.equal(await page.locator('#edit, #new-tag, #card .actions, #card .tags button').count(), 0);
    await page.keyboard.press('e');
    await page.keyboard.press('u');
    assert.equal(await page.locator('form.edit').count(), 0);
    assert.ok(await page.isHidden('#toast'));
    const id = await page.getAttribute('.row[aria-current]', 'data-id');
    for (const tool of ['update_memory', 'forget_memory', 'restore_memory']) {
      const answer = await page.request.post(`${url}/dashboard/data/change/${tool}`, { headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'X-Asterism-Change': '' }, data: { id } });
      assert.equal(answer.status(), 403, tool);
      assert.match((await answer.json()).error.message, /only reads/);
    }
    await end();
  });
  await browser.close();
  process.exit();
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

for (const [name, options] of [['light', {}], ['dark', { colorScheme: 'dark' }], ['phone', phone]]) {
  await check(`${name}: it opens on recent memories, finds, and opens a card, without a mouse`, async () => {
    const { page, end } = await open(options);
    await enter(page);
    assert.ok(!page.url().includes(token), 'the token stands in the address bar');
    assert.ok((await page.locator('#namespaces .chip').count()) > 0 && (await page.locator('#tags .chip').count()) > 3, 'no chips');
    const times = await page.locator('#list time').evaluateAll((all) => all.map((t) => Date.parse(t.dateTime)));
    assert.deepEqual(times, [...times].sort((a, b) => b - a), 'the newest is not first');
    await fits(page);
    await search(page, query);
    assert.match(await page.locator('#list .row').first().getByRole('img').first().getAttribute('aria-label'), /^(Found by|No single)/);
    assert.ok((await page.locator('#list .row .relevance .bar').count()) > 5, 'no relevance');
    assert.deepEqual(await page.locator('#list > li').evaluateAll((all) => all.map((li) => li.className.split(' ')[0] || 'likely').filter((c, i, a) => c !== a[i - 1])), ['likely', 'divide', 'faint'], 'the weak ones do not stand apart');
    assert.ok((await page.evaluate(() => { const q = document.querySelector('#query'); return q.scrollWidth - q.clientWidth; })) <= 0, 'the query is cut off');
    await fits(page);
    await page.screenshot({ path: `${pictures}/${name}.png` });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#card .found');
    assert.equal(await focused(page), 'card');
    await page.focus('#card details summary');
    await page.keyboard.press('Enter');
    assert.ok((await page.locator('#card details[open] .bar').count()) > 5, 'too few bars');
    await fits(page);
    await page.screenshot({ path: `${pictures}/${name}-card.png` });
    await page.keyboard.press('Escape');
    assert.ok(await page.isHidden('#card'));
    assert.match(await focused(page), /^row/, 'the focus is lost');
    await page.keyboard.press('Escape');
    await waitText(page, '#list-note', 'newest');
    assert.equal(await page.locator('#list .glyph').count(), 0);
    await end();
  });
}

await check('the rays of a glyph stand at the same angles, and the stars are those that decided', async () => {
  const { page, end } = await open();
  await enter(page);
  await search(page, query);
  const off = await page.evaluate(() => [...document.querySelectorAll('#list .glyph')].flatMap((g) => [...g.querySelectorAll('.ray')].map((r) => {
    const a = (Math.atan2(r.y2.baseVal.value, r.x2.baseVal.value) / (2 * Math.PI)) * 13 + 13 / 4;
    return Math.abs(a - Math.round(a));
  })));
  assert.ok(off.length > 50 && Math.max(...off) < 0.1, `a ray is ${Math.max(...off)} of a step off`);
  for (const glyph of await page.locator('#list .glyph').all()) assert.equal(await glyph.locator('.star').count(), await glyph.locator('.ray.decided').count());
  assert.ok((await page.locator('#list .glyph .star').count()) > 0);
  await end();
});

await check('a time that a question names is said, with the way to search without it', async () => {
  const { page, end } = await open();
  await enter(page);
  await search(page, 'which bug was found in March 2026?');
  await waitText(page, '#list-note', 'memories from 2026-03-01 before 2026-04-01 (UTC) are preferred');
  await waitText(page, '#list-note', 'none is left out');
  await page.focus('#timeless');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => / hits? of /.test(document.querySelector('#list-note').textContent) && !document.querySelector('#timeless'));
  assert.equal(await page.inputValue('#profile'), 'semantic');
  await end();
});

await check('chips narrow the list, and keys go through it', async () => {
  const { page, end } = await open();
  await enter(page);
  const chip = page.locator('#tags .chip').first();
  const [tag, n] = await chip.evaluate((c) => [c.firstChild.textContent, Number(c.querySelector('.count').textContent)]);
  await chip.focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction((n) => document.querySelectorAll('#list .row').length === n, n);
  for (const facts of await page.locator('#list .facts').allTextContents()) assert.ok(facts.includes(tag), `${facts} is without ${tag}`);
  assert.equal(await page.locator('#tags .chip[aria-pressed=true]').count(), 1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  assert.equal(await page.locator('#list .row:focus').evaluate((r) => [...document.querySelectorAll('#list .row')].indexOf(r)), 1);
  assert.notEqual(await page.locator('#list .row:focus').evaluate((r) => getComputedStyle(r).outlineStyle), 'none');
  await end();
});

await check('edit, tag, forget and restore can be undone, and others see it', async () => {
  const { page, end } = await open();
  await enter(page);
  await search(page, 'core dumps of worker 3');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#edit');
  const was = await text(page, '#card-text');
  await page.keyboard.press('e');
  await page.waitForSelector('#edit-content');
  await page.fill('#edit-content', 'Changed in the page: "quotes" & <b>no markup</b>.');
  await page.keyboard.press('Control+Enter');
  await waitText(page, '#card-text', 'Changed in the page: "quotes" & <b>no markup</b>.');
  await waitText(page, '#list', 'Changed in the page');
  await page.waitForSelector('#undo');
  await page.keyboard.press('u');
  await waitText(page, '#toast', 'Changed back');
  await waitText(page, '#card-text', was);
  await page.fill('#new-tag', 'from-the-page');
  await page.press('#new-tag', 'Enter');
  await waitText(page, '#card .tags', '#from-the-page');
  await page.focus('#undo');
  await page.keyboard.press('Enter');
  await waitText(page, '#toast', 'Changed back');
  await page.waitForFunction(() => document.querySelector('#card .tags') && !document.querySelector('#card .tags').textContent.includes('from-the-page'));
  await page.getByRole('button', { name: 'Forget', exact: true }).focus();
  await page.keyboard.press('Enter');
  await waitText(page, '#card-title', 'Forgotten');
  const other = await open();
  await enter(other.page);
  await search(other.page, 'core dumps of worker 3');
  assert.ok(!(await text(other.page, '#list')).includes(was), 'another page still finds it');
  await other.page.keyboard.press('Escape');
  await waitText(other.page, '#list-note', 'newest');
  await other.page.check('#forgotten');
  await other.page.waitForSelector('#list .row');
  await other.page.locator('#more').scrollIntoViewIfNeeded();
  await other.page.waitForSelector('#list .gone');
  await other.end();
  await page.getByRole('button', { name: 'Restore', exact: true }).focus();
  await page.keyboard.press('Enter');
  await waitText(page, '#card-title', 'Memory');
  assert.equal(await text(page, '#card-text'), was);
  await end();
});

await check('what a memory said before is shown, and brought back, and that is undone', async () => {
  const { page, end } = await open();
  await enter(page);
  await search(page, 'core dumps of worker 3');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#edit');
  const was = await text(page, '#card-text');
  await page.keyboard.press('e');
  await page.waitForSelector('#edit-content');
  await page.fill('#edit-content', 'Said for a moment only: <i>worker 4</i>.');
  await page.keyboard.press('Control+Enter');
  await waitText(page, '#card-text', 'Said for a moment only');
  await page.focus('#card .before summary');
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('#card .before li').first().locator('.text').textContent(), was);
  await page.screenshot({ path: `${pictures}/versions.png` });
  await page.locator('#card .before button').first().focus();
  await page.keyboard.press('Enter');
  await waitText(page, '#card-text', was);
  await waitText(page, '#toast', 'It says again what it said in version');
  await page.keyboard.press('u');
  await waitText(page, '#card-text', 'Said for a moment only');
  await page.focus('#card .before summary');
  await page.keyboard.press('Enter');
  await page.locator('#card .before button').first().focus();
  await page.keyboard.press('Enter');
  await waitText(page, '#card-text', was);
  await end();
});

await check('what goes wrong is said in words: a memory that another changed meanwhile, a text that is too long, a server that refuses', async () => {
  const { page, end } = await open({}, 'Failed to load resource');
  await enter(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#edit');
  const id = await page.getAttribute('.row[aria-current]', 'data-id');
  await page.keyboard.press('e');
  await page.fill('#edit-rationale', 'mine');
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const { change } = await (await page.request.get(`${url}/dashboard/data/status`, { headers })).json();
  const post = (data, more) => page.request.post(`${url}/dashboard/data/change/update_memory`, { headers: { ...headers, ...more }, data });
  assert.equal((await post({ id, importance: 0.61 }, { 'X-Asterism-Change': change })).status(), 200);
  await page.keyboard.press('Control+Enter');
  await page.waitForFunction(() => document.querySelector('form.edit [role=alert]')?.textContent.includes('version'));
  await page.fill('#edit-content', 'x'.repeat(2 << 20));
  await page.focus('#edit-rationale');
  await page.keyboard.press('Control+Enter');
  await waitText(page, 'form.edit [role=alert]', 'the limit is');
  for (const [why, more] of [['no secret', {}], ['a wrong one', { 'X-Asterism-Change': 'x' }], ['another site', { 'X-Asterism-Change': change, Origin: 'http://localhost:1' }]]) {
    const answer = await post({ id, importance: 0.1 }, more);
    assert.equal(answer.status(), 403, why);
    assert.ok((await answer.json()).error.message.length > 10, why);
  }
  await end();
});

await check('what a memory holds never becomes markup, and what would deceive is shown', async () => {
  const { page, end } = await open();
  await enter(page);
  await search(page, 'markup that wants to run');
  await waitText(page, '#list', '<img src=x onerror=');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await waitText(page, '#card-text', '<script>alert(2)</script>');
  assert.equal(await page.locator('#views img, #views script, #card img, #card script').count(), 0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await waitText(page, '#list-note', 'newest');
  await search(page, 'a trick in the direction of writing');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await waitText(page, '#card-text', 'a trick in the direction');
  const shown = await text(page, '#card-text');
  assert.ok(shown.includes('⟨U+202E⟩') && shown.includes('␛[31m') && !/[\u202e\u001b]/.test(shown), JSON.stringify(shown));
  await end();
});

await check('links are shown from both ends, and what replaced what', async () => {
  const { page, end } = await open();
  await enter(page);
  await search(page, 'the harbour crane is painted green now');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await waitText(page, '#card', 'What it replaced');
  await page.getByRole('button', { name: /painted yellow/ }).first().focus();
  await page.keyboard.press('Enter');
  await waitText(page, '#card-title', 'Replaced');
  await waitText(page, '#card', 'What replaced it');
  await page.keyboard.press('Escape');
  await search(page, 'barges of gravel at dock four');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await waitText(page, '#card', 'belongs with Whoever unloads gravel');
  await waitText(page, '#card', 'linked from The pilot book');
  assert.match(await text(page, '#card dl'), /Learned from it\d\.\d\d of 1/);
  await page.getByRole('button', { name: /Whoever unloads/ }).first().focus();
  await page.keyboard.press('Enter');
  await waitText(page, '#card', 'belongs with Barges of gravel');
  await page.getByRole('button', { name: /Barges/ }).first().focus();
  await page.keyboard.press('Enter');
  await waitText(page, '#card-text', 'Barges');
  await page.getByRole('button', { name: /pilot book/ }).first().focus();
  await page.keyboard.press('Enter');
  await waitText(page, '#card', 'links to Barges of gravel');
  await end();
});

await check('the time line: columns by the keyboard, and the memories of one', async () => {
  const { page, end } = await open();
  await enter(page);
  await page.keyboard.press('2');
  await page.waitForSelector('#time-line .column');
  await page.focus('#time-line .column[tabindex="0"]');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  const words = await page.locator('#time-line .column:focus').getAttribute('aria-label');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#period .row');
  assert.equal(await page.locator('#period .row').count(), Math.min(50, Number(/: ([\d,]+) memor/.exec(words)[1].replace(',', ''))), words);
  const sum = await page.locator('#time-line .column').evaluateAll((all) => all.reduce((n, c) => n + Number(/: ([\d,]+) memor/.exec(c.ariaLabel)[1].replace(',', '')), 0));
  assert.ok((await text(page, '#time-note')).startsWith(String(sum)), 'the columns do not add up');
  await end();
});

await check('the graph: all nodes, by the keyboard, with a card', async () => {
  const { page, end } = await open();
  await enter(page);
  await page.keyboard.press('3');
  await waitText(page, '#graph-note', 'near pairs');
  for (const words of ['linked by its writer', 'replaces', 'belong together', 'near in meaning']) await waitText(page, '#graph-legend', words);
  await page.focus('#graph');
  for (const k of ['ArrowRight', 'ArrowDown', 'ArrowLeft', '+', '-', '0']) await page.keyboard.press(k);
  const said = await text(page, '#graph-said');
  assert.match(said, /ties?\)$/);
  await page.keyboard.press('Enter');
  await page.waitForSelector('#card-text');
  assert.equal((await text(page, '#card-text')).slice(0, 20), said.slice(0, 20));
  await page.keyboard.press('Escape');
  assert.equal(await focused(page), 'graph');
  assert.ok((await page.locator('#graph-list .row').count()) > 5);
  const painted = await page.evaluate(() => { const c = document.querySelector('#graph'); return c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some((v) => v > 0); });
  assert.ok(painted, 'nothing is drawn');
  await end();
});

await check('the graph draws 2,000 nodes, and comes to rest', async () => {
  const { page, end } = await open();
  const nodes = Array.from({ length: 2000 }, (_, i) => ({ id: `00000000-0000-7000-8000-${String(i).padStart(12, '0')}`, namespace: 'default', timestamp: '2026-01-01T00:00:00Z', snippet: `memory ${i}`, importance: 0.5 }));
  const joins = nodes.flatMap((_, i) => [[i, (i * 7 + 1) % 2000, 'near'], [i, (i + 1) % 2000, i % 9 ? 'near' : 'given']].filter(([a, b]) => a !== b)).map(([a, b, kind]) => ({ a, b, kind, weight: 0.6 }));
  await answered(page, 'show/map', () => ({ nodes, joins, outside: 3, more: true }));
  await enter(page);
  await page.keyboard.press('3');
  await waitText(page, '#graph-note', '2,000 memories');
  const state = () => page.evaluate(() => document.getElementById('graph').state());
  for (const until = Date.now() + 120_000; !(await state()).done; await page.waitForTimeout(200)) assert.ok(Date.now() < until, 'it does not come to rest');
  const { frames, nodes: drawn } = await state();
  assert.equal(drawn, 2000);
  const sorted = [...frames].sort((a, b) => a - b);
  await page.screenshot({ path: `${pictures}/graph.png` });
  await end();
  return `${frames.length} frames, the median took ${sorted[Math.floor(sorted.length / 2)].toFixed(1)} ms`;
});

await check('goals and the memories that stray', async () => {
  const { page, end } = await open();
  await enter(page);
  await page.keyboard.press('4');
  await page.waitForSelector('#strays .row');
  assert.match(await text(page, '#goal-tree'), /North Star/);
  const thetas = await page.locator('#strays .relevance').evaluateAll((all) => all.map((e) => Number(/[-\d.]+$/.exec(e.textContent)[0])));
  assert.deepEqual(thetas, [...thetas].sort((a, b) => a - b));
  await page.waitForSelector('#drift-chart .point');
  await page.screenshot({ path: `${pictures}/goals.png` });
  await end();
});

for (const width of [1280, 390]) {
  await check(`the machine at ${width} px: nothing is cut off, and what is on disk is counted`, async () => {
    const { page, end } = await open({ viewport: { width, height: 900 } });
    await enter(page);
    await page.keyboard.press('5');
    await page.waitForFunction(() => document.querySelectorAll('#spaces tbody tr').length === 13 && document.querySelector('#mind-note').textContent && document.querySelector('#store dd') && document.querySelector('#learning-note'));
    assert.ok(!/On disk0 B/.test(await text(page, '#store')), await text(page, '#store'));
    assert.ok(await page.isHidden('#scope'));
    await fits(page);
    await page.screenshot({ path: `${pictures}/machine-${width}.png`, fullPage: true });
    await end();
  });
}

await check('what cannot be compared is not joined, and the newest events come first and whole', async () => {
  const { page, end } = await open();
  const made = [['recent', '24h'], ['recent', '24h'], ['recent', '7d'], ['recent', '24h'], ['recent', '7d']];
  const history = made.map(([strategy, timeframe], i) => ({ timestamp: `2026-03-0${i + 1}T00:00:00Z`, overall_similarity: 0.5 + i / 10, drift_level: 'Low', strategy, timeframe, memories_analyzed: 5 }));
  await answered(page, 'ask/get_drift_history', () => ({ history, trend: null, thresholds: { None: 0.85 }, summary: { returned: 5, total_entries: 5 } }));
  const events = Array.from({ length: 30 }, (_, i) => ({ timestamp: new Date(Date.UTC(2026, 2, i + 1)).toISOString(), event_type: `event ${i}`, domain: 'general', prediction_error: 0.123, lambda_before: { lambda_s: 0.5 }, lambda_after: { lambda_s: 0.6 } }));
  await answered(page, 'ask/get_meta_learning_log', ({ offset = 0, limit = 100 }) => ({ events: events.slice(offset, offset + limit), total_count: events.length, has_more: offset + limit < events.length }));
  await answered(page, 'ask/get_meta_learning_status', () => ({ current_accuracy: 0.7, current_lambdas: { lambda_s: 0.5, lambda_c: 0.5 }, adjustment_count: 0, escalation_status: 'none', embedder_accuracy: Array(13).fill(0.7), embedder_predictions: Array(13).fill(9) }));
  await enter(page);
  await page.keyboard.press('4');
  await page.waitForSelector('#drift-chart .curve');
  assert.deepEqual(await page.locator('#drift-chart .curve').evaluateAll((all) => all.map((e) => [e.getAttribute('class'), e.getAttribute('points').split(' ').length])), [['curve other', 3], ['curve', 2]]);
  assert.match(await text(page, '#drift-caption'), /3 measurements were made differently/);
  await page.keyboard.press('5');
  await page.waitForSelector('#events tbody tr');
  const said = await page.locator('#events tbody tr').evaluateAll((rows) => rows.map((r) => r.cells[1].textContent));
  assert.equal(said.length, 20);
  assert.deepEqual([said[0], said[19]], ['event 29', 'event 10']);
  assert.match(await text(page, '#events-note'), /newest 20 of 30/);
  assert.ok((await page.evaluate(() => { const b = document.querySelector('#events').parentElement; return b.scrollWidth - b.clientWidth; })) <= 0, 'the events are cut off');
  assert.equal(await page.locator('#accuracy .bars .bar').count(), 13);
  await end();
});

await check('an answer about a namespace that was left is not shown', async () => {
  const { page, end } = await open();
  await answered(page, 'ask/list_namespaces', () => ({ names: [{ name: 'default', memories: 9 }, { name: 'elsewhere', memories: 1 }], total: 2 }));
  await page.route('**/dashboard/data/ask/list_memories', (route) => (route.request().postDataJSON().namespace === 'elsewhere' ? route.fulfill({ json: { memories: [], nextCursor: null } }) : route.fallback()));
  await enter(page);
  const held = [];
  await page.route('**/dashboard/data/{ask,show}/*', (route) => (route.request().postDataJSON().namespace === 'default' ? held.push(route) : route.fallback()));
  await page.keyboard.press('/');
  await page.keyboard.type(query);
  await page.keyboard.press('Enter');
  await waitText(page, '#list-note', 'searching');
  for (const view of ['goals', 'time', 'memories']) await page.click(`#tab-${view}`);
  await page.click('#end-search');
  await page.locator('#namespaces .chip', { hasText: 'elsewhere' }).click();
  await waitText(page, '#list-note', 'No memory is here');
  const shown = () => page.evaluate(() => ['#list-note', '#list', '#goal', '#goal-tree', '#strays', '#time-line'].map((id) => document.querySelector(id).textContent));
  const before = await shown();
  assert.ok(held.length >= 3, `only ${held.length} questions about the default namespace`);
  for (const route of held) {
    const done = page.waitForEvent('requestfinished', (r) => r === route.request());
    await route.continue();
    await done;
  }
  await page.waitForTimeout(300);
  assert.deepEqual(await shown(), before);
  await end();
});

await check('a list is read a page after another', async () => {
  const { page, end } = await open();
  const all = Array.from({ length: 130 }, (_, i) => ({ id: `00000000-0000-7000-8000-${String(i).padStart(12, '0')}`, namespace: 'default', modality: 'text', importance: 0.5, timestamp: new Date(Date.UTC(2026, 0, 200 - i)).toISOString(), snippet: `memory ${i}` }));
  await answered(page, 'ask/list_memories', ({ cursor = '0', limit }) => ({ memories: all.slice(+cursor, +cursor + limit), nextCursor: +cursor + limit < all.length ? String(+cursor + limit) : null }));
  await enter(page);
  for (let i = 0; i < 140; i++) await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => document.querySelectorAll('#list .row').length === 130);
  assert.ok(await page.isHidden('#more'));
  assert.deepEqual(await page.locator('#list .row').evaluateAll((rows) => new Set(rows.map((r) => r.dataset.id)).size), 130);
  await end();
});

await browser.close();
