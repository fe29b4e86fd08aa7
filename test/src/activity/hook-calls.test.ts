import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { lastHostCalls, noteHostCall } from '../../../src/activity/hook-calls.js'
import { openStore } from '../../../store/store.js'
import { HookHost } from '../../handlers/hooks/host.js'
import { temporaryFolder } from '../../store/fixture.js'

const EARLIER = new Date('2026-11-20T10:00:00.000Z')
const LATER = new Date('2026-11-21T10:00:00.000Z')

t.test('the last call of each host is known, and only that', async t => {
  const store = openStore(join(temporaryFolder(t), 'svc.json'))
  t.equal(lastHostCalls(store).size, 0)
  noteHostCall(store, 'codex', EARLIER)
  noteHostCall(store, 'droid', EARLIER)
  noteHostCall(store, 'codex', LATER)
  mkdirSync(join(store.state, 'hosts', 'folder'))
  t.same(
    lastHostCalls(store),
    new Map([
      ['codex', LATER],
      ['droid', EARLIER],
    ]),
  )
})

t.test('starts and ended turns are noted, prompts are not', async t => {
  const host = new HookHost(t)
  const calls = () => [...lastHostCalls({ state: join(host.store, 'state') }).keys()]
  const codex = { transcript_path: '/home/dev/.codex/sessions/rollout-1.jsonl' }
  await host.run('UserPromptSubmit', { prompt: 'Which host is it?', ...codex })
  t.same(calls(), [])
  await host.run('SessionStart', { source: 'startup', ...codex })
  t.same(calls(), ['codex'])
  await host.run('AfterAgent', { prompt: 'Which?', prompt_response: 'Gemini.' })
  t.same(calls(), ['codex', 'gemini-cli'])
  await host.run('SessionStart', { source: 'startup' })
  t.same(calls(), ['codex', 'gemini-cli'], 'a plain payload names no host')
  t.same(host.failures(), [])
})
