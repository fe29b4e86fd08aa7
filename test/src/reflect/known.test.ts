import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createBuiltinProvider } from '../../../src/provider/builtin/index.js'
import { findReplaced, findRetraction } from '../../../src/provider/builtin/retractions.js'
import type { Memory } from '../../../store/types.js'
import { ROOT } from '../../root.js'
import { memory, ReflectDesk, type Script } from './desk.js'

interface Owner {
  teardown(undo: () => unknown): void
}

/** What is known, what somebody says later, and how the two are related. */
interface Pair {
  lang: string
  known: string[]
  said: string
  /** The whole prompt, where more than `said` was said. */
  prompt?: string
  reply?: string
  relation: 'same' | 'richer' | 'replaces' | 'gone' | 'none'
  /** The index of the known memory that is meant. */
  of?: number
  /** Words that stand in the memory afterwards. */
  now?: string
  /** Written after the code had been tried on the others. */
  isLater?: true
}

const file = join(ROOT, 'test/fixtures/distill/known.json')
const PAIRS = JSON.parse(readFileSync(file, 'utf8')) as Pair[]

/** What a provider makes of a sentence that it thinks lasting. */
function toAnswer({ said, known }: Pair) {
  const retraction = findRetraction(said, known)
  const replaces = findReplaced(said)
  const stated = memory(said, { content: said, said, ...(replaces && { replaces }) })
  const retractions = retraction ? [retraction] : []
  return { memories: retraction ? [] : [stated], skills: [], retractions }
}

/** What became of the known memories: the relation that was seen, `marked`, or what went wrong. */
async function outcomeOf(owner: Owner, pair: Pair, script: Script): Promise<string> {
  const desk = new ReflectDesk(owner)
  const service = desk.open()
  const before: Memory[] = []
  for (const title of pair.known)
    before.push(await service.remember({ scope: desk.scope, title, content: `${title}.` }))
  desk.later(60)
  desk.script = script
  const turns = [{ prompt: pair.prompt ?? pair.said, reply: pair.reply ?? 'Noted.' }]
  await service.reflectBatch({ scope: desk.scope, session: 'second', turns })
  const { items } = await service.memories.list({})
  const fresh = items.filter(({ id }) => !before.some(old => old.id === id))
  const after = before.map(old => items.find(({ id }) => id === old.id))
  const touched = after.filter((now, at) => now?.content !== before[at]!.content)
  const isMarked = after.some(one => one?.tags.includes('needs-review'))
  const meant = after[pair.of ?? -1]
  if (touched.length === 0) {
    if (isMarked) return 'marked'
    return fresh.length === 0 && pair.relation === 'same' ? 'same' : 'none'
  }
  if (touched.length > 1 || touched[0] !== meant) return 'another memory'
  if (meant === undefined) return fresh.length === 0 ? 'gone' : 'gone beside something new'
  const says = `${meant.title} ${meant.content}`.toLowerCase()
  if (fresh.length > 0 || !says.includes((pair.now ?? '').toLowerCase())) return `wrong: ${says}`
  return pair.relation
}

interface Figures {
  /** Of the pairs that are related: seen and acted on. */
  right: number
  related: number
  /** Pairs that are not related: changed, marked for review, and all of them. */
  changed: number
  marked: number
  unrelated: number
}

async function measure(owner: Owner, pairs: readonly Pair[], scriptOf: (pair: Pair) => Script) {
  const figures: Figures = { right: 0, related: 0, changed: 0, marked: 0, unrelated: 0 }
  const wrong: string[] = []
  for (const pair of pairs) {
    const outcome = await outcomeOf(owner, pair, scriptOf(pair))
    const isRight = outcome === pair.relation
    if (pair.relation === 'none') {
      figures.unrelated++
      if (outcome === 'marked') figures.marked++
      else if (!isRight) figures.changed++
    } else {
      figures.related++
      if (isRight) figures.right++
    }
    if (!isRight)
      wrong.push(`${pair.relation}: ${pair.known.join(' | ')} <- ${pair.said}: ${outcome}`)
  }
  return { figures, wrong }
}

/** Pairs of which the code has been tried since it was begun, and those that came later. */
const SETS = [
  { name: 'pairs', pairs: PAIRS.filter(({ isLater }) => !isLater) },
  { name: 'later pairs', pairs: PAIRS.filter(({ isLater }) => isLater) },
]

/** Shares of unrelated pairs, each a near miss, that may be changed, and marked for review. */
const MOST_CHANGED = 0.015
const MOST_MARKED = 0.06

async function compareAll(
  t: Owner & { ok: (isRight: boolean, says: string, more: object) => unknown },
  { scriptOf, least }: { scriptOf: (pair: Pair) => Script; least: number },
) {
  for (const { name, pairs } of SETS) {
    const { figures, wrong } = await measure(t, pairs, scriptOf)
    const { right, related, changed, marked, unrelated } = figures
    t.ok(right >= related * least, `${name}: ${right} of ${related} are seen`, { wrong })
    t.ok(changed <= unrelated * MOST_CHANGED, `${name}: ${changed} of ${unrelated} are changed`, {
      wrong,
    })
    t.ok(marked <= unrelated * MOST_MARKED, `${name}: ${marked} are marked`, { wrong })
  }
}

t.test('what a provider thinks lasting changes the memory that it is about, no other', async t => {
  await compareAll(t, { scriptOf: pair => () => toAnswer(pair), least: 0.97 })
})

t.test('what builtin makes of the words changes the memory that it is about, no other', async t => {
  const builtin = createBuiltinProvider()
  const script: Script = async (request, signal) => (await builtin.reflect(request, signal)).value
  await compareAll(t, { scriptOf: () => script, least: 0.95 })
})

t.test('a value is put into the old words, which keep their id and their history', async t => {
  const desk = new ReflectDesk(t)
  const service = desk.open()
  const title = 'The rate limit of the partner API is 200 per minute'
  const given = { title, content: `${title}. Bursts are cut off.`, aliases: ['quota'] }
  const { id } = await service.remember({ scope: desk.scope, ...given })
  desk.later(60)
  const statement = 'they raised it, 300 now'
  desk.answers({ memories: [], skills: [], retractions: [{ statement }] })
  const prompt = `the partner API answers 429 to the importer, mind the rate limit. ${statement}`
  await service.reflectBatch({ scope: desk.scope, turns: [{ prompt, reply: 'Done.' }] })
  t.match(await service.memories.get(id), {
    title: 'The rate limit of the partner API is 300 per minute',
    content: 'The rate limit of the partner API is 300 per minute. Bursts are cut off.',
    aliases: ['quota'],
  })
  t.match(await service.archive.history(id), [{ title }])
})

t.test('where more than one may be meant, all are marked and none is changed', async t => {
  const desk = new ReflectDesk(t)
  const service = desk.open()
  const titles = ['Payment retries stop after 5 tries', 'Payment polling stops after 9 tries']
  for (const title of titles) await service.remember({ scope: desk.scope, title, content: title })
  desk.later(60)
  const statement = 'we lowered it, 3 now'
  desk.answers({ memories: [], skills: [], retractions: [{ statement }] })
  const prompt = `the payment spec stops after so many tries. ${statement}`
  await service.reflectBatch({ scope: desk.scope, turns: [{ prompt, reply: 'Done.' }] })
  const { items } = await service.memories.list({ scope: desk.scope })
  t.same(items.map(({ title }) => title).sort(), [...titles].sort())
  t.ok(items.every(({ tags }) => tags.includes('needs-review')))
})

t.test('words that give a value to nothing known leave all as it is', async t => {
  const desk = new ReflectDesk(t)
  const service = desk.open()
  const title = 'Staging listens on port 4000'
  await service.remember({ scope: desk.scope, title, content: title })
  const retractions = [{ statement: 'it is 300 now' }, { statement: 'minio is gone' }]
  desk.answers({ memories: [], skills: [], retractions })
  const turns = [{ prompt: 'the queue is slow. it is 300 now. minio is gone', reply: 'Done.' }]
  await service.reflectBatch({ scope: desk.scope, turns })
  const { items } = await service.memories.list({ scope: desk.scope })
  t.match(items, [{ title, tags: [] }])
  t.equal(items.length, 1)
})
