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

/**
 * The relevance floor on a set: the share of its prompts that keep a relevant item, items given for
 * each, the share of them that are relevant, and the prompts without an answer that get any.
 */
export function evaluateFloor(recall, { corpus, queries }, negatives) {
  const index = createIndex(recall, corpus)
  const given = text => recall.search([index], text, { limit: 10 }).filter(hit => hit.relevant)
  let kept = 0
  let items = 0
  let right = 0
  for (const { text, relevant } of queries) {
    const hits = given(text)
    const good = hits.filter(hit => relevant.includes(hit.entry.id)).length
    kept += good > 0 ? 1 : 0
    items += hits.length
    right += good
  }
  const disturbed = negatives.filter(text => given(text).length > 0)
  return {
    kept: kept / queries.length,
    items: items / queries.length,
    precision: right / (items || 1),
    disturbed,
  }
}

/** The mean over the six sets that the goals speak of; undefined where one is missing. */
export function coreSix(bySet) {
  const names = ['codemem', 'cranfield', 'locomo-obs', 'locomo-sessions', 'locomo-turns', 'techfaq']
  const sets = names.map(name => bySet.get(name))
  return sets.every(Boolean) ? average(sets) : undefined
}
