import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DIST } from '../built.mjs'
import { createLines } from './corpus.mjs'
import { timeProcess } from './processes.mjs'
import { HOOK, indexStore, makeHome, makeStore, SVC } from './store.mjs'

const { formatMemoryDocument } = await import(`${DIST}/store/document/format.js`)
const { hashText, idOfFileName, memoryFileName } = await import(`${DIST}/store/names.js`)

/** Memories of each of many scopes, and of the one scope that many sessions were in. */
const A_SCOPE = 10
const OF_SESSIONS = 1_000
/** What a captured session is called. */
const CAPTURED = 'captured-session'

/** A store of as many memories in one scope; where `svc load` fails that is told, and it has no time. */
export function withMemories(work, count) {
  try {
    return makeStore(work, count)
  } catch (error) {
    console.log(`svc load of ${count.toLocaleString('en')} failed: ${error.message}`)
    return writeMemories(makeHome(work, count), count)
  }
}

/** Puts the files of memories that are not there yet where a load puts them. */
function writeMemories({ env, cwd }, count) {
  const projects = join(env.SVC_DATA_DIR, 'projects')
  const folder = join(projects, readdirSync(projects)[0], 'memories')
  const there = new Set(readdirSync(folder).map(idOfFileName))
  const lines = createLines(count, { type: 'project', id: cwd }).trimEnd().split('\n')
  for (const given of lines.map(line => toDocument(JSON.parse(line)))) {
    if (there.has(given.id)) continue
    const path = join(folder, memoryFileName(given.title, given.id))
    writeFileSync(path, formatMemoryDocument(given), { mode: 0o600 })
  }
  indexStore({ env, cwd })
  return { env, cwd }
}

/** A store of as many projects with ten memories each; used in the first of them. */
export function withScopes(work, count) {
  const { cwd, env } = makeHome(work, `scopes-${count}`)
  const paths = Array.from({ length: count }, (_, at) => (at === 0 ? cwd : `${cwd}/scope-${at}`))
  for (const path of paths) mkdirSync(path, { recursive: true })
  const lines = paths.map((id, at) => createLines(A_SCOPE, { type: 'project', id }, at + 1))
  const loadMs = timeProcess([...SVC, 'load', '-'], { input: lines.join(''), env, cwd })
  indexStore({ cwd, env })
  return { env, cwd, loadMs }
}

/** A store of a thousand memories in which as many sessions went on today: a ledger each. */
export function withSessions(work, count) {
  const { cwd, env } = makeHome(work, `sessions-${count}`)
  const input = createLines(OF_SESSIONS, { type: 'project', id: cwd })
  timeProcess([...SVC, 'load', '-'], { input, env, cwd })
  indexStore({ cwd, env })
  const ledgers = join(env.SVC_DATA_DIR, 'state/sessions')
  for (const name of readdirSync(ledgers)) rmSync(join(ledgers, name))
  const ledger = captureLedger({ cwd, env }, ledgers)
  for (let number = 1; number < count; number++) {
    const id = `session-${number}`
    writeFileSync(join(ledgers, `${hashText(id, 20)}.jsonl`), ledger.replace(CAPTURED, id), {
      mode: 0o600,
    })
  }
  return { env, cwd }
}

/** The text of a ledger as hooks write it: a start, a prompt and what both were given. */
function captureLedger({ cwd, env }, ledgers) {
  const events = [
    { hook_event_name: 'SessionStart', source: 'startup' },
    {
      hook_event_name: 'UserPromptSubmit',
      prompt: 'how do we deploy the redis cache to the queue?',
    },
  ]
  for (const event of events) {
    const input = JSON.stringify({ session_id: CAPTURED, cwd, ...event })
    timeProcess(HOOK, { input, env, cwd })
  }
  const names = readdirSync(ledgers)
  const name = names.find(one => one === `${hashText(CAPTURED, 20)}.jsonl`)
  if (name === undefined) throw new Error(`no ledger of the session among ${names.join(' ')}`)
  return readFileSync(join(ledgers, name), 'utf8')
}

function toDocument({ id, kind, title, content, tags, createdAt }) {
  const given = { id, kind, title, content, tags, createdAt }
  return { ...given, aliases: [], source: {}, pinned: false, extra: {} }
}
