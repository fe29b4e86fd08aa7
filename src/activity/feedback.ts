import { orElse } from '../../store/errors.js'
import { readText, writeDurable } from '../../store/files/atomic.js'
import { withFence } from '../../store/files/fence.js'
import { statePath, storeLock, type Store } from '../../store/store.js'
import { ledgerName, listLedgers } from './sessions.js'

/** Number of sessions in which a given memory was used in a reply, and was corrected. */
interface FeedbackCounts {
  used: number
  corrected: number
}

/** Ids of the given memories that a session used, and that it corrected. */
export interface Feedback {
  used: string[]
  corrected: string[]
}

/** `state/feedback.json`. */
interface FeedbackDocument {
  counts: Map<string, FeedbackCounts>
  /** Feedback of sessions whose ledgers are there, by the name of the ledger. */
  sessions: Map<string, Feedback>
}

/** The prior of a memory by its id and the ids of what was merged into it. */
export type PriorOf = (ids: readonly string[]) => number

/**
 * Log odds that feedback adds to a memory's being wanted (nats): a quarter for each doubling of the
 * sessions that used it, half off for each doubling of those that corrected it, at most 1 either
 * way, to three digits. A prior tips what is in doubt; it never outweighs what a prompt says.
 */
export function toPrior({ used, corrected }: FeedbackCounts): number {
  const odds = 0.25 * Math.log2(1 + used) - 0.5 * Math.log2(1 + corrected)
  return Math.round(1000 * Math.max(-1, Math.min(1, odds))) / 1000
}

function feedbackPath(store: Store): string {
  return statePath(store, 'feedback.json')
}

/** The priors of a store's memories at this moment: 0 for each where nothing can be read. */
export function readPriors(store: Store): PriorOf {
  const { counts } = readFeedbackDocument(store)
  return ids => {
    const known = ids.flatMap(id => counts.get(id) ?? [])
    const used = known.reduce((sum, one) => sum + one.used, 0)
    return toPrior({ used, corrected: known.reduce((sum, one) => sum + one.corrected, 0) })
  }
}

/**
 * Counts what a session made of memories, each once a session, and drops what is counted of
 * memories that are not `wanted` any more. Answers the ids whose counts it moved. Durable when it
 * resolves.
 */
export async function countFeedback(
  store: Store,
  session: string,
  feedback: Feedback,
  isWanted: (id: string) => boolean,
): Promise<Set<string>> {
  return withFence(storeLock(store, 'feedback'), [feedbackPath(store)], lock => {
    const document = readFeedbackDocument(store)
    const moved = addFeedback(document, ledgerName(session), feedback)
    if (moved.size === 0) return moved
    const ledgers = new Set([ledgerName(session), ...listLedgers(store).map(({ name }) => name)])
    const kept = {
      counts: pick(document.counts, isWanted),
      sessions: pick(document.sessions, name => ledgers.has(name)),
    }
    const text = JSON.stringify(kept, null, 2) + '\n'
    writeDurable(feedbackPath(store), text, () => lock.assertHeld())
    return moved
  })
}

/** Adds what is new of a session; answers the ids that it is about. */
function addFeedback(
  { counts, sessions }: FeedbackDocument,
  name: string,
  feedback: Feedback,
): Set<string> {
  const moved = new Set<string>()
  const counted = sessions.get(name) ?? { used: [], corrected: [] }
  sessions.set(name, counted)
  for (const sign of ['used', 'corrected'] as const)
    for (const id of feedback[sign]) {
      if (counted[sign].includes(id)) continue
      counted[sign].push(id)
      const before = counts.get(id) ?? { used: 0, corrected: 0 }
      counts.set(id, { ...before, [sign]: before[sign] + 1 })
      moved.add(id)
    }
  return moved
}

function pick<T>(
  values: ReadonlyMap<string, T>,
  isKept: (name: string) => boolean,
): Record<string, T> {
  return Object.fromEntries([...values].filter(([name]) => isKept(name)))
}

/** Counts are a bonus: what is lost or broken counts as empty, and the doctor reports it. */
function readFeedbackDocument(store: Store): FeedbackDocument {
  const read = () => JSON.parse(readText(feedbackPath(store)) ?? '{}') as Fields | null
  const { counts, sessions } = orElse(read, null) ?? {}
  return {
    counts: new Map(entriesOf(counts).filter(isCountEntry)),
    sessions: new Map(entriesOf(sessions).filter(isSessionEntry)),
  }
}

type Fields = Partial<Record<keyof FeedbackDocument, unknown>>

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

function isCountEntry(entry: [string, unknown]): entry is [string, FeedbackCounts] {
  const { used, corrected } = (entry[1] ?? {}) as Partial<FeedbackCounts>
  return [used, corrected].every(count => Number.isInteger(count) && Number(count) >= 0)
}

function isSessionEntry(entry: [string, unknown]): entry is [string, Feedback] {
  const { used, corrected } = (entry[1] ?? {}) as Partial<Feedback>
  return Array.isArray(used) && Array.isArray(corrected)
}
