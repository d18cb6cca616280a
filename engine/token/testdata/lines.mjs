// Draws lines of text for a comparison with the reference library that is larger than what is kept here.
//
//   node lines.mjs COUNT OUT FILE...
//
// A third of the lines are lines of the files (.jsonl: the values of their objects, so that code keeps its line ends), a
// third are short pieces of them put together, and a third are words in characters of many scripts, with marks, digits,
// emoji, white space, control characters and code points that stand for nothing. Each line is a JSON string. The draw is
// the same for the same files.
import { readFileSync, writeFileSync } from 'node:fs'

const [count, out, ...files] = process.argv.slice(2)

let state = 1n // splitmix64
function below(n) {
  state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n)
  let z = state
  z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n)
  z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn)
  return Number(((z ^ (z >> 31n)) >> 11n) % BigInt(n))
}
const pick = (list) => list[below(list.length)]

function texts(file) {
  const lines = readFileSync(file, 'utf8').split('\n').filter((line) => line !== '')
  if (!file.endsWith('.jsonl')) return lines
  return lines.flatMap((line) => Object.values(JSON.parse(line))).filter((v) => typeof v === 'string' && v !== '')
}

// First and last code point of a block.
const blocks = [
  [0x20, 0x7e], [0x41, 0x5a], [0x61, 0x7a], [0x30, 0x39], [0x00, 0x1f], [0x7f, 0xa0], [0xa1, 0xff], [0x100, 0x24f],
  [0x300, 0x36f], [0x370, 0x3ff], [0x400, 0x4ff], [0x590, 0x5ff], [0x600, 0x6ff], [0x900, 0x97f], [0xe00, 0xe7f],
  [0x10a0, 0x10ff], [0x1100, 0x11ff], [0x1e00, 0x1fff], [0x2000, 0x206f], [0x2070, 0x209f], [0x20a0, 0x20cf],
  [0x2100, 0x218f], [0x2200, 0x22ff], [0x2460, 0x24ff], [0x2600, 0x27bf], [0x3000, 0x30ff], [0x4e00, 0x9fff],
  [0xac00, 0xd7a3], [0xe000, 0xe0ff], [0xf900, 0xfaff], [0xfb00, 0xfdff], [0xfe00, 0xfe6f], [0xff00, 0xffef],
  [0x10400, 0x1044f], [0x1d400, 0x1d7ff], [0x1f300, 0x1faff], [0x20000, 0x20fff], [0xe0001, 0xe007f], [0x10fff0, 0x10ffff],
]

function word() {
  const [first, last] = pick(blocks)
  return Array.from({ length: 1 + below(6) }, () => String.fromCodePoint(first + below(last - first + 1))).join('')
}

const gaps = ['', ' ', ' ', ' ', '  ', '\n', '\r\n', '\t', ' \n ', "'s", '.', ', ', "'LL ", '1', '_', '</', '#']
const all = files.flatMap(texts)

function piece() {
  const characters = [...pick(all)]
  const from = below(characters.length)
  return characters.slice(from, from + 1 + below(24)).join('')
}

const mix = (part) => Array.from({ length: 1 + below(12) }, () => part() + pick(gaps)).join('')
const lines = Array.from({ length: Number(count) }, (_, i) =>
  [() => [...pick(all)].slice(0, 2000).join(''), () => mix(piece), () => mix(word)][i % 3]())
writeFileSync(out, lines.map((line) => JSON.stringify(line)).join('\n') + '\n')
