import { orElse } from '../../store/errors.js'
import { fileStamp } from '../../store/files/atomic.js'
import { withFence } from '../../store/files/fence.js'
import { updateJsonDocument, readJsonDocument } from '../../store/files/json.js'
import type { HeldLock } from '../../store/files/lock.js'
import { statePath, storeLock, type Store } from '../../store/store.js'
import { addToJournal, pruneJournal } from './journal.js'
import {
  idOfKey,
  isOver,
  listLedgers,
  removeLedger,
  type LedgerFile,
  type LedgerLine,
  readLedgerFile,
} from './sessions.js'

/** `state/usage.json`. */
interface UsageDocument {
  uses: Record<string, number>
  /** Ledgers that are counted above and wait for their removal, as name and stamp. */
  folded: string[]
  /** Memories that count for merged-away ones: the id of each → the id it went into. */
  merged?: Record<string, string>
}

/**
 * Counts how often each memory was put into a model's context: the folded counts and what the
 * ledgers of recent sessions add. Nothing tracked changes when a memory is used.
 */
export class Usage {
  private readonly counted = new Map<string, { stamp: string; ids: string[] }>()
  private uses = new Map<string, number>()
  private seen = ''

  constructor(private readonly store: Store) {}

  /** Takes up what sessions did since the last call. */
  refresh(): ReadonlyMap<string, number> {
    const ledgers = listLedgers(this.store)
    const seen = [fileStamp(usagePath(this.store)), ...ledgers.map(nameOf)].join('\n')
    if (seen === this.seen) return this.uses
    const folded = readUsage(this.store)
    const uses = new Map(Object.entries(folded.uses))
    const counted = new Set(folded.folded)
    this.forgetAllBut(ledgers)
    for (const ledger of ledgers) {
      if (counted.has(nameOf(ledger))) continue
      for (const id of this.idsOf(ledger)) uses.set(id, (uses.get(id) ?? 0) + 1)
    }
    this.uses = addMergedUses(uses, folded.merged ?? {})
    this.seen = seen
    return this.uses
  }

  /** Forgets the counts of ledgers that are gone. */
  private forgetAllBut(ledgers: readonly LedgerFile[]): void {
    const names = new Set(ledgers.map(({ name }) => name))
    for (const name of this.counted.keys()) if (!names.has(name)) this.counted.delete(name)
  }

  private idsOf(ledger: LedgerFile): string[] {
    const known = this.counted.get(ledger.name)
    if (known?.stamp === ledger.stamp) return known.ids
    const ids = idsGiven(ledger)
    this.counted.set(ledger.name, { stamp: ledger.stamp, ids })
    return ids
  }
}

/**
 * Adds the uses of sessions that are over to the folded counts, each exactly once; what a person may
 * look at of them goes into the journal, from which what is too old goes.
 */
export async function foldUsage(store: Store, now = Date.now()): Promise<void> {
  if (ledgersOver(store, now).length === 0) return pruneJournal(store, now)
  await withUsage(store, lock => {
    // Only now: another process may have folded them, and a session may have gone on since.
    const over = ledgersOver(store, now)
    updateUsage(store, lock, usage => {
      const counted = new Set(usage.folded)
      for (const ledger of over) {
        if (counted.has(nameOf(ledger))) continue
        for (const id of idsGiven(ledger)) usage.uses[id] = (usage.uses[id] ?? 0) + 1
      }
      usage.uses = mostUsed(usage.uses)
      usage.folded = over.map(nameOf)
    })
    addToJournal(store, over, now)
    lock.assertHeld()
    for (const ledger of over) removeLedger(ledger)
  })
}

/**
 * Changes the folded counts; the names of folded ledgers in them keep a lost lock from counting
 * twice.
 */
function withUsage(store: Store, action: (lock: HeldLock) => void): Promise<void> {
  return withFence(storeLock(store, 'usage'), [usagePath(store)], action)
}

function updateUsage(store: Store, lock: HeldLock, change: (usage: UsageDocument) => void): void {
  updateJsonDocument(usagePath(store), emptyUsage(), change, () => lock.assertHeld())
}

/** Most memories that are counted, those that were used most: more than anybody has. */
const MOST_COUNTED = 200_000

function mostUsed(uses: Record<string, number>): Record<string, number> {
  const counts = Object.entries(uses)
  if (counts.length <= MOST_COUNTED) return uses
  return Object.fromEntries(counts.sort(([, a], [, b]) => b - a).slice(0, MOST_COUNTED))
}

function ledgersOver(store: Store, now: number): LedgerFile[] {
  return listLedgers(store, now).filter(isOver)
}

/**
 * Lets the uses of merged-away memories count for what they went into; a null takes that back.
 * Uses are not moved but looked up through this, so doing it twice changes nothing, and what an
 * open session used before the merge counts too.
 */
export async function transferUses(
  store: Store,
  moves: ReadonlyMap<string, string | null>,
): Promise<void> {
  if (moves.size === 0) return
  await withUsage(store, lock => {
    updateUsage(store, lock, usage => {
      const merged = { ...usage.merged, ...Object.fromEntries(moves) }
      const kept = Object.entries(merged).filter(([, into]) => into !== null)
      usage.merged = Object.fromEntries(kept) as Record<string, string>
    })
  })
}

/** Adds the uses of merged-away memories to what they went into, through any number of merges. */
export function addMergedUses(
  uses: ReadonlyMap<string, number>,
  merged: Readonly<Record<string, string>>,
): Map<string, number> {
  const sums = new Map(uses)
  for (const [id, count] of uses) {
    const into = lastOf(id, merged)
    if (into !== id) sums.set(into, (sums.get(into) ?? 0) + count)
  }
  return sums
}

function lastOf(id: string, merged: Readonly<Record<string, string>>): string {
  const seen = new Set<string>()
  let last = id
  while (!seen.has(last)) {
    seen.add(last)
    last = (Object.hasOwn(merged, last) ? merged[last] : undefined) ?? last
  }
  return last
}

/** A session that goes on after its ledger was folded has a ledger of the same name. */
function nameOf({ name, stamp }: LedgerFile): string {
  return `${name} ${stamp}`
}

/** Several passages of one agent file are one use of it. */
function idsGiven(ledger: LedgerFile): string[] {
  return readGivenLines(ledger.path).flatMap(line => {
    if (line.type !== 'given' || !Array.isArray(line.ids)) return []
    return [...new Set(line.ids.map(key => idOfKey(String(key))))]
  })
}

/** Most of a ledger are prompts: only lines that may tell of a use are parsed. */
function readGivenLines(path: string): LedgerLine[] {
  return readLedgerFile(path, line => line.includes('"given"'))
}

/** Use counts are a bonus: a broken document counts as empty here, and doctor reports it. */
function readUsage(store: Store): UsageDocument {
  const read = () => readJsonDocument<UsageDocument>(usagePath(store), emptyUsage())
  const document = orElse(read, {})
  return isUsage(document) ? document : emptyUsage()
}

function isUsage(document: Partial<UsageDocument>): document is UsageDocument {
  const { uses, folded } = document
  return typeof uses === 'object' && uses !== null && Array.isArray(folded)
}

function emptyUsage(): UsageDocument {
  return { uses: {}, folded: [] }
}

function usagePath(store: Store): string {
  return statePath(store, 'usage.json')
}
