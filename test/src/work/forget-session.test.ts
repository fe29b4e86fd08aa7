import fs, {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join } from 'node:path'
import { constants, gunzipSync, gzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { appendToLedger, ledgerName } from '../../../src/activity/sessions.js'
import { readLearned } from '../../../src/activity/learned.js'
import { foldUsage } from '../../../src/activity/usage.js'
import { listParts, packBefore, readPart } from '../../../src/past/parts.js'
import { refreshPast } from '../../../src/past/segments.js'
import { toLine } from '../../../src/past/turns.js'
import { queueTurn, readEndedTurn } from '../../../src/reflect/turns.js'
import { putAside } from '../../../store/aside.js'
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

t.test('a session that is nowhere is told, and nothing is written', async t => {
  const desk = await makeDesk(t)
  const { store } = desk
  const noted = statePath(store, 'past', 'forgotten.jsonl')
  await t.rejects(desk.open().past.forget('no-such'), { code: 'SESSION_NOT_FOUND' })
  t.notOk(existsSync(noted))
  const service = desk.open()
  const isLeft = () => Promise.resolve(true)
  t.match(await service.past.forget('s-left', { isLeft }), { turns: 0, queued: 0 }, 'a transcript')
  await t.rejects(service.past.forget('s-other'), { code: 'SESSION_NOT_FOUND' })
  t.equal(readFileSync(noted, 'utf8').trim().split('\n').length, 1)
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

/** Sets the packed part of a desk aside as it is, as damage is, behind what `harm` makes of it. */
function setAside(desk: ReflectDesk, harm: (bytes: Buffer) => Buffer): string {
  const packed = listParts(desk.store, desk.scopeFolder().key).find(({ number }) => number > 0)!
  const turns = readPart(packed)
  const many = Array.from({ length: 40 }, (_, at) =>
    toLine({ ...turns[at % turns.length]!, turn: at }),
  )
  writeFileSync(packed.path, harm(gzipSync(many.join(''))))
  return putAside(desk.store, packed.path, desk.now)
}

t.test(
  'a folder that may not be read is told of: nobody says that its session is gone',
  async t => {
    const desk = await makeDesk(t)
    const folder = statePath(desk.store, 'past')
    const { readdirSync: list } = fs
    fs.readdirSync = ((path: string, ...more: []) => {
      if (path !== folder) return list(path, ...more)
      throw Object.assign(new Error('may not be read'), { code: 'EACCES' })
    }) as typeof list
    syncBuiltinESMExports()
    t.teardown(() => {
      fs.readdirSync = list
      syncBuiltinESMExports()
    })
    await t.rejects(desk.open().past.forget('s-gone'), { code: 'STORE_CORRUPT', message: folder })
  },
)

t.test('what somebody who was killed had begun to write goes too', async t => {
  const desk = await makeDesk(t)
  const folder = statePath(desk.store, 'past', desk.scopeFolder().key)
  const left = join(folder, '.2026-11-20.2.jsonl.gz.4711-0abc.tmp')
  writeFileSync(left, 'quokka7')
  await desk.open().past.forget('s-gone')
  t.notOk(existsSync(left))
})

t.test('what was set aside as damaged is forgotten too, as far as it can be read', async t => {
  const desk = await makeDesk(t)
  const cut = setAside(desk, bytes => bytes.subarray(0, -9))
  const read = () =>
    gunzipSync(readFileSync(cut), { finishFlush: constants.Z_SYNC_FLUSH }).toString()
  t.match(read(), /quokka/)
  const folder = dirname(cut)
  writeFileSync(join(folder, 'turn.json'), JSON.stringify({ session: 's-gone', prompt: 'quokka9' }))
  writeFileSync(join(folder, ledgerName('s-gone')), 'quokka8')
  t.strictSame(await desk.open().past.forget('s-gone'), { session: 's-gone', turns: 1, queued: 1 })
  t.notMatch(read(), /quokka/)
  t.match(read(), /wombat/, 'what is of others stays')
  t.notMatch(textBelow(desk), /quokka/)
})

t.test('what was set aside and cannot be read is named', async t => {
  const desk = await makeDesk(t)
  const garbled = setAside(desk, bytes => bytes.fill(0x55, 30, 60))
  t.match(await desk.open().past.forget('s-gone'), { turns: 1, queued: 1, unreached: [garbled] })
})

t.test('an older svc told of agents in the journal: their lines go with their session', async t => {
  const desk = await makeDesk(t)
  const at = desk.now.toISOString()
  const entryOf = (id: string) => {
    const lines = [
      { type: 'session', at, id, isAgent: true },
      { type: 'prompt', at, text: `numbat of ${id}` },
    ]
    return JSON.stringify({ ledger: ledgerName(id), stamp: '1', lines }) + '\n'
  }
  mkdirSync(statePath(desk.store, 'journal'), { recursive: true })
  writeFileSync(
    statePath(desk.store, 'journal', '2026-11-19.jsonl'),
    ['s-gone agent-1', 's-gone-too agent-1', 's-kept'].map(entryOf).join(''),
  )
  await desk.open().past.forget('s-gone')
  t.notMatch(textBelow(desk), 'numbat of s-gone agent-1')
  for (const id of ['s-gone-too agent-1', 's-kept']) t.match(textBelow(desk), `numbat of ${id}`)
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
