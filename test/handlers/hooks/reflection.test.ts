import t from 'tap'
import { once } from 'node:events'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chatReply, sendJson } from '../../src/provider/fixture.js'
import { GLOBAL } from '../../src/fixture.js'
import { memory, skill } from '../../src/reflect/desk.js'
import { HookHost, inTurns, listTree, until } from './host.js'
import { memories, ReflectHost, skills } from './reflect-host.js'

// They wait for workers, each of its own host.
t.jobs = 8

t.test('a preference that holds everywhere becomes a global memory', async t => {
  const answer = memories(memory('Prefers TypeScript', { kind: 'preference', scope: 'global' }))
  const host = await new ReflectHost(t).serve(t, answer)
  t.equal((await host.turn('Always TypeScript, wherever I work')).stdout, '{}')
  await host.distilled()
  const { memories: found, events } = await host.look()
  t.same(found, ['global: Prefers TypeScript'])
  t.match(events, [{ type: 'reflect', scope: host.scope(), added: 1, updated: 0 }])
  t.equal(host.seen[0]?.path, '/chat/completions')
  const asked = JSON.stringify(host.seen[0]?.body)
  t.match(asked, 'Always TypeScript, wherever I work')
  t.match(await host.context('UserPromptSubmit', { prompt: 'Prefers TypeScript?' }), 'TypeScript')
})

t.test('the same preference in a project is skipped while the global one stands', async t => {
  const host = await new ReflectHost(t).serve(t, memories(memory('prefers  typescript')))
  await host.remember({ scope: GLOBAL, title: 'Prefers TypeScript', content: 'Yes.' })
  await host.turn('TypeScript here')
  await host.distilled()
  t.same((await host.look()).memories, ['global: Prefers TypeScript'])
  t.match(JSON.stringify(host.seen[0]?.body), 'Prefers TypeScript')
})

t.test('a workflow of a project becomes a skill of the project, on disk', async t => {
  const host = await new ReflectHost(t).serve(t, skills(skill('release-shop')))
  await host.turn('This is how we release')
  await host.distilled()
  t.same((await host.look()).skills, ['project: release-shop'])
  const files = listTree(host.store).filter(path => path.endsWith('release-shop/SKILL.md'))
  t.equal(files.length, 1)
  t.match(files[0], join(host.store, 'projects'))
  t.match(readFileSync(files[0]!, 'utf8'), /^---\nname: release-shop\ndescription: .*\n---\n/)
  t.match(await host.context('SessionStart', { source: 'startup' }), 'release-shop')
})

t.test('a command for everywhere is a global skill only where it says so', async t => {
  const host = await new ReflectHost(t).serve(t, (_seen, response, count) => {
    const scope = count === 1 ? undefined : 'global'
    sendJson(response, chatReply(JSON.stringify(skills(skill(`bisect-${count}`, { scope })))))
  })
  await host.turn('git bisect finds it')
  await host.distilled()
  await host.turn('git bisect, everywhere')
  await host.distilled()
  t.same((await host.look()).skills, ['global: bisect-2', 'project: bisect-1'])
  t.ok(existsSync(join(host.store, 'global/skills/bisect-2/SKILL.md')))
})

t.test('twenty turns of four sessions at once are each distilled once', async t => {
  const host = await new ReflectHost(t).serve(t, memories(memory('One')))
  host.turns = '5'
  const all = Array.from({ length: 20 }, (_, at) => at)
  await inTurns(all, 4, async at => {
    const fields = { session_id: `session-${at % 4}` }
    const { code } = await host.turn(`Question ${at}!`, fields)
    t.equal(code, 0)
  })
  // A call that finds the scope busy leaves its batch: the next one takes it up.
  await host.untilQuiet()
  if (host.queueFiles().length > 0) await host.event('SessionStart', { source: 'startup' })
  await host.distilled()
  const sent = host.seen.map(({ body }) => JSON.stringify(body))
  for (const at of all) {
    t.equal(sent.filter(text => text.includes(`Done: Question ${at}!`)).length, 1, `${at}`)
  }
  t.equal(await host.replaySize(), 4)
  const { memories: found, events } = await host.look()
  t.same(found, ['project: One'])
  t.equal(events.length, 4)
  t.same(host.failures(), [])
})

t.test('the end of a session closes its batch', async t => {
  const host = await new ReflectHost(t).serve(t, memories(memory('Last words')))
  host.turns = '10'
  await host.turn('Remember the last words')
  t.equal(host.queueFiles().length, 1)
  await host.event('SessionEnd')
  await host.distilled()
  t.same((await host.look()).memories, ['project: Last words'])
})

t.test('an idle batch is closed by the next call, or by a running service', async t => {
  const host = await new ReflectHost(t).serve(t, memories())
  host.turns = '10'
  await host.turn('First')
  t.equal(host.queueFiles().length, 1)
  await host.event('UserPromptSubmit', { prompt: 'x' }, { env: { SVC_HOOK_BATCH_IDLE_MS: '0' } })
  await host.distilled()
  await host.turn('Second', { session_id: 'other' })
  const env = host.env()
  host.env = () => ({ ...env, SVC_HOOK_BATCH_IDLE_MS: '0' })
  const { child } = await host.resident(t)
  await until(() => host.queueFiles().length === 0)
  child.kill('SIGTERM')
  await once(child, 'close')
  t.equal(host.seen.length, 2)
})

t.test('nothing is queued or distilled where reflection is off', async t => {
  const host = await new ReflectHost(t).serve(t, memories(memory('Never')))
  const env = { SVC_HOOK_REFLECT: '0' }
  const said = { prompt: 'x', last_assistant_message: 'y' }
  await host.event('Stop', said, { env })
  await host.event('SessionEnd', {}, { env })
  await host.untilQuiet()
  t.same([host.queueFiles(), host.seen], [[], []])
  await host.remember({ title: 'By hand', content: 'x' })
  t.same((await host.look()).memories, ['project: By hand'])
})

t.test('a reply that is written after the last call of a session is waited for', async t => {
  const host = await new ReflectHost(t).serve(t, memories(memory('Late reply')))
  const path = join(host.folder, 'transcript.jsonl')
  const line = (type: string, content: unknown, more = {}) => {
    const timestamp = new Date().toISOString()
    const message = { role: type, content, ...more }
    const base = { parentUuid: null, isSidechain: false, sessionId: 'session-1', uuid: type }
    return `${JSON.stringify({ ...base, type, message, timestamp })}\n`
  }
  writeFileSync(path, line('user', 'What is late?'))
  await host.event('Stop', { prompt: 'What is late?', transcript_path: path })
  const isWaiting = () =>
    listTree(join(host.store, 'state/batches'))
      .filter(file => file.endsWith('.json'))
      .some(file => readFileSync(file, 'utf8').includes('waitsFor'))
  await until(isWaiting)
  t.equal(host.seen.length, 0)
  const content = [{ type: 'text', text: 'The very late reply' }]
  appendFileSync(path, line('assistant', content, { stop_reason: 'end_turn' }))
  await host.distilled()
  t.match(JSON.stringify(host.seen[0]?.body), 'The very late reply')
  t.same((await host.look()).memories, ['project: Late reply'])
})

const TEN = [
  'the gateway listens on port 4100',
  'prod needs two approvals',
  'Mira owns the payment service',
  'the vendored zlib is patched, do not upgrade it',
  'all dates are stored in UTC',
  'the QA account has no 2FA',
  'invoices are numbered per tenant',
  'the sandbox resets every Sunday',
  'the CDN caches 404s for ten minutes',
  'the exporter writes ISO-8859-1',
]

t.test('ten things to remember in one long prompt become ten memories', async t => {
  const host = new ReflectHost(t)
  host.env = () => ({ ...HookHost.prototype.env.call(host), SVC_HOOK_BATCH_TURNS: '1' })
  const talk = 'I looked at the logs of the last run and nothing in them told me what went wrong. '
  const lines = TEN.map((line, at) => `${talk.repeat(3)}\nremember: ${line}${at % 2 ? '.' : ''}`)
  const prompt = `${lines.join('\n')}\n\nNow fix the import error in report.py.`
  t.ok(prompt.length > 2_800 && prompt.length < 3_600, `${prompt.length}`)
  await host.event('UserPromptSubmit', { prompt })
  await host.event('Stop', { last_assistant_message: 'Fixed the import.' })
  await host.distilled()
  const { memories } = await host.look()
  const words = [
    '4100',
    'approvals',
    'Mira',
    'zlib',
    'UTC',
    '2FA',
    'tenant',
    'Sunday',
    '404s',
    'ISO',
  ]
  for (const word of words) t.ok(memories.filter(title => title.includes(word)).length === 1, word)
})

t.test('a request behind three hundred pasted lines is heard', async t => {
  const host = new ReflectHost(t)
  host.env = () => ({ ...HookHost.prototype.env.call(host), SVC_HOOK_BATCH_TURNS: '1' })
  const log = Array.from(
    { length: 300 },
    (_, at) =>
      `job ${at} was taken by worker ${at % 7} and left undone, it waits for the next round of the scheduler`,
  )
  const prompt = `why is it slow? here is the log:\n${log.join('\n')}\nremember: batches are at most 500 rows`
  t.ok(prompt.length > 20_000)
  await host.event('UserPromptSubmit', { prompt })
  await host.event('Stop', { last_assistant_message: 'It waits for the scheduler.' })
  await host.distilled()
  t.match((await host.look()).memories, [/batches are at most 500 rows/i])
})
