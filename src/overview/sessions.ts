import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { isMissing, SvcError } from '../../store/errors.js'
import { parseLines } from '../../store/files/log.js'
import {
  isTold,
  listJournal,
  readJournalDay,
  type JournalDay,
  type ToldLine,
} from '../activity/journal.js'
import {
  ledgerName,
  listLedgers,
  readLedgerFile,
  type LedgerFile,
  type LedgerLine,
} from '../activity/sessions.js'
import type { Scope } from '../../store/types.js'
import { PAGE } from '../memories/fields.js'
import { parseFilter } from '../memories/given.js'
import type { OverviewContext } from './context.js'
import { pageOf, SESSION_FILTER, testScopes } from './filters.js'
import { learnedBySession } from './learned.js'
import {
  digestLines,
  joinDigests,
  readHead,
  toEntries,
  type SessionDigest,
  type SessionHead,
} from './session-lines.js'
import type {
  LearnedFrom,
  SessionEntry,
  SessionFilter,
  SessionRecord,
  SessionSummary,
} from './types.js'

type Reading = Pick<OverviewContext, 'store' | 'collections' | 'now'>

/** A session in short, by the turns that are kept of it. */
export interface PastSummary {
  session: string
  scope: Scope | undefined
  startedAt: string
  endedAt: string
  opening: string
  prompts: number
}

/** A stretch of a session that was folded. */
interface Folded {
  /** Stamp of its ledger then. */
  stamp: string
  digest: SessionDigest
}

/** Digests by the names of the ledgers that were folded. */
type Digests = ReadonlyMap<string, Folded[]>

/** A session as far as a list must know it to choose a page of it. */
interface Session {
  name: string
  head: SessionHead
  /** ISO 8601. */
  endedAt: string
  ledger?: LedgerFile
  folded: readonly Folded[]
}

/**
 * The sessions that hooks saw: those of the last day by their ledgers, the older ones by the
 * journal; and in the list those of which only turns are kept. What a file tells is kept for as long as it stays the same.
 */
export class SessionBook {
  private ends: ReadonlyMap<string, { stamp: string; ends: LedgerEnds | undefined }> = new Map()
  private readonly whole = new Map<string, { stamp: string; digest: SessionDigest | undefined }>()
  private days: ReadonlyMap<string, { stamp: string; digests: Digests }> = new Map()

  /** `listPast` tells of sessions of which turns are kept, whether hooks saw them or not. */
  constructor(
    private readonly context: Reading,
    private readonly listPast: () => readonly PastSummary[] = () => [],
  ) {}

  /** Sessions, the one that went on last first, and how many there are. Throws INVALID_REQUEST. */
  async list(filter: SessionFilter = {}): Promise<{ sessions: SessionSummary[]; total: number }> {
    const parsed = parseFilter(filter, { ...SESSION_FILTER, ...PAGE })
    const { since = '', until } = parsed
    const isWanted = testScopes(this.context.store, parsed)
    const seen = this.all()
    const held = [...seen, ...this.unseenBeside(seen)].filter(
      ({ head, endedAt }) =>
        !head.isAgent &&
        endedAt > since &&
        (until === undefined || head.startedAt < until) &&
        isWanted(head.scope),
    )
    held.sort((a, b) => (a.endedAt < b.endedAt ? 1 : a.endedAt > b.endedAt ? -1 : 0))
    const learned = await learnedBySession(this.context)
    const sessions = pageOf(held, parsed).flatMap(one => {
      const digest = this.digest(one)
      return digest ? [toSummary(one.name, digest, learned.get(one.name))] : []
    })
    return { sessions, total: held.length }
  }

  /**
   * A session with all that happened in it, by the id that its host or a list calls it by. Throws
   * SESSION_NOT_FOUND.
   */
  async find(id: string): Promise<SessionRecord> {
    const names = [ledgerName(id), `${id}.jsonl`]
    const one = this.all().find(({ name }) => names.includes(name))
    const digest = one && this.digest(one)
    if (one === undefined || digest === undefined) throw unknownSession(id)
    const learned = (await learnedBySession(this.context)).get(one.name) ?? []
    const entries = toEntries(this.linesOf(one), await this.titles(digest))
    const taught = learned.map(line => ({ type: 'learned' as const, ...line }))
    return { ...toSummary(one.name, digest, learned), entries: inOrder([...entries, ...taught]) }
  }

  /** Sessions that no hook saw, or too long ago: their turns are kept. */
  private unseenBeside(seen: readonly Session[]): Session[] {
    const names = new Set(seen.map(({ name }) => name))
    return this.listPast().flatMap(({ session: id, ...past }) => {
      const digest = { id, host: undefined, isAgent: false, given: new Set<string>(), ...past }
      const name = ledgerName(id)
      return names.has(name) ? [] : toSession(name, undefined, [{ stamp: '', digest }])
    })
  }

  /** All sessions that hooks saw, in no order. */
  private all(): Session[] {
    const { store, now } = this.context
    const held = new Map<string, Session>()
    for (const digests of this.journal())
      for (const [name, own] of digests) held.set(name, toSession(name, held.get(name), own))
    for (const { ledger, ends } of this.ledgers(listLedgers(store, now().getTime()))) {
      const { name, stamp } = ledger
      const before = held.get(name)
      // Folding it was cut off: it tells what the journal has already.
      const isFolded = before?.folded.some(one => one.stamp === stamp) === true
      if (ends === undefined || isFolded) continue
      held.set(name, {
        folded: [],
        head: ends.head,
        ...before,
        name,
        endedAt: ends.endedAt,
        ledger,
      })
    }
    return [...held.values()]
  }

  /** Reads the beginning and end of each ledger; forgets those that are gone. */
  private ledgers(ledgers: readonly LedgerFile[]) {
    const read = ledgers.map(ledger => ({ ledger, ends: this.endsOf(ledger) }))
    this.ends = new Map(read.map(({ ledger: { name, stamp }, ends }) => [name, { stamp, ends }]))
    for (const name of this.whole.keys()) if (!this.ends.has(name)) this.whole.delete(name)
    return read
  }

  /** Digests each day of the journal, the oldest first. */
  private journal(): Digests[] {
    const days = listJournal(this.context.store).map(day => {
      const known = this.days.get(day.path)
      const isSame = known?.stamp === day.stamp
      return [day.path, isSame ? known : { stamp: day.stamp, digests: digestDay(day) }] as const
    })
    this.days = new Map(days)
    return days.map(([, { digests }]) => digests)
  }

  private endsOf({ name, path, stamp }: LedgerFile): LedgerEnds | undefined {
    const known = this.ends.get(name)
    return known?.stamp === stamp ? known.ends : readEnds(path)
  }

  private digest({ ledger, folded }: Session): SessionDigest | undefined {
    const digests = folded.map(({ digest }) => digest)
    const all = [...digests, ...(ledger ? [this.digestLedger(ledger)] : [])]
    const known = all.filter(digest => digest !== undefined)
    return known.length === 0 ? undefined : known.reduce(joinDigests)
  }

  private digestLedger({ name, path, stamp }: LedgerFile): SessionDigest | undefined {
    const known = this.whole.get(name)
    if (known?.stamp === stamp) return known.digest
    const digest = digestLines(readLedgerFile(path))
    this.whole.set(name, { stamp, digest })
    return digest
  }

  private linesOf({ name, ledger }: Session): ToldLine[] {
    const journal = listJournal(this.context.store)
      .filter(({ path }) => this.days.get(path)?.digests.has(name))
      .flatMap(readJournalDay)
      .filter(entry => entry.ledger === name)
    const own = ledger ? readLedgerFile(ledger.path) : []
    return [...journal.flatMap(({ lines }) => lines), ...own].filter(isTold)
  }

  /** Finds present titles of the memories that a session was given, first in its own scope. */
  private async titles({ scope }: SessionDigest): Promise<(id: string) => string | undefined> {
    const { collections } = this.context
    const own = scope && (await collections.find(scope))
    const all = [...(own ? [own] : []), ...(await collections.all())]
    return id => {
      const holder = all.find(one => one.memories.has(id) || one.rows.has(id))
      return holder?.memories.get(id)?.document.title ?? holder?.rows.get(id)?.title
    }
  }
}

function toSession(name: string, before: Session | undefined, own: readonly Folded[]): Session {
  const folded = [...(before?.folded ?? []), ...own]
  const whole = folded.map(({ digest }) => digest).reduce(joinDigests)
  return { name, head: whole, endedAt: whole.endedAt, folded }
}

function digestDay(day: JournalDay): Digests {
  const digests = new Map<string, Folded[]>()
  for (const { ledger, stamp, lines } of readJournalDay(day)) {
    const digest = digestLines(lines)
    if (digest) digests.set(ledger, [...(digests.get(ledger) ?? []), { stamp, digest }])
  }
  return digests
}

/** The beginning of a ledger, and the time of its last line. */
interface LedgerEnds {
  head: SessionHead
  endedAt: string
}

/** Most lines are shorter; a ledger with a longer one at its end is read as a whole. */
const END_BYTES = 4_096

function readEnds(path: string): LedgerEnds | undefined {
  const [beginning, end] = readBothEnds(path)
  const whole = () => readLedgerFile(path)
  const first = linesIn(beginning)[0] ?? whole()[0]
  const head = readHead(first)
  const last = linesIn(end).at(-1) ?? whole().at(-1)
  return head && { head, endedAt: typeof last?.at === 'string' ? last.at : head.startedAt }
}

/** A line that is cut off is none. */
function linesIn(text: string): LedgerLine[] {
  const lines = parseLines<LedgerLine | null>(text)
  return lines.filter(line => typeof line === 'object' && line !== null)
}

/** It may be folded between the look at the folder and this one. */
function readBothEnds(path: string): [string, string] {
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    const { size } = fstatSync(file)
    return [readAt(file, 0), readAt(file, Math.max(0, size - END_BYTES))]
  } catch (error) {
    if (isMissing(error)) return ['', '']
    throw error
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

function readAt(file: number, position: number): string {
  const bytes = Buffer.alloc(END_BYTES)
  return bytes.toString('utf8', 0, readSync(file, bytes, 0, END_BYTES, position))
}

function toSummary(
  name: string,
  digest: SessionDigest,
  learned: readonly LearnedFrom[] = [],
): SessionSummary {
  const { id = name.replace(/\.jsonl$/, ''), scope, host, startedAt, endedAt } = digest
  const { opening, prompts, given } = digest
  const place = { ...(scope && { scope }), ...(host && { host }) }
  const counts = { prompts, given: given.size, learned: new Set(learned.map(one => one.id)).size }
  return { id, ...place, startedAt, endedAt, opening, ...counts }
}

function inOrder(entries: readonly SessionEntry[]): SessionEntry[] {
  return [...entries].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

function unknownSession(id: string): SvcError {
  const name = JSON.stringify(id.slice(0, 80))
  return new SvcError('SESSION_NOT_FOUND', `hooks have seen no session ${name} in the last 90 days`)
}
