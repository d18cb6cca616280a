// Writes the golden ids of a text by the reference tokenizers library.
//
//   npm install tokenizers@0.23.2        (in a folder outside the repository)
//   NODE_PATH=that/node_modules node golden.mjs TOKENIZER TEXT OUT
//
// TOKENIZER is a tokenizer.json, TEXT a file of one text a line; a line that
// begins with a double quote is a JSON string. OUT gets a header and then one
// list of ids a line. Paths in the header are relative to OUT.
//
// A larger comparison, too large to be kept here: in a folder with the tokenizer.json of every model and texts of any kind,
//
//   node lines.mjs 20000 lines.txt TEXT...             (see there)
//   node golden.mjs MODEL.json lines.txt MODEL.golden  (for every model; qwen2.mjs makes one of Qwen2's kind)
//   ASTERISM_TOKENIZER_FIXTURES=that/folder go test ./engine/token -run TestGoldenFixtures
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const { Tokenizer } = createRequire(import.meta.url)('tokenizers')
const [tokenizerFile, textFile, out] = process.argv.slice(2)
const tokenizerBytes = readFileSync(tokenizerFile)
const textBytes = readFileSync(textFile)
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')
const relative = (file) => path.relative(path.dirname(out), file).split(path.sep).join('/')

const tokenizer = Tokenizer.fromString(tokenizerBytes.toString('utf8'))
tokenizer.disableTruncation()
tokenizer.disablePadding()
const lines = textBytes.toString('utf8').replace(/\n$/, '').split('\n')
  .map((line) => (line.startsWith('"') ? JSON.parse(line) : line))

const ids = [], wrapped = [], decoded = []
for (const [i, line] of lines.entries()) {
  const encoding = await tokenizer.encode(line, null, { addSpecialTokens: false })
  ids.push(encoding.getIds())
  if (i < 8) wrapped.push((await tokenizer.encode(line)).getIds())
  if (i < 100) decoded.push(await tokenizer.decode(encoding.getIds(), false))
}
const header = {
  tokenizer: relative(tokenizerFile), tokenizer_sha256: sha256(tokenizerBytes),
  text: relative(textFile), text_sha256: sha256(textBytes), wrapped, decoded,
}
writeFileSync(out, [header, ...ids].map((x) => JSON.stringify(x)).join('\n') + '\n')
