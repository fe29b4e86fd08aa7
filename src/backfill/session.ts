import { hashText } from '../../store/names.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import type { FoundTranscript } from '../hosts/transcript/find.js'
import type { SessionReader, WholeSession } from '../hosts/transcript/session.js'
import { toPastTurn } from '../past/keep.js'
import { commandsOf, type PastTurn } from '../past/turns.js'
import type { Turn } from '../provider/types.js'
import { concealName } from '../redact/index.js'
import { countChars, planBatches } from '../reflect/batches.js'
import type { EarlierBatch } from '../reflect/earlier.js'
import type { DoneLine } from './done.js'
import type { SeenTurns } from './seen.js'

/** A session of a transcript, redacted, with what of it is still to be learned from. */
export interface OpenSession {
  id: string
  /** The first prompt. */
  opening: string | undefined
  /** The turns that nobody has seen yet, in their order. */
  fresh: PastTurn[]
  /** Its state: up to which turn it was learned from. */
  done: DoneLine
}

/** The scope of a session, its turns that are known, and who reads transcripts. */
interface Place {
  folder: ScopeFolder
  seen: SeenTurns
  reader: SessionReader
}

/** A number of a turn that hooks have given another one: both are kept. */
const APART = 10_000

/**
 * Opens a session as far as it was not learned from: without what a program wrote in the person's
 * name, and without the turns that hooks have seen. Undefined where the file tells of no session.
 */
export async function openSession(
  found: FoundTranscript,
  { folder: { scope }, seen, reader }: Place,
  before: DoneLine | undefined,
): Promise<OpenSession | undefined> {
  const whole = await reader.read(found)
  if (whole === undefined) return undefined
  const { host } = found
  const id = concealName(found.session)
  const said = isUnderWay(whole, found) ? whole.turns.slice(0, -1) : whole.turns
  const turns = said.map(turn => toPastTurn(id, host, scope.id ?? undefined, turn))
  const kept = seen.keptOf(id, turns)
  const known = seen.find(id, turns, kept)
  const { all = 0, without = [], turns: learned = 0 } = before ?? {}
  const isOut = (turn: PastTurn) => {
    if (turn.turn <= all) return without.includes(turn.turn)
    return turn.asked === '' || known.has(turn) || seen.isCopy(turn)
  }
  const out = turns.filter(isOut).map(({ turn }) => turn)
  const fresh = turns.filter(turn => turn.turn > learned && !out.includes(turn.turn))
  const taken = new Map(kept.map(({ turn, asked }) => [turn, asked]))
  const isTaken = fresh.some(({ turn, asked }) => (taken.get(turn) ?? asked) !== asked)
  const last = turns.at(-1)?.turn ?? 0
  return {
    id,
    opening: turns.find(({ asked }) => asked !== '')?.asked,
    fresh: isTaken ? fresh.map(one => ({ ...one, turn: one.turn + APART })) : fresh,
    done: { host, id, turns: learned, all: Math.max(all, last), without: out },
  }
}

/** A session that was written to so lately may go on (milliseconds). */
const LATELY_MS = 10 * 60_000

/** True where the last turn may still be answered: it is learned from when it is. */
function isUnderWay({ turns }: WholeSession, { modifiedAt }: FoundTranscript): boolean {
  return turns.at(-1)?.answered === '' && Date.now() - Date.parse(modifiedAt) < LATELY_MS
}

/** Number of a turn in its transcript. */
export function numberOf({ turn }: PastTurn): number {
  return turn > APART ? turn - APART : turn
}

/** The turns of a session in batches as live ones are made: a long pause ends one. */
export function toBatches(
  { id: session, fresh, opening }: OpenSession,
  limits: { batchTurns: number; idleMs: number },
): { turns: PastTurn[]; batch: EarlierBatch }[] {
  const groups: PastTurn[][] = []
  for (const turn of fresh) {
    const group = groups.at(-1)
    const pause = Date.parse(turn.at) - Date.parse(group?.at(-1)?.at ?? '')
    if (group !== undefined && pause <= limits.idleMs) group.push(turn)
    else groups.push([turn])
  }
  return groups
    .flatMap(group => splitGroup(group, limits))
    .map(turns => {
      const { at } = turns.at(-1)!
      const id = hashText(turns.map(({ turn }) => `${session}\n${turn}`).join('\n'), 20)
      return { turns, batch: { id, session, at, turns: turns.map(toTurn), opening } }
    })
}

function splitGroup(
  group: readonly PastTurn[],
  limits: { batchTurns: number; idleMs: number },
): PastTurn[][] {
  const entries = group.map(({ session, turn, at, asked, answered }, index) => {
    return { name: String(index), session, turn, at, chars: countChars(asked, answered) }
  })
  const closing = { ...limits, now: new Date(), ended: new Set<string>(), isForced: true }
  return planBatches(entries, closing).map(batch => batch.map(({ name }) => group[Number(name)]!))
}

/** Characters of what a failed command printed, as a provider is told. */
const ERROR_CHARS = 200

function toTurn(past: PastTurn): Turn {
  const { session, turn, at, asked: prompt, answered: reply } = past
  const commands = commandsOf(past).map(({ command, isFailed, output }) => {
    const error = output?.slice(0, ERROR_CHARS)
    return { command, isFailed, ...(error !== undefined && { error }) }
  })
  return { session, turn, at, askedAt: at, prompt, reply, commands }
}
