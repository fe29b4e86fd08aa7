import { rmSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createHandler } from '../../../handlers/http/fetch.js'
import { noteLearned, type LearnedLine } from '../../../src/activity/learned.js'
import { Usage } from '../../../src/activity/usage.js'
import type { HostName } from '../../../src/hosts/profiles.js'
import { Collections } from '../../../src/memories/collections.js'
import { refreshIndexFile } from '../../../src/memories/index-upkeep.js'
import { createService } from '../../../src/service/service.js'
import type { RecallContext } from '../../../src/types.js'
import { openStore, statePath } from '../../../store/store.js'
import { GLOBAL_SCOPE } from '../../../store/types.js'
import { runHere } from '../../src/bin/run-here.js'
import { HookHost } from './host.js'

const TOPICS = ['walrus', 'heron', 'pelican', 'otter', 'badger', 'marten', 'weasel', 'lynx']
const KINDS = ['fact', 'constraint', 'procedure'] as const

/** A host with more memories than a start has room for, agent files, and something to review. */
async function fill(t: Test): Promise<HookHost> {
  const host = new HookHost(t)
  host.write({
    'AGENTS.md': `# Zoo\n\n${'The zoo is a service. '.repeat(40)}\n\n## Rules\n\n- Never feed the lynx.\n`,
    '.claude/skills/ship/SKILL.md': '---\nname: ship\ndescription: Ships.\n---\n\nPush it.\n',
  })
  for (const topic of TOPICS)
    for (const kind of KINDS) {
      const content = `The ${topic} keeps the port ${topic.length}0${kind.length}0. `.repeat(12)
      await host.remember({ kind, title: `The ${kind} of the ${topic}`, content })
    }
  const short = { title: 'Short answers', content: 'Five lines at most.', kind: 'preference' }
  await host.remember({ ...short, scope: GLOBAL_SCOPE })
  const store = openStore(join(host.store, 'svc.json'))
  const line = { key: 'global', id: 'a', title: 'A', change: 'added', session: 's', turn: 1 }
  const at = new Date().toISOString()
  await noteLearned(store, [{ ...line, at, wrote: 'x' } as LearnedLine], new Date())
  return host
}

let sessions = 0
const start = (host: HookHost, args: readonly string[]) =>
  host.context('SessionStart', { source: 'startup', session_id: `s${++sessions}` }, { args })

const scopesOf = (host: HookHost) => [{ type: 'project' as const, id: host.project }, GLOBAL_SCOPE]

/** What a service, the command and the page's endpoint say of a start, each as they print it. */
async function askAll(host: HookHost, name: HostName | undefined) {
  const service = createService({ dataDir: host.store }, { home: host.home })
  const scopes = scopesOf(host)
  const asked = { scopes, ...(name && { host: name }) }
  const handle = createHandler(service, { log: () => undefined })
  const body = JSON.stringify(asked)
  const headers = { 'content-type': 'application/json' }
  const request = new Request('http://127.0.0.1/svc/recall', { method: 'POST', body, headers })
  const surroundings = { input: '', env: host.env(), cwd: host.project }
  try {
    const page = (await (await handle(request)).json()) as RecallContext
    const flags = name === undefined ? [] : ['--host', name]
    const command = await runHere(['recall', '', ...flags], surroundings)
    return { service: (await service.memories.context(asked)).text, page: page.text, command }
  } finally {
    await service.close()
  }
}

/** Compares what a start is given with what was said of it before. Answers the text. */
async function compare(t: Test, host: HookHost, args: readonly string[], what: string) {
  const name = args[1] as HostName | undefined
  const { service, page, command } = await askAll(host, name)
  const given = await start(host, args)
  const told = `${name ?? 'no host'}, ${what}`
  t.equal(service, given, `service: ${told}`)
  t.equal(page, given, `page: ${told}`)
  t.equal(command.stdout, `${given}\n`, `svc recall '': ${told}`)
  return given
}

/** Has the index files made anew, with the uses of today. */
async function renewIndexes(host: HookHost): Promise<void> {
  const store = openStore(join(host.store, 'svc.json'))
  const collections = new Collections(store)
  for (const scope of scopesOf(host))
    await refreshIndexFile(await collections.existing(scope), { isForced: true })
}

const titlesIn = (text: string) => text.match(/^- \[.*\(/gm) ?? []

t.test('the page, the service and the command say what a start gives, to the byte', async t => {
  const calls = [
    [],
    ['--host', 'claude-code', '--tools', 'mcp'],
    ['--host', 'copilot-cli', '--tools', 'cli'],
  ]
  const host = await fill(t)
  const store = openStore(join(host.store, 'svc.json'))
  for (const args of calls) {
    await start(host, args)
    await host.untilQuiet()
  }
  const compareAll = async (what: string) => {
    const texts: string[] = []
    for (const args of calls) {
      rmSync(statePath(store, 'told.json'), { force: true })
      texts.push(await compare(t, host, args, what))
    }
    return texts
  }

  const before = await compareAll('at first')
  const [plain = '', claude = '', copilot = ''] = before
  t.match(plain, /\d+ more \(svc recall "topic", svc show ID\): .*\n<\/svc-memory>$/)
  t.match(
    claude,
    /\d+ more \(mcp__svc__recall[^]*\n\nmcp__svc__remember keeps[^]*\n<\/svc-memory>$/,
  )
  t.match(copilot, /`svc remember --by-agent --title T CONTENT` keeps/)
  t.match(copilot, /^svc: 1 memory learned since your last review: svc review\n<\/svc-memory>$/m)
  t.notMatch(claude, 'since your last review', 'the person is told')

  const uses = new Usage(store).refresh()
  for (let n = 0; n < 4; n++)
    await host.event('UserPromptSubmit', {
      prompt: 'Which port does the walrus keep, by the constraint of the walrus?',
      session_id: `of the walrus ${n}`,
    })
  t.not(new Usage(store).refresh(), uses)
  t.same((await compareAll('uses have changed')).map(titlesIn), before.map(titlesIn))
  await renewIndexes(host)
  const after = await compareAll('the index files have the uses')
  t.notSame(titlesIn(after[0] ?? ''), titlesIn(plain), 'they count')
  t.same(host.failures(), [])
})

t.test('a notice stands on the page until a start has told it', async t => {
  const host = await fill(t)
  const args = ['--host', 'copilot-cli']
  await start(host, [])
  rmSync(statePath(openStore(join(host.store, 'svc.json')), 'told.json'))
  const asked = async () => (await askAll(host, 'copilot-cli')).page
  t.match(await asked(), 'since your last review')
  t.match(await asked(), 'since your last review', 'to look is not to tell')
  t.match(await compare(t, host, args, 'a notice waits'), 'since your last review')
  t.notMatch(await compare(t, host, args, 'it was told'), 'since your last review')
})

t.test('the command says why where it is asked to, and where there is nothing', async t => {
  const host = new HookHost(t)
  const surroundings = { input: '', env: host.env(), cwd: host.project }
  const say = async (...args: string[]) => (await runHere(['recall', ...args], surroundings)).stdout
  t.match(await say(''), /^nothing in .* matches\n$/)
  await host.remember({ title: 'Rule', content: 'Stands.' })
  t.match(await say(''), /^<svc-memory>\n[^]*\n<\/svc-memory>\n$/)
  t.match(await say('', '--explain'), /^ {2}why: standing fact$/m)
})
