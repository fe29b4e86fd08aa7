import t from 'tap'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { noteLearned, type LearnedLine } from '../../../src/activity/learned.js'
import { openStore, statePath } from '../../../store/store.js'
import { createService } from '../../../src/service/service.js'
import { chatReply, sendJson } from '../../src/provider/fixture.js'
import { contextOf, HookHost } from './host.js'
import { memories, ReflectHost } from './reflect-host.js'

const START = { source: 'startup' }
const noticeOf = (stdout: string) =>
  stdout === '' ? undefined : (JSON.parse(stdout) as { systemMessage?: string }).systemMessage

// They wait for workers, each of its own host.
t.jobs = 8

t.test('settings that name no provider are told when a session begins, to the person', async t => {
  const host = new HookHost(t)
  await host.remember({ title: 'Releases', content: 'Monday to Thursday.' })
  const env = { SVC_PROVIDER: 'opnai' }
  const { stdout } = await host.event('SessionStart', START, { env })
  t.match(
    noticeOf(stdout),
    /^svc keeps what is said and cannot learn .*: provider: must be one of /,
  )
  t.notMatch(noticeOf(stdout), '\n')
  t.match(contextOf(stdout), 'Monday to Thursday')
  t.notMatch(contextOf(stdout), 'cannot learn')
  const others = [{ source: 'compact' }, { source: 'clear' }, { ...START, agent_id: 'a' }]
  for (const fields of others) {
    const { stdout } = await host.event('SessionStart', { ...fields, session_id: 's2' }, { env })
    t.equal(noticeOf(stdout), undefined, JSON.stringify(fields))
  }
  const prompt = await host.event('UserPromptSubmit', { prompt: 'when are releases?' }, { env })
  t.equal(noticeOf(prompt.stdout), undefined)
  for (const quiet of [{}, { ...env, SVC_HOOK_REFLECT: '0' }]) {
    const { stdout } = await host.event('SessionStart', START, { env: quiet })
    t.equal(noticeOf(stdout), undefined)
  }
  t.same(host.failures(), [])
})

t.test('each host is told where it shows it, else its model is', async t => {
  const host = new HookHost(t)
  const env = { SVC_PROVIDER: 'anthropic', ANTHROPIC_API_KEY: undefined }
  const ask = async (name: string, event = 'SessionStart') => {
    const options = { env, args: ['--host', name] }
    return (await host.event(event, { ...START, session_id: name }, options)).stdout
  }
  for (const name of ['claude-code', 'codex', 'gemini-cli', 'qwen-code', 'droid']) {
    t.same(Object.keys(JSON.parse(await ask(name)) as object), ['systemMessage'], name)
  }
  for (const name of ['copilot-cli', 'cursor', 'opencode']) {
    const stdout = await ask(name, name === 'cursor' ? 'sessionStart' : 'SessionStart')
    t.equal(noticeOf(stdout), undefined)
    t.match(
      contextOf(stdout),
      /^svc keeps what is said .* set SVC_PROVIDER_KEY or ANTHROPIC_API_KEY.*\n<\/svc-memory>$/m,
    )
  }
})

t.test('several notices are told together, that something waits for review once', async t => {
  const host = new HookHost(t)
  const store = openStore(join(host.store, 'svc.json'))
  const learned = { key: 'global', id: 'a', title: 'A', change: 'added', session: 's', turn: 1 }
  const at = new Date().toISOString()
  await noteLearned(store, [{ ...learned, at, wrote: 'x' } as LearnedLine], new Date())
  const env = { SVC_PROVIDER: 'opnai' }
  const args = ['--host', 'copilot-cli']
  const begin = async (session_id: string, options = {}) =>
    (await host.event('SessionStart', { ...START, session_id }, { env, ...options })).stdout
  t.match(noticeOf(await begin('s1')), /^svc keeps .*\nsvc: 1 memory learned since .*: svc review$/)
  t.notMatch(noticeOf(await begin('s2')), 'review', 'told today')
  rmSync(statePath(store, 'told.json'))
  t.match(contextOf(await begin('s3', { args })), /svc keeps .*\nsvc: 1 memory learned/)
})

t.test('with `host` the program of the host that begins is looked for', async t => {
  const host = new HookHost(t)
  const programs = join(host.folder, 'programs')
  mkdirSync(programs)
  writeFileSync(join(programs, 'codex'), '', { mode: 0o755 })
  const env = { SVC_PROVIDER: 'host', PATH: `${programs}:/usr/bin:/bin` }
  const ask = async (name: string) => {
    const args = ['--host', name]
    return (await host.event('SessionStart', { ...START, session_id: name }, { env, args })).stdout
  }
  t.match(noticeOf(await ask('claude-code')), /claude-code needs the program claude/)
  t.equal(noticeOf(await ask('codex')), undefined)
  t.equal(noticeOf(await ask('droid')), undefined, 'its turns are distilled by builtin')
})

t.test('a provider whose last calls failed is named, until it answers again', async t => {
  let isDown = true
  const host = new ReflectHost(t)
  await host.serve(t, (_seen, response) => {
    if (isDown) return void response.writeHead(401).end('{}')
    sendJson(response, chatReply(JSON.stringify(memories())))
  })
  const begin = async () => noticeOf((await host.event('SessionStart', START)).stdout)
  t.equal(await begin(), undefined)
  await host.turn('we use tap, wombat', { session_id: 'a' })
  await host.untilQuiet()
  t.equal(await begin(), undefined, 'one failure may be anything')
  await host.turn('we use node 20, wombat', { session_id: 'b' })
  await host.untilQuiet()
  const notice = await begin()
  t.match(notice, /the last [2-9] calls of the provider failed \(.*401.*SVC_PROVIDER_KEY.*\)/)
  t.notMatch(notice, 'wombat')
  // The worker that a start began may try a batch again.
  await host.untilQuiet()
  isDown = false
  const settings = { provider: 'openai-compatible', providerUrl: host.url, model: 'm' }
  const service = createService({ dataDir: host.store, ...settings })
  t.match(await service.learning.reflect(host.scope()), { batches: 2, failed: 0 })
  await service.close()
  t.equal(await begin(), undefined)
})
