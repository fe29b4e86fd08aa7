// Scores the search of past sessions on a set of questions: where the turn that answers stands, and
// where its session does.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addTurns } from '../../src/past/parts.ts'
import { refreshPast } from '../../src/past/segments.ts'
import { searchPast } from '../../src/past/search.ts'
import { openStore } from '../../store/store.ts'

/** The set in a file, by its name under `sets/past`. */
export function readSet(name) {
  return JSON.parse(readFileSync(join(import.meta.dirname, `sets/past/${name}.json`), 'utf8'))
}

const TURN_MS = 300_000
const COMMAND_CHARS = 500
const OUTPUT_CHARS = 2_000

/** A store in a folder with the sessions of a set, indexed; a scope a project. */
export async function storeOf({ sessions }, folder) {
  const store = openStore(join(folder, 'svc.json'))
  for (const session of sessions) addTurns(store, session.project, toTurns(session))
  await refreshPast(store)
  return store
}

function toTurns({ id, host, at, turns }) {
  return turns.map(({ asked, answered, commands, files }, place) => ({
    session: id,
    turn: place + 1,
    at: new Date(Date.parse(at) + place * TURN_MS).toISOString(),
    host,
    asked,
    answered,
    did: [...commands.map(toStep), ...files.map(file => ({ file }))],
  }))
}

/** Of a command that worked nothing is kept that it printed. */
function toStep({ command, exit, output = '' }) {
  const isFailed = exit !== 0
  const told = isFailed && { output: output.slice(0, OUTPUT_CHARS) }
  return { command: command.slice(0, COMMAND_CHARS), isFailed, ...told }
}

/**
 * Asks every question in all projects, its own first; answers the shares of those whose turn, and
 * whose session, came first or among the first five, with the ids of those whose turn did not.
 */
export function scoreQuestions(store, { questions }) {
  const counts = { turn1: 0, turn5: 0, session1: 0, session5: 0 }
  const missed = []
  for (const { id, text, project, answers } of questions) {
    const hits = searchPast(store, { text, limit: 60, ...(project && { own: [project] }) })
    const turns = hits.map(({ turn }) => `${turn.session} ${turn.turn}`)
    const sessions = [...new Set(hits.map(({ turn }) => turn.session))]
    const turn = place(turns, new Set(answers.map(one => `${one.session} ${one.turn + 1}`)))
    const session = place(sessions, new Set(answers.map(one => one.session)))
    counts.turn1 += turn < 1
    counts.turn5 += turn < 5
    counts.session1 += session < 1
    counts.session5 += session < 5
    if (turn > 0) missed.push(id)
  }
  const shares = Object.entries(counts).map(([name, count]) => [name, count / questions.length])
  return { questions: questions.length, ...Object.fromEntries(shares), missed }
}

function place(found, wanted) {
  const at = found.findIndex(one => wanted.has(one))
  return at < 0 ? Infinity : at
}
