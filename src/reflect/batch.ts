/** A batch is closed when its turns hold this many characters. */
export const BATCH_CHARS = 12_000

/** A turn in the queue, as far as batching needs to know it. */
export interface QueuedEntry {
  /** Its name in the spool. */
  name: string
  session: string
  turn: number
  /** ISO 8601. */
  at: string
  /** Characters of prompt and reply. */
  chars: number
}

/** When a batch closes. */
export interface BatchLimits {
  batchTurns: number
  idleMs: number
  now: Date
  /** Sessions that the host said are over: their batch closes. */
  ended: ReadonlySet<string>
  /** Closes every batch, as `svc reflect` asks. */
  isForced: boolean
}

/**
 * The batches that are closed, each as the entries of one session in their order: full ones, and
 * the rest of a session that is idle or over. What is still open is in none of them.
 */
export function planBatches(entries: readonly QueuedEntry[], limits: BatchLimits): QueuedEntry[][] {
  const sessions = new Map<string, QueuedEntry[]>()
  for (const entry of entries) {
    sessions.set(entry.session, [...(sessions.get(entry.session) ?? []), entry])
  }
  return [...sessions.values()].flatMap(turns => closeBatches(turns.sort(byTurn), limits))
}

function closeBatches(turns: readonly QueuedEntry[], limits: BatchLimits): QueuedEntry[][] {
  const closed: QueuedEntry[][] = []
  let open: QueuedEntry[] = []
  for (const turn of turns) {
    open.push(turn)
    if (!isFull(open, limits)) continue
    closed.push(open)
    open = []
  }
  if (open.length > 0 && isOver(open, limits)) closed.push(open)
  return closed
}

function isFull(open: readonly QueuedEntry[], { batchTurns }: BatchLimits): boolean {
  const chars = open.reduce((sum, turn) => sum + turn.chars, 0)
  return open.length >= batchTurns || chars >= BATCH_CHARS
}

function isOver(open: readonly QueuedEntry[], limits: BatchLimits): boolean {
  const { now, idleMs, ended, isForced } = limits
  const last = open.at(-1)!
  const idle = now.getTime() - Date.parse(last.at)
  return isForced || ended.has(last.session) || !(idle < idleMs)
}

function byTurn(a: QueuedEntry, b: QueuedEntry): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1
  return a.turn - b.turn || (a.name < b.name ? -1 : 1)
}

/** How long after its n-th failure a batch waits: 5 s, doubling, at most 10 minutes. */
export function backOffMs(failures: number): number {
  return Math.min(5_000 * 2 ** (failures - 1), 600_000)
}

/** How long a batch waits for a reply that the host has not written yet (milliseconds). */
export const REPLY_WAIT_MS = 5_000

/** After so many failures a batch is set aside until somebody asks for it. */
export const MOST_FAILURES = 5

/** How many memories one batch may yield at most: min(4, 1 + floor(turns / 3)). */
export function mostMemories(turns: number): number {
  return Math.min(4, 1 + Math.floor(turns / 3))
}
