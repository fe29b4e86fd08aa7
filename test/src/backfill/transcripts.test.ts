import t, { type Test } from 'tap'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Memory } from '../../../store/types.js'
import { openStore } from '../../../store/store.js'
import { appendToLedger } from '../../../src/activity/sessions.js'
import { noteForgotten } from '../../../src/past/forget.js'
import { planTranscripts } from '../../../src/backfill/plan.js'
import { learnFromTranscripts } from '../../../src/backfill/transcripts.js'
import { createConfig } from '../../../src/config.js'
import { readPart, listParts, listPastKeys } from '../../../src/past/parts.js'
import type { PastTurn } from '../../../src/past/turns.js'
import type { Review } from '../../../src/types.js'
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

t.test('the first session is given what old ones settled; again it changes nothing', async t => {
  const shell = new Shell(t)
  fill(shell)
  const { stderr } = await shell.run([...LEARN, '--yes'])
  t.match(stderr, '100 %')
  const told = await shell.say(['recall', ''])
  for (const words of ['pnpm', '6543', 'SQL', 'release', '03:40', 'imperative'])
    t.match(told, words, `a session's start tells ${words}`)
  const { items } = await shell.ask<Review>(['review'])
  t.equal(items.length, MADE_HOSTS.length, 'all of it is for review')
  const memories = await listed(shell)
  const pnpm = memories.find(({ content }) => content.includes('pnpm'))
  t.equal(pnpm?.createdAt, '2026-01-10T10:01:00.000Z', 'as old as its words')
  t.equal(pnpm?.updatedAt, '2026-01-10T10:01:00.000Z')
  t.equal(pastTurns(shell).length, 2 * MADE_HOSTS.length)
  const store = withoutLooks(contents(shell.store))
  t.match((await shell.run([...LEARN, '--yes'])).stdout, 'no session to learn from')
  t.same(withoutLooks(contents(shell.store)), store)
  t.equal((await shell.run(['review', 'accept', 'all'])).code, 0)
  t.match(await shell.say(['recall', '']), 'pnpm')
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

t.test('secrets do not get in, and with learning off only turns are kept', async (t: Test) => {
  const shell = new Shell(t)
  const key = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
  say(shell, '2026-02-01T10:00:00Z', [`Remember: the deploy token is ${key}`, RULES[0]!])
  await shell.say([...LEARN, '--yes'], { env: { SVC_HOOK_REFLECT: '0' } })
  t.equal((await listed(shell)).length, 0)
  t.equal(pastTurns(shell).length, 2)
  t.notMatch(JSON.stringify(contents(shell.store)), key)
})
