#!/usr/bin/env node
// Learns from transcripts as hosts leave them, and tells the processor time a session.
//   npm run bench:learn [SESSIONS]
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const { createConfig } = await import('../../src/config.ts')
const { planTranscripts } = await import('../../src/backfill/plan.ts')
const { learnFromTranscripts } = await import('../../src/backfill/transcripts.ts')
const { openStore } = await import('../../store/store.ts')
const { makeSession, MADE_HOSTS } = await import('../src/backfill/home.ts')

const SESSIONS = Number(process.argv[2] ?? 1000)
const PROJECTS = 10
const HOUR_MS = 3_600_000
/** Turns that are prime to those of the set: each session has others beside each other. */
const STEP = 7

const cases = JSON.parse(readFileSync('test/eval/sets/sessions/en.json', 'utf8'))
const turns = cases.flatMap(({ sessions }) => sessions.flat())
const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
const home = join(folder, 'home')

/** Sessions of 10 to 20 turns. */
function fill() {
  let next = 0
  for (let at = 0; at < SESSIONS; at++) {
    const own = Array.from({ length: 10 + (at % 11) }, () => turns[(next += STEP) % turns.length])
    makeSession(home, {
      ...{ host: MADE_HOSTS[at % MADE_HOSTS.length], turns: own, name: String(at) },
      cwd: join(folder, 'work', `p${at % PROJECTS}`),
      at: new Date(Date.parse('2026-03-01T08:00:00Z') + at * HOUR_MS),
    })
  }
}

try {
  fill()
  const env = { PATH: process.env.PATH, HOME: home, SVC_DATA_DIR: join(folder, 'store') }
  const config = createConfig({ env })
  const store = openStore(config.databasePath, env)
  const began = process.cpuUsage()
  const plan = await planTranscripts(store, config, { home, env })
  const { signal } = new AbortController()
  const options = { store, config, env, home, now: () => new Date(), signal }
  const { sessions, turns: kept, added, problems } = await learnFromTranscripts(plan, options)
  const { user, system } = process.cpuUsage(began)
  const seconds = (user + system) / 1e6
  console.log(`${sessions} sessions, ${kept} turns, ${added} memories, ${problems.length} problems`)
  const each = Math.round((seconds / sessions) * 1000)
  console.log(`${seconds.toFixed(1)} s of processor time, ${each} ms a session`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
