/** How many memories a batch may yield (the contract of reflection). */
const maxMemories = turns => Math.min(4, 1 + Math.floor(turns / 3))

/** The request that reflection would make for a labelled conversation. */
export function toRequest({ id, turns, own = [], global = [], nearest = [] }) {
  return {
    scope: { type: 'project', id: '/work/shop' },
    turns: turns.map((turn, index) => {
      return { session: id, turn: index + 1, at: '2026-11-20T10:00:00.000Z', ...turn }
    }),
    own: { memories: own, skills: [] },
    global: { memories: global, skills: [] },
    nearest,
    maxMemories: maxMemories(turns.length),
    maxSkills: 1,
  }
}

const ENDING = /(?:ing|ed|es|s|en|er|e|n|ly)$/
const stemOf = word => (word.length > 4 ? word.replace(ENDING, '') : word)

const textOf = ({ title, content }) => `${title} ${content}`.toLowerCase()

/** True where title and content hold every key word, however inflected. */
export function isFound(memory, { words }) {
  const text = textOf(memory)
  return words.every(word => text.includes(stemOf(word.toLowerCase())))
}

/** As `isFound`, and kind and scope agree. */
export function isRight(memory, expected) {
  if (memory.kind !== expected.kind) return false
  return (memory.scope ?? 'project') === expected.scope && isFound(memory, expected)
}

/**
 * What of an answer is right, wrong and missing; an expected memory is met once. `found` counts those
 * that are right but for kind and scope, `forbidden` those that hold what must not be kept.
 */
export function scoreConversation(memories, expect, forbid = []) {
  const { left: missing, rest: wrong } = meet(memories, expect, isRight)
  const found = memories.length - meet(memories, expect, isFound).rest.length
  const forbidden = memories.filter(memory =>
    forbid.some(words => textOf(memory).includes(words.toLowerCase())),
  ).length
  const made = memories.length
  return { made, right: made - wrong.length, found, forbidden, wrong, missing }
}

/** The memories that meet nothing expected, and the expected that none meets. */
function meet(memories, expect, meets) {
  const left = [...expect]
  const rest = memories.filter(memory => {
    const at = left.findIndex(one => meets(memory, one))
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  return { left, rest }
}

/** A provider that fails so often in a row is not asked any more. */
const MOST_FAILURES = 5

/**
 * Scores the answers of a provider over a labelled set, one conversation after the other. One that
 * fails has a row with its `failure` and counts in no other figure; after five in a row it ends.
 */
export async function scoreSet(provider, conversations) {
  const rows = []
  for (const one of conversations) {
    const started = performance.now()
    const answer = await provider
      .reflect(toRequest(one), AbortSignal.timeout(120_000))
      .catch(error => ({ failure: error.message, usage: error.spent }))
    const { usage = {}, value, failure } = answer
    const row = { id: one.id, expected: one.expect.length, ms: performance.now() - started, usage }
    const score = scoreConversation(value?.memories ?? [], one.expect, one.forbid)
    rows.push({ ...row, ...score, ...(failure !== undefined && { failure }) })
    if (rows.slice(-MOST_FAILURES).filter(row => row.failure).length === MOST_FAILURES) break
  }
  const answered = rows.filter(row => row.failure === undefined)
  const left = conversations.length - rows.length
  return {
    rows,
    ...toFigures(answered),
    ...toCost(rows),
    failed: rows.length - answered.length,
    left,
  }
}

/** Tokens of all calls, failed ones too; `usd` is undefined where no price is known. */
function toCost(rows) {
  const sum = field => rows.reduce((total, { usage }) => total + (usage[field] ?? 0), 0)
  const isPriced = rows.some(({ usage }) => usage.usd > 0)
  const usd = isPriced ? sum('usd') : undefined
  return { inputTokens: sum('inputTokens'), outputTokens: sum('outputTokens'), usd }
}

function toFigures(rows) {
  const sum = (list, field) => list.reduce((total, row) => total + row[field], 0)
  const empty = rows.filter(row => row.expected === 0)
  return {
    precision: sum(rows, 'right') / Math.max(1, sum(rows, 'made')),
    recall: sum(rows, 'right') / Math.max(1, sum(rows, 'expected')),
    foundPrecision: sum(rows, 'found') / Math.max(1, sum(rows, 'made')),
    foundRecall: sum(rows, 'found') / Math.max(1, sum(rows, 'expected')),
    forbidden: sum(rows, 'forbidden'),
    noise: (10 * sum(empty, 'made')) / Math.max(1, empty.length),
    made: sum(rows, 'made'),
    expected: sum(rows, 'expected'),
    empty: empty.length,
    slowest: Math.max(0, ...rows.map(row => row.ms)),
  }
}
