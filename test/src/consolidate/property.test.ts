import t from 'tap'
import { toFeatures, type Features } from '../../../src/consolidate/markdown.js'
import { planConsolidation } from '../../../src/consolidate/plan.js'
import { findRetired } from '../../../src/consolidate/related.js'
import type { Statement } from '../../../src/consolidate/statement.js'
import type { ConsolidationItem, ConsolidationPlan } from '../../../src/consolidate/types.js'
import { createItem, createRandom } from './items.js'

const SEEDS = Number(process.env.SVC_TEST_SEEDS ?? 150)
const now = new Date('2026-11-20T10:00:00.000Z')

const SENTENCES = [
  'Run the tests before committing.',
  'Before committing, run the tests.',
  'Never push on Fridays.',
  'Always push on Fridays.',
  'Use pnpm for installs.',
  'Use npm for installs.',
  'We moved from npm to pnpm for installs.',
  'The database listens on port 5432.',
  'The database listens on port 5433.',
  'The database server listens on port `5432`!',
  'They must pass.',
  'Deploy to staging with make deploy.',
  'Deploy to production with make deploy.',
  'Ask before you deploy, e.g. in the channel.',
  'Use pnpm for installs, in CI with --frozen-lockfile.',
  'Use pnpm for installs in packages/web.',
  'We use prettier.',
  "We don't use prettier any more.",
  'Use biome, not prettier.',
  'The staging database is wiped every night.',
  'The staging databse is wiped every night.',
  'The staging database is wiped every night and restored from the last dump.',
  'The staging database is wiped every night, because disks are small.',
  'Sessions expire after 30 minutes.',
  'Sessions expire after 24 hours.',
  'Never push on Fridays, because nobody is there on Saturday.',
  'Wir benutzen Prettier nicht mehr.',
  'テストは必ず Docker で実行する。',
  'テストは必ずDockerで実行する',
]
const TITLES = [
  'Tests',
  'Testing',
  'Pushing',
  'Package manager',
  'Use pnpm',
  'Database port',
  'Deploy',
  'Deploy production',
  'When do we deploy?',
  'No pushes on Fridays',
  'Staging reset',
]
const BLOCKS = [
  '```sh\nmake\n```',
  '## Staging',
  '1. build\n2. sign',
  'In production:',
  '| a | b |',
]

type Random = () => number

function pick<T>(from: readonly T[], random: Random): T {
  return from[Math.floor(random() * from.length)]!
}

function createText(random: Random): string {
  const parts = Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
    const sentence = pick(SENTENCES, random)
    const form = random()
    if (form < 0.15) return `\n\n${pick(BLOCKS, random)}\n\n`
    if (form < 0.4) return `\n- ${sentence}\n- **${pick(SENTENCES, random)}**\n`
    return form < 0.5 ? sentence.toUpperCase() : sentence
  })
  return parts.join(' ').trim()
}

function createStore(random: Random): ConsolidationItem[] {
  return Array.from({ length: 3 + Math.floor(random() * 30) }, () => {
    const title = random() < 0.7 ? pick(TITLES, random) : `${pick(TITLES, random)} ${random()}`
    const createdAt = new Date(Date.UTC(2026, 9, 1) + Math.floor(random() * 5e9)).toISOString()
    return createItem(title, createText(random), {
      ...{ createdAt, uses: Math.floor(random() * 3), pinned: random() < 0.1 },
      tags: random() < 0.3 ? ['a', 'b'] : ['B'],
      extra: random() < 0.05 ? { restoredAt: createdAt } : {},
    })
  })
}

/** The store after a plan was carried out. */
function carryOut(items: ConsolidationItem[], plan: ConsolidationPlan): ConsolidationItem[] {
  const byId = new Map(items.map(item => [item.document.id, item]))
  const usesOf = (id: string) => byId.get(id)!.uses
  for (const { survivor, absorbed, document } of plan.merges) {
    const uses = [survivor, ...absorbed].reduce((sum, id) => sum + usesOf(id), 0)
    byId.set(survivor, { ...byId.get(survivor)!, document, uses, updatedAt: now.toISOString() })
    for (const id of absorbed) byId.delete(id)
  }
  for (const document of plan.marks) {
    byId.set(document.id, { ...byId.get(document.id)!, document })
  }
  for (const id of plan.evictions) byId.delete(id)
  return [...byId.values()]
}

function shuffle<T>(items: readonly T[], random: Random): T[] {
  return items
    .map(item => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)
}

t.test('random stores: nothing lost, nothing left to do, any order alike', async t => {
  let mergedInAll = 0
  for (let seed = 1; seed <= SEEDS; seed++) {
    const random = createRandom(seed)
    const items = createStore(random)
    const capacity = 3 + Math.floor(random() * 30)
    const plan = planConsolidation(items, { capacity, now })
    mergedInAll += plan.merges.length

    const after = carryOut(items, plan)
    const again = planConsolidation(after, { capacity, now })
    const nothing = { merges: [], marks: [], evictions: [] }
    t.match(again, nothing, `seed ${seed}: a second run changes nothing`)

    const other = planConsolidation(shuffle(items, random), { capacity, now })
    t.same(other, plan, `seed ${seed}: the order of items does not matter`)

    const absorbed = plan.merges.flatMap(merge => merge.absorbed)
    t.equal(after.length, items.length - absorbed.length - plan.evictions.length)
    t.equal(new Set([...absorbed, ...plan.evictions]).size, absorbed.length + plan.evictions.length)
    const pinned = items.filter(({ document }) => document.pinned).length
    t.ok(after.length <= Math.max(capacity, pinned), `seed ${seed}: capacity holds`)
    t.same(lost(items, plan), [], `seed ${seed}: no statement is lost`)
  }
  t.ok(mergedInAll > SEEDS, 'the stores did give something to merge')
})

/** Statements of parts that the survivor does not make, unless it says that they are over. */
function lost(items: readonly ConsolidationItem[], plan: ConsolidationPlan): string[] {
  const byId = new Map(items.map(item => [item.document.id, item]))
  return plan.merges.flatMap(({ survivor, absorbed, document }) => {
    const whole = toFeatures({ ...byId.get(survivor)!, document })
    if (findRetired(whole).length > 0) return []
    return [survivor, ...absorbed].flatMap(id => {
      const { statements } = toFeatures(byId.get(id)!)
      const unsaid = statements.filter(one => !whole.said.has(one) || !hasWords(whole, one))
      return unsaid.map(({ raw }) => `${id}: ${raw}`)
    })
  })
}

/** Whoever says the same says it with the same words, but for one that was mistyped. */
function hasWords(whole: Features, { sequence }: Statement): boolean {
  const missing = sequence.filter(word => !whole.words.has(word))
  return missing.length === 0 || ['databas', 'databs'].includes(missing.join())
}
