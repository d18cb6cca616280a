// A peer is a process that is asked in lines of JSON on standard input and answers each with one on standard output. Its command line names the files:
//   SCRIPT --model FOLDER --texts FILE --dtype fp32|q8 --threads N
// It says first what it is: {"about": "…"}. Then:
//   {"do": "values", "texts": N, "batch": B}                 → {"values": [[…], …]}, of the first N texts, each a vector of length 1
//   {"do": "run", "texts": N, "batch": B, "sorted": true}    → {"texts": N, "seconds": S}: from texts to vectors, in batches of B as they come, or sorted by length first
// runtime.mjs also knows "pooling": "first", for the first token's state in place of the mean of all.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
  options: { model: { type: 'string' }, texts: { type: 'string' }, dtype: { type: 'string' }, threads: { type: 'string' } },
});

export const model = options.model;
export const dtype = options.dtype;
export const threads = Number(options.threads);
export const texts = JSON.parse(readFileSync(options.texts, 'utf8'));

const say = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);

// inBatches has embed make vectors of a list in batches and returns them in the list's order. Sorting counts: whoever sorts has to do it.
async function inBatches(list, { batch, sorted = false }, embed) {
  const order = list.map((_, i) => i);
  if (sorted) order.sort((a, b) => size(list[a]) - size(list[b]));
  const out = new Array(list.length);
  for (let at = 0; at < order.length; at += batch) {
    const members = order.slice(at, at + batch);
    const vectors = await embed(members.map((i) => list[i]));
    members.forEach((i, j) => { out[i] = vectors[j]; });
  }
  return out;
}

const size = (item) => item.length;

// serve answers until nobody asks any more; embed is given a batch and returns a vector for each of its members.
export async function serve(about, embed) {
  say({ about });
  for await (const line of createInterface({ input: process.stdin })) {
    const ask = JSON.parse(line);
    const list = texts.slice(0, ask.texts);
    const start = performance.now();
    const vectors = await inBatches(list, ask, (batch) => embed(batch, ask));
    const seconds = (performance.now() - start) / 1000;
    if (ask.do === 'values') say({ values: vectors.map((v) => Array.from(v)) });
    else say({ texts: vectors.length, seconds });
  }
}

// unit is the direction of a vector.
export function unit(v) {
  let square = 0;
  for (const x of v) square += x * x;
  const by = 1 / Math.sqrt(square);
  return v.map((x) => x * by);
}
