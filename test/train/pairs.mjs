// Reads the labelled pairs (test/fixtures/distill/pairs): a blank line begins a block, its first line is
// a message, the others are known statements, each with what the message does to it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importSource } from '../eval/bundle.mjs'

const FOLDER = join(import.meta.dirname, '../fixtures/distill/pairs')
const LINE = /^([nrgs0]) (.+?)(?: => (.+))?$/
const { featuresOfPair, overlapOf } = await importSource(['src/reflect/pair.ts'])
const { toSentences } = await importSource(['src/provider/builtin/sentences.ts'])
const { saysChanged } = await importSource(['src/provider/builtin/changed.ts'])
const { findOver } = await importSource(['src/provider/builtin/retractions.ts'])
const { toHash } = await importSource(['src/provider/builtin/model/score.ts'])

/** `{file, message, memories: {label, known, then}[]}` for each block of all files. */
export function readPairs(folder = FOLDER) {
  const files = readdirSync(folder).filter(name => name.endsWith('.txt'))
  const blocks = files.sort().flatMap(file => {
    const blocks = readFileSync(join(folder, file), 'utf8')
      .trim()
      .split(/\n\s*\n/)
    return blocks.map(block => readBlock(block, file))
  })
  return [...blocks, ...readKnown()]
}

const LABELS = { same: 's', richer: 'r', replaces: 'n', gone: 'g' }

/** The pairs by which the lookup is tested, as blocks. */
function readKnown() {
  const pairs = JSON.parse(readFileSync(join(FOLDER, '../known.json'), 'utf8'))
  return pairs.map(({ lang, known, said, prompt = said, relation, of }) => {
    const labelOf = at => (at === of ? (LABELS[relation] ?? '0') : '0')
    const memories = known.map((title, at) => ({ label: labelOf(at), known: `${title}.` }))
    return { file: `${lang}-known`, message: prompt, memories }
  })
}

function readBlock(block, file) {
  const [first, ...lines] = block.split('\n')
  const memories = lines.map(line => {
    const match = LINE.exec(line)
    if (match === null || !first.startsWith('m ')) throw new Error(`${file}: ${line}`)
    const [, label, known, then] = match
    return { label, known, then }
  })
  return { file, message: first.slice(2), memories }
}

/**
 * A row for each sentence of a message and each statement that it does nothing to, and for the sentence
 * that is likeliest to do what is done to one: `{block, memory, label, said, features}`.
 */
export function toPairRows(block) {
  const { message, memories } = block
  const sentences = toSentences(message, 0).map(({ text }) => text)
  const overlaps = memories.map(({ known }) => overlapOf(message, known))
  return memories.flatMap((memory, at) => {
    const { label, known } = memory
    const rank = overlaps.filter(overlap => overlap > overlaps[at]).length
    return chooseSentences(sentences, memory).map(said => {
      const features = featuresOfPair({ said, around: message, known, rank })
      const hashes = Uint32Array.from(new Set(Array.from(features, toHash)))
      return { block, memory, label, said, features: hashes }
    })
  })
}

function chooseSentences(sentences, { label, known }) {
  if (label === '0') return sentences
  const scoreOf = said => {
    const signs = [saysChanged(said), findOver(said) !== undefined].filter(Boolean).length
    return overlapOf(said, known) + 0.7 * signs - (/[?？]\s*$/.test(said) ? 0.5 : 0)
  }
  return sentences
    .slice()
    .sort((a, b) => scoreOf(b) - scoreOf(a))
    .slice(0, 1)
}
