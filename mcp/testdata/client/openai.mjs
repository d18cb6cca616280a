// Asks a real server's /v1 with OpenAI's own client and prints TAP.
//
//   node openai.mjs --url http://127.0.0.1:PORT --token TOKEN
import OpenAI from 'openai';
import assert from 'node:assert/strict';
import { check, option } from './tap.mjs';

const connect = (apiKey) => new OpenAI({ apiKey, baseURL: `${option('--url')}/v1`, maxRetries: 0 });
const client = connect(option('--token'));
const texts = ['the disk was full', 'a kettle'];
const length = (v) => Math.hypot(...v);

await check('models are listed and found', async () => {
  const ids = [];
  for await (const m of client.models.list()) ids.push(m.id);
  assert.ok(ids.includes('semantic') && ids.includes('causal-effect'), ids.join(' '));
  for (const id of ids) assert.equal((await client.models.retrieve(id)).id, id);
  return ids.join(' ');
});

await check('base64, which the client asks for by itself, and float are the same numbers', async () => {
  const a = await client.embeddings.create({ model: 'semantic', input: texts });
  const b = await client.embeddings.create({ model: 'semantic', input: texts, encoding_format: 'float' });
  assert.equal(a.data.length, texts.length);
  assert.ok(a.usage.prompt_tokens > 0 && a.usage.total_tokens === a.usage.prompt_tokens);
  for (const i of texts.keys()) {
    assert.equal(a.data[i].index, i);
    assert.deepEqual(Float32Array.from(a.data[i].embedding), Float32Array.from(b.data[i].embedding));
    assert.ok(Math.abs(length(a.data[i].embedding) - 1) < 1e-4);
  }
});

await check('a text embeds the same alone and in a batch', async () => {
  const alone = await client.embeddings.create({ model: 'code', input: texts[1] });
  const both = await client.embeddings.create({ model: 'code', input: texts });
  assert.deepEqual(alone.data[0].embedding, both.data[1].embedding);
});

await check('dimensions shorten to unit length', async () => {
  const r = await client.embeddings.create({ model: 'semantic', input: 'x', dimensions: 64 });
  assert.equal(r.data[0].embedding.length, 64);
  assert.ok(Math.abs(length(r.data[0].embedding) - 1) < 1e-4);
});

await check('500 texts in one call', async () => {
  const r = await client.embeddings.create({ model: 'graph', input: Array.from({ length: 500 }, (_, i) => `text number ${i}`) });
  assert.equal(r.data.length, 500);
});

for (const [name, body, param] of [
  ['an unknown model', { model: 'text-embedding-3-small', input: 'x' }, 'model'],
  ['token ids', { model: 'semantic', input: [1, 2, 3] }, 'input'],
  ['a blank text', { model: 'semantic', input: ' ' }, 'input'],
  ['too many dimensions', { model: 'semantic', input: 'x', dimensions: 4096 }, 'dimensions'],
]) {
  await check(`${name} is a BadRequestError about ${param}`, async () => {
    await assert.rejects(client.embeddings.create(body), (e) => e instanceof OpenAI.BadRequestError && e.param === param);
  });
}

await check('a wrong token is an AuthenticationError', async () => {
  await assert.rejects(connect('wrong').embeddings.create({ model: 'semantic', input: 'x' }), OpenAI.AuthenticationError);
});
