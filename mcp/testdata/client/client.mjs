// Drives a real server with the reference client and prints TAP.
//
//   npm install --no-package-lock
//   node client.mjs --stdio bin/asterism serve --data DIR
//   node client.mjs --http http://127.0.0.1:PORT/mcp --token TOKEN
//
// The store should be a fresh one: what is checked lives in namespaces of its own, but it is not cleaned up after a
// failure. Exits with 1 when a check failed.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import assert from 'node:assert/strict';

const options = parse(process.argv.slice(2));
const namespace = `client-check-${process.pid}-${Date.now()}`;
let count = 0;
let failures = 0;

function parse(argv) {
  const at = argv.indexOf('--stdio');
  if (at >= 0 && argv.length > at + 1) return { command: argv[at + 1], args: argv.slice(at + 2) };
  const value = (name) => (argv.includes(name) ? argv[argv.indexOf(name) + 1] : undefined);
  if (value('--http')) return { url: new URL(value('--http')), token: value('--token') };
  console.error('usage: client.mjs --stdio COMMAND… | --http URL [--token TOKEN]');
  process.exit(2);
}

async function check(name, body) {
  count++;
  try {
    const note = await body();
    console.log(`ok ${count} - ${name}${note ? ` # ${note}` : ''}`);
  } catch (error) {
    failures++;
    console.log(`not ok ${count} - ${name}`);
    for (const line of String(error?.stack ?? error).split('\n')) console.log(`  # ${line}`);
  }
}

function open(token = options.token) {
  if (options.command) return new StdioClientTransport({ command: options.command, args: options.args, env: process.env, stderr: 'inherit' });
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  return new StreamableHTTPClientTransport(options.url, { requestInit: { headers } });
}

const noise = []; // what the transport could not read as protocol
const transport = open();
const client = new Client({ name: 'client-check', version: '1.0.0' });
client.onerror = (error) => noise.push(error);

async function call(name, args, extra) {
  const result = await client.callTool({ name, arguments: args }, undefined, extra);
  const { text } = result.content[0]; // the same JSON, or words of few tokens
  if (text.startsWith('{')) assert.deepEqual(JSON.parse(text), result.structuredContent, 'text and structured content differ');
  else assert.match(text, /\S/, 'no text');
  return result;
}

async function good(name, args) {
  const result = await call(name, args);
  assert.ok(!result.isError, `${name} failed: ${result.content[0].text}`);
  const pulse = result.structuredContent._cognitive_pulse;
  assert.equal(typeof pulse.suggested_action, 'string');
  return result.structuredContent;
}

async function bad(name, args, code, says) {
  const result = await call(name, args);
  assert.ok(result.isError, `${name} took ${JSON.stringify(args).slice(0, 200)}`);
  const error = result.structuredContent.error;
  assert.equal(error.code, code);
  assert.match(error.message, says);
  assert.ok(error.hint.length > 0);
}

await check('initialize', async () => {
  const start = performance.now();
  await client.connect(transport);
  assert.equal(client.getServerVersion().name, 'asterism');
  assert.match(client.getInstructions(), /untrusted/);
  return `${(performance.now() - start).toFixed(0)} ms with process start`;
});

await check('tools/list', async () => {
  const { tools } = await client.listTools();
  const names = tools.map((t) => t.name);
  for (const name of ['inject_context', 'store_memory', 'search_graph', 'get_memory', 'list_memories', 'forget_memory']) {
    assert.ok(names.includes(name), `${name} is missing in ${names}`);
  }
  for (const tool of tools) {
    assert.ok(tool.title && tool.description && tool.outputSchema, `${tool.name} lacks title, description or output schema`);
    assert.equal(tool.inputSchema.additionalProperties, false);
    for (const hint of ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint']) {
      assert.equal(typeof tool.annotations[hint], 'boolean', `${tool.name} lacks ${hint}`);
    }
  }
  return names.join(' ');
});

const text = 'The greenhouse pump was set to six minutes because the basil drowned at ten.';
let id;
await check('inject_context', async () => {
  const out = await good('inject_context', { content: text, rationale: 'setting and its reason', importance: 0.9, tags: ['garden'], namespace });
  id = out.fingerprintId;
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  assert.equal(out.rationale, 'setting and its reason');
  assert.equal(out.johari.length, 13);
  assert.equal(out.duplicateOf, null);
  for (const v of Object.values(out.utl)) assert.ok(v >= 0 && v <= 1, `utl out of range: ${JSON.stringify(out.utl)}`);
  assert.deepEqual(Object.keys(out.timings).sort(), ['infer', 'queue', 'store', 'tokenise']);
  return `${out.embedderCount} spaces on ${out.device}, ${JSON.stringify(out.timings)}`;
});

await check('inject_context answers with the copy that is stored', async () => {
  const out = await good('inject_context', { content: text, rationale: 'again', namespace });
  assert.deepEqual([out.fingerprintId, out.duplicateOf, out.already_stored, out.times_seen], [id, id, true, 2]);
  const apart = await good('inject_context', { content: text, rationale: 'again', namespace, allow_duplicate: true });
  assert.notEqual(apart.fingerprintId, id);
  await good('forget_memory', { id: apart.fingerprintId, hard: true });
});

await check('search_graph', async () => {
  await good('store_memory', { content: 'The invoice for the new roof is due in May.', namespace, link_to: [id] });
  const out = await good('search_graph', { query: 'greenhouse pump minutes', topK: 2, explain: true, namespace });
  assert.equal(out.results[0].id, id);
  assert.equal(out.untrusted, true);
  assert.ok(out.results[0].decidedBy.length > 0 && out.results[0].spaces.length > 0);
  return `${out.profile}, ${JSON.stringify(out.timings)}`;
});

await check('record_outcome and the tools of meta-learning', async () => {
  const found = await good('search_graph', { query: 'greenhouse pump minutes', namespace });
  assert.match(found.note, /record_outcome/);
  const told = await good('record_outcome', { query_id: found.query_id, memory_id: id, useful: 1 });
  assert.equal(told.recorded, true);
  await bad('record_outcome', { query_id: found.query_id, memory_id: id, useful: 1 }, -32602, /already recorded/);
  const status = await good('get_meta_learning_status', { include_embedder_breakdown: true });
  assert.equal(status.embedder_accuracy.length, 13);
  assert.ok(Math.abs(status.current_lambdas.lambda_s + status.current_lambdas.lambda_c - 1) < 1e-3);
  assert.equal(status.accuracy_history, undefined);
  const dry = await good('trigger_lambda_recalibration', { dry_run: true });
  assert.equal(dry.dry_run, true);
  const log = await good('get_meta_learning_log', { limit: 5 });
  assert.ok(log.events.length <= 5 && log.total_count >= log.events.length);
  await bad('get_meta_learning_log', { event_type: 'x' }, -32602, /^Invalid event type 'x'\. Valid types: /);
  return `accuracy ${status.current_accuracy}, ${log.total_count} events, a page in ${log.query_time_ms} ms`;
});

await check('classify_tool_drift on our own tools', async () => {
  const { tools } = await client.listTools();
  const same = await good('classify_tool_drift', { before: tools, after: { tools } });
  assert.equal(same.report.kind, 'identity');
  const less = await good('classify_tool_drift', { before: tools, after: tools.slice(1) });
  assert.deepEqual([less.report.kind, less.report.removed, less.decision.verdict], ['remove', [tools[0].name], 'refuse']);
});

await check('get_memory', async () => {
  const out = await good('get_memory', { id });
  assert.equal(out.memory.content, text);
  assert.deepEqual(out.memory.tags, ['garden']);
});

await check('list_memories pages', async () => {
  const seen = [];
  let cursor;
  do {
    const page = await good('list_memories', { namespace, limit: 1, ...(cursor ? { cursor } : {}) });
    seen.push(...page.memories.map((m) => m.id));
    cursor = page.nextCursor;
  } while (cursor);
  assert.equal(seen.length, 2);
  assert.equal(new Set(seen).size, 2);
  assert.ok(seen.includes(id));
});

await check('no bleed between namespaces', async () => {
  const out = await good('search_graph', { query: 'greenhouse pump', namespace: `${namespace}-other` });
  assert.equal(out.results.length, 0);
});

await check('forget_memory, softly and for good', async () => {
  const soft = await good('forget_memory', { id });
  assert.equal(soft.restorable, true);
  assert.ok(Date.parse(soft.restorableUntil) > Date.now());
  const found = await good('search_graph', { query: 'greenhouse pump minutes', namespace });
  assert.ok(!found.results.some((r) => r.id === id));
  await good('forget_memory', { id, hard: true });
  await bad('get_memory', { id }, -32010, new RegExp(id));
});

await check('wrong arguments are named', async () => {
  const inject = (args) => ({ content: 'c', rationale: 'r', namespace, ...args });
  await bad('inject_context', { rationale: 'r' }, -32602, /content is required/);
  await bad('inject_context', inject({ content: ' \n ' }), -32602, /content is blank/);
  await bad('inject_context', { content: 'c' }, -32602, /rationale is required: say why/);
  await bad('inject_context', inject({ importance: 2 }), -32602, /importance is 2; it must be in 0…1/);
  await bad('inject_context', inject({ modality: 'smell' }), -32602, /valid are text, code/);
  await bad('inject_context', inject({ importence: 1 }), -32602, /did you mean "importance"/);
  await bad('inject_context', inject({ content: 'x'.repeat(2 << 20) }), -32602, /limit is 1048576/);
  await bad('search_graph', { query: 'x', topK: 101 }, -32602, /1…100/);
  await bad('get_memory', { id: '42' }, -32602, /not a UUID/);
});

await check('a message of 50 MB is refused and the connection goes on', async () => {
  await assert.rejects(client.callTool({ name: 'inject_context', arguments: { content: 'x'.repeat(50 << 20), rationale: 'r' } }), /larger than|longer than/);
  await client.ping();
});

await check('an unknown tool is a protocol error', async () => {
  await assert.rejects(client.callTool({ name: 'no_such_tool', arguments: {} }), (e) => e.code === -32602);
});

await check('many writers at once: acknowledged = stored', async () => {
  const crowd = `${namespace}-crowd`;
  const ids = await Promise.all(
    Array.from({ length: 60 }, async (_, i) => {
      for (;;) {
        const r = await call('store_memory', { content: `crowd note number ${i}`, namespace: crowd });
        if (!r.isError) return r.structuredContent.fingerprintId;
        assert.equal(r.structuredContent.error.name, 'BUSY', r.content[0].text);
        await new Promise((done) => setTimeout(done, r.structuredContent.error.retry_after_ms));
      }
    }),
  );
  const { memories } = await good('list_memories', { namespace: crowd, limit: 200 });
  assert.deepEqual(memories.map((m) => m.id).sort(), ids.sort());
  for (const m of memories) await good('forget_memory', { id: m.id, hard: true });
});

await check('a call given up does no harm', async () => {
  const stop = new AbortController();
  const given = client.callTool({ name: 'search_graph', arguments: { query: 'never mind', namespace } }, undefined, { signal: stop.signal });
  stop.abort('changed my mind');
  await assert.rejects(given);
  await client.ping();
});

if (options.url) {
  await check('a wrong token is refused', async () => {
    const stranger = new Client({ name: 'stranger', version: '1.0.0' });
    await assert.rejects(stranger.connect(open('wrong')), /401|not the server/);
  });
  await check('a foreign origin is refused', async () => {
    const response = await fetch(options.url, { method: 'POST', headers: { Origin: 'https://evil.example', Authorization: `Bearer ${options.token}` }, body: '{}' });
    assert.equal(response.status, 403);
  });
  await check('healthz and readyz', async () => {
    for (const path of ['/healthz', '/readyz']) assert.equal((await fetch(new URL(path, options.url))).status, 200);
  });
}

await check('nothing but protocol came', async () => {
  const strange = noise.filter((e) => !/unknown message ID|aborted|larger than/i.test(String(e)));
  assert.deepEqual(strange.map(String), []);
});

await check('the server ends with its input', async () => {
  const start = performance.now();
  await client.close();
  const took = performance.now() - start;
  assert.ok(took < 2000, `it took ${took.toFixed(0)} ms: the client had to kill it`);
  return `${took.toFixed(0)} ms`;
});

console.log(`1..${count}`);
process.exit(failures ? 1 : 0);
