import t from 'tap'
import type { Choice, RecallSource } from '../../../src/recall/choose.js'
import { explainContext } from '../../../src/recall/explain.js'
import type { Evidence } from '../../../src/search/decide.js'
import type { RecallDegree, RecallSignals } from '../../../src/types.js'
import type { IndexEntry } from '../../../store/index/types.js'
import type { Memory } from '../../../store/types.js'

const signals: RecallSignals = {
  ...{ coverage: 1 / 3, worth: 2, rarest: 1, title: 0, words: 1 },
  ...{ passage: 0, pairs: 0, lead: 1, gap: 0 },
}

function newEvidence(probability: number): Evidence {
  const prompt = { intent: 0, length: 1, known: 1, memories: 2 }
  return { probability, prior: 0, signals, prompt }
}

function newChoice(id: string, degree: RecallDegree, probability?: number): Choice {
  const entry = { id, updatedAt: '' } as IndexEntry
  const evidence = probability === undefined ? {} : { evidence: newEvidence(probability) }
  return { index: 0, entry, degree, reason: `matches “${id}”`, ...evidence }
}

const source: RecallSource = {
  units: [],
  read: async ({ entry }) =>
    entry.id === 'gone' ? undefined : ({ id: entry.id, source: {} } as Memory),
}

function explain(choices: Choice[], below: Choice[], inText: readonly string[]) {
  const given = choices
    .filter(({ entry }) => inText.includes(entry.id))
    .map(choice => ({ choice, memory: { id: choice.entry.id, source: {} } as Memory }))
  const rest = { count: 0, titles: [] }
  return explainContext(source, { text: 'abc', given, chosen: { choices, below, rest } })
}

t.test('what was left out comes with the reason, what had no room first', async t => {
  const choices = [newChoice('a', 'full', 0.8), newChoice('b', 'full', 0.2)]
  const below = [newChoice('gone', 'below', 0.1), newChoice('c', 'below', 0.001)]
  const context = await explain(choices, [...below, newChoice('d', 'below')], ['a'])
  t.same(
    context.below.map(({ id, degree, reason }) => [id, degree, reason]),
    [
      ['b', 'below', 'matches “b”; there was no room for it'],
      ['c', 'below', 'matches “c”; hardly wanted (0 %, 30 % is needed)'],
      ['d', 'below', 'matches “d”; too far behind others to be looked at'],
    ],
  )
  t.match(context, { chars: 3, tokens: 1 })
  t.equal(context.items[0]?.signals?.coverage, 0.333)
})

t.test('a file of which one passage is given is not among what was left out', async t => {
  const given = newChoice('a', 'full', 0.8)
  const { below } = await explain([given], [newChoice('a', 'below', 0.1)], ['a'])
  t.same(below, [])
})
