import t, { type Test } from 'tap'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isImportRow, type Memory } from '../../../store/types.js'
import { openStore } from '../../../store/store.js'
import { listParts, listPastKeys, readPart } from '../../../src/past/parts.js'
import type { Review, ReviewOutcome } from '../../../src/types.js'
import { HOOK } from '../../built.mjs'
import { Shell } from '../bin/shell.js'
import { until } from '../../store/fixture.js'
import { makeSession, MADE_HOSTS, type MadeTurn } from './home.js'

interface Case {
  id: string
  sessions: MadeTurn[][]
}

const SESSIONS = 300
const KILLS = 12
const LEARN = ['learn', '--from', 'transcripts', '--yes']
const cases = JSON.parse(readFileSync('test/eval/sets/sessions/en.json', 'utf8')) as readonly Case[]

/** A home of as many sessions of ten projects, those of one conversation in the order of time. */
function fill(shell: Shell): number {
  let made = 0
  for (let round = 0; made < SESSIONS; round++)
    for (const [at, { id, sessions }] of cases.entries())
      for (const [part, turns] of sessions.entries()) {
        if (made === SESSIONS) return made
        makeSession(shell.home, {
          ...{ host: MADE_HOSTS[made % MADE_HOSTS.length]!, turns, name: `${id}-${part}-${round}` },
          cwd: join(shell.folder, 'work', `p${(at + round * 5) % 10}`),
          at: new Date(Date.parse('2026-06-01T08:00:00Z') + made++ * 7_200_000),
        })
      }
  return made
}

async function learnedOf(shell: Shell) {
  const store = openStore(join(shell.store, 'svc.json'))
  const service = await shell.say(['export'])
  const memories = service
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Memory)
    .filter(memory => !isImportRow(memory))
  const turns = listPastKeys(store).flatMap(key =>
    listParts(store, key).flatMap(part => readPart(part)),
  )
  return {
    memories: memories.map(
      ({ title, content, createdAt }) => `${title} | ${content} | ${createdAt}`,
    ),
    turns: turns.map(({ session, turn }) => `${session} ${turn}`),
  }
}

function doneBytes(shell: Shell): number {
  const path = join(shell.store, 'state', 'learn', 'transcripts.jsonl')
  return existsSync(path) ? readFileSync(path).length : 0
}

t.test('300 transcripts, killed twelve times, give what an unbroken run gives', async t => {
  const [whole, broken] = [new Shell(t), new Shell(t)]
  t.equal(fill(whole), SESSIONS)
  fill(broken)
  const began = process.cpuUsage()
  await whole.say(LEARN)
  const { user, system } = process.cpuUsage(began)
  t.comment(`${((user + system) / 1e6).toFixed(1)} s of processor time`)
  t.ok((user + system) / 1e6 < 100, 'a third of a second a session at most')
  for (let kills = 0; kills < KILLS; kills++) {
    const begin = doneBytes(broken)
    const child = broken.start(LEARN)
    child.stdin.end()
    child.stdout.resume()
    child.stderr.resume()
    await until(() => child.exitCode !== null || doneBytes(broken) > begin + 1 + kills * 257)
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  await broken.say(LEARN)
  const [one, other] = [await learnedOf(whole), await learnedOf(broken)]
  t.same(other.memories.sort(), one.memories.sort())
  t.equal(new Set(other.turns).size, other.turns.length, 'no turn is kept twice')
  t.equal(other.turns.length, one.turns.length)
  t.match((await broken.run(LEARN)).stdout, 'no session to learn from')
  await acceptAll(t, broken)
  t.match((await broken.run(LEARN)).stdout, 'no session to learn from')
  t.same((await learnedOf(broken)).memories.sort(), one.memories.sort(), 'accepted, it is the same')
})

/** Accepts what was proposed to a project: before its first session is given its own file alone, then all. */
async function acceptAll(t: Test, shell: Shell) {
  const cwd = join(shell.folder, 'work', 'p0')
  mkdirSync(cwd, { recursive: true })
  writeFileSync(join(cwd, 'AGENTS.md'), '# Layout\n\nThe parser lives in lib/parse.\n')
  const start = (session_id: string) => {
    const event = { hook_event_name: 'SessionStart', source: 'startup', session_id, cwd }
    const options = { input: JSON.stringify(event), env: shell.env(), encoding: 'utf8' } as const
    return execFileSync(process.execPath, [HOOK], options)
  }
  const review = await shell.ask<Review>(['review'], { cwd })
  const own = review.items.filter(({ memory }) => memory.scope.id === cwd)
  t.ok(own.length > 5, `${own.length} wait`)
  const first = start('first')
  t.match(first, 'lib/parse')
  for (const { memory } of own) t.notMatch(first, memory.id)
  const { accepted } = await shell.ask<ReviewOutcome>(['review', 'accept', 'transcripts'], { cwd })
  const ids = new Set(accepted.map(({ id }) => id))
  t.ok(review.items.every(({ memory }) => ids.has(memory.id)))
  t.ok(ids.size > review.items.length, 'those of other projects too')
  const given = start('second')
  t.match(given, 'lib/parse')
  t.ok(own.filter(({ memory }) => given.includes(memory.id)).length > 5)
}
