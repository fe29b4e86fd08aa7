import t, { type Test } from 'tap'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Memory } from '../../../store/types.js'
import { withLock } from '../../../store/files/lock.js'
import { listSpool } from '../../../store/files/spool.js'
import { listScopes } from '../../../store/projects/projects.js'
import { openStore, replaySpool, storeLock } from '../../../store/store.js'
import { appendToLedger } from '../../../src/activity/sessions.js'
import { noteForgotten } from '../../../src/past/forget.js'
import { planTranscripts } from '../../../src/backfill/plan.js'
import { learnFromTranscripts } from '../../../src/backfill/transcripts.js'
import { createConfig } from '../../../src/config.js'
import { readPart, listParts, listPastKeys } from '../../../src/past/parts.js'
import type { PastTurn } from '../../../src/past/turns.js'
import type { Review, ReviewOutcome } from '../../../src/types.js'
import { HOOK } from '../../built.mjs'
import { Shell } from '../bin/shell.js'
import { makeSession, MADE_HOSTS, type MadeHost, type MadeTurn } from './home.js'

const LEARN = ['learn', '--from', 'transcripts']

/** Every file below a folder with what it holds, by path. */
function contents(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {}
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = paths.map(path => join(folder, path)).filter(path => statSync(path).isFile())
  return Object.fromEntries(
    files.map(path => [relative(folder, path), readFileSync(path, 'latin1')]),
  )
}

/** What a store holds but for marks of a look at it. */
function withoutLooks(all: Record<string, string>): Record<string, string> {
  const isLook = (path: string) => /^state\/(?:locks|looks|index)\b|\.looked$/.test(path)
  return Object.fromEntries(Object.entries(all).filter(([path]) => !isLook(path)))
}

function pastTurns(shell: Shell): PastTurn[] {
  const store = openStore(join(shell.store, 'svc.json'))
  return listPastKeys(store).flatMap(key => listParts(store, key).flatMap(part => readPart(part)))
}

async function listed(shell: Shell): Promise<Memory[]> {
  const { items } = await shell.ask<{ items: Memory[] }>(['list', '--limit', '200'])
  return items
}

/** A session of the shell's project, by default of Claude Code, with one turn each. */
function say(
  shell: Shell,
  at: string,
  prompts: readonly string[],
  more: { host?: MadeHost; cwd?: string; name?: string } = {},
) {
  const { host = 'claude-code', cwd = shell.project, name } = more
  const turns = prompts.map((prompt): MadeTurn => ({ prompt, reply: 'Done.' }))
  return makeSession(shell.home, {
    ...{ host, cwd, at: new Date(at), turns },
    ...(name !== undefined && { name }),
  })
}

/** The answer of the built hook program to an event of Claude Code. */
function callHook(shell: Shell, hook_event_name: string, more: object): string {
  const input = JSON.stringify({ cwd: shell.project, session_id: 's1', hook_event_name, ...more })
  return execFileSync(process.execPath, [HOOK], { input, env: shell.env(), encoding: 'utf8' })
}

const RULES = [
  'From now on always use pnpm for packages in this project, never npm.',
  'Remember that the staging database listens on port 6543.',
  'We always write migrations as plain SQL files, never in an ORM.',
  'Never push to the branch release without a green pipeline.',
  'Remember: the nightly import runs at 03:40 UTC.',
  'From now on commit messages are written in the imperative mood.',
]

/** A home with a session of each host, each with a rule of its own. */
function fill(shell: Shell): void {
  for (const [at, host] of MADE_HOSTS.entries())
    say(shell, `2026-0${at + 1}-10T10:00:00Z`, [RULES[at]!, 'thanks, go on'], { host })
}

t.test('says what there is, and writes nothing before somebody agrees', async t => {
  const shell = new Shell(t)
  fill(shell)
  say(shell, '2026-03-01T10:00:00Z', ['hi'], { cwd: join(shell.folder, 'gone') })
  const before = contents(shell.folder)
  const { stdout, code } = await shell.run([...LEARN, '--dry-run'])
  t.equal(code, 0)
  t.match(stdout, `${MADE_HOSTS.length + 1} sessions of 2 projects: `)
  for (const host of MADE_HOSTS) t.match(stdout, host)
  t.match(stdout, `${shell.project}\n`)
  t.match(stdout, 'gone (is gone)')
  t.match(stdout, 'Nothing leaves this machine')
  const refused = await shell.run(LEARN)
  t.equal(refused.code, 2)
  t.match(refused.stderr, '--yes does it')
  t.same(contents(shell.folder), before)
  const plan = await shell.ask([...LEARN, '--dry-run', '--host', 'codex', '--since', '2026-01-01'])
  t.equal(plan.sessions, 1)
  const one = await shell.ask([...LEARN, '--dry-run', '--project', join(shell.folder, 'gone')])
  t.equal(one.sessions, 1)
  t.equal((await shell.ask([...LEARN, '--dry-run', '--since', '2026-06-01'])).sessions, 1)
  t.equal((await shell.run([...LEARN, '--dry-run', '--since', 'x'])).code, 2)
  t.equal((await shell.run(['learn', '--from', 'dreams'])).code, 2)
})

t.test('a session is given what was accepted of old ones; again it changes nothing', async t => {
  const shell = new Shell(t)
  fill(shell)
  writeFileSync(join(shell.project, 'AGENTS.md'), '# Layout\n\nThe parser lives in lib/parse.\n')
  const { stderr } = await shell.run([...LEARN, '--yes'])
  t.match(stderr, '100 %')
  const words = ['pnpm', '6543', 'SQL', 'release', '03:40', 'imperative']
  const first = callHook(shell, 'SessionStart', { source: 'startup' })
  t.match(first, 'lib/parse', "the project's own file is given")
  for (const word of words) {
    t.notMatch(first, word, 'not before somebody accepted it')
    t.notMatch(await shell.say(['recall', word]), word)
  }
  const { items } = await shell.ask<Review>(['review'])
  t.equal(items.length, MADE_HOSTS.length, 'all of it is for review')
  for (const { words, memory } of items) t.equal(words[0]?.at, memory.createdAt, 'said then')
  t.match(await shell.run(['review']), { stderr: 'accept ID...|transcripts|all' })
  const memories = await listed(shell)
  const pnpm = memories.find(({ content }) => content.includes('pnpm'))
  t.equal(pnpm?.createdAt, '2026-01-10T10:01:00.000Z', 'as old as its words')
  t.equal(pnpm?.updatedAt, '2026-01-10T10:01:00.000Z')
  t.equal(pastTurns(shell).length, 2 * MADE_HOSTS.length)
  const store = withoutLooks(contents(shell.store))
  t.match((await shell.run([...LEARN, '--yes'])).stdout, 'no session to learn from')
  t.same(withoutLooks(contents(shell.store)), store)
  const refused = memories.find(({ content }) => content.includes('6543'))
  await shell.say(['review', 'undo', refused!.id])
  const accepted = await shell.ask<ReviewOutcome>(['review', 'accept', 'transcripts'])
  t.equal(accepted.accepted.length, MADE_HOSTS.length - 1)
  const told = callHook(shell, 'SessionStart', { source: 'startup', session_id: 's2' })
  for (const word of words.filter(one => one !== '6543'))
    t.match(told, word, `a session's start tells ${word}`)
  t.match(told, 'lib/parse')
  const held = withoutLooks(contents(shell.store))
  t.match((await shell.run([...LEARN, '--yes'])).stdout, 'no session to learn from')
  t.same(withoutLooks(contents(shell.store)), held, 'accepted and forgotten, it changes nothing')
})

t.test('what waits gives way to later words, and never takes the place of what holds', async t => {
  const shell = new Shell(t)
  const port = 'The test database listens on port 7777.'
  await shell.say(['remember', '--title', 'Test database port', port])
  await shell.say([
    'remember',
    '--title',
    'Deploys by Ansible',
    'We deploy with Ansible playbooks.',
  ])
  const agents = ['--kind', 'constraint', '--by-agent', '--title', 'Always push to main']
  const saved = await shell.ask<Memory>(['remember', ...agents, 'Push to main alone.'])
  const [later, last] = [1, 2].map(days => new Date(Date.now() + days * 86_400_000).toISOString())
  say(shell, later!, [
    'Remember: the test database listens on port 5555.',
    'Remember: always push to main.',
    "We don't deploy with Ansible playbooks any more, forget that.",
  ])
  say(shell, last!, ['The test database listens on port 6666 now, not 5555.'], { host: 'codex' })
  await shell.say([...LEARN, '--yes'])
  const memories = await listed(shell)
  t.match(memories.find(({ id }) => id === saved.id)?.content, 'Push to main alone.')
  const [waiting, holding] = [true, false].map(waits =>
    memories.filter(({ source }) => (source.waits ?? false) === waits),
  )
  t.same(holding!.map(({ content }) => content).sort(), [port, 'We deploy with Ansible playbooks.'])
  t.notMatch(JSON.stringify(holding), 'needs-review')
  const said = waiting!.map(({ content }) => content).join('\n')
  t.match(said, '6666')
  t.notMatch(said, 'port 5555')
})

t.test('what is said now has what waited hold, and a correction takes its place', async t => {
  const shell = new Shell(t)
  say(shell, '2026-02-01T10:00:00Z', [RULES[0]!])
  say(shell, '2026-02-02T10:00:00Z', ['Remember: the api port is 8300.'])
  await shell.say([...LEARN, '--yes'])
  for (const prompt of [RULES[0]!, 'The api port is 8400 now, not 8300.']) {
    callHook(shell, 'UserPromptSubmit', { prompt })
    callHook(shell, 'Stop', { last_assistant_message: 'Done.' })
  }
  await shell.say(['reflect'])
  const memories = await listed(shell)
  const told = memories.map(({ content, source }) => {
    return `${/pnpm|8400|8300/.exec(content)?.[0]} ${source.waits ? 'waits' : 'holds'}`
  })
  t.same(told.sort(), ['8400 holds', 'pnpm holds'])
})

t.test('what was said last holds, in whatever order files come', async t => {
  const shell = new Shell(t)
  say(shell, '2026-05-01T10:00:00Z', ['The api port is 8400 now, not 8300.'], { host: 'droid' })
  say(shell, '2026-02-01T10:00:00Z', ['Remember: the api port is 8300.'], { host: 'codex' })
  say(shell, '2026-02-02T10:00:00Z', ['Remember: we deploy with Capistrano.'])
  say(shell, '2026-03-02T10:00:00Z', ["We don't use Capistrano any more, forget that."])
  await shell.say([...LEARN, '--yes'])
  const told = (await listed(shell)).map(({ content }) => content).join('\n')
  t.match(told, '8400')
  t.notMatch(told, /is 8300/)
  t.notMatch(told, /deploy with Capistrano/)
})

t.test('no older word takes the place of a newer memory, nor brings back what is gone', async t => {
  const shell = new Shell(t)
  const remember = (title: string, content: string) =>
    shell.ask<{ item: Memory }>(['remember', '--title', title, content])
  await remember('Test database port', 'The test database listens on port 7777.')
  const gone = await remember('Deploys by Ansible', 'We deploy with Ansible playbooks.')
  const { id } = gone.item ?? (gone as unknown as Memory)
  await shell.say(['forget', id])
  say(shell, '2026-02-01T10:00:00Z', ['Remember: the test database listens on port 5555.'])
  say(shell, '2026-02-02T10:00:00Z', ['Remember: we deploy with Ansible playbooks.'])
  await shell.say([...LEARN, '--yes'])
  const memories = await listed(shell)
  t.same(
    memories.map(({ content }) => content),
    ['The test database listens on port 7777.'],
  )
  t.equal(pastTurns(shell).length, 2, 'what was said is kept all the same')
})

t.test('turns that hooks have seen are left out, whatever their number', async t => {
  const shell = new Shell(t)
  const prompts = [RULES[0]!, RULES[1]!, RULES[2]!]
  const { id } = say(shell, '2026-02-01T10:00:00Z', prompts)
  await shell.say(['status'])
  const store = openStore(join(shell.store, 'svc.json'))
  const at = '2026-02-01T10:01:00Z'
  appendToLedger(store, id, [
    { type: 'prompt', at, text: RULES[1]! },
    { type: 'turn', at: '2026-02-01T10:01:30Z', id: 'x' },
    { type: 'prompt', at: '2026-02-01T10:02:00Z', text: RULES[2]! },
  ])
  await shell.say([...LEARN, '--yes'])
  t.same(
    pastTurns(shell).map(({ asked }) => asked),
    [RULES[0], RULES[2]],
    'the last prompt was seen, but its turn was not',
  )
})

t.test('a session that goes on gives its new turns, a copy of it nothing', async t => {
  const shell = new Shell(t)
  const at = '2026-02-01T10:00:00Z'
  const { path } = say(shell, at, [RULES[0]!, 'go on'])
  await shell.say([...LEARN, '--yes'])
  const grown = new Shell(t)
  const longer = say(grown, at, [RULES[0]!, 'go on', RULES[1]!])
  writeFileSync(path, readFileSync(longer.path, 'utf8').replaceAll(grown.folder, shell.folder))
  say(shell, at, [RULES[0]!, 'go on', RULES[2]!], { name: 'fork' })
  await shell.say([...LEARN, '--yes'])
  t.same(
    pastTurns(shell)
      .map(({ asked }) => asked)
      .sort(),
    [RULES[0]!, RULES[1]!, RULES[2]!, 'go on'].sort(),
  )
  t.equal((await listed(shell)).length, 3)
})

t.test('what was forgotten or is left out stays so', async t => {
  const shell = new Shell(t)
  const { id } = say(shell, '2026-02-01T10:00:00Z', [RULES[0]!])
  say(shell, '2026-02-02T10:00:00Z', [RULES[1]!], { cwd: join(shell.folder, 'private') })
  await shell.say(['status'])
  noteForgotten(openStore(join(shell.store, 'svc.json')), id, new Date())
  const env = { SVC_PAST_LEAVE_OUT: 'private' }
  const { stdout } = await shell.run([...LEARN, '--yes'], { env })
  t.match(stdout, 'no session to learn from: 2 left out')
  t.equal(pastTurns(shell).length, 0)
})

t.test('a session that is forgotten while others are learned from is not learned from', async t => {
  const shell = new Shell(t)
  say(shell, '2026-02-01T10:00:00Z', [RULES[0]!])
  const { id } = say(shell, '2026-02-02T10:00:00Z', [RULES[1]!])
  const store = openStore(join(shell.store, 'svc.json'))
  const plan = await planTranscripts(store, createConfig(), { home: shell.home, env: {} })
  const { signal } = new AbortController()
  const around = { store, config: createConfig(), env: {}, home: shell.home, signal }
  await learnFromTranscripts(plan, {
    ...around,
    now: () => new Date(),
    onProgress: () => noteForgotten(store, id, new Date()),
  })
  const told = (await listed(shell)).map(({ content }) => content)
  t.equal(told.length, 1)
  t.match(told[0], 'pnpm')
  t.same(
    pastTurns(shell).map(({ asked }) => asked),
    [RULES[0]],
  )
})

t.test('a run that was ended before it consolidated does so the next time', async t => {
  const shell = new Shell(t)
  for (let at = 0; at < 12; at++) {
    const day = String(at + 1).padStart(2, '0')
    say(shell, `2026-02-${day}T10:00:00Z`, [
      `Remember: service${at} logs to the file svc${at}.log.`,
    ])
  }
  const store = openStore(join(shell.store, 'svc.json'))
  const around = { config: createConfig(), env: {}, home: shell.home }
  const plan = await planTranscripts(store, around.config, around)
  const controller = new AbortController()
  const { left } = await learnFromTranscripts(plan, {
    ...{ ...around, store, signal: controller.signal, now: () => new Date() },
    onProgress: (_, sessions) => sessions === 12 && controller.abort(),
  })
  t.equal(left, 0)
  const waiting = () => listScopes(store).flatMap(({ key }) => listSpool(replaySpool(store, key)))
  t.equal(waiting().length, 12)
  t.match(await shell.say([...LEARN, '--yes']), 'no session to learn from')
  t.same(waiting(), [])
})

t.test('a second run at the same time says so, and changes nothing', async t => {
  const shell = new Shell(t)
  fill(shell)
  await shell.say(['status'])
  const store = openStore(join(shell.store, 'svc.json'))
  await withLock(storeLock(store, 'backfill'), async () => {
    const before = withoutLooks(contents(shell.store))
    const { code, stderr } = await shell.runBuilt([...LEARN, '--yes'])
    t.equal(code, 1)
    t.match(stderr, /^svc: another process learns from these transcripts already; .*\n$/m)
    t.same(withoutLooks(contents(shell.store)), before)
  })
  t.match(await shell.say([...LEARN, '--yes']), 'proposed')
})

t.test('secrets do not get in, and with learning off only turns are kept', async (t: Test) => {
  const shell = new Shell(t)
  const key = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
  say(shell, '2026-02-01T10:00:00Z', [`Remember: the deploy token is ${key}`, RULES[0]!])
  await shell.say([...LEARN, '--yes'], { env: { SVC_HOOK_REFLECT: '0' } })
  t.equal((await listed(shell)).length, 0)
  t.equal(pastTurns(shell).length, 2)
  t.notMatch(JSON.stringify(contents(shell.store)), key)
})
