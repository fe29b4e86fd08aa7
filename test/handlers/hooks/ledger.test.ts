import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import t, { type Test } from 'tap'
import { openHookContext, type GivenCall } from '../../../handlers/hooks/context.js'
import { savingNotes } from '../../../handlers/hooks/ledger.js'
import { parseHookCall } from '../../../handlers/hooks/protocol.js'
import { createConfig } from '../../../src/config.js'
import { openStore } from '../../../store/store.js'
import { HookDesk } from './desk.js'

const PROMPT = { prompt: 'When do releases leave?', prompt_id: 'p1' }

/** The names of the ledgers that are written to from now on, one for each write. */
function watchAppends(t: Test): { take(): string[] } {
  const { openSync, writeSync } = fs
  const ledgers = new Map<number, string>()
  const seen: string[] = []
  t.teardown(() => {
    Object.assign(fs, { openSync, writeSync })
    syncBuiltinESMExports()
  })
  const open = (...given: Parameters<typeof openSync>) => {
    const file = openSync(...given)
    ledgers.delete(file)
    if (/\/state\/sessions\/.*\.jsonl$/.test(String(given[0]))) ledgers.set(file, String(given[0]))
    return file
  }
  const write = (file: number, ...given: unknown[]) => {
    const path = ledgers.get(file)
    if (path !== undefined) seen.push(path)
    return (writeSync as (file: number, ...given: unknown[]) => number)(file, ...given)
  }
  Object.assign(fs, { openSync: open, writeSync: write })
  syncBuiltinESMExports()
  return { take: () => seen.splice(0) }
}

t.test('a call appends to the ledger of its session once', async t => {
  const desk = new HookDesk(t)
  await desk.remember({ title: 'Releases leave on Thursdays', content: 'Never on Fridays.' })
  desk.now = new Date(Date.now() + 1_000)
  const appends = watchAppends(t)
  const calls: [string, Record<string, unknown>][] = [
    ['SessionStart', { source: 'startup' }],
    ['SessionStart', { source: 'compact' }],
    ['UserPromptSubmit', { ...PROMPT, session_id: 'session-2' }],
    ['Stop', { last_assistant_message: 'On Thursdays.', prompt_id: 'p1', session_id: 'session-2' }],
    ['SessionEnd', { session_id: 'session-2' }],
  ]
  for (const [event, fields] of calls) {
    await desk.ask(event, fields)
    t.equal(appends.take().length, 1, `${event} ${JSON.stringify(fields)}`)
  }
  const types = desk.ledger().map(({ type }) => String(type))
  const talk = ['session', 'prompt', 'given', 'turn', 'end']
  t.same(types.sort(), [...talk, 'session', 'given', 'reset', 'given'].sort())
})

t.test('what a call has noted stays where it fails, and where the host goes on', async t => {
  const desk = new HookDesk(t)
  const call = parseHookCall({ ...desk.base(), hook_event_name: 'UserPromptSubmit' }, {})!
  const config = createConfig({ given: { dataDir: desk.store } })
  const store = openStore(config.databasePath)
  const { home, now } = desk
  const ignore = () => undefined
  const open = (more: Partial<GivenCall> = {}) =>
    openHookContext({ call, config, store, home, now, later: ignore, note: ignore, ...more })
  const textsOf = () => desk.ledger().flatMap(({ text }) => text ?? [])

  const failing = savingNotes(async ({ notes }) => {
    notes.push({ type: 'prompt', at: '', text: 'one' })
    throw new Error('broken')
  })
  await t.rejects(failing(await open()), { message: 'broken' })
  t.same(textsOf(), ['one'])

  let goOn: (text: string) => void = ignore
  const hanging = savingNotes(async ({ notes }) => {
    notes.push({ type: 'prompt', at: '', text: 'two' })
    return new Promise(resolve => (goOn = resolve))
  })
  const ending = new AbortController()
  const running = hanging(await open({ signal: ending.signal }))
  ending.abort()
  t.same(textsOf(), ['one', 'two'], 'in a process that stays')
  goOn('')
  t.equal(await running, '')
  t.same(textsOf(), ['one', 'two'], 'and not again when it ends')
})
