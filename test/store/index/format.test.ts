import t from 'tap'
import { analyseDocument } from '../../../store/index/analyse.js'
import {
  endOfNames,
  joinWords,
  splitNames,
  titleFrequency,
  wordHash,
} from '../../../store/index/format.js'
import { createRandom, makeDocument } from './sample.js'

const hashes = (text: string) => text.split(' ').filter(Boolean).map(wordHash)

function fieldsOf(words: Int32Array) {
  const [title = [], ...aliases] = splitNames(words).map(name => [...name])
  const [content = [], ...tags] = splitAtZeros([...words].slice(endOfNames(words) + 2))
  return { title, aliases, content, tags }
}

function splitAtZeros(words: readonly number[]): number[][] {
  const parts: number[][] = [[]]
  for (const word of words) {
    if (word === 0) parts.push([])
    else parts.at(-1)!.push(word)
  }
  return parts
}

t.test('the words of a document come apart into its fields, whichever are empty', async t => {
  for (const title of ['', 'rotate key']) {
    for (const content of ['', 'run the script']) {
      for (const aliases of [[], ['renew secret'], ['renew secret', 'a', 'token expired']]) {
        for (const tags of [[], [''], ['ops', '', 'two words']]) {
          const fields = { title: hashes(title), content: hashes(content) }
          const lists = { aliases: aliases.map(hashes), tags: tags.map(hashes) }
          const words = joinWords({ ...fields, ...lists })
          t.same(fieldsOf(words), { ...fields, ...lists })
        }
      }
    }
  }
})

t.test('an alias without a word leaves no trace', async t => {
  const words = joinWords({ title: [7], aliases: [[], [8, 9], []], content: [5], tags: [] })
  t.same([...words], [7, 0, 8, 9, 0, 0, 5])
  t.same(fieldsOf(words), { title: [7], aliases: [[8, 9]], content: [5], tags: [] })
})

t.test('a sequence that only damage leaves is title and aliases', async t => {
  const nothing = { content: [], tags: [] }
  t.same(fieldsOf(Int32Array.of()), { title: [], aliases: [], ...nothing })
  t.same(fieldsOf(Int32Array.of(1, 0, 2)), { title: [1], aliases: [[2]], ...nothing })
  t.same(splitNames(new Int32Array(200_000)), [new Int32Array(0)])
})

t.test('an alias counts in the title, whose length stays its own', async t => {
  const document = { ...makeDocument(createRandom(1), 0), title: 'Rotate the key', content: '' }
  const plain = analyseDocument({ ...document, aliases: [], tags: ['Ops'] })
  const aliases = ['the token expired', '?!', 'key expired']
  const named = analyseDocument({ ...document, aliases, tags: ['Ops'] })
  const frequency = (term: string) => titleFrequency(named.terms.get(term) ?? 0)
  t.same(named.lengths, plain.lengths)
  t.same(['rotat', 'key', 'token', 'expir'].map(frequency), [1, 2, 1, 2])
  const stems = hashes('rotat the key')
  t.same(fieldsOf(plain.words), { title: stems, aliases: [], content: [], tags: [hashes('op')] })
  t.same(fieldsOf(named.words).aliases, ['the token expir', 'key expir'].map(hashes))
  t.notOk('aliases' in named.entry)
})

t.test('the first twelve aliases are indexed', async t => {
  const aliases = Array.from({ length: 20 }, (_, number) => `phrase${number}`)
  const { words } = analyseDocument({ ...makeDocument(createRandom(1), 0), aliases })
  t.equal(splitNames(words).length, 1 + 12)
})
