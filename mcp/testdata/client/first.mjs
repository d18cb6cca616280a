// Plays docs/first-ten-minutes.md with a real assistant's client and a real browser, and prints TAP: set-up, the sentences to the server that set-up
// configured, found from the shell, one corrected in the page, and undone. TestFirstTenMinutes holds what the page shows to what is printed.
//
//   node first.mjs --program PROGRAM --page PAGE.md --home EMPTY-FOLDER --browser /path/chromium --pictures DIR
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { check, option } from './tap.mjs';

const program = option('--program'), home = option('--home'), pictures = option('--pictures');
const page = readFileSync(option('--page'), 'utf8');
const sentences = [...page.matchAll(/^> Remember: (.*)$/gm)].map((m) => m[1]);
const becomes = /save it with[^]*?```text\n(.*)\n```/.exec(page)[1];
const question = /type `([^`]*)`/.exec(page)[1];
assert.equal(sentences.length, 3);

const shop = `${home}/shop`;
mkdirSync(shop);
const env = { PATH: process.env.PATH, HOME: home };
execFileSync('git', ['init', '-q'], { cwd: shop, env });
const asterism = (...args) => execFileSync(program, args, { cwd: shop, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

asterism('setup', 'claude-code', '--yes');
const server = JSON.parse(readFileSync(`${home}/.claude.json`, 'utf8')).mcpServers.asterism;
const client = new Client({ name: 'first-ten-minutes', version: '1' });
await client.connect(new StdioClientTransport({ command: server.command, args: server.args, env, cwd: shop }));

await check('three sentences are kept, and the shell finds one', async () => {
  for (const content of sentences) {
    const answer = await client.callTool({ name: 'inject_context', arguments: { content, rationale: 'the user asked to remember it' } });
    assert.ok(!answer.isError && /^Stored as \[/.test(answer.content[0].text), JSON.stringify(answer));
  }
  assert.ok(asterism('search', 'why was the release rolled back?', '--top', '1').includes(sentences[2]));
});

await check('one is corrected in the page, and undone, and the shell sees both', async () => {
  const browser = await chromium.launch({ executablePath: option('--browser'), args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'] });
  const tab = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const holds = (selector, words) => tab.waitForFunction(([s, w]) => document.querySelector(s)?.textContent.includes(w), [selector, words]);
  await tab.goto(asterism('dashboard').trim());
  await tab.waitForSelector('#list .row');
  await tab.screenshot({ path: `${pictures}/first.png` });
  await tab.keyboard.press('/');
  await tab.keyboard.type(question);
  await tab.keyboard.press('Enter');
  await tab.waitForSelector('#list .row .glyph');
  await tab.keyboard.press('ArrowDown');
  await tab.keyboard.press('Enter');
  await holds('#card-text', sentences[0]);
  await tab.keyboard.press('e');
  await tab.waitForSelector('#edit-content');
  await tab.fill('#edit-content', becomes);
  await tab.screenshot({ path: `${pictures}/first-edit.png` });
  await tab.keyboard.press('Control+Enter');
  await holds('#card-text', becomes);
  assert.ok(asterism('search', question, '--top', '1').includes(becomes));
  await tab.screenshot({ path: `${pictures}/first-changed.png` });
  await tab.keyboard.press('u');
  await holds('#card-text', sentences[0]);
  assert.ok(asterism('search', question, '--top', '1').includes(sentences[0]));
  await browser.close();
});
await client.close();
