import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { appendToLedger } from '../../../src/activity/sessions.js'
import { readLearned } from '../../../src/activity/learned.js'
import { foldUsage } from '../../../src/activity/usage.js'
import { listParts, packBefore, readPart } from '../../../src/past/parts.js'
import { refreshPast } from '../../../src/past/segments.js'
import { queueTurn, readEndedTurn } from '../../../src/reflect/turns.js'
import { withWorkLock } from '../../../store/locks.js'
import { statePath } from '../../../store/store.js'
import { GLOBAL } from '../fixture.js'
import { memory, ReflectDesk } from '../reflect/desk.js'

const DAY_MS = 24 * 60 * 60 * 1000

/** Everything on the disk below a folder, as one text; packed parts as they unpack. */
function textBelow(desk: ReflectDesk): string {
  const { state } = desk.store
  const names = readdirSync(state, { recursive: true, encoding: 'utf8' })
  const paths = names.map(name => join(state, name)).filter(path => statSync(path).isFile())
  const parts = [desk.scopeFolder().key, 'global'].flatMap(key => listParts(desk.store, key))
  const turns = parts.flatMap(part => readPart(part))
  return paths.map(path => readFileSync(path, 'latin1')).join('\n') + JSON.stringify(turns)
}

/** A store in which turns of a session that says `gone` are kept, packed, indexed, queued and noted. */
async function makeDesk(t: Test): Promise<ReflectDesk> {
  const desk = new ReflectDesk(t, { batchTurns: 2 })
  const say = (session: string, number: number, scope = desk.scope) => {
    const words = session === 's-gone' ? `quokka${number}` : `wombat${number}`
    const { now: at } = desk
    appendToLedger(desk.store, session, { type: 'prompt', at: at.toISOString(), text: words })
    const ended = { session, id: `${number}`, number, prompt: words, reply: `${words} it is` }
    queueTurn(desk.store, desk.scopeFolder(scope), readEndedTurn(desk.store, ended, at)!)
  }
  for (const session of ['s-gone', 's-kept']) for (const number of [1, 2]) say(session, number)
  await desk.worker().run(desk.scopeFolder())
  packBefore(desk.store, desk.scopeFolder().key, '2026-11-21')
  await foldUsage(desk.store, Date.now() + 2 * DAY_MS)
  for (const session of ['s-gone', 's-kept']) say(session, 3)
  say('s-gone', 4, GLOBAL)
  await desk.worker().reflect(desk.scopeFolder(GLOBAL), { isForced: true })
  await refreshPast(desk.store)
  return desk
}

t.test('of a session that is forgotten no word is left, and none comes back', async t => {
  const desk = await makeDesk(t)
  const before = textBelow(desk)
  for (const word of ['quokka1', 'quokka3', 'quokka4', 'wombat1', 'wombat3']) t.match(before, word)
  t.match(await desk.open().past.forget('s-gone'), { session: 's-gone', turns: 3, queued: 1 })
  const after = textBelow(desk)
  t.notMatch(after, /quokka/)
  for (const word of ['wombat1', 'wombat3']) t.match(after, word)
  t.match(await desk.open().past.forget('s-gone'), { turns: 0, queued: 0 }, 'again')
  desk.queue(2, 's-gone')
  t.match(await desk.worker().run(desk.scopeFolder()), { batches: 1, failed: 0 })
  t.notMatch(textBelow(desk).replace(/"session":"s-gone"/g, ''), /quokka/)
  const kept = listParts(desk.store, desk.scopeFolder().key).flatMap(part => readPart(part))
  t.notOk(kept.some(({ session }) => session === 's-gone'))
})

t.test('what fails leaves the rest forgotten, and repeating goes on', async t => {
  const desk = await makeDesk(t)
  const { key } = desk.scopeFolder()
  const service = desk.open()
  const damaged = statePath(desk.store, 'past', key, '2026-11-10.1.jsonl.gz')
  writeFileSync(damaged, 'no gzip')
  await t.rejects(service.past.forget('s-gone'), { code: 'STORE_CORRUPT', message: /2026-11-10/ })
  rmSync(damaged)
  t.notMatch(textBelow(desk), /quokka/, 'all else is gone')
  t.match(await service.past.forget('s-gone'), { turns: 0 })
})

t.test('a scope that is worked on is told of, and the others are done', async t => {
  const desk = await makeDesk(t)
  const folder = desk.scopeFolder()
  const service = desk.open()
  await withWorkLock({ store: desk.store, folder }, async () => {
    await t.rejects(service.past.forget('s-gone'), { code: 'SCOPE_BUSY' })
  })
  t.match(textBelow(desk), 'quokka1')
  t.notMatch(textBelow(desk), 'quokka4')
  t.match(await service.past.forget('s-gone'), { turns: 2, queued: 1 })
  t.notMatch(textBelow(desk), /quokka/)
  await t.rejects(service.past.forget(' '), { code: 'INVALID_REQUEST' })
})

t.test('the words that a memory came from go, and so does what its agents were told', async t => {
  const desk = new ReflectDesk(t, { batchTurns: 2 })
  desk.answers({ memories: [memory('Rule', { said: 'Question 1 wombat' })], skills: [] })
  desk.queue(2, 's-gone')
  await desk.worker().run(desk.scopeFolder())
  const at = desk.now.toISOString()
  for (const name of ['s-gone agent-1', 's-gone-too'])
    appendToLedger(
      desk.store,
      name,
      { type: 'prompt', at, text: `numbat of ${name}` },
      { scope: desk.scope, isAgent: true },
    )
  t.match(textBelow(desk), /"said":"Question 1 wombat"/)
  await desk.open().past.forget('s-gone')
  t.notMatch(textBelow(desk), /Question 1 wombat|numbat of s-gone agent/)
  t.match(textBelow(desk), 'numbat of s-gone-too')
  t.equal((await desk.memories(desk.scope)).length, 1, 'the memory stays')
  t.match(readLearned(desk.store, desk.now).lines, [{ title: 'Rule', change: 'added' }])
})
