#!/usr/bin/env node
// Writes the tables of src/search/thesaurus.ts from test/src/search/thesaurus-words.ts:
// node test/thesaurus-tables.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { importSource } from './eval/bundle.mjs'

const TABLE = resolve(fileURLToPath(new URL('../src/search/thesaurus.ts', import.meta.url)))

/** The tables by their name in the source, with the stems for the words. */
export function renderTables({ stem, tokenize }, { EQUAL_WORDS, RELATED_WORDS, PHRASE_WORDS }) {
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
  const analysis = await importSource(['store/index/analyse.ts'])
  const words = await importSource(['test/src/search/thesaurus-words.ts'])
  let source = readFileSync(TABLE, 'utf8')
  for (const [name, table] of Object.entries(renderTables(analysis, words)))
    source = source.replace(
      new RegExp(`(const ${name} = \`)[^\`]*`),
      (_, start) => `${start}${table}`,
    )
  writeFileSync(TABLE, source)
}
