// Looks at a real server with the inspector's command line and prints TAP.
//
//   node inspector.mjs --program PROGRAM --data DIR
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { check, option } from './tap.mjs';

const cli = new URL('node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js', import.meta.url).pathname;

// ask runs one method against a server process of its own and gives back what was answered, and what the inspector had to say of it.
function ask(era, ...args) {
  const server = ['--', option('--program'), '--data', option('--data'), 'serve', '--tools', 'all'];
  const run = spawnSync(process.execPath, [cli, '--cli', '--protocol-era', era, '--format', 'json', ...args, ...server], { encoding: 'utf8' });
  assert.equal(run.status, 0, run.stderr || String(run.error));
  return { answer: JSON.parse(run.stdout), said: run.stderr };
}

for (const era of ['legacy', 'modern']) {
  await check(`${era}: the tools' schemas are portable: --strict has not one warning`, () => {
    const { answer, said } = ask(era, '--method', 'tools/list', '--strict');
    const { tools } = answer.result ?? answer;
    assert.equal(tools.length, 34);
    assert.equal(said, '', 'something was said');
  });
  await check(`${era}: a tool is called`, () => {
    const { answer } = ask(era, '--method', 'tools/call', '--tool-name', 'list_memories', '--tool-arg', 'limit=3');
    assert.deepEqual((answer.result ?? answer).structuredContent.memories, []);
  });
  for (const method of ['resources/list', 'resources/templates/list', 'prompts/list']) {
    await check(`${era}: ${method}`, () => {
      const { answer } = ask(era, '--method', method);
      assert.ok(Object.values(answer.result ?? answer).some((v) => Array.isArray(v) && v.length > 0), JSON.stringify(answer));
    });
  }
}
