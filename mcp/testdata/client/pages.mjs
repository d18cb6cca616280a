// What the walks through the dashboard have in common: a browser, and pages that note whatever goes wrong in them.
import { chromium } from 'playwright-core';
import assert from 'node:assert/strict';
import { option } from './tap.mjs';

export const url = option('--url'), token = option('--token'), query = option('--query'), pictures = option('--pictures');
export const browser = await chromium.launch({ executablePath: option('--browser'), args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'] });
export const phone = { viewport: { width: 390, height: 844 } };

// open starts a page that notes whatever goes wrong in it. A 401 is what a wrong token is for; other errors are asked for with allow.
export async function open(options = {}, allow = '401') {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const wrong = [];
  page.on('console', (m) => m.type() === 'error' && !m.text().includes(allow) && wrong.push(m.text()));
  page.on('pageerror', (e) => wrong.push(String(e)));
  page.on('request', (r) => r.url().startsWith(`${url}/`) || wrong.push(`a request to ${r.url()}`));
  return { page, end: async () => { await context.close(); assert.deepEqual(wrong, []); } };
}

// enter opens the page with the token and waits for the newest memories.
export async function enter(page) {
  await page.goto(`${url}/#token=${token}`);
  await page.waitForSelector('#list .row');
}

export const focused = (page) => page.evaluate(() => document.activeElement.id || document.activeElement.className);
export const text = (page, selector) => page.textContent(selector);
export const waitText = (page, selector, words) => page.waitForFunction(([s, w]) => document.querySelector(s)?.textContent.includes(w), [selector, words]);
export const fits = async (page) => assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, 'it is wider than the window');

export async function search(page, words) {
  await page.keyboard.press('/');
  assert.equal(await focused(page), 'query');
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
  await page.waitForSelector('#list .row .glyph');
}

// answered has the page told an answer of ours to what it asks.
export const answered = (page, path, answer) => page.route(`**/dashboard/data/${path}`, (route) => route.fulfill({ json: answer(route.request().postDataJSON()) }));
