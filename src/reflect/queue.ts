import { hashText } from '../../store/names.js'
import { makeScope } from '../../store/projects/projects.js'
import type { Store } from '../../store/store.js'
import type { Scope } from '../../store/types.js'
import { invalid, toFields } from '../memories/forms.js'
import { parseGivenScope } from '../memories/given.js'
import { concealName } from '../redact/index.js'
import type { TurnBatch } from '../types.js'
import { queueTurn, readEndedTurn } from './turns.js'

const MOST_TURNS = 1_000
const SESSION_CHARS = 200

/**
 * Queues the turns that a program gives, each once in its session, and answers where they are.
 * Throws INVALID_REQUEST on a batch that is not one, before anything is queued.
 */
export async function queueBatch(
  store: Store,
  batch: TurnBatch,
  now: Date,
): Promise<{ scope: Scope; session: string }> {
  const given: Partial<Record<keyof TurnBatch, unknown>> = toFields(
    batch,
    'a batch must be an object {scope, turns}',
  )
  const scope = parseGivenScope(given.scope)
  const turns = parseTurns(given.turns)
  const session = concealName(parseSession(given.session) ?? nameSession(turns, now))
  const folder = await makeScope(store, scope)
  turns.forEach(({ prompt, reply }, at) => {
    const id = hashText(JSON.stringify([at, { prompt, reply }]))
    const ended = { session, id, number: at + 1, prompt, reply }
    const turn = readEndedTurn(store, ended, now)
    if (turn !== undefined) queueTurn(store, folder, turn)
  })
  return { scope, session }
}

function parseTurns(value: unknown): TurnBatch['turns'] {
  const isTurn = (turn: unknown): turn is TurnBatch['turns'][number] =>
    typeof (turn as { prompt?: unknown } | null)?.prompt === 'string' &&
    typeof (turn as { reply?: unknown } | null)?.reply === 'string'
  if (!Array.isArray(value) || !value.every(isTurn)) {
    throw invalid('turns must be an array of {prompt, reply}')
  }
  if (value.length === 0 || value.length > MOST_TURNS) {
    throw invalid(`turns must be 1 to ${MOST_TURNS}`)
  }
  return value
}

function parseSession(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string' && value !== '' && value.length <= SESSION_CHARS) return value
  throw invalid(`session must be a text of 1 to ${SESSION_CHARS} characters`)
}

function nameSession(turns: TurnBatch['turns'], now: Date): string {
  return `program-${hashText(`${now.toISOString()} ${JSON.stringify(turns)}`)}`
}
