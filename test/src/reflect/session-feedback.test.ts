import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { appendToLedger, givenKey } from '../../../src/activity/sessions.js'
import { indexFilePath } from '../../../src/memories/index-file.js'
import { refreshIndexFile } from '../../../src/memories/index-upkeep.js'
import { Collections } from '../../../src/memories/collections.js'
import { queueTurn, readEndedTurn } from '../../../src/reflect/turns.js'
import { openFileSource } from '../../../src/recall/sources.js'
import { search } from '../../../src/search/search.js'
import { openIndexFile } from '../../../store/index/file-index.js'
import type { SearchIndex } from '../../../store/index/types.js'
import { scopeLock, storeLock } from '../../../store/store.js'
import type { Scope } from '../../../store/types.js'
import { GLOBAL } from '../fixture.js'
import { memory, ReflectDesk } from './desk.js'

const PORT = { title: 'Staging port', content: 'Traefik routes staging to 8080.' }

class FeedbackDesk extends ReflectDesk {
  async remember(fields: object = PORT, scope: Scope = this.scope) {
    return (await this.open().remember({ scope, ...PORT, ...fields })).id
  }

  /** What a hook notes when it gives memories to a session. */
  gives(ids: string[], session = 's') {
    const at = this.now.toISOString()
    appendToLedger(this.store, session, { type: 'given', at, event: 'prompt', ids })
    this.later(1)
  }

  /** A turn ends, and is distilled. */
  async turn(prompt: string, reply: string, session = 's') {
    const ended = { session, id: this.now.toISOString(), prompt, reply }
    const turn = readEndedTurn(this.store, ended, this.now)
    if (turn) queueTurn(this.store, this.scopeFolder(), turn)
    this.later(1)
    return this.worker().reflect(this.scopeFolder(), { isForced: true })
  }

  counts(): object {
    const path = join(this.dataDir, 'state', 'feedback.json')
    if (!existsSync(path)) return {}
    return (JSON.parse(readFileSync(path, 'utf8')) as { counts: object }).counts
  }

  fileIndex(scope = this.scope) {
    const file = openIndexFile(indexFilePath(this.store, this.scopeFolder(scope).localKey))
    if (file === undefined) throw new Error('there is no index file')
    return file
  }
}

const judge = (index: SearchIndex) => search([index], 'staging port', { limit: 1 })[0]?.evidence

t.test('what a reply uses moves the prior, in the index file and in every process', async t => {
  const desk = new FeedbackDesk(t)
  const id = await desk.remember()
  const resident = await new Collections(desk.store).existing(desk.scope)
  await refreshIndexFile(resident)
  const before = judge(desk.fileIndex())
  t.match(before, { prior: 0 })
  t.same(judge(resident.searchIndex()), before)
  desk.gives([id])
  t.match(await desk.turn('it is not reachable', 'Traefik must route it to 8080.'), { failed: 0 })
  t.same(desk.counts(), { [id]: { used: 1, corrected: 0 } })
  const after = judge(desk.fileIndex())
  t.match(after, { prior: 0.25, signals: before?.signals })
  t.ok(after!.probability > before!.probability)
  await resident.refresh()
  t.same(judge(resident.searchIndex()), after, 'one that had it in memory')
  const fresh = await new Collections(desk.store).existing(desk.scope)
  t.same(judge(fresh.searchIndex()), after, 'and one that has it not')
  const [held] = fresh.searchIndex().entries(0, 9)
  t.match(desk.fileIndex().entries(0, 9), [{ ...held, uses: 1 }], 'with what was counted by then')
})

t.test('a session counts once, another one again; a part counts too', async t => {
  const desk = new FeedbackDesk(t)
  const id = await desk.remember()
  desk.gives([id])
  await desk.turn('x', `See ${id}, or memory ${id}.`)
  await desk.turn('y', `As memory ${id} says.`)
  t.same(desk.counts(), { [id]: { used: 1, corrected: 0 } })
  desk.gives([givenKey({ id }, 'routes staging')], 'other')
  await desk.turn('z', `As memory ${id} says.`, 'other')
  t.same(desk.counts(), { [id]: { used: 2, corrected: 0 } })
})

t.test('what was not given, or only later, counts for nothing', async t => {
  const desk = new FeedbackDesk(t)
  const id = await desk.remember()
  await desk.turn('x', `As memory ${id} says.`)
  desk.later(60)
  const early = desk.now
  desk.later(60)
  desk.gives([id])
  desk.now = early
  await desk.turn('y', `As memory ${id} says again.`)
  t.same(desk.counts(), {})
  t.notOk(existsSync(join(desk.dataDir, 'state', 'feedback.json')), 'nothing is written')
})

t.test('what a person corrects goes down, by a prompt and by what is distilled of it', async t => {
  const desk = new FeedbackDesk(t)
  const port = await desk.remember()
  const runner = await desk.remember({ title: 'Test runner', content: 'Specs run in Jest.' })
  desk.gives([port, runner])
  desk.answers({ memories: [memory('Staging port', { content: 'It is 9090.' })], skills: [] })
  await desk.turn('No, 9090. And we do not use Jest any more.', 'Noted.')
  const gone = { used: 0, corrected: 1 }
  t.same(desk.counts(), { [port]: gone, [runner]: gone })
  t.match(desk.fileIndex().entries(0, 9), [{ prior: -0.5 }, { prior: -0.5 }])
})

t.test('what is added to a memory corrects nothing', async t => {
  const desk = new FeedbackDesk(t)
  const id = await desk.remember()
  desk.gives([id])
  const content = `${PORT.content} Production is on 443.`
  desk.answers({ memories: [memory('Staging port', { content })], skills: [] })
  t.match(await desk.turn('Production is on 443', 'Noted.'), { updated: 1 })
  t.same(desk.counts(), {})
})

t.test('a global memory moves in the global index', async t => {
  const desk = new FeedbackDesk(t)
  const id = await desk.remember(PORT, GLOBAL)
  desk.gives([id])
  await desk.turn('it is not reachable', 'Traefik must route it to 8080.')
  t.match(desk.fileIndex(GLOBAL).entries(0, 9), [{ id, prior: 0.25 }])
})

t.test('what is merged keeps the priors of its parts; what is gone is dropped', async t => {
  const desk = new FeedbackDesk(t)
  const one = await desk.remember()
  const two = await desk.remember({ title: 'Port of staging' })
  const gone = await desk.remember({ title: 'Gone', content: 'Nothing at all.' })
  desk.gives([one, two, gone])
  await desk.turn('x', `As memory ${one} and memory ${two} say, and \`${gone}\`.`)
  t.same(Object.keys(desk.counts()).length, 3)
  const service = desk.open()
  t.match(await service.consolidate(desk.scope), { merged: 1 })
  await service.memories.forget(gone)
  const { items } = await service.memories.list({ scope: desk.scope })
  desk.gives([items[0]!.id], 'other')
  await desk.turn('y', `As memory ${items[0]!.id} says.`, 'other')
  t.same(Object.keys(desk.counts()).sort(), [one, two].sort())
  t.match(desk.fileIndex().entries(0, 9), [{ prior: 0.5 }], 'three uses')
})

t.test('feedback that cannot be counted holds up nothing that was distilled', async t => {
  const desk = new FeedbackDesk(t)
  const id = await desk.remember()
  desk.gives([id])
  mkdirSync(join(desk.dataDir, 'state', 'feedback.json'))
  desk.answers({ memories: [memory('New')], skills: [] })
  t.match(await desk.turn('x', `As memory ${id} says.`), { added: 1, failed: 0 })
  t.same(await desk.titles(desk.scope), ['New', 'Staging port'])
  t.notOk(existsSync(`${storeLock(desk.store, 'feedback')}.lock`))
  t.notOk(existsSync(`${scopeLock(desk.store, 'work', desk.scopeFolder().key)}.lock`))
})

t.test('a file that changed after the index was made keeps its prior', async t => {
  const desk = new FeedbackDesk(t)
  const id = await desk.remember()
  desk.gives([id])
  await desk.turn('x', `As memory ${id} says.`)
  await desk.open().memories.edit(id, { content: 'It was 7070.' })
  const source = await openFileSource(desk.store, [desk.scopeFolder()])
  t.match(source.behind, [{ scope: desk.scope }])
  t.match(source.units[0]?.index().entries(0, 9), [{ id, prior: 0.25 }])
  source.close()
})

t.test('a memory that was given beside a prompt and used is found by its words too', async t => {
  const desk = new FeedbackDesk(t)
  const id = await desk.remember()
  const other = await desk.remember({ title: 'Runner', content: 'Specs run in Jest.' })
  const service = desk.open()
  const before = await service.memories.get(id)
  const asks = (text: string) =>
    appendToLedger(desk.store, 's', { type: 'prompt', at: desk.now.toISOString(), text })
  const prompt = 'why is the preview gateway unreachable?'
  asks(prompt)
  desk.gives([id, other])
  await desk.turn(prompt, 'Traefik must route it to 8080.')
  const aliases = ['why is the preview gateway unreachable']
  const after = await desk.open().memories.get(id)
  t.same({ ...after, revision: before.revision }, { ...before, aliases, uses: after.uses })
  t.same((await desk.open().memories.get(other)).aliases, [], 'what was not used')
  const again = 'the preview gateway is unreachable'
  asks(again)
  desk.gives([id])
  await desk.turn(again, 'Traefik must route it to 8080.')
  t.same((await desk.open().memories.get(id)).aliases, aliases, 'it has these words')
})
