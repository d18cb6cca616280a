// Runs the protocol's conformance suite against a server with fixtures and prints TAP, one line for each scenario.
//
//   node conformance.mjs --url http://127.0.0.1:PORT/mcp --results DIR
//
// The server needs no token, since the suite can send none. Known gaps stand in baseline.txt. A failure or a warning that does not stand
// there fails the run, and so does an entry that no run bears out any more.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { check, option } from './tap.mjs';

const here = (path) => new URL(path, import.meta.url).pathname;
const frozen = 'node_modules/conformance-next';

// What a set must hold at least, so that a suite that runs nothing is no success: the requirements of the two revisions as they were
// frozen, what the suite knows of an older revision, and all of the last released suite.
const sets = [
  { name: '2025-11-25', suite: frozen, args: ['--requirements', '2025-11-25'], required: requirements('2025-11-25'), count: 30 },
  { name: '2026-07-28', suite: frozen, args: ['--requirements', '2026-07-28'], required: requirements('2026-07-28'), count: 37 },
  { name: '2025-06-18', suite: frozen, args: ['--suite', 'all', '--spec-version', '2025-06-18'], required: [], count: 27 },
  { name: '0.1.16', suite: 'node_modules/@modelcontextprotocol/conformance', args: ['--suite', 'all'], required: [], count: 32 },
];

// requirements are the scenarios for servers in a frozen set, whose file is YAML: a list below the line "server:".
function requirements(revision) {
  const text = readFileSync(here(`${frozen}/requirements/${revision}.yaml`), 'utf8');
  return /^server:\n((?: +- .*\n|\n)+)/m.exec(text)[1].match(/(?<=- ).+/g);
}

// The baseline: one gap a line, "SET SCENARIO CHECK reason"; the check "*" stands for all of the scenario.
const baseline = readFileSync(here('baseline.txt'), 'utf8').split('\n').filter((line) => line && !line.startsWith('#')).map((line) => {
  const [, set, scenario, id, reason] = /^(\S+) +(\S+) +(\S+) +(\S.*)$/.exec(line) ?? assert.fail(`baseline.txt: a gap needs set, scenario, check and reason: ${line}`);
  return { set, scenario, id, reason, seen: false };
});

// known tells whether a gap stands in the baseline, and notes that it is there.
function known(set, scenario, id) {
  const of = baseline.filter((b) => b.set === set && b.scenario === scenario && (b.id === id || b.id === '*'));
  for (const b of of) b.seen = true;
  return of.length > 0;
}

// checksOf reads what a scenario left. One that broke off may have left nothing, which is a gap as well.
function checksOf(dir) {
  const path = `${dir}/checks.json`;
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [{ status: 'FAILURE', id: 'no-result', errorMessage: 'the scenario left no result' }];
}

for (const set of sets) {
  const results = `${option('--results')}/${set.name}`;
  const run = spawnSync(process.execPath, [here(`${set.suite}/dist/index.js`), 'server', '--url', option('--url'), ...set.args, '--output-dir', results], { encoding: 'utf8' });
  const found = new Map();
  for (const dir of existsSync(results) ? readdirSync(results) : []) {
    const [, scenario] = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(dir) ?? [];
    if (scenario) found.set(scenario, checksOf(`${results}/${dir}`));
  }
  await check(`${set.name}: the suite ran`, () => {
    assert.ok(!run.error, run.error);
    assert.ok(found.size >= set.count, `only ${found.size} scenarios of at least ${set.count}: ${run.stderr}`);
    assert.deepEqual([set.required.length || set.count, set.required.filter((name) => !found.has(name))], [set.count, []], 'not all that is required was run');
    return `${found.size} scenarios, ${set.required.length || set.count} of them required`;
  });
  for (const [scenario, checks] of [...found].sort()) {
    await check(`${set.name}: ${scenario}`, () => {
      const bad = checks.filter((c) => c.status === 'FAILURE' || c.status === 'WARNING');
      const news = bad.filter((c) => !known(set.name, scenario, c.id));
      assert.deepEqual(news.map((c) => `${c.status} ${c.id}: ${c.errorMessage}`), []);
      const good = checks.filter((c) => c.status === 'SUCCESS').length;
      assert.ok(good > 0 || !set.required.includes(scenario), 'it was required and checked nothing');
      return `${good} passed${bad.length ? `, ${bad.length} known gaps` : ''}`;
    });
  }
}

await check('every known gap is still one', () => {
  assert.deepEqual(baseline.filter((b) => !b.seen).map((b) => `${b.set} ${b.scenario} ${b.id}: take it out of baseline.txt`), []);
});
