/** What a pair may be expected to become. */
export const EXPECTED = ['merge', 'apart', 'contradict']

/**
 * What a pair became. `lossy`: merged, and a word that had to stay is gone; `repeated`: merged,
 * with one thing said twice; `replaced`: the younger one says that the older one is over.
 */
export const OUTCOMES = ['merge', 'lossy', 'repeated', 'apart', 'contradict', 'replaced']

const RIGHT = {
  merge: new Set(['merge']),
  apart: new Set(['apart']),
  contradict: new Set(['contradict', 'replaced']),
}
const now = new Date('2026-11-20T10:00:00.000Z')

/** What planning a consolidation makes of a pair. */
export function toOutcome({ planConsolidation }, pair) {
  const [older, younger] = toDocuments(pair)
  const items = [older, younger].map(document => {
    return { document, updatedAt: document.createdAt, uses: 0 }
  })
  const plan = planConsolidation(items, { capacity: 200, now })
  if (plan.flags.length > 0) return 'contradict'
  const [merge] = plan.merges
  if (merge === undefined) return 'apart'
  const isReplaced = merge.survivor === younger.id && merge.document.content === younger.content
  return isReplaced && older.content !== younger.content ? 'replaced' : judge(pair, merge.document)
}

/** What git's merge of memories of one title makes of a pair. */
export function toTitleOutcome({ planSettlement }, pair) {
  const [merge] = planSettlement(toDocuments(pair)).merges
  if (merge === undefined) return 'apart'
  if (merge.survivor.tags.includes('needs-review')) return 'contradict'
  return judge(pair, merge.survivor)
}

/** Counts outcomes by what was expected; with the pairs that became something else. */
export function toConfusion(pairs, outcomeOf) {
  const row = () => Object.fromEntries(OUTCOMES.map(outcome => [outcome, 0]))
  const table = Object.fromEntries(EXPECTED.map(expected => [expected, row()]))
  const wrong = []
  for (const pair of pairs) {
    const outcome = outcomeOf(pair)
    table[pair.expect][outcome]++
    if (!RIGHT[pair.expect].has(outcome)) wrong.push({ pair, outcome })
  }
  return { table, right: pairs.length - wrong.length, wrong }
}

function toDocuments({ a, b }) {
  return [a, b].map(([title, content], at) => ({
    ...{ id: `pair${at}`, kind: 'fact', title, content, tags: [], aliases: [] },
    ...{ source: { runtime: 'svc' }, createdAt: `2026-10-0${at + 1}T10:00:00.000Z` },
    ...{ pinned: false, extra: {} },
  }))
}

/** A merge that repeats is longer than the longer part by more than a few characters. */
function judge({ a, b, keeps = [] }, { title, content }) {
  const text = `${title}\n${content}`
  if (!keeps.every(word => text.includes(word))) return 'lossy'
  const room = Math.max(a[1].length, b[1].length) + 8
  return content.length > room ? 'repeated' : 'merge'
}
