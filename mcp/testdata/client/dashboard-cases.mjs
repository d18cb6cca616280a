// What people met with in the dashboard of a real server: outages, what Save does, words and times. Prints TAP; the arguments and the store are those of dashboard.mjs.
import assert from 'node:assert/strict';
import { answered, browser, enter, fits, focused, open, phone, pictures, search, text, token, url, waitText } from './pages.mjs';
import { check } from './tap.mjs';

const data = '**/dashboard/data/**';
const openFirst = async (page) => {
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#edit');
};
const put = async (page, tool, args) => {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const { change } = await (await page.request.get(`${url}/dashboard/data/status`, { headers })).json();
  const answer = await page.request.post(`${url}/dashboard/data/change/${tool}`, { headers: { ...headers, 'X-Asterism-Change': change }, data: args });
  assert.equal(answer.status(), 200, await answer.text());
};

await check('after an outage what got no answer is asked again, and the chips stay', async () => {
  const { page, end } = await open({}, 'ERR_FAILED');
  await enter(page);
  const chips = await page.locator('#namespaces .chip').count();
  await page.route(data, (route) => route.abort());
  await page.locator('#tags .chip').first().click();
  await waitText(page, '#list-note', 'does not answer');
  assert.equal(await page.locator('#namespaces .chip').count(), chips, 'the chips are gone');
  await page.keyboard.press('2');
  await waitText(page, '#time-note', 'does not answer');
  await waitText(page, '#state', 'does not answer');
  await page.unroute(data);
  await page.waitForSelector('#time-line .column');
  await page.keyboard.press('1');
  await page.waitForSelector('#list .row');
  assert.equal(await text(page, '#state'), '');
  await page.route(data, (route) => route.abort());
  await page.keyboard.press('/');
  await page.keyboard.type('gravel');
  await page.keyboard.press('Enter');
  await waitText(page, '#list-note', 'does not answer');
  await page.unroute(data);
  await page.waitForSelector('#list .row .glyph');
  await end();
});

await check('saving leaves tags as they are that were not touched', async () => {
  const { page, end } = await open();
  await enter(page);
  await openFirst(page);
  const id = await page.getAttribute('.row[aria-current]', 'data-id'), odd = ['red, green', '#hash'];
  await put(page, 'update_memory', { id, tags: odd });
  await page.reload();
  await page.waitForSelector('#list .row');
  await openFirst(page);
  const shown = () => page.locator('#card .tags .tag').evaluateAll((all) => all.map((t) => t.firstChild.textContent));
  await page.keyboard.press('e');
  await page.fill('#edit-tags', 'one, more');
  await page.press('#edit-tags', 'Enter');
  await page.fill('#edit-tags', '#last');
  await page.keyboard.press('Control+Enter');
  await page.waitForSelector('#edit');
  assert.deepEqual(new Set(await shown()), new Set(['#red, green', '##hash', '#one, more', '#last']));
  await page.keyboard.press('e');
  await page.getByRole('button', { name: 'Take the tag red, green off' }).click();
  await page.keyboard.press('Control+Enter');
  await page.waitForSelector('#edit');
  assert.deepEqual(new Set(await shown()), new Set(['##hash', '#one, more', '#last']));
  await put(page, 'update_memory', { id, tags: [] });
  await end();
});

await check('a save after the server was started anew is sent once more', async () => {
  const { page, end } = await open({}, '403');
  let old = true;
  await page.route('**/dashboard/data/status', async (route) => {
    const answer = await route.fetch(), json = await answer.json();
    await route.fulfill({ response: answer, json: old ? { ...json, change: 'of the server before' } : json });
  });
  await enter(page);
  await openFirst(page);
  const was = await text(page, '#card-text');
  await page.keyboard.press('e');
  await page.fill('#edit-content', 'Written while the server was started anew.');
  old = false;
  await page.keyboard.press('Control+Enter');
  await waitText(page, '#card-text', 'Written while the server');
  await page.keyboard.press('u');
  await waitText(page, '#card-text', was);
  await end();
});

await check('what another changed meanwhile is shown, and what was typed is kept and can be saved', async () => {
  const { page, end } = await open({}, '400');
  await enter(page);
  await openFirst(page);
  const was = await text(page, '#card-text'), id = await page.getAttribute('.row[aria-current]', 'data-id');
  await page.keyboard.press('e');
  await page.fill('#edit-content', 'Typed by the person.');
  await put(page, 'update_memory', { id, content: 'Written by somebody else.' });
  await page.keyboard.press('Control+Enter');
  await waitText(page, 'form.edit [role=alert]', 'Somebody else changed this memory meanwhile');
  await waitText(page, '#meanwhile', 'Written by somebody else.');
  assert.ok(!(await text(page, 'form.edit')).includes('get_memory'), 'it speaks to a program');
  assert.equal(await page.inputValue('#edit-content'), 'Typed by the person.');
  await page.keyboard.press('Control+Enter');
  await waitText(page, '#card-text', 'Typed by the person.');
  await page.waitForSelector('#undo');
  await put(page, 'update_memory', { id, content: was });
  await page.keyboard.press('u');
  await waitText(page, '#toast', 'somebody else changed this memory after it');
  await end();
});

await check('marks that a field obeys are named beside it, and can be taken out', async () => {
  const { page, end } = await open();
  await enter(page);
  await search(page, 'a trick in the direction of writing');
  await openFirst(page);
  await page.keyboard.press('e');
  await waitText(page, 'form.edit .field .warn', 'U+202E');
  await waitText(page, 'form.edit .field .warn', 'U+001B');
  await page.getByRole('button', { name: 'Take them out' }).click();
  assert.ok(!/[\u202e\u001b]/.test(await page.inputValue('#edit-content')));
  assert.equal(await page.locator('form.edit .field .warn:visible').count(), 0);
  page.on('dialog', (d) => d.accept());
  await page.keyboard.press('Escape');
  await end();
});

const memory = (i, more) => ({ id: `00000000-0000-7000-8000-${String(i).padStart(12, '0')}`, namespace: 'default', modality: 'text', importance: 0.5, timestamp: '2026-01-01T00:00:00Z', snippet: `memory ${i}`, ...more });

await check('weak hits keep their place, the divider stands below the last that is not weak, and linked ones are no hits', async () => {
  const { page, end } = await open();
  const hit = (i, weak) => memory(i, { score: 1, relevance: weak ? 0.05 : 0.4, weak, decidedBy: [], spaces: [] });
  const pages = { 0: [hit(1), hit(2, true), hit(3), hit(4, true)], 1: [hit(5), hit(6, true)] };
  await answered(page, 'ask/search_graph', ({ cursor = '0' }) => ({ results: pages[cursor], scanned: 58, timings: { all: 1 }, nextCursor: cursor === '0' ? '1' : null, ...(cursor === '0' ? { linked: [{ ...memory(9), kind: 'learned' }] } : {}) }));
  await enter(page);
  const order = () => page.locator('#list > li').evaluateAll((all) => all.map((li) => li.querySelector('.row')?.dataset.id.slice(-1) || li.className));
  await search(page, 'anything');
  assert.deepEqual(await order(), ['1', '2', '3', 'divide weaker', '4', 'divide linked', '9']);
  assert.match(await text(page, '#list-note'), /^4 hits of 58 memories, 1 linked, in/);
  await page.click('#more');
  await waitText(page, '#list-note', '6 hits of 58 memories, 1 linked');
  assert.deepEqual(await order(), ['1', '2', '3', '4', '5', 'divide weaker', '6', 'divide linked', '9']);
  assert.match(await page.locator('#list .row').last().textContent(), /linked by a dream/);
  await end();
});

await check('rows say that a memory is not valid yet, or any more', async () => {
  const { page, end } = await open();
  await answered(page, 'ask/list_memories', () => ({ memories: [memory(1, { valid_from: '2999-01-01T12:00:00Z' }), memory(2, { valid_until: '2001-01-01T12:00:00Z' }), memory(3, { valid_from: '2001-01-01T12:00:00Z' })], nextCursor: null }));
  await enter(page);
  assert.deepEqual(await page.locator('#list .row').evaluateAll((all) => all.map((r) => r.querySelector('.mark')?.textContent || '')), ['valid from 2999-01-01', 'valid until 2001-01-01', '']);
  await end();
});

await check('a link that a dream made is not said to have been found together often', async () => {
  const { page, end } = await open();
  await answered(page, 'show/around', () => ({ links: [{ ...memory(8), kind: 'learned', weight: 0.07 }, { ...memory(9), kind: 'proposed', weight: 0.5 }], nearest: [], worth: null }));
  await enter(page);
  await openFirst(page);
  await waitText(page, '#card', 'linked by a dream with memory 8');
  await waitText(page, '#card', 'proposed by a dream as related to memory 9');
  await end();
});

await check('in mind: whose session it is, and the way to others and back', async () => {
  const { page, end } = await open();
  const asked = [];
  await answered(page, 'ask/get_workspace', ({ session_id = '' }) => (asked.push(session_id), { state: 'dormant', c: null, members: [], capacity: 7, session_id, ...(session_id ? {} : { other_sessions: ['monday'] }) }));
  await enter(page);
  await page.keyboard.press('5');
  await waitText(page, '#mind-note', 'Of the shared session: at rest; 0 of 7');
  await page.getByRole('button', { name: 'session monday' }).click();
  await waitText(page, '#mind-note', 'Of session monday');
  await page.getByRole('button', { name: 'the shared session' }).click();
  await waitText(page, '#mind-note', 'Of the shared session');
  assert.deepEqual(asked.slice(-3), ['', 'monday', '']);
  await end();
});

for (const timezoneId of ['America/Los_Angeles', 'Pacific/Auckland']) {
  await check(`days agree in the list, in the card and on the time line: ${timezoneId}`, async () => {
    const { page, end } = await open({ timezoneId });
    await enter(page);
    await waitText(page, '#zone', timezoneId);
    const row = page.locator('#list .row').first(), shown = await row.locator('time').textContent();
    const [when, iso] = await row.locator('time').evaluate((t) => [t.title, t.dateTime]);
    assert.match(when, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    assert.equal(shown, new Date(iso).toLocaleDateString('sv', { timeZone: timezoneId }));
    await row.click();
    await waitText(page, '#card dl', when);
    await page.keyboard.press('Escape');
    await page.keyboard.press('2');
    await page.waitForSelector('#time-line .column');
    const column = page.locator('#time-line .column').last();
    const [first, last = first] = (await column.getAttribute('aria-label')).split(':')[0].split(' to ');
    assert.ok(first <= shown && shown <= last, `${shown} is not within ${first} to ${last}`);
    await column.click();
    await page.waitForSelector('#period .row');
    for (const d of await page.locator('#period time').allTextContents()) assert.ok(first <= d && d <= last, `${d} is not within ${first} to ${last}`);
    assert.match(await text(page, '#period-note'), /: (\d+) of \1 memor|: 50 of/);
    await end();
  });
}

await check('goals: what is measured is said once', async () => {
  const { page, end } = await open();
  const goal = { id: 'g', level: 'north_star', description: 'a goal', parent_id: null };
  await answered(page, 'ask/get_goals', () => ({ north_star: goal, goals: [goal], alignment: { memories: 12, measured: 12, running: false } }));
  await answered(page, 'show/strays', () => ({ strays: [], measured: 0 }));
  await answered(page, 'ask/get_drift_history', () => ({ history: [] }));
  await enter(page);
  await page.keyboard.press('4');
  await waitText(page, '#alignment', '12 of 12 memories');
  assert.ok(!(await text(page, '#strays-note')).includes('Nothing is measured'), await text(page, '#strays-note'));
  await waitText(page, '#drift-note', 'Drift was not measured in this time');
  await end();
});

await check('a new store: nothing was predicted, and nothing is said in the words of programs', async () => {
  const { page, end } = await open();
  const pair = { lambda_s: 0.5, lambda_c: 0.5 };
  await answered(page, 'ask/get_meta_learning_status', () => ({ current_accuracy: 0.5, current_lambdas: pair, adjustment_count: 0, escalation_status: 'none', embedder_accuracy: Array(13).fill(0.5), embedder_predictions: Array(13).fill(0) }));
  await answered(page, 'ask/get_meta_learning_log', () => ({ events: [{ timestamp: '2026-01-01T00:00:00Z', event_type: 'lambda_adjustment', prediction_error: null, lambda_before: pair, lambda_after: pair }], total_count: 1 }));
  await enter(page);
  await page.keyboard.press('5');
  await waitText(page, '#learning', 'nothing was predicted yet');
  assert.equal(await page.locator('#accuracy .bar').count(), 0);
  await waitText(page, '#events', 'weights corrected');
  const said = await page.evaluate(() => document.querySelector('#view-machine').innerText);
  for (const bad of ['λ', 'lambda_', 'needs nobody']) assert.ok(!said.includes(bad), bad);
  assert.equal(await page.locator('#spaces tbody tr').nth(1).locator('td').nth(5).textContent(), '–');
  await end();
});

await check('the focus stays with the keyboard: more chips, and the door', async () => {
  const { page, end } = await open();
  await answered(page, 'ask/list_namespaces', () => ({ names: ['default', ...Array.from({ length: 20 }, (_, i) => `other ${i}`)].map((name) => ({ name, memories: 1 })) }));
  await page.goto(`${url}/#token=old`);
  await waitText(page, '#door-error', "not this server's token");
  await page.fill('#token', token);
  await page.keyboard.press('Enter');
  await page.waitForSelector('#list .row');
  assert.equal(await focused(page), 'query');
  const more = page.locator('#namespaces .chip.plain');
  assert.match(await more.textContent(), /more/);
  await more.focus();
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'fewer');
  await end();
});

for (const [name, colorScheme] of [['light', 'light'], ['dark', 'dark']]) {
  await check(`${name}: the count of a pressed chip can be read, and the chart of drift on a phone`, async () => {
    const { page, end } = await open({ ...phone, colorScheme });
    await answered(page, 'ask/get_drift_history', () => ({ history: [1, 2].map((d) => ({ timestamp: `2026-03-0${d}T00:00:00Z`, overall_similarity: 0.5, drift_level: 'High', strategy: 'recent', memories_analyzed: 5 })), trend: null, thresholds: { None: 0.85, Low: 0.7, Medium: 0.55, High: 0.4 }, summary: { returned: 2, total_entries: 2 } }));
    await enter(page);
    const contrast = await page.locator('.chip[aria-pressed=true] .count').first().evaluate((c) => {
      const light = (s) => { const [r, g, b] = /(\d+), (\d+), (\d+)/.exec(s).slice(1).map((v) => ((v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
      const blend = (a, b, o) => { const [x, y] = [a, b].map((s) => /(\d+), (\d+), (\d+)/.exec(s).slice(1).map(Number)); return `rgb(${x.map((v, i) => Math.round(v * o + y[i] * (1 - o))).join(', ')})`; };
      const back = getComputedStyle(c.parentElement).backgroundColor, style = getComputedStyle(c);
      const [a, b] = [light(blend(style.color, back, Number(style.opacity))), light(back)];
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    });
    assert.ok(contrast >= 4.5, `contrast ${contrast.toFixed(2)}`);
    await page.keyboard.press('4');
    await page.waitForSelector('#drift-chart .point');
    const high = await page.locator('#drift-chart text').first().evaluate((t) => t.getBoundingClientRect().height);
    assert.ok(high >= 10, `its words are ${high.toFixed(1)} px high`);
    assert.ok((await page.locator('#drift-chart text').allTextContents()).includes('Critical'), 'the last band has no name');
    await fits(page);
    await page.screenshot({ path: `${pictures}/cases-${name}.png`, fullPage: true });
    await end();
  });
}

await browser.close();
