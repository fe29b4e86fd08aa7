import t from 'tap'
import { createBuiltinProvider } from '../../../src/provider/builtin/index.js'
import { findReplaced, findRetraction } from '../../../src/provider/builtin/retractions.js'
import type { Memory } from '../../../store/types.js'
import { GLOBAL } from '../fixture.js'
import { CHANGE_CASES, type ChangeCase } from './change-cases.js'
import { memory, ReflectDesk, type Script } from './desk.js'

interface Owner {
  teardown(undo: () => unknown): void
}

const titleOf = (stored: string) => stored.replace(/^\*| !$/g, '')

/** What a provider makes of a sentence: what it takes back, or a statement of its own. */
function toAnswer({ said, stored, then }: ChangeCase) {
  const known = stored.map(titleOf)
  const retraction = findRetraction(said, known)
  const replaces = findReplaced(said)
  const stated = memory(said, { content: said, ...(replaces && { replaces }) })
  if (retraction) return { memories: [], skills: [], retractions: [retraction] }
  return { memories: then === 'nothing' ? [] : [stated], skills: [], retractions: [] }
}

/** A store as a first session left it, in which a second one says something. */
async function play(owner: Owner, one: ChangeCase, script: Script = () => toAnswer(one)) {
  const desk = new ReflectDesk(owner)
  const service = desk.open()
  const before: Memory[] = []
  for (const stored of one.stored) {
    const scope = stored.startsWith('*') ? GLOBAL : desk.scope
    const title = titleOf(stored)
    const made = await service.remember({ scope, title, content: `${title}.` })
    const isPinned = stored.endsWith(' !')
    before.push(isPinned ? await service.memories.edit(made.id, { pinned: true }) : made)
  }
  desk.later(60)
  desk.script = script
  await service.reflectBatch({
    scope: desk.scope,
    session: 'second',
    turns: [{ prompt: one.said, reply: 'Noted.' }],
  })
  const { items: after } = await service.memories.list({})
  const { items: archived } = await service.archive.list({})
  return { desk, service, before, after, archived }
}

type Played = Awaited<ReturnType<typeof play>>

const isMarked = (one: Memory | undefined) => one?.tags.includes('needs-review') === true

/** What became of the memory that the case is about; all others must be as they were. */
function outcomeOf({ of }: ChangeCase, { before, after, archived }: Played): string {
  const changed = before.filter(old => {
    const now = after.find(({ id }) => id === old.id)
    return now?.title !== old.title || now.content !== old.content || isMarked(now)
  })
  const fresh = after.filter(({ id }) => !before.some(old => old.id === id))
  const [only, ...more] = changed
  if (more.length > 0) return `changed: ${changed.map(({ title }) => title).join(', ')}`
  if (only === undefined) {
    if (fresh.length === 0) return 'nothing'
    return of === 'new' && fresh.every(isMarked) ? 'marked: new' : 'new'
  }
  const now = after.find(({ id }) => id === only.id)
  if (now === undefined) {
    const isThere = archived.some(({ id, reason }) => id === only.id && reason === 'retracted')
    return `${isThere ? 'buried' : 'lost'}: ${only.title}`
  }
  if (now.content !== only.content && fresh.length === 0) return `updated: ${only.title}`
  return isMarked(now) && now.content === only.content ? `marked: ${only.title}` : 'other'
}

const expectedOf = ({ then, of }: ChangeCase) =>
  of === undefined ? then : `${then}: ${titleOf(of)}`

const isHeldOut = (_: ChangeCase, at: number) => at % 3 === 2

t.test('a later session changes, buries or marks what an earlier one taught', async t => {
  for (const one of CHANGE_CASES.filter((one, at) => !isHeldOut(one, at)))
    t.equal(outcomeOf(one, await play(t, one)), expectedOf(one), one.said)
})

t.test('of the cases that were set aside four in five come out right', async t => {
  const heldOut = CHANGE_CASES.filter(isHeldOut)
  const right: ChangeCase[] = []
  for (const one of heldOut)
    if (outcomeOf(one, await play(t, one)) === expectedOf(one)) right.push(one)
  const wrong = heldOut.filter(one => !right.includes(one)).map(({ said }) => said)
  t.ok(right.length >= heldOut.length * 0.8, `${right.length} of ${heldOut.length}`, { wrong })
})

t.test('with what builtin itself makes of the words nine in ten come out right', async t => {
  const builtin = createBuiltinProvider()
  const script: Script = async (request, signal) => (await builtin.reflect(request, signal)).value
  const wrong: string[] = []
  for (const one of CHANGE_CASES) {
    const outcome = outcomeOf(one, await play(t, one, script))
    if (outcome !== expectedOf(one)) wrong.push(`${one.said}: ${outcome}`)
  }
  const right = CHANGE_CASES.length - wrong.length
  t.ok(right >= CHANGE_CASES.length * 0.9, `${right} of ${CHANGE_CASES.length}`, { wrong })
})

t.test('what was updated keeps its id and its old version, what was buried comes back', async t => {
  const one = { stored: ['We use npm for packages'], said: 'we switched from npm to pnpm' }
  const updated = await play(t, { ...one, then: 'updated' })
  const [old] = updated.before
  const history = await updated.service.archive.history(old!.id)
  t.match(history, [{ title: 'We use npm for packages', changed: ['title', 'content', 'source'] }])
  const taken = { stored: ['Prettier formats the code'], said: 'forget what I said about prettier' }
  const buried = await play(t, { ...taken, then: 'buried' })
  const [gone] = buried.archived
  t.equal((await buried.service.archive.restore(gone!.id)).title, 'Prettier formats the code')
  t.equal((await buried.service.archive.list({})).total, 0)
  const [event] = (await buried.service.events()).filter(({ type }) => type === 'reflect')
  t.match(event, { added: 0, updated: 0, items: [{ id: gone!.id, change: 'retracted' }] })
})

t.test(
  'of a memory that says other things too a part is changed, or else it is marked',
  async t => {
    const desk = new ReflectDesk(t)
    const service = desk.open()
    const { scope } = desk
    const staging = 'Staging listens on port 4000.\nDeploy with make ship.\nAsk Kim for access.'
    const style = 'Indent with tabs.\nPrettier formats it.\nNames are camelCase.'
    const kept = [
      await service.remember({ scope, title: 'Staging server', content: staging }),
      await service.remember({ scope, title: 'Code style', content: style }),
    ]
    const title = 'Staging server port'
    const content = 'The staging server port is 4100.'
    const stated = memory(title, { content, replaces: '4000' })
    const retractions = [{ statement: 'forget what I said about prettier' }]
    desk.script = () => ({ memories: [stated], skills: [], retractions })
    desk.later(60)
    const prompt = `${content} And ${retractions[0]!.statement}.`
    await service.reflectBatch({ scope, turns: [{ prompt, reply: 'Noted.' }] })
    const [server, other] = kept
    const changed = { content: staging.replace('4000', '4100'), tags: [] }
    t.match(await service.memories.get(server!.id), changed)
    t.match(await service.memories.get(other!.id), { content: style, tags: ['needs-review'] })
    t.equal((await service.memories.list({ scope })).total, 2)
  },
)

t.test('batches that a program gives to one session change what earlier ones taught', async t => {
  const desk = new ReflectDesk(t)
  const service = desk.open()
  const say = async (title: string, more = {}) => {
    desk.answers({ memories: [memory(title, more)] })
    const turns = [{ prompt: title, reply: 'Noted.' }]
    await service.reflectBatch({ scope: desk.scope, session: 'one', turns })
  }
  await say('We use npm for packages')
  await say('We switched to pnpm for packages', { replaces: 'npm' })
  const { items } = await service.memories.list({ scope: desk.scope })
  t.match(items, [{ title: 'We switched to pnpm for packages' }])
  t.equal(items.length, 1)
})

t.test('a global memory is changed by what holds everywhere alone', async t => {
  const desk = new ReflectDesk(t)
  const service = desk.open()
  const ask = async (scope: string, said: string) => {
    desk.later(60)
    const stated = memory(said, { content: said, scope, replaces: findReplaced(said) ?? '' })
    desk.answers({ memories: [stated] })
    await service.reflectBatch({ scope: desk.scope, turns: [{ prompt: said, reply: '' }] })
  }
  const given = { title: 'Answers are in English', content: 'Always.' }
  const global = await service.remember({ scope: GLOBAL, ...given })
  await ask('project', 'answers are in German here, not English')
  t.match(await service.memories.get(global.id), given)
  const [own] = (await service.memories.list({ scope: desk.scope })).items
  t.match(own, { tags: ['needs-review'], source: { contradicts: [global.id] } })
  await ask('global', 'answers are in French everywhere, not English')
  t.match(await service.memories.get(global.id), {
    content: 'answers are in French everywhere, not English',
  })
})

t.test(
  'a mark that a conversation left is kept by consolidation until the tag is taken away',
  async t => {
    const pinned = { stored: ['We use yarn !'], said: 'we switched from yarn to bun' }
    const { desk, service, after } = await play(t, { ...pinned, then: 'marked' })
    t.equal(after.filter(isMarked).length, 2)
    await service.consolidate(desk.scope)
    t.equal((await service.memories.list({})).items.filter(isMarked).length, 2)
    const [first] = after
    await service.memories.edit(first!.id, { tags: [] })
    await service.consolidate(desk.scope)
    t.notOk(isMarked(await service.memories.get(first!.id)))
  },
)

t.test('what is retracted of several that may be meant is marked, and none is lost', async t => {
  const stored = ['Prettier formats the code', 'Prettier formats the docs']
  const one = { stored, said: 'forget what I said about prettier', then: 'marked' as const }
  const { after, archived } = await play(t, one)
  t.same(after.map(isMarked), [true, true])
  t.same(archived, [])
})

t.test('a memory that says other things too is marked, not buried', async t => {
  const desk = new ReflectDesk(t)
  const service = desk.open()
  const content = 'Migrations run with make migrate. Staging is behind the VPN.'
  const { id } = await service.remember({ scope: desk.scope, title: 'Migrations', content })
  desk.answers({
    memories: [],
    skills: [],
    retractions: [{ statement: 'forget what I said about the VPN' }],
  })
  const turns = [{ prompt: 'forget what I said about the VPN', reply: 'Noted.' }]
  await service.reflectBatch({ scope: desk.scope, session: 'second', turns })
  t.match(await service.memories.get(id), { content, tags: ['needs-review'] })
})
