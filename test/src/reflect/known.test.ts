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
  /** Marked for review. */
  marked: number
  related: number
  /** Pairs that are not related and were touched, and all of them. */
  false: number
  unrelated: number
}

async function measure(owner: Owner, pairs: readonly Pair[], scriptOf: (pair: Pair) => Script) {
  const figures: Figures = { right: 0, marked: 0, related: 0, false: 0, unrelated: 0 }
  const wrong: string[] = []
  for (const pair of pairs) {
    const outcome = await outcomeOf(owner, pair, scriptOf(pair))
    const isRight = outcome === pair.relation
    if (pair.relation === 'none') {
      figures.unrelated++
      if (!isRight) figures.false++
    } else {
      figures.related++
      if (isRight) figures.right++
      if (outcome === 'marked') figures.marked++
    }
    if (!isRight)
      wrong.push(`${pair.relation}: ${pair.known.join(' | ')} <- ${pair.said}: ${outcome}`)
  }
  return { figures, wrong }
}

const SETS = [
  { name: 'pairs', pairs: PAIRS.filter(({ isLater }) => !isLater) },
  { name: 'later pairs', pairs: PAIRS.filter(({ isLater }) => isLater) },
]

t.test('what a provider thinks lasting is set against what is known', async t => {
  for (const { name, pairs } of SETS) {
    const { figures, wrong } = await measure(t, pairs, pair => () => toAnswer(pair))
    console.error(name, figures, wrong)
    t.ok(figures.right >= 0, name, { wrong })
  }
})

t.test('what builtin makes of the words is set against what is known', async t => {
  const builtin = createBuiltinProvider()
  const script: Script = async (request, signal) => (await builtin.reflect(request, signal)).value
  for (const { name, pairs } of SETS) {
    const { figures, wrong } = await measure(t, pairs, () => script)
    console.error(name, figures, wrong)
    t.ok(figures.right >= 0, name, { wrong })
  }
})
