import { constants, gunzipSync } from 'node:zlib'
import { isMissing, SvcError } from '../../store/errors.js'
import { removeDurable, writeDurable } from '../../store/files/atomic.js'
import { appendText, parseLines, syncAppended } from '../../store/files/log.js'
import {
  listFolderNames,
  listNames,
  readBytes,
  statIfThere,
  toDamage,
} from '../../store/files/read.js'
import { pathIn } from '../../store/names.js'
import { statePath, type Store } from '../../store/store.js'
import { packLines, unpackLines } from './members.js'
import { dayOfTurn, identityOf, toLine, parsePastTurn, type PastTurn } from './turns.js'

/**
 * A file of turns: those of one scope and one day (UTC), or a part of a long day. `2026-11-27.jsonl` is
 * open, lines are appended; `2026-11-27.1.jsonl.gz` is packed by session (`members.ts`), and is
 * rewritten only where a session in it is forgotten or a secret is taken out.
 */
export interface Part {
  /** Key of the scope. */
  key: string
  name: string
  path: string
  day: string
  /** 0 of the open part. */
  number: number
  /** Bytes on the disk. */
  bytes: number
  /** The time at which it was written (milliseconds). */
  mtimeMs: number
  /** Changes with what the part holds. */
  stamp: string
}

/** Throws where the scope's work lock is held no more: runs right before each change of a part. */
export type Fence = () => void

/** An open part that is larger is packed: one is read by every turn that is added to its day (bytes of text). */
const PART_BYTES = 256 * 1024
/** More than any part unpacks to: a larger one is no part of ours (bytes). */
const MOST_TEXT_BYTES = 64 * 1024 * 1024
const NAME = /^(\d{4}-\d\d-\d\d)(?:\.(\d{1,6}))?\.jsonl(\.gz)?$/
const DAY = /^\d{4}-\d\d-\d\d$/

/** Holds what is derived of the parts of all scopes; no scope has such a key. */
const INDEX = 'index'

/** The keys of the scopes that have past sessions. */
export function listPastKeys(store: Store): string[] {
  return listFolderNames(statePath(store, 'past')).filter(name => name !== INDEX)
}

/** The folder of the index files over the parts. */
export function pastIndexFolder(store: Store): string {
  return statePath(store, 'past', INDEX)
}

/** The parts of a scope, the oldest first; [] where it has none. */
export function listParts(store: Store, key: string): Part[] {
  const names = listNames(folderOf(store, key))
  const parts = names.flatMap(name => toPart(store, key, name) ?? [])
  return parts.sort((a, b) => compare(a.day, b.day) || orderOf(a) - orderOf(b))
}

/** The part of a name; undefined where there is none, or the name is no part's. */
export function toPart(store: Store, key: string, name: string): Part | undefined {
  const [, day, number = '0', packed] = NAME.exec(name) ?? []
  if (day === undefined || (number === '0') !== (packed === undefined)) return undefined
  const path = pathIn(folderOf(store, key), name)
  const stats = statIfThere(path)
  if (!stats?.isFile()) return undefined
  const { size: bytes, mtimeMs } = stats
  const stamp = `${mtimeMs}-${bytes}`
  return { key, name, path, day, number: Number(number), bytes, mtimeMs, stamp }
}

/**
 * The part of a name, then, where it is open or gone, the others of its day: what it held when somebody
 * noted its name may have been packed since.
 */
export function* partsSince(store: Store, key: string, name: string): Generator<Part> {
  const part = toPart(store, key, name)
  if (part !== undefined) yield part
  if (part !== undefined && part.number > 0) return
  for (const other of listParts(store, key))
    if (name.startsWith(other.day) && other.name !== name) yield other
}

/** The open part holds what came last. */
function orderOf({ number }: Part): number {
  return number === 0 ? Infinity : number
}

/**
 * The turns of a part, those of a session in the order in which they came, all or those whose line is
 * wanted; [] where it is gone. Throws STORE_CORRUPT of a file that cannot be read or unpacked.
 */
export function readPart(part: Part, isWanted?: (line: string) => boolean): PastTurn[] {
  return parseLines<unknown>(textOf(part), isWanted).flatMap(value => parsePastTurn(value) ?? [])
}

/**
 * The turns of a session that a part holds, in the order in which they came; no other line of it is made
 * text, nor unpacked. [] where it is gone. Throws as `readPart`.
 */
export function readSessionIn(part: Part, session: string): PastTurn[] {
  const bytes = bytesOf(part, session)
  const name = JSON.stringify(session)
  const lines: string[] = []
  for (let at = bytes.indexOf(name); at >= 0;) {
    const next = bytes.indexOf(LINE_END, at)
    const end = next < 0 ? bytes.length : next
    lines.push(bytes.toString('utf8', bytes.lastIndexOf(LINE_END, at) + 1, end))
    at = bytes.indexOf(name, end)
  }
  const turns = parseLines<unknown>(lines.join('\n')).flatMap(value => parsePastTurn(value) ?? [])
  return turns.filter(turn => turn.session === session)
}

const LINE_END = 10

function textOf(part: Part): string {
  return bytesOf(part).toString()
}

function bytesOf({ path }: Part, session?: string): Buffer {
  try {
    return unpackPart(path, readBytes(path), session)
  } catch (error) {
    if (isMissing(error)) return Buffer.alloc(0)
    if (isUnpacking(error)) {
      throw new SvcError('STORE_CORRUPT', `${path} cannot be unpacked`, { cause: error })
    }
    throw toDamage(path, error)
  }
}

/**
 * The bytes of a part's lines, by its name: as they are, or unpacked; of a packed one those of a session at
 * least. Throws what zlib throws.
 */
export function unpackPart(name: string, bytes: Buffer, session?: string): Buffer {
  return isPacked(name) ? unpackLines(bytes, MOST_TEXT_BYTES, session) : bytes
}

/**
 * The bytes of a file's lines as far as they can be unpacked, by its name, which may be that of a part that
 * was set aside: of one that was cut off, what comes before. Throws what zlib throws of another damaged one.
 */
export function salvagePart(name: string, bytes: Buffer): Buffer {
  const finishFlush = constants.Z_SYNC_FLUSH
  const options = { maxOutputLength: MOST_TEXT_BYTES, finishFlush }
  return isPacked(name) ? gunzipSync(bytes, options) : bytes
}

/** The bytes that a part of a name holds its lines in. */
export function packPart(name: string, lines: string | Buffer): string | Buffer {
  return isPacked(name) ? packLines(lines) : lines
}

/** True for the name of a packed part; of several that were set aside at once, a number is behind it. */
export function isPacked(name: string): boolean {
  return /\.jsonl\.gz(?:\.\d+)?$/.test(name)
}

function isUnpacking(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && (code.startsWith('Z_') || code === 'ERR_BUFFER_TOO_LARGE')
}

/**
 * Adds turns to the days on which they were said; answers how many are new: one whose session and
 * number are there already stays as it is. Call it under the scope's work lock. Durable when
 * it returns. Throws STORE_CORRUPT where a part of such a day cannot be read.
 */
export function addTurns(
  store: Store,
  key: string,
  turns: readonly PastTurn[],
  fence?: Fence,
): number {
  const days = new Map<string, PastTurn[]>()
  for (const turn of turns) {
    const day = dayOfTurn(turn)
    if (!DAY.test(day)) throw new SvcError('INVALID_REQUEST', `a turn has no time: ${day}`)
    days.set(day, [...(days.get(day) ?? []), turn])
  }
  let added = 0
  for (const [day, own] of days) added += addToDay(store, key, day, own, fence)
  return added
}

function addToDay(
  store: Store,
  key: string,
  day: string,
  turns: readonly PastTurn[],
  fence?: Fence,
): number {
  const parts = listParts(store, key).filter(part => part.day === day)
  const known = new Set(parts.flatMap(part => readPart(part)).map(identityOf))
  const fresh = turns.filter(turn => !known.has(identityOf(turn)) && known.add(identityOf(turn)))
  for (const turn of fresh) {
    fence?.()
    appendText(openPath(store, key, day), toLine(turn))
    const open = toPart(store, key, `${day}.jsonl`)
    if (open !== undefined && open.bytes > PART_BYTES) pack(store, open, fence)
  }
  // Whoever added what is known may have been killed before this.
  syncAppended(openPath(store, key, day))
  return fresh.length
}

/**
 * Packs the open parts of days before `day`. Call it under the scope's work lock. Throws STORE_CORRUPT
 * where one cannot be read.
 */
export function packBefore(store: Store, key: string, day: string, fence?: Fence): void {
  for (const part of listParts(store, key)) if (isToPack(part, day)) pack(store, part, fence)
}

/** True for an open part of a day before this one. */
export function isToPack(part: Part, day: string): boolean {
  return part.number === 0 && part.day < day
}

/** Killed between the two, turns are there twice: those are not packed again, whatever came behind them. */
function pack(store: Store, open: Part, fence?: Fence): void {
  const { key, day } = open
  const packed = listParts(store, key).filter(part => part.day === day && part.number > 0)
  const known = new Set(packed.flatMap(part => readPart(part)).map(identityOf))
  const fresh = readPart(open).filter(turn => !known.has(identityOf(turn)))
  if (fresh.length > 0) {
    const name = `${day}.${(packed.at(-1)?.number ?? 0) + 1}.jsonl.gz`
    writeDurable(
      pathIn(folderOf(store, key), name),
      packPart(name, fresh.map(toLine).join('')),
      fence,
    )
  }
  dropPart(open, fence)
}

/**
 * Rewrites a part with what `change` makes of each turn, undefined taking it out, and without lines that
 * were cut off: nobody knows whose they are. The file is removed where nothing is left, and stays as it is
 * where nothing changes. Answers how many turns changed. Call it under the scope's work lock. Throws
 * STORE_CORRUPT where it cannot be read.
 */
export function rewritePart(
  part: Part,
  change: (turn: PastTurn) => PastTurn | undefined,
  fence?: Fence,
): number {
  let lines = 0
  const before = readPart(part, () => ++lines > 0)
  const after = before.map(turn => change(turn))
  const changed = after.filter((turn, at) => turn !== before[at]).length
  if (changed === 0 && lines === before.length) return 0
  const text = after.flatMap(turn => (turn ? toLine(turn) : [])).join('')
  if (text !== '') writeDurable(part.path, packPart(part.name, text), fence)
  else dropPart(part, fence)
  return changed
}

/** Removes a part, durably. Call it under the scope's work lock. */
export function dropPart({ path }: Part, fence?: Fence): void {
  fence?.()
  removeDurable(path)
}

/** The path of the open part of a day. */
function openPath(store: Store, key: string, day: string): string {
  return pathIn(folderOf(store, key), `${day}.jsonl`)
}

function folderOf(store: Store, key: string): string {
  return statePath(store, 'past', key)
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
