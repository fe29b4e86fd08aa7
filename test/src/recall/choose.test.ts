import { readFileSync } from 'node:fs'
import t from 'tap'
import { chooseItems, type ChoiceQuery } from '../../../src/recall/choose.js'
import { createScopeIndex } from '../../../store/index/memory-index.js'
import type { IndexEntry } from '../../../store/index/types.js'
import { createIndex, type EvaluationSet } from '../../eval/evaluate.mjs'

const SET = new URL('../../eval/sets/codemem.dev.json', import.meta.url)
const { corpus, queries } = JSON.parse(readFileSync(SET, 'utf8')) as EvaluationSet

const inCorpus = toSource(corpus)

function toSource(items: EvaluationSet['corpus']) {
  const index = createIndex({ createScopeIndex }, items)
  const standing = () => ({ entries: [], unread: 0 })
  const unit = { standing, index: () => index, isGlobal: false, isInRepo: false, has: () => false }
  return { units: [unit] }
}

/** Ids and probabilities of what a prompt is given. */
async function choose(text: string, fields: Partial<ChoiceQuery> = {}) {
  const query = { text, limit: 40, isUnasked: true, ...fields }
  const { choices } = await chooseItems(inCorpus, query)
  return choices.map(({ entry, evidence }) => [entry.id, evidence?.probability ?? 0] as const)
}

t.test('what the start gave comes once more where it is surely wanted', async t => {
  const counts = { again: 0, once: 0 }
  for (const { text } of queries) {
    const all = await choose(text)
    const again = await choose(text, { isAgain: () => true })
    const isSure = ([, probability]: readonly [string, number]) => probability >= 0.4
    t.ok(again.every(isSure), text)
    t.same(again.slice(0, all.length), all.filter(isSure), text)
    counts.again += again.length
    counts.once += all.length - again.length
  }
  t.ok(counts.again > 10 && counts.once > 5, JSON.stringify(counts))
})

t.test('a start keeps room for the manner of answering, but never all of it', async t => {
  const entry = (id: string, fields: Partial<IndexEntry>): IndexEntry => ({
    ...{ id, kind: 'constraint', title: id, pinned: false, imported: false, uses: 0 },
    ...{ createdAt: '2026-11-20T10:00:00.000Z', updatedAt: '2026-11-20T10:00:00.000Z' },
    ...{ locator: `${id}.memory.md`, stamp: '1-1' },
    ...fields,
  })
  const [project] = toSource([]).units
  const own = [entry('pinned', { pinned: true }), entry('first', {}), entry('second', {})]
  const manner = [entry('brief', { kind: 'preference' }), entry('plain', { kind: 'preference' })]
  const units = [
    { ...project!, standing: () => ({ entries: own, unread: 0 }) },
    { ...project!, isGlobal: true, standing: () => ({ entries: manner, unread: 0 }) },
  ]
  const give = async (limit: number, isUnasked: boolean) => {
    const { choices } = await chooseItems({ units }, { limit, isUnasked })
    return choices.map(({ entry: { id } }) => id)
  }
  t.same(await give(1, true), ['pinned'])
  t.same(await give(2, true), ['pinned', 'brief'])
  t.same(await give(3, true), ['pinned', 'first', 'brief'])
  for (const limit of [1, 2, 3, 4]) {
    const inOrder = ['pinned', 'first', 'second', 'brief', 'plain'].slice(0, limit)
    t.same(await give(limit, false), inOrder, `asked for ${limit}`)
  }
})

t.test('four are given at most, and the others that it wants are counted', async t => {
  const like = Array.from({ length: 7 }, (_, at) => {
    const [id, content] = [`like${at}`, `Flashed by hand in hall ${at}.`]
    return { id, title: 'Scanner firmware', content }
  })
  const query = { text: 'how do I flash the scanner firmware?', isUnasked: true }
  const few = await chooseItems(toSource(like), { ...query, limit: 40 })
  t.same([few.choices.length, few.rest.count], [4, 3])
  const one = await chooseItems(toSource(like), { ...query, limit: 1 })
  t.same([one.choices.length, one.rest.count], [1, 6])
})

t.test('what is far likelier comes first, whatever the days', async t => {
  const run = (name: string, createdAt: string) => {
    return { id: name, title: name, content: `Run make ${name} on main.`, createdAt }
  }
  const ask = async (createdAt: string) => {
    const deploy = run('Deploy', '2026-11-20T10:00:00.000Z')
    const items = [deploy, run('Test', createdAt), run('Release', createdAt)]
    const text = 'How do we run Deploy on main?'
    const { choices } = await chooseItems(toSource(items), { text, limit: 40, isUnasked: true })
    return choices.map(({ entry: { title } }) => title)
  }
  for (const later of ['2026-11-20T11:00:00.000Z', '2026-11-21T11:00:00.000Z'])
    t.equal((await ask(later))[0], 'Deploy', later)
})

t.test('of two that are about as likely the newer one comes first, both with days', async t => {
  const item = (id: string, createdAt: string) => {
    return { id, title: 'Scanner firmware', content: 'Scanners are flashed by hand.', createdAt }
  }
  const text = 'how do I flash the scanner firmware?'
  const ask = async (...items: ReturnType<typeof item>[]) => {
    const { choices } = await chooseItems(toSource(items), { text, limit: 40, isUnasked: true })
    return choices.map(({ entry, isDated, newer = [] }) => [entry.id, isDated === true, ...newer])
  }
  const [old, late] = [
    item('old', '2026-11-20T10:00:00.000Z'),
    item('new', '2026-11-21T00:00:00.000Z'),
  ]
  const both = [
    ['new', true],
    ['old', true, 'new'],
  ]
  t.same(await ask(old, late), both)
  t.same(await ask(late, old), both)
  const without = async (id: string) => {
    const accept = (entry: IndexEntry) => entry.id !== id
    const query = { text, limit: 40, isUnasked: true, accept }
    const { choices } = await chooseItems(toSource([old, late]), query)
    return choices.map(({ entry }) => entry.id)
  }
  t.same(await without('new'), ['new', 'old'], 'the older one never comes alone')
  t.same(await without('old'), ['new'])
  t.same(await ask(old, item('new', '2026-11-20T10:00:00.001Z')), both)
  const together = await ask(old, { ...late, createdAt: old.createdAt })
  t.same(
    together.map(([, ...told]) => told),
    [[false], [false]],
  )
})
