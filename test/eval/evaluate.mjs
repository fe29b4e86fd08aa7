import { average, measure } from './metrics.mjs'

/** An item of an evaluation set as the index takes it. */
export function toDocument(item) {
  const { id, title = '', content, tags = [], kind = 'fact', createdAt = '', source = {} } = item
  const { aliases = [] } = item
  const document = { id, kind, title, content, tags, aliases, createdAt, updatedAt: createdAt }
  Object.assign(document, { pinned: false, imported: false, uses: 0, locator: id, stamp: '' })
  if (source.session !== undefined) document.session = source.session
  if (source.turn !== undefined) document.turn = source.turn
  return document
}

/** The items of a set in an index of their own. */
export function createIndex(recall, corpus) {
  const index = recall.createScopeIndex()
  for (const item of corpus) index.put(toDocument(item))
  return index
}

/** Figures of every query of a set that has a relevant item, with the milliseconds it took. */
export function evaluateSet(recall, { corpus, queries }) {
  const index = createIndex(recall, corpus)
  return queries
    .filter(query => query.relevant.length > 0)
    .map(query => {
      const start = performance.now()
      const hits = recall.search([index], query.text, { limit: 20 })
      const ms = performance.now() - start
      return {
        category: query.category,
        ms,
        ...measure(
          hits.map(hit => hit.entry.id),
          query.relevant,
        ),
      }
    })
}

/** Items that a prompt is given at most. */
const MOST_GIVEN = 4

/**
 * What the prompts of a set are given with its text: the share that gets a relevant item at all, items
 * for each, the share of these that are relevant, and the prompts without an answer that get any.
 */
export function evaluateGiven(recall, { corpus, queries }, negatives) {
  const index = createIndex(recall, corpus)
  const given = text => {
    const hits = recall.search([index], text, { limit: 24 })
    const degrees = recall.grade(hits.map(hit => hit.evidence))
    return hits.filter((_, at) => degrees[at] === 'full').slice(0, MOST_GIVEN)
  }
  const rows = queries.map(({ text, relevant }) => {
    const items = given(text)
    const right = items.filter(({ entry }) => relevant.includes(entry.id)).length
    return { items: items.length, right }
  })
  const sum = value => rows.reduce((total, row) => total + value(row), 0)
  return {
    arrives: sum(row => Number(row.right > 0)) / rows.length,
    items: sum(row => row.items) / rows.length,
    precision: sum(row => row.right) / (sum(row => row.items) || 1),
    disturbed: negatives.filter(text => given(text).length > 0),
  }
}

/** The mean over the six sets that the goals speak of; undefined where one is missing. */
export function coreSix(bySet) {
  const names = ['codemem', 'cranfield', 'locomo-obs', 'locomo-sessions', 'locomo-turns', 'techfaq']
  const sets = names.map(name => bySet.get(name))
  return sets.every(Boolean) ? average(sets) : undefined
}
