// What people met with in the dashboard of a real server: outages, what Save does, words and times. Prints TAP; the arguments and the store are those of dashboard.mjs.
import assert from 'node:assert/strict';
import { answered, browser, enter, focused, open, search, text, token, url, waitText } from './pages.mjs';
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
  await waitText(page, 'form.edit .field .warn', '⟨U+202E⟩');
  await waitText(page, 'form.edit .field .warn', '␛');
  await page.getByRole('button', { name: 'Take them out' }).click();
  assert.ok(!/[\u202e\u001b]/.test(await page.inputValue('#edit-content')));
  assert.equal(await page.locator('form.edit .field .warn:visible').count(), 0);
  page.on('dialog', (d) => d.accept());
  await page.keyboard.press('Escape');
  await end();
});

await browser.close();
