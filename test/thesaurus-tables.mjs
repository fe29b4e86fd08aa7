#!/usr/bin/env node
// Writes the tables of src/search/thesaurus.ts from test/src/search/thesaurus-words.ts:
// node test/thesaurus-tables.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { importSource } from './eval/bundle.mjs'

const TABLE = resolve(fileURLToPath(new URL('../src/search/thesaurus.ts', import.meta.url)))

/** The tables by their name in the source, with the stems for the words, and where each entry stands. */
export function renderTables(source, words) {
  const tables = renderWords(source, words)
  const isBefore = (line, at) => !line.includes(' > ') || at < line.indexOf(' > ')
  return {
    ...tables,
    EQUALS_PLACES: renderPlaces(source, tables.EQUALS, isBefore),
    RELATED_PLACES: renderPlaces(source, tables.RELATED, isBefore),
    PHRASES_PLACES: renderPlaces(source, tables.PHRASES, (_, at) => at === 0),
  }
}

/** Where the entries of a table stand for which `isMeant` by line and place in it, in buckets by hash. */
function renderPlaces({ hashTerm, BUCKETS }, text, isMeant) {
  const buckets = Array.from({ length: BUCKETS }, () => [])
  let from = 0
  for (const line of text.split('\n')) {
    let at = 0
    for (const entry of line.split(' ')) {
      if (isMeant(line, at)) buckets[hashTerm(entry) % BUCKETS].push(from + at)
      at += entry.length + 1
    }
    from += line.length + 1
  }
  const starts = buckets
    .map((_, at) => buckets.slice(0, at).flat().length)
    .map(n => n + BUCKETS + 1)
  const end = BUCKETS + 1 + buckets.flat().length
  const numbers = Uint16Array.from([...starts, end, ...buckets.flat()])
  return Buffer.from(numbers.buffer).toString('base64')
}

function renderWords({ stem, tokenize }, { EQUAL_WORDS, RELATED_WORDS, PHRASE_WORDS }) {
  const fold = text => tokenize(text).filter(({ type }) => type !== 'joined')
  const toEntry = entry => {
    if (entry === '>') return entry
    const isRaw = entry.startsWith('=')
    const [{ word }, ...others] = fold(isRaw ? entry.slice(1) : entry)
    if (others.length > 0) throw new Error(`${entry} is more than one word`)
    return isRaw ? word : stem(word)
  }
  const render = (words, toEntries) =>
    words
      .split('\n')
      .map(line => toEntries(line))
      .filter(entries => entries.length > 1)
      .map(entries => entries.join(' '))
      .join('\n')
  const toGroup = line => [...new Set(line.split(' ').map(toEntry))]
  const toPhrase = line => fold(line).map(({ word }) => stem(word))
  return {
    EQUALS: render(EQUAL_WORDS, toGroup),
    RELATED: render(RELATED_WORDS, toGroup),
    PHRASES: render(PHRASE_WORDS, toPhrase),
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const analysis = await importSource([
    'store/index/analyse.ts',
    'store/index/format.ts',
    'src/search/thesaurus.ts',
  ])
  const words = await importSource(['test/src/search/thesaurus-words.ts'])
  let source = readFileSync(TABLE, 'utf8')
  for (const [name, table] of Object.entries(renderTables(analysis, words)))
    source = source.replace(
      new RegExp(`(const ${name} = \`)[^\`]*`),
      (_, start) => `${start}${table}`,
    )
  writeFileSync(TABLE, source)
}
