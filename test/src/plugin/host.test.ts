import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Agent } from '@deepseek-ai/dsh-agent'
import t, { type Test } from 'tap'
import { lastHostCalls } from '../../../src/activity/hook-calls.js'
import { openStore } from '../../../store/store.js'
import { countQueuedTurns } from '../fixture.js'
import { CordisHost, createFolder, eventually, ourRows, say } from './cordis-host.js'
import { stopIntervals, timerMs } from './timers.js'
import { startOpenAi, type ChatAnswer, type ChatRequest } from './openai.js'

const PENDING = 0
const ACTIVE = 2
const LEARNED = {
  kind: 'constraint',
  title: 'Deploys happen from the release branch only',
  content: 'Deploys happen from the release branch only, because main may be broken.',
  tags: ['deploy'],
  aliases: [],
  scope: 'project',
}
const LESSON = JSON.stringify({ memories: [LEARNED], skills: [] })
const isReflection = ({ messages }: ChatRequest) =>
  messages[0]?.content.startsWith('You keep the long-term memory') === true
const textsOf = (request: ChatRequest | undefined) => request?.messages.map(m => m.content) ?? []
const count = (text: string, part: string) => text.split(part).length - 1

interface Options {
  core?: object
  host?: object
  answer?: ChatAnswer
  /** Batches close as they do where nobody has set it. */
  isUsual?: boolean
}

/** A host with all three entries, and the requests that its model got. */
async function start(t: Test, folder: string, options: Options = {}) {
  const { answer = () => 'Done.', isUsual = false, ...config } = options
  if (!isUsual) {
    process.env.SVC_HOOK_BATCH_TURNS = '1'
    process.env.SVC_HOOK_BATCH_IDLE_MS = '1000'
  }
  const server = await startOpenAi(t, answer)
  const host = await CordisHost.startWithAgents(t, ourRows(folder, config), server.url)
  const asked = () => server.requests.filter(request => !isReflection(request))
  const reflected = () => server.requests.filter(isReflection)
  const queued = async () => (await host.svc.status()).queuedTurns
  return { host, asked, reflected, queued, work: join(folder, 'work') }
}

const fillWork = (folder: string) => {
  const skill = join(folder, 'work/.claude/skills/release')
  mkdirSync(skill, { recursive: true })
  writeFileSync(join(folder, 'work/AGENTS.md'), 'Use pnpm, never npm. {{model}} {{ }} stay.\n')
  const front = '---\nname: release\ndescription: Use when a release goes out.\n---\n'
  writeFileSync(join(skill, 'SKILL.md'), `${front}Steps.\n`)
}

t.test('what stands at the start and what a prompt brings reach the request, once', async t => {
  const folder = createFolder(t)
  fillWork(folder)
  const { host, asked, work } = await start(t, folder)
  t.same(
    ['svc', 'svc-host', 'svc-web'].map(id => host.stateOf(id)),
    [ACTIVE, ACTIVE, ACTIVE],
  )
  const scope = { type: 'project', id: work } as const
  const agent = await host.openSession('one', work)
  await say(agent, 'Hello.')
  const first = textsOf(asked()[0])
  const [snapshot = ''] = first.filter(text => text.includes('<svc-memory'))
  t.match(snapshot, 'Current runtime context.')
  t.match(snapshot, 'Use pnpm, never npm. {{model}} {{ }} stay.', 'no reference to a variable')
  t.match(snapshot, 'release', 'the skill catalog')

  await host.svc.remember({ scope, title: 'Staging', content: 'Staging listens on port 8080.' })
  await say(agent, 'On which port does the staging server listen?')
  const second = textsOf(asked()[1])
  const at = second.findIndex(text => text.includes('Staging listens on port 8080.'))
  t.equal(second[at - 1], 'On which port does the staging server listen?', 'right after the prompt')
  t.match(second[at], /^<svc-memory/)
  await say(agent, 'And on which port does the staging server listen now?')
  const all = textsOf(asked()[2]).join('\n')
  t.equal(count(all, 'Staging listens on port 8080.'), 1, 'nothing twice')
  t.equal(count(all, 'Use pnpm, never npm.'), 1)
  const { items } = await host.svc.memories.list({ scope, text: 'staging' })
  t.equal(items[0]?.uses, 1)
})

t.test('a session that comes later starts with what was learned since', async t => {
  const folder = createFolder(t)
  const { host, asked, work } = await start(t, folder)
  const global = { type: 'global', id: null } as const
  await host.svc.remember({ scope: global, title: 'Tabs', content: 'Indent with tabs.' })
  await say(await host.openSession('one', work), 'Hello.')
  await host.svc.remember({ scope: global, title: 'Quotes', content: 'Single quotes.' })
  await say(await host.openSession('two', work), 'Hello.')
  const [one, two] = asked().map(request => textsOf(request).join('\n'))
  t.match(one, 'Indent with tabs.')
  t.notMatch(one, 'Single quotes.')
  t.match(two, /Indent with tabs.[^]*Single quotes.|Single quotes.[^]*Indent with tabs./)
})

t.test('a context that was cleared is given anew what stands at the start', async t => {
  const folder = createFolder(t)
  const { host, asked, work } = await start(t, folder)
  const global = { type: 'global', id: null } as const
  await host.svc.remember({ scope: global, title: 'Tabs', content: 'Indent with tabs.' })
  const agent = await host.openSession('one', work)
  await say(agent, 'Hello.')
  await host.svc.remember({ scope: global, title: 'Quotes', content: 'Single quotes.' })
  await say(agent, 'Hello again.')
  t.notMatch(textsOf(asked()[1]).join('\n'), 'Single quotes.', 'one session, one text')
  await host.ctx.parallel('agent/session-start', { agent, source: 'clear' })
  await say(agent, 'And again.')
  t.match(textsOf(asked()[2]).join('\n'), 'Single quotes.')
})

t.test("only a completed turn of a person is learned from, by the host's own model", async t => {
  const folder = createFolder(t)
  let fails = false
  const answer: ChatAnswer = request => {
    if (isReflection(request)) return LESSON
    if (fails) throw new Error('failed')
    return 'The release branch it is. Secret of nobody.'
  }
  const options = { answer, host: { provider: 'host' } }
  const { host, reflected, queued, work } = await start(t, folder, options)
  const scope = { type: 'project', id: work } as const
  const agent = await host.openSession('one', work)
  t.match(await host.svc.status(), { provider: 'host' })

  fails = true
  await say(agent, 'Deploy from main, which failed.')
  t.match(lastEnd(agent), { kind: 'error' })
  await breakOff(agent, 'Deploy from main, broken off.')
  t.match(lastEnd(agent), { kind: 'aborted' })
  fails = false
  const subagent = await host.openSession('sub', work, { origin: 'subagent', delegationDepth: 1 })
  await say(subagent, 'Deploy from main, says an agent.')
  await say(agent, 'We always deploy from the release branch, never from main.')

  await eventually(async () => (await host.svc.memories.list({ scope })).total > 0)
  t.match((await host.svc.memories.list({ scope })).items, [{ title: LEARNED.title }])
  t.equal(reflected().length, 1)
  t.equal(reflected()[0]?.model, 'fake-1')
  const question = textsOf(reflected()[0]).join('\n')
  t.match(question, 'never from main')
  t.match(question, 'The release branch it is.')
  t.notMatch(question, /which failed|broken off|says an agent/)
  await eventually(async () => (await queued()) === 0)
  const { spend } = await host.svc.status()
  t.match(spend, { inputTokens: 900, outputTokens: 40 }, 'what it cost is counted')
})

t.test('without a word about it the rules learn, and no model is asked', async t => {
  const folder = createFolder(t)
  const { host, reflected, work } = await start(t, folder)
  const scope = { type: 'project', id: work } as const
  await say(await host.openSession('one', work), 'Remember: we never deploy on Fridays.')
  await eventually(async () => (await host.svc.memories.list({ scope })).total > 0)
  t.match((await host.svc.memories.list({ scope })).items, [{ content: /Fridays/ }])
  t.equal(reflected().length, 0)
})

t.test('another name is a service of the host, with the model that is named', async t => {
  const folder = createFolder(t)
  const answer: ChatAnswer = request => (isReflection(request) ? LESSON : 'Fine.')
  const core = { provider: 'fake', model: 'fake-2' }
  const { host, reflected, work } = await start(t, folder, { answer, core })
  await say(await host.openSession('one', work), 'We deploy from the release branch.')
  await eventually(async () => reflected().length > 0)
  t.equal(reflected()[0]?.model, 'fake-2')
})

t.test('reflect: false queues nothing, and recalls all the same', async t => {
  const folder = createFolder(t)
  fillWork(folder)
  for (const part of ['core', 'host'] as const) {
    const { host, asked, queued, work } = await start(t, folder, { [part]: { reflect: false } })
    await say(await host.openSession('one', work), 'Remember: we never deploy on Fridays.')
    t.match(textsOf(asked()[0]).join('\n'), 'Use pnpm, never npm.')
    t.equal(await queued(), 0)
    await host.stop()
  }
})

t.test('workspaceImport: false imports nothing', async t => {
  const folder = createFolder(t)
  fillWork(folder)
  const { host, asked, work } = await start(t, folder, { host: { workspaceImport: false } })
  await say(await host.openSession('one', work), 'Hello.')
  t.notMatch(textsOf(asked()[0]).join('\n'), 'Use pnpm')
})

t.test('disabling the core entry stops the other two, and they come back with it', async t => {
  const folder = createFolder(t)
  fillWork(folder)
  const { host, asked, queued, work } = await start(t, folder, { core: { provider: 'host' } })
  const states = () => ['svc-host', 'svc-web'].map(id => host.stateOf(id))
  await host.setDisabled('svc', true)
  t.same(states(), [PENDING, PENDING])
  await say(await host.openSession('one', work), 'Hello.')
  t.notMatch(textsOf(asked()[0]).join('\n'), 'svc-memory')
  await host.setDisabled('svc', false)
  t.same(states(), [ACTIVE, ACTIVE])
  await say(await host.openSession('two', work), 'Hello again.')
  t.match(textsOf(asked()[1]).join('\n'), 'Use pnpm, never npm.')

  await host.setDisabled('svc-host', true)
  const before = await queued()
  await say(await host.openSession('three', work), 'Hello once more.')
  t.notMatch(textsOf(asked()[2]).join('\n'), 'svc-memory')
  t.equal(await queued(), before, 'nothing is queued either')
  t.equal(host.stateOf('svc'), ACTIVE)
})

for (const provider of ['builtin', 'host']) {
  t.test(`a host that stops right after a turn loses nothing: ${provider}`, async t => {
    const folder = createFolder(t)
    const answer: ChatAnswer = request => (isReflection(request) ? LESSON : 'Noted.')
    const options = { answer, isUsual: true, host: { provider } }
    const { host, reflected, work } = await start(t, folder, options)
    const agent = await host.openSession('one', work)
    const store = openStore(join(folder, 'store/svc.json'))
    let queued = 0
    host.ctx.on('session/event', (_, { type }) => {
      if (type === 'turn/end') queued = countQueuedTurns(store)
    })
    await say(agent, 'Remember: we deploy from the release branch only.')
    t.equal(queued, 1, 'it is on the disk before the host goes on')
    await host.stop()
    t.equal(reflected().length, 0, 'its batch was open')

    t.teardown(stopIntervals())
    const next = await start(t, folder, options)
    const scope = { type: 'project', id: work } as const
    await eventually(async () => (await next.host.svc.memories.list({ scope })).total > 0)
    t.pass('as soon as it can be, not when a timer fires')
    t.match((await next.host.svc.memories.list({ scope })).items, [
      { content: /release branch only/ },
    ])
    t.equal(next.reflected().length, provider === 'host' ? 1 : 0)
  })
}

t.test('what is nearly distilled when the host stops comes to its end', async t => {
  const folder = createFolder(t)
  let finish = () => {}
  const finished = new Promise<void>(resolve => (finish = resolve))
  const answer: ChatAnswer = request =>
    isReflection(request) ? finished.then(() => LESSON) : 'Fine.'
  const { host, reflected, work } = await start(t, folder, { answer, host: { provider: 'host' } })
  await say(await host.openSession('one', work), 'We deploy from the release branch only.')
  await eventually(() => reflected().length > 0)
  const stopped = host.stop()
  finish()
  await stopped
  t.equal(countQueuedTurns(openStore(join(folder, 'store/svc.json'))), 0)
})

t.test('a host that stops during a slow reflection loses nothing', async t => {
  const folder = createFolder(t)
  let isSlow = true
  const forever = new Promise<string>(() => undefined)
  const answer: ChatAnswer = request => {
    if (!isReflection(request)) return 'Fine.'
    return isSlow ? forever : LESSON
  }
  const options = { answer, host: { provider: 'host' } }
  const { host, reflected, work } = await start(t, folder, options)
  await say(await host.openSession('one', work), 'We deploy from the release branch only.')
  await eventually(async () => reflected().length > 0)
  t.ok((await timerMs(() => host.stop())) < 4_500, 'within the time that a host gives')

  isSlow = false
  const next = await start(t, folder, options)
  const scope = { type: 'project', id: work } as const
  t.equal(await next.queued(), 1)
  await eventually(async () => (await next.host.svc.memories.list({ scope })).total > 0)
  t.match((await next.host.svc.memories.list({ scope })).items, [{ title: LEARNED.title }])
  await eventually(async () => (await next.queued()) === 0)
  t.match((await next.host.svc.doctor()).findings, [], 'and it was no failure')
})

t.test('a model that pays no heed to anybody cannot hold up the end of the host', async t => {
  const folder = createFolder(t)
  const { host, reflected, work } = await start(t, folder, { core: { provider: 'deaf' } })
  let asked = false
  const deaf = async function* () {
    asked = true
    await new Promise(() => undefined)
    yield { type: 'finish', reason: { kind: 'stop' } } as const
  }
  const { LlmAdapter } = await import('@deepseek-ai/dsh-llm')
  class Deaf extends LlmAdapter {
    override stream = deaf
    override listModels = async (provider: string) => [{ provider, id: 'deaf-1', name: 'Deaf' }]
  }
  host.ctx.inject(['llm'], inner => void inner.llm.registerAdapter(['deaf'], new Deaf()))
  await say(await host.openSession('one', work), 'We deploy from the release branch only.')
  await eventually(async () => asked)
  t.ok((await timerMs(() => host.stop())) < 4_500)
  t.equal(reflected().length, 0)
  const next = await start(t, folder, { core: { reflect: false } })
  t.equal(await next.queued(), 1)
})

t.test('agent files that the host loads itself are not given again', async t => {
  const folder = createFolder(t)
  fillWork(folder)
  const { host, asked, work } = await start(t, folder)
  const loader = { id: 'agent-instructions', name: '@deepseek-ai/dsh-agent-instructions' }
  await host.loader.create(loader).catch(() => undefined)
  await say(await host.openSession('one', work), 'Hello.')
  const text = textsOf(asked()[0]).join('\n')
  t.notMatch(text, 'Use pnpm')
  t.match(text, 'release', 'the rest is')
  const calls = lastHostCalls(openStore(join(folder, 'store/svc.json')))
  t.same([...calls.keys()], ['dsh'], 'for svc doctor')
})

function lastEnd(agent: Agent): unknown {
  const end = agent.session.events.findLast(({ type }) => type === 'turn/end')
  return (end?.data as { reason: unknown }).reason
}

/** A person says something, and breaks off what the agent begins. */
async function breakOff(agent: Agent, text: string): Promise<void> {
  const saying = say(agent, text)
  agent.cancel({ kind: 'user' })
  await saying
}
