// Writes a tokenizer.json that differs from Qwen2's in its merges alone: normaliser, pre-tokenizer, byte alphabet, added
// tokens and decoder are the same, and behind a text stands <|endoftext|>, as models for embedding want it. The merges
// are counted here, since no real vocabulary may be kept in this repository.
//
//   npm install tokenizers@0.23.2        (in a folder outside the repository)
//   NODE_PATH=that/node_modules node qwen2.mjs MERGES OUT TEXT
//
// TEXT has one text a line, a JSON string where it begins with a double quote. 400 merges of lines.txt take seconds, 3,000
// of 20,000 lines ten minutes.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const { Tokenizer } = createRequire(import.meta.url)('tokenizers')
const [merges, out, text] = process.argv.slice(2)

const byteLevel = { type: 'ByteLevel', add_prefix_space: false, trim_offsets: false, use_regex: false }
const pattern = String.raw`(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`
const split = { type: 'Split', pattern: { Regex: pattern }, behavior: 'Isolated', invert: false }
const tokenizer = (vocab, list, added, post) => ({
  version: '1.0', truncation: null, padding: null, added_tokens: added, normalizer: { type: 'NFC' },
  pre_tokenizer: { type: 'Sequence', pretokenizers: [split, byteLevel] }, post_processor: post, decoder: byteLevel,
  model: {
    type: 'BPE', dropout: null, unk_token: null, continuing_subword_prefix: '', end_of_word_suffix: '',
    fuse_unk: false, byte_fallback: false, ignore_merges: false, vocab, merges: list,
  },
})

// alphabet spells the 256 bytes: printable ones as themselves, the others from U+0100 on.
const printable = (b) => (b > 0x20 && b < 0x7f) || (b > 0xa0 && b !== 0xad)
let next = 0x100
const alphabet = Array.from({ length: 256 }, (_, b) => (printable(b) ? b : next++)).map((c) => String.fromCodePoint(c)).sort()
const numbered = (list) => Object.fromEntries(list.map((token, id) => [token, id]))

// Words of the text as the model sees them, and how often each comes.
const bare = Tokenizer.fromString(JSON.stringify(tokenizer(numbered(alphabet), [], [], byteLevel)))
const lines = readFileSync(text, 'utf8').replace(/\n$/, '').split('\n').map((l) => (l.startsWith('"') ? JSON.parse(l) : l))
const words = new Map()
for (const line of lines) {
  for (const [word] of bare.getPreTokenizer().preTokenizeString(bare.getNormalizer().normalizeString(line))) {
    words.set(word, (words.get(word) ?? 0) + 1)
  }
}

const symbols = [...words].map(([word, n]) => ({ parts: [...word], n }))
const list = []
while (list.length < Number(merges)) {
  const pairs = new Map()
  for (const { parts, n } of symbols) {
    for (let i = 1; i < parts.length; i++) {
      const key = parts[i - 1] + ' ' + parts[i]
      pairs.set(key, (pairs.get(key) ?? 0) + n)
    }
  }
  const best = [...pairs].reduce((a, b) => (b[1] > a[1] || (b[1] === a[1] && b[0] < a[0]) ? b : a), ['', 0])
  if (best[1] < 2) break
  const [left, right] = best[0].split(' ')
  list.push([left, right])
  for (const s of symbols) {
    for (let i = 1; i < s.parts.length; i++) {
      if (s.parts[i - 1] === left && s.parts[i] === right) s.parts.splice(i - 1, 2, left + right)
    }
  }
}

const vocab = numbered([...new Set([...alphabet, ...list.map(([a, b]) => a + b)])])
const first = Object.keys(vocab).length
const added = ['<|endoftext|>', '<|im_start|>', '<|im_end|>'].map((content, i) =>
  ({ id: first + i, content, single_word: false, lstrip: false, rstrip: false, normalized: false, special: true }))
const end = { id: added[0].content, ids: [added[0].id], tokens: [added[0].content] }
const post = {
  type: 'Sequence',
  processors: [byteLevel, {
    type: 'TemplateProcessing',
    single: [{ Sequence: { id: 'A', type_id: 0 } }, { SpecialToken: { id: end.id, type_id: 0 } }],
    pair: [{ Sequence: { id: 'A', type_id: 0 } }, { Sequence: { id: 'B', type_id: 0 } }, { SpecialToken: { id: end.id, type_id: 0 } }],
    special_tokens: { [end.id]: end },
  }],
}
writeFileSync(out, JSON.stringify(tokenizer(vocab, list, added, post)) + '\n')
