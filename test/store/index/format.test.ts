import t from 'tap'
import { analyseDocument } from '../../../store/index/analyse.js'
import { hashTerm, joinWords, splitWords, titleFrequency } from '../../../store/index/format.js'
import { createRandom, makeDocument } from './sample.js'

const hashes = (text: string) =>
  text
    .split(' ')
    .filter(Boolean)
    .map(term => hashTerm(term))

function fieldsOf(words: Uint32Array) {
  const { title, aliases, content, tags } = splitWords(words)
  const lists = (fields: Uint32Array[]) => fields.map(field => [...field])
  return { title: [...title], aliases: lists(aliases), content: [...content], tags: lists(tags) }
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
  t.same(fieldsOf(Uint32Array.of()), { title: [], aliases: [], ...nothing })
  t.same(fieldsOf(Uint32Array.of(1, 0, 2)), { title: [1], aliases: [[2]], ...nothing })
  const zeros = fieldsOf(new Uint32Array(200_000))
  t.equal(zeros.tags.length, 200_000 - 2)
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
  t.equal(splitWords(words).aliases.length, 12)
})
