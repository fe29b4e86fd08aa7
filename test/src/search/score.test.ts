import t from 'tap'
import { scoreByMiniSearch } from '../../../src/search/minisearch.js'
import { parseQuery } from '../../../src/search/query.js'
import { roundScore } from '../../../src/search/rerank.js'
import {
  findNthLargest,
  preselect,
  scoreDirectly,
  type ScoreTerms,
} from '../../../src/search/score.js'
import { search } from '../../../src/search/search.js'
import { measureCollection, selectTerms } from '../../../src/search/terms.js'
import { createScopeIndex } from '../../../store/index/memory-index.js'
import type { SearchIndex } from '../../../store/index/types.js'
import { createRandom, makeDocument, makeIndex, makeText } from '../../store/index/sample.js'

/** What a text finds, as one of the two scores it, in an order of its own. */
function scored(indexes: SearchIndex[], text: string, score: ScoreTerms) {
  const collection = measureCollection(indexes)
  const { chosen } = selectTerms(indexes, parseQuery(text), collection, 1_500)
  const selections = preselect(indexes, chosen, collection, 24)
  return score(selections, chosen, collection)
    .map(found => ({ ...found, score: roundScore(found.score) }))
    .sort((a, b) => a.index - b.index || a.document - b.document)
}

t.test('the postings alone give the scores and terms that MiniSearch gives', async t => {
  const random = createRandom(3)
  let found = 0
  for (const [at, sizes] of [[1], [5], [40], [300], [60, 200], [1, 0, 90]].entries()) {
    const indexes = sizes.map((size, part) => makeIndex(10 * at + part, size))
    for (let query = 0; query < 40; query++) {
      const text = makeText(random, 1 + (query % 14))
      const expected = scored(indexes, text, scoreByMiniSearch)
      t.same(scored(indexes, text, scoreDirectly), expected, text)
      found += expected.length
    }
  }
  t.ok(found > 1_000, 'there was something to score')
})

t.test('a search answers the same whichever of them scores', async t => {
  const random = createRandom(8)
  const indexes = [makeIndex(1, 150), makeIndex(2, 40)]
  for (let query = 0; query < 40; query++) {
    const text = makeText(random, 1 + (query % 14))
    const directly = search(indexes, text, { limit: 30 })
    t.same(directly, search(indexes, text, { limit: 30, score: scoreByMiniSearch }), text)
  }
})

t.test('no more copies of one text are scored than other memories', async t => {
  const document = makeDocument(createRandom(5), 1)
  const ids = Array.from({ length: 90 }, (_, at) => `copy ${at}`)
  const scoredOf = (...parts: string[][]) => {
    const indexes = parts.map(part => {
      const index = createScopeIndex()
      for (const id of part) index.put({ ...document, id })
      return index
    })
    const found = scored(indexes, document.title, scoreDirectly)
    return found.map(({ index, document }) => indexes[index]!.entry(document).id).sort()
  }
  const kept = scoredOf(ids)
  t.equal(kept.length, 24)
  t.same(scoredOf(ids.toReversed()), kept, 'loaded the other way round')
  t.same(scoredOf(ids.slice(50), ids.slice(0, 50)), kept, 'in two indexes')
})

t.test('the score that so many reach is that of sorting all of them', async t => {
  let seed = 3
  const next = () => (seed = (seed * 48_271) % 2_147_483_647)
  for (const [size, values] of [
    [1, 5],
    [40, 3],
    [5_000, 4_000],
  ] as const) {
    const scores = Float64Array.from({ length: size }, () => (next() % values) / 7)
    const sorted = [...scores].sort((a, b) => b - a)
    for (const count of [1, 2, 24, 600, size].filter(count => count <= size)) {
      t.equal(findNthLargest(scores, count), sorted[count - 1], `${count} of ${size}`)
    }
  }
})
