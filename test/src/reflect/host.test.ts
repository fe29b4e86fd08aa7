import t, { type Test } from 'tap'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { queueTurn, readEndedTurn } from '../../../src/reflect/turns.js'
import { temporaryFolder } from '../../store/fixture.js'
import { memory, ReflectDesk } from './desk.js'

/** A desk whose provider is the program of each turn's host; `claude` is one that gives an answer. */
function openDesk(t: Test) {
  const desk = new ReflectDesk(t, { provider: 'host', batchTurns: 1 })
  const programs = temporaryFolder(t)
  const program = join(programs, 'claude')
  const reply = { structured_output: { memories: [memory('From Claude')] }, is_error: false }
  const install = (script = `console.log(${JSON.stringify(JSON.stringify(reply))})`) =>
    writeFileSync(program, `#!${process.execPath}\n${script}\n`, { mode: 0o755 })
  const say = (session: string, host: string | undefined, prompt: string) => {
    const ended = { session, id: '1', number: 1, prompt, reply: 'Noted.', host }
    const turn = readEndedTurn(desk.store, ended, desk.now)
    if (turn) queueTurn(desk.store, desk.scopeFolder(), turn)
  }
  const run = async () => {
    const worker = desk.worker({}, { provider: undefined, env: { PATH: programs } })
    return worker.run(desk.scopeFolder())
  }
  return { desk, install, remove: () => rmSync(program), say, run }
}

t.test('each batch is distilled by the program of its host, or by builtin', async t => {
  const { desk, install, say, run } = openDesk(t)
  install()
  say('a', 'claude-code', 'what is this?')
  say('b', 'cursor', 'Remember: the gate of the okapi opens at nine.')
  say('c', undefined, 'Remember: the numbat house is closed on Mondays.')
  t.match(await run(), { batches: 3, failed: 0, waiting: 0 })
  const titles = (await desk.titles()).join('\n')
  t.match(titles, 'From Claude')
  t.match(titles, /okapi/)
  t.match(titles, /numbat/i)
})

t.test('a program that is missing loses nothing: the batch waits for it', async t => {
  const { desk, install, say, run } = openDesk(t)
  say('a', 'claude-code', 'what is this?')
  for (let tries = 0; tries < 7; tries++) {
    t.match(await run(), { batches: 0, failed: 0, waiting: 1 })
    desk.later(10 * 60)
  }
  t.match(desk.records(), [{ failures: 0, waitsFor: /^claude-code needs the program claude/ }])
  const { findings } = await desk.open().doctor()
  t.ok(findings.every(({ level }) => level === 'remark'))
  install()
  t.match(await run(), { batches: 1, added: 1 })
  t.same(desk.records(), [])
})

t.test('a program without a login is named, and its batch kept', async t => {
  const { desk, install, say, run } = openDesk(t)
  install(`console.log('{"is_error":true,"result":"Not logged in"}'); process.exitCode = 1`)
  say('a', 'claude-code', 'what is this?')
  for (let tries = 0; tries < 5; tries++) {
    t.match(await run(), { failed: 1 })
    desk.later(10 * 60)
  }
  t.match(desk.records(), [
    { isSetAside: true, error: /claude ended with exit code 1; .*, it may want a login$/ },
  ])
  t.match((await desk.open().status()).batches, { setAside: 1 })
  t.equal((await desk.open().status()).queuedTurns, 1)
})

t.test('a consolidation asks no program', async t => {
  const { desk } = openDesk(t)
  const service = desk.open()
  for (const title of ['Gate', 'The gate']) {
    await service.remember({ scope: desk.scope, title, content: 'The gate opens at nine.' })
  }
  const worker = desk.worker({}, { provider: undefined, env: { PATH: '/nowhere' } })
  t.match(await worker.consolidate(desk.scope), { ok: true, merged: 1 })
})
