import t, { type Test } from 'tap'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Memory } from '../../../store/types.js'
import { openStore } from '../../../store/store.js'
import { readLearned } from '../../../src/activity/learned.js'
import { readPart, listParts, listPastKeys } from '../../../src/past/parts.js'
import { Shell } from '../bin/shell.js'
import { until } from '../../store/fixture.js'
import { makeSession, MADE_HOSTS } from './home.js'

const LEARN = ['learn', '--from', 'transcripts', '--yes']
const SESSIONS = 12

/** Sessions of one project; some take back or change what others have settled. */
function fill(shell: Shell): void {
  for (let at = 0; at < SESSIONS; at++) {
    const rules = [
      `Remember: the queue worker${at} listens on port ${7000 + at}.`,
      `We always run the suite${at % 7} before a merge.`,
      at % 5 === 4
        ? `The queue worker${at - 1} listens on port ${8000 + at} now.`
        : `Remember that service${at} logs to the file svc${at}.log.`,
    ]
    const turns = rules.map(prompt => ({ prompt, reply: 'Done.' }))
    const host = MADE_HOSTS[at % MADE_HOSTS.length]!
    makeSession(shell.home, {
      ...{ host, cwd: shell.project, turns },
      at: new Date(Date.parse('2026-03-01T08:00:00Z') + at * 7_200_000),
    })
  }
}

/** What a store has learned, in an order of its own. */
async function learnedOf(shell: Shell) {
  const store = openStore(join(shell.store, 'svc.json'))
  const { items } = await shell.ask<{ items: Memory[] }>(['list', '--limit', '200'])
  const turns = listPastKeys(store).flatMap(key =>
    listParts(store, key).flatMap(part => readPart(part)),
  )
  const { lines } = readLearned(store, new Date())
  return {
    memories: items
      .map(({ id, title, content, createdAt, updatedAt }) => {
        return [id, title, content, createdAt, updatedAt].join(' | ')
      })
      .sort(),
    turns: turns.map(({ session, turn, asked }) => `${session} ${turn} ${asked}`).sort(),
    lines: lines
      .map(({ id, change, session, turn }) => [id, change, session, turn].join(' '))
      .sort(),
  }
}

/** The bytes of the list of what is done: how far a run has come. */
function doneBytes(shell: Shell): number {
  try {
    return readFileSync(join(shell.store, 'state', 'learn', 'transcripts.jsonl')).length
  } catch {
    return 0
  }
}

/** Runs the command and ends it by a signal once it has come on by so many bytes. */
async function endOnTheWay(shell: Shell, signal: NodeJS.Signals, bytes: number) {
  const begin = doneBytes(shell)
  const child = shell.start(LEARN)
  child.stdin.end()
  const said = Promise.all([text(child.stdout), text(child.stderr)])
  const ended = once(child, 'exit')
  await until(() => child.exitCode !== null || doneBytes(shell) > begin + bytes)
  child.kill(signal)
  const [code] = (await ended) as [number | null]
  const [stdout, stderr] = await said
  return { code, stdout, stderr }
}

let whole: Awaited<ReturnType<typeof learnedOf>>
const plain = new Shell(t)

t.before(async () => {
  fill(plain)
  await plain.say(LEARN)
  whole = await learnedOf(plain)
})

/** Puts the same transcripts where another shell finds its own project in them. */
function same(t: Test): Shell {
  const shell = new Shell(t)
  fill(shell)
  return shell
}

t.test('killed again and again it goes on, and learns nothing twice', async t => {
  const shell = same(t)
  let kills = 0
  for (let bytes = 1; kills < 4; bytes = (bytes * 3) % 1_009) {
    const { code } = await endOnTheWay(shell, 'SIGKILL', bytes)
    if (code !== null) break
    kills++
  }
  t.ok(kills >= 2, `killed ${kills} times`)
  await shell.say(LEARN)
  const learned = await learnedOf(shell)
  t.equal(learned.memories.length, whole.memories.length)
  t.same(contentsOf(learned.memories), contentsOf(whole.memories))
  t.equal(learned.turns.length, SESSIONS * 3)
  t.equal(new Set(learned.turns).size, SESSIONS * 3)
  t.equal(learned.lines.length, whole.lines.length)
  t.same(
    readdirSync(join(shell.store, 'state', 'batches'), { recursive: true }).filter(isRecord),
    [],
  )
})

const isRecord = (name: string | Buffer) => /[0-9a-f]{20}\.json$/.test(String(name))
/** Without ids: sessions are named by the project's folder too. */
const contentsOf = (memories: readonly string[]) =>
  memories.map(line => line.replace(/^\w+ \| /, '')).sort()

t.test('Ctrl-C ends it after what was begun, and says how to go on', async t => {
  const shell = same(t)
  const { code, stdout } = await endOnTheWay(shell, 'SIGINT', 200)
  t.equal(code, 130)
  const said = stdout.replace(/\s+/g, ' ')
  t.match(said, /\d+ sessions? left, as it was ended: \S*.*learn --from transcripts goes on/)
  await shell.say(LEARN)
  t.same(contentsOf((await learnedOf(shell)).memories), contentsOf(whole.memories))
})
