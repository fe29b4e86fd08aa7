import t from 'tap'
import { join } from 'node:path'
import { askHook, openProject, startSession } from '../../eval/inject-store.mjs'
import { ownSets, readSet, type SetMemory } from '../../eval/inject-sets.mjs'
import { temporaryFolder } from '../../store/fixture.js'

/** Numbers from 0 to 1 that look like chance, the same for a seed. */
function* chances(seed: number): Generator<number, never> {
  for (let state = seed >>> 0; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

function shuffle<T>(list: readonly T[], seed: number): T[] {
  const random = chances(seed)
  return list
    .map(value => ({ value, at: random.next().value }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value)
}

const WEST = readSet(ownSets().find(file => file.endsWith('inject.west.json'))!)
const [{ memories, agents, prompts }] = WEST.projects as [(typeof WEST.projects)[number]]

/** What a start and each prompt of the project are given in a store that was loaded in some order. */
async function give(loaded: readonly SetMemory[], global: readonly SetMemory[], options: object) {
  const opened = await openProject({ memories: loaded, agents }, global, options as never)
  try {
    const texts = [(await startSession(opened)).text]
    for (const { text } of prompts.slice(0, 24)) {
      const { session } = await startSession(opened)
      texts.push(await askHook(opened, session, text))
    }
    return texts
  } finally {
    opened.close()
  }
}

const bare = (list: readonly SetMemory[]) => list.map(({ daysAgo: _, ...memory }) => memory)
const sameDay = (list: readonly SetMemory[]) => list.map(one => ({ ...one, daysAgo: 3 }))

for (const [name, made, aliases] of [
  ['memories of which nobody said when they were made', bare, true],
  ['memories of one day', sameDay, false],
] as const)
  t.test(`whatever the order and the clock of the load, the same is given: ${name}`, async t => {
    const at = join(temporaryFolder(t), 'shop')
    const [own, global] = [made(memories), made(WEST.global)]
    const first = await give(own, global, { aliases, at })
    t.ok(first.filter(text => text !== '').length > 8, 'there is something to compare')
    for (const seed of [1, 2, 3]) {
      const now = new Date(Date.UTC(2026, 10, 20 + 9 * seed, seed, seed, seed))
      const arrange = <T>(lines: T[]) => shuffle(lines, seed)
      t.same(await give(own, global, { aliases, at, arrange, now }), first, `load ${seed}`)
    }
  })
