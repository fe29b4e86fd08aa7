import { SvcError } from '../../store/errors.js'
import { listNames, statOrNothing } from '../../store/files/read.js'
import { placeInSpool, replaceInSpool } from '../../store/files/spool.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import { turnSpool, type Store } from '../../store/store.js'
import {
  appendToLedger,
  promptsOf,
  readLedger,
  toTurnName,
  type LedgerLine,
} from '../activity/sessions.js'
import { cleanAsked, cleanSaid } from '../redact/clean.js'
import { concealName, concealPath } from '../redact/index.js'

/** A turn that waits for reflection: a prompt and its reply, redacted, at most 20,000 characters each. */
export interface QueuedTurn {
  format: 1
  session: string
  /** Its number in the session, from 1. */
  turn: number
  /** ISO 8601. */
  at: string
  /** Time at which its prompt was sent, if that was noted. */
  askedAt?: string
  host?: string
  prompt: string
  /** Undefined where the reply must still be read from the transcript. */
  reply?: string
  /** Parts that hold a secret as `concealName` names them: `readTurn` finds them. */
  transcriptPath?: string
  /** Size of the transcript when the turn ended: a prompt that nobody noted lies before it. */
  transcriptBytes?: number
}

/** A turn as Stop tells of it. */
interface EndedTurn {
  session: string
  /** The host's own name for the turn. */
  id?: string | undefined
  /** The host's name for the reply, where it names no turn. */
  message?: string | undefined
  /** Its number in the session, where whoever tells of it counts. */
  number?: number
  prompt?: string | undefined
  reply?: string | undefined
  transcriptPath?: string | undefined
  host?: string | undefined
  /** A later reply of the turn takes the place of this one, as long as nobody took it up. */
  mayGoOn?: boolean
}

type PromptLine = Extract<LedgerLine, { type: 'prompt' }>
type AskedLine = Extract<LedgerLine, { type: 'prompt' | 'unasked' }>

/** A turn as it will be queued, under the name that it has in a spool. */
interface NamedTurn {
  name: string
  turn: QueuedTurn
  /** True for more of a turn that was queued. */
  isMore?: boolean
}

/**
 * The turn that has ended, from what the host says and what the session's ledger holds; undefined
 * where it is queued already, holds nothing, or answers what no person asked.
 */
export function readEndedTurn(store: Store, told: EndedTurn, now: Date): NamedTurn | undefined {
  const { id } = told
  const session = concealName(told.session)
  const ended = { ...told, session, ...(id !== undefined && { id: concealName(id) }) }
  const ledger = readLedger(store, ended.session)
  if (isUnasked(ended, ledger)) return undefined
  const turn = toQueuedTurn(ended, ledger, now)
  if (turn.prompt === '' && turn.reply === undefined && turn.transcriptPath === undefined) return
  const name = toTurnName(ended.session, identityOf(ended, ledger, turn))
  const isQueued = ledger.some(line => line.type === 'turn' && line.id === name)
  if (isQueued) return ended.mayGoOn ? { name, turn, isMore: true } : undefined
  return { name, turn }
}

/** A scope's queue takes no more than this: somebody has to see to what does not distil it. */
export const MOST_QUEUED = 50_000
/** A folder that is smaller holds fewer names than could matter, on any file system (bytes). */
const FOLDER_BYTES = 20_000

/**
 * Queues a turn for a scope, durably and once; false where another process was first. Throws
 * SCOPE_BUSY where 50,000 are queued there already: none of those goes for a new one.
 */
export function queueTurn(store: Store, { key, scope }: ScopeFolder, named: NamedTurn): boolean {
  const { name, turn, isMore = false } = named
  if (isMore) return replaceInSpool(turnSpool(store, key), name, turn)
  if (isQueueFull(turnSpool(store, key))) {
    const message = `${MOST_QUEUED} turns are queued for reflection, no more are taken`
    throw new SvcError('SCOPE_BUSY', `${message}; svc doctor tells why none is distilled`)
  }
  const isNew = placeInSpool(turnSpool(store, key), name, turn)
  const { session, at, host } = turn
  const place = { scope, ...(host !== undefined && { host }) }
  appendToLedger(store, session, { type: 'turn', at, id: name }, place)
  return isNew
}

/** Windows says nothing of a folder's size. */
function isQueueFull(spool: string): boolean {
  const { size = 1 } = statOrNothing(spool) ?? {}
  if (size > 0 && size < FOLDER_BYTES) return false
  return listNames(spool).length >= MOST_QUEUED
}

function toQueuedTurn(ended: EndedTurn, ledger: readonly LedgerLine[], now: Date): QueuedTurn {
  const { session, prompt, reply, transcriptPath, host } = ended
  const asked = promptOf(ended, ledger)
  const said = prompt === undefined ? asked?.text : cleanAsked(prompt)
  const answered = reply === undefined ? undefined : cleanSaid(reply)
  return {
    format: 1,
    session,
    turn: ended.number ?? Math.max(1, numberOf(asked, ledger)),
    at: now.toISOString(),
    ...(asked !== undefined && { askedAt: asked.at }),
    ...(host !== undefined && { host }),
    prompt: said ?? '',
    ...(answered !== undefined && { reply: answered }),
    // Read later for a reply that the host did not give, and for the skills that were used.
    ...(transcriptPath !== undefined && { transcriptPath: concealPath(transcriptPath) }),
    ...(!said && transcriptPath !== undefined && sizeOf(transcriptPath)),
  }
}

function sizeOf(transcriptPath: string): Pick<QueuedTurn, 'transcriptBytes'> {
  const { size } = statOrNothing(transcriptPath) ?? {}
  return size === undefined ? {} : { transcriptBytes: size }
}

/** True where the turn answers a text that a program wrote in the person's name. */
function isUnasked(ended: EndedTurn, ledger: readonly LedgerLine[]): boolean {
  if (ended.prompt !== undefined) return cleanAsked(ended.prompt) === undefined
  return askedLine(ended, ledger)?.type === 'unasked'
}

/** The prompt that a turn answers; none where nobody asked. */
function promptOf(ended: EndedTurn, ledger: readonly LedgerLine[]): PromptLine | undefined {
  const line = askedLine(ended, ledger)
  return line?.type === 'prompt' ? line : undefined
}

/** Finds the prompt that a turn answers: the line of its id, else the last. */
function askedLine({ id }: EndedTurn, ledger: readonly LedgerLine[]): AskedLine | undefined {
  const lines = ledger.filter(line => line.type === 'prompt' || line.type === 'unasked')
  if (id === undefined) return lines.at(-1)
  return lines.findLast(line => line.id === id) ?? lines.findLast(line => line.id === undefined)
}

/** The number of a prompt in its session; one whose id was recorded twice counts once. */
function numberOf(prompt: PromptLine | undefined, ledger: readonly LedgerLine[]): number {
  const prompts = promptsOf(ledger)
  const upTo = prompt === undefined ? prompts : prompts.slice(0, prompts.indexOf(prompt) + 1)
  return new Set(upTo.map(({ id }, at) => id ?? at)).size
}

/** The host's name for the turn, else its prompt, else what was said. */
function identityOf(ended: EndedTurn, ledger: readonly LedgerLine[], turn: QueuedTurn): string {
  if (ended.id !== undefined) return `id ${ended.id}`
  const prompt = promptOf(ended, ledger)
  // The number alone begins anew where the ledger of an idle session was folded.
  if (prompt) return `prompt ${turn.turn} ${prompt.at}`
  const place = `${turn.transcriptPath} ${turn.transcriptBytes ?? ''}`
  const said = turn.transcriptBytes === undefined ? (turn.reply ?? place) : `${turn.reply} ${place}`
  return `text ${turn.prompt}\n${said}\n${ended.message ?? ''}`
}
