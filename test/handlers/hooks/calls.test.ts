import t from 'tap'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openResidentHook } from '../../../src/bin/hook/resident.js'
import type { HookCallLine } from '../../../src/activity/hook-calls.js'
import { readLog } from '../../../store/files/log.js'
import { hookCallLog, openStore } from '../../../store/store.js'
import { HookHost, PATIENT } from './host.js'

const QUESTION = 'When do releases leave?'

async function newHost(t: { teardown(undo: () => unknown): void }): Promise<HookHost> {
  const host = new HookHost(t)
  await host.remember({ title: 'Releases leave on Thursdays', content: 'Never on Fridays.' })
  return host
}

const callsOf = (host: HookHost) =>
  readLog<HookCallLine>(hookCallLog(openStore(join(host.store, 'svc.json'))), 100).reverse()

t.test('a hook call that did something leaves how long it took and what it gave', async t => {
  const host = await newHost(t)
  const slow = join(host.folder, 'slow-start.cjs')
  writeFileSync(slow, 'process.uptime = () => 5')
  const env = { NODE_OPTIONS: `${PATIENT} --require "${slow}"` }
  const how = { args: ['--host', 'claude-code'], env }
  const start = await host.event('SessionStart', { source: 'startup' }, how)
  const talk = { session_id: 'session-2' }
  await host.event('UserPromptSubmit', { prompt: QUESTION, ...talk }, how)
  await host.event('UserPromptSubmit', { prompt: QUESTION, ...talk }, how)
  await host.event('Stop', { last_assistant_message: 'On Thursdays.', ...talk }, how)
  await host.event('SessionEnd', { reason: 'other', ...talk }, how)
  await host.event('PreToolUse', {}, how)
  await host.event('UserPromptSubmit', { prompt: '<task-notification>x</task-notification>' }, {})
  const given = JSON.parse(start.stdout) as { hookSpecificOutput: { additionalContext: string } }
  const chars = given.hookSpecificOutput.additionalContext.length
  const scope = { type: 'project', id: host.project } as const
  const calls = callsOf(host)
  t.match(calls, [
    { event: 'SessionStart', host: 'claude-code', scope, full: 1, chars },
    { event: 'UserPromptSubmit', full: 1 },
    { event: 'UserPromptSubmit', full: 0, chars: 0 },
    { event: 'Stop', full: 0, chars: 0 },
    { event: 'SessionEnd' },
  ])
  t.notOk('titles' in calls[0]!)
  t.equal(calls.length, 5, 'what had nothing to do is not there')
  for (const { ms } of calls) t.equal(ms, 5_000, 'from the start of the process')
})

t.test('in a process that stays it is the time of the call', async t => {
  const host = await newHost(t)
  const before = { ...process.env }
  Object.assign(process.env, host.env())
  const uptime = process.uptime.bind(process)
  process.uptime = () => 5
  t.teardown(() => {
    process.uptime = uptime
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
    Object.assign(process.env, before)
  })
  const hook = openResidentHook({ args: ['--host', 'opencode'], start: async () => undefined })
  await hook.warm(host.project)
  await hook.answer({ ...host.base(), hook_event_name: 'UserPromptSubmit', prompt: QUESTION })
  await hook.close()
  const [call, ...more] = callsOf(host)
  t.same(more, [], 'what warms up is nobody’s call')
  t.match(call, { event: 'UserPromptSubmit', host: 'opencode', full: 1 })
  t.equal(call?.ms, 0, 'what the process has lived before does not count')
})

t.test('a log that cannot be written spoils no answer', async t => {
  const host = await newHost(t)
  const folder = join(host.store, 'state', 'calls')
  rmSync(folder, { recursive: true, force: true })
  writeFileSync(folder, 'in the way')
  const { stdout } = await host.event('UserPromptSubmit', { prompt: QUESTION })
  t.match(stdout, 'Thursdays')
  t.equal(host.failures().length, 1)
  t.ok(readdirSync(join(host.store, 'state', 'sessions')).length > 0)
})
