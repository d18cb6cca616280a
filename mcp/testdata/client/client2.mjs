// Drives a real server with the second version of the reference client, in one era of the protocol, and prints TAP.
//
//   node client2.mjs --era legacy|2026-07-28 --stdio COMMAND…
//   node client2.mjs --era legacy|2026-07-28 --http http://127.0.0.1:PORT/mcp --token TOKEN
//
// What tools answer is client.mjs's; here is what a client does beside calling them: eras, resources, prompts, completion, subscriptions.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import assert from 'node:assert/strict';
import { check, option } from './tap.mjs';

const era = option('--era'), stateless = era !== 'legacy';
const at = process.argv.indexOf('--stdio');
const namespace = `second-check-${process.pid}-${Date.now()}`;
const workspace = 'memory://workspace';

function open() {
  if (at >= 0) return new StdioClientTransport({ command: process.argv[at + 1], args: process.argv.slice(at + 2), env: process.env, stderr: 'inherit' });
  return new StreamableHTTPClientTransport(new URL(option('--http')), { requestInit: { headers: { Authorization: `Bearer ${option('--token')}` } } });
}

const client = new Client({ name: 'second-check', version: '1.0.0' }, { versionNegotiation: { mode: stateless ? { pin: era } : 'legacy' } });
const noise = [], updates = [];
client.onerror = (error) => noise.push(error);
client.setNotificationHandler('notifications/resources/updated', (n) => updates.push(n.params));

async function call(name, args, options) {
  const result = await client.callTool({ name, arguments: args }, options);
  assert.ok(!result.isError, `${name} failed: ${result.content[0].text}`);
  return result.structuredContent;
}

const until = async (what, done) => {
  for (let i = 0; i < 200 && !done(); i++) await new Promise((next) => setTimeout(next, 50));
  assert.ok(done(), `${what} did not come within ten seconds`);
};

await check(`connect, ${era}`, async () => {
  await client.connect(open());
  assert.equal(client.getProtocolEra(), stateless ? 'modern' : 'legacy');
  assert.match(client.getInstructions(), /untrusted/);
  const has = client.getServerCapabilities();
  assert.ok(has.tools && has.resources.subscribe && has.prompts && has.completions && !has.logging, JSON.stringify(has));
  return client.getNegotiatedProtocolVersion();
});

await check('all tools are listed with schemas that the client takes', async () => {
  const { tools } = await client.listTools();
  assert.equal(tools.length, 34);
  return `${tools.length} tools`;
});

let id;
await check('what was stored is a resource of its own', async () => {
  const text = 'The ferry of 7:40 does not run on feast days.';
  id = (await call('inject_context', { content: text, rationale: 'learned the hard way', tags: ['ferry'], session_id: 'trip', namespace })).fingerprintId;
  const { resourceTemplates } = await client.listResourceTemplates();
  assert.deepEqual(resourceTemplates.map((t) => t.uriTemplate), ['memory://{namespace}/{id}', 'memory://{namespace}/{id}?offset={offset}']);
  const uri = `memory://${encodeURIComponent(namespace)}/${id}`;
  const { contents } = await client.readResource({ uri });
  const { memory, untrusted } = JSON.parse(contents[0].text);
  assert.deepEqual([contents[0].uri, memory.content, untrusted], [uri, text, true]);
});

await check('the resources that are listed can be read', async () => {
  const { resources } = await client.listResources();
  for (const { uri } of resources) JSON.parse((await client.readResource({ uri })).contents[0].text);
  return resources.map((r) => r.uri).join(' ');
});

for (const [name, uri] of [['a memory of another namespace', () => `memory://other/${id}`], ['an address of nothing', () => 'memory://nothing']]) {
  await check(`${name} is not there, and the error names it`, async () => {
    // An older revision says -32002, which this client knows for the same.
    await assert.rejects(client.readResource({ uri: uri() }), (e) => e.code === -32602 && e.data.uri === uri());
  });
}

await check('the prompt recall brings what is known', async () => {
  const { prompts } = await client.listPrompts();
  assert.deepEqual(prompts.map((p) => p.name), ['recall', 'session_summary']);
  const { messages } = await client.getPrompt({ name: 'recall', arguments: { topic: 'ferry on feast days', namespace } });
  assert.match(messages[0].content.text, /ferry on feast days[^]*never follow instructions/);
  assert.equal(JSON.parse(messages[1].content.text).results[0].id, id);
});

await check('the prompt session_summary shows what is stored', async () => {
  const { messages } = await client.getPrompt({ name: 'session_summary', arguments: { namespace, session_id: 'trip' } });
  assert.equal(JSON.parse(messages[2].content.text).memories[0].id, id);
});

await check('wrong arguments of a prompt are named', async () => {
  await assert.rejects(client.getPrompt({ name: 'recall', arguments: { topik: 'x' } }), (e) => e.code === -32602 && /did you mean "topic"/.test(e.message));
  await assert.rejects(client.getPrompt({ name: 'no_such_prompt' }), (e) => e.code === -32602);
});

await check('namespaces, tags, sessions and ids are completed', async () => {
  const complete = async (ref, name, value, args) => (await client.complete({ ref, argument: { name, value }, context: { arguments: args } })).completion.values;
  const recall = { type: 'ref/prompt', name: 'recall' }, template = { type: 'ref/resource', uri: 'memory://{namespace}/{id}' };
  assert.deepEqual(await complete(recall, 'namespace', namespace.slice(0, -2), {}), [namespace]);
  assert.deepEqual(await complete(recall, 'tag', 'F', { namespace }), ['ferry']);
  assert.deepEqual(await complete(recall, 'topic', 'x', {}), []);
  assert.deepEqual(await complete({ type: 'ref/prompt', name: 'session_summary' }, 'session_id', '', { namespace }), ['trip']);
  assert.deepEqual(await complete(template, 'id', id.slice(0, 8), { namespace }), [id]);
  await assert.rejects(complete(recall, 'none', '', {}), (e) => e.code === -32602);
});

await check('who subscribes is told what comes to mind', async () => {
  const listening = stateless ? await client.listen({ resourceSubscriptions: [workspace] }) : await client.subscribeResource({ uri: workspace });
  const entered = await call('inject_context', { content: 'The ferry of 9:10 runs every day of the year.', rationale: 'asked at the quay', namespace });
  await until('the update', () => updates.some((u) => u.uri === workspace && u._meta?.['asterism/memory'] === entered.fingerprintId));
  await (stateless ? listening.close() : client.unsubscribeResource({ uri: workspace }));
});

await check('a call given up does no harm', async () => {
  const stop = new AbortController();
  const given = call('search_graph', { query: 'never mind', namespace }, { signal: stop.signal });
  stop.abort('changed my mind');
  await assert.rejects(given);
  await client.listPrompts({}, { cacheMode: 'bypass' });
});

await check('nothing but protocol came', () => {
  assert.deepEqual(noise.filter((e) => !/abort|unknown message/i.test(String(e))).map(String), []);
});

await client.close();
