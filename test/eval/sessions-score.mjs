// Scores what whole sessions leave in the memory: which wanted memories stand in the end, and which
// stand that nobody wants.

/** The words of a memory as expectations are written: lower case, without quotes and back ticks. */
export const plain = ({ title, content }) =>
  `${title}\n${content}`
    .toLowerCase()
    .replace(/["'`’‘“”„«»「」]/g, '')
    .replace(/\s+/g, ' ')

/** True where each group of wordings has one that the text holds. */
export const meets = (text, { words }) =>
  words.every(group => group.some(wording => text.includes(wording)))

/**
 * `{made, right, wanted, found, forbidden, wrong, missing, scoped}` for the memories that stand
 * after a conversation: each expectation is met by one memory, in the order of both.
 */
export function scoreSessions(memories, { expect, forbid = [] }) {
  const texts = memories.map(plain)
  const met = expect.map(one => texts.findIndex(text => meets(text, one)))
  const isRight = at => expect.some(one => meets(texts[at], one))
  const wrong = memories.filter((_, at) => !isRight(at))
  const forbidden = memories.filter(
    (_, at) => !isRight(at) && forbid.some(one => meets(texts[at], one)),
  )
  const doubled = expect.filter(
    one => one.single && texts.filter(text => meets(text, one)).length > 1,
  )
  const scoped = expect.filter(
    ({ scope = 'project' }, at) => met[at] >= 0 && memories[met[at]].scope === scope,
  )
  return {
    made: memories.length,
    right: memories.length - wrong.length,
    wanted: expect.length,
    found: met.filter(at => at >= 0).length,
    forbidden,
    doubled,
    scoped: scoped.length,
    wrong,
    missing: expect.filter((_, at) => met[at] < 0),
  }
}

const FLOWS = new Set(['decision'])
const CHANGES = new Set(['correction', 'revocation', 'contradiction'])

/** Shares over rows of one set: precision, recall, false memories per 10 empty conversations, … */
export function toFigures(rows) {
  const sum = (list, field) => list.reduce((total, row) => total + row[field], 0)
  const empty = rows.filter(({ wanted, type }) => wanted === 0 && !CHANGES.has(type))
  const share = (list, isGood) =>
    list.length === 0 ? NaN : list.filter(isGood).length / list.length
  const isWhole = ({ wanted, found, forbidden }) => found === wanted && forbidden.length === 0
  const of = types => rows.filter(({ type }) => types.has(type))
  return {
    conversations: rows.length,
    precision: sum(rows, 'right') / Math.max(1, sum(rows, 'made')),
    recall: sum(rows, 'found') / Math.max(1, sum(rows, 'wanted')),
    noise: (10 * sum(empty, 'made')) / Math.max(1, empty.length),
    empties: empty.length,
    flows: share(of(FLOWS), isWhole),
    changes: share(of(CHANGES), isWhole),
    paraphrases: share(
      of(new Set(['paraphrase'])),
      row => isWhole(row) && row.doubled.length === 0,
    ),
    apart: share(of(new Set(['apart'])), isWhole),
    scope: sum(rows, 'scoped') / Math.max(1, sum(rows, 'found')),
  }
}
