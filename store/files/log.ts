import { closeSync, constants, existsSync, fstatSync, fsyncSync, openSync, readSync } from 'node:fs'
import { dirname } from 'node:path'
import { isMissing, SvcError } from '../errors.js'
import { pathIn } from '../names.js'
import {
  ensureDirectory,
  refuseClosed,
  removeFile,
  syncDirectory,
  withPath,
  writeAll,
} from './atomic.js'
import { listNames, noFile, readBytes, statOrNothing, toDamage } from './read.js'

/**
 * An append-only log as numbered segments `000001.jsonl`, …: writers only ever append, and what
 * is dropped is dropped as a whole old segment. Renaming a log aside loses the lines of a writer
 * that has it open.
 */
export interface SegmentedLog {
  directory: string
  /** A segment of this many bytes is closed, and the next append opens a new one. */
  segmentBytes: number
  /** Older segments are removed. */
  segmentsKept: number
}

/** Appends values, a line each, in a single write. Atomic; may lose the last lines on power loss. */
export function appendToLog(log: SegmentedLog, ...values: readonly unknown[]): void {
  const segments = segmentsOf(log)
  const text = values.map(value => JSON.stringify(value) + '\n').join('')
  appendText(pathIn(log.directory, segmentFor(log, segments)), text)
}

/** The newest `limit` values of the log, newest first. Broken lines are passed over. */
export function readLog<T>(log: SegmentedLog, limit: number): T[] {
  const values: T[] = []
  for (const segment of segmentsOf(log).reverse()) {
    values.push(...readSegment<T>(pathIn(log.directory, segment)).reverse())
    if (values.length >= limit) break
  }
  return values.slice(0, limit)
}

/** A segment that cannot be read is passed over, as a broken line is. */
function readSegment<T>(path: string): T[] {
  try {
    return readLines<T>(path)
  } catch (error) {
    if (error instanceof SvcError) return []
    throw error
  }
}

/** A place in a log up to which somebody has read. */
export interface LogCursor {
  segment: string
  bytes: number
}

/** The place behind everything the log holds now. */
export function logEnd(log: SegmentedLog): LogCursor {
  const segment = segmentsOf(log).at(-1) ?? segmentName(1)
  return { segment, bytes: lineBytes(pathIn(log.directory, segment)) }
}

/** The values appended behind a cursor, oldest first, and the place behind them. */
export function readLogFrom<T>(
  log: SegmentedLog,
  cursor: LogCursor,
): { values: T[]; cursor: LogCursor } {
  const values: T[] = []
  let end = cursor
  for (const segment of segmentsOf(log).filter(name => name >= cursor.segment)) {
    const bytes = readWhole(pathIn(log.directory, segment))
    const from = segment === cursor.segment ? Math.min(cursor.bytes, bytes.length) : 0
    const to = bytes.lastIndexOf(0x0a) + 1
    values.push(...parseLines<T>(bytes.subarray(from, Math.max(from, to)).toString()))
    end = { segment, bytes: Math.max(from, to) }
  }
  return { values, cursor: end }
}

/** Appends one value as a line of JSON in a single write. Makes the file and its folder. */
export function appendLine(path: string, value: unknown): void {
  appendText(path, JSON.stringify(value) + '\n')
}

/**
 * Appends lines in a single write, behind a newline where the file ends in a line that was cut off,
 * and behind `opening` where it is new. Makes the file and its folder.
 */
export function appendText(path: string, text: string, opening = ''): void {
  const file = openMaking(path)
  try {
    const stats = fstatSync(file)
    if (!stats.isFile()) throw noFile(path)
    const { size } = stats
    const before = size === 0 ? opening : endsTorn(file, size) ? '\n' : ''
    writeAll(file, Buffer.from(before + text))
  } catch (error) {
    throw withPath(error, path)
  } finally {
    closeSync(file)
  }
}

/** Makes durable what was appended to a file, and its name; does nothing where there is none. */
export function syncAppended(path: string): void {
  if (!existsSync(path)) return
  const file = openMaking(path)
  try {
    fsyncSync(file)
  } catch (error) {
    throw withPath(error, path)
  } finally {
    closeSync(file)
  }
  syncDirectory(dirname(path))
}

const APPENDING =
  constants.O_APPEND | constants.O_CREAT | constants.O_RDWR | (constants.O_NONBLOCK ?? 0)

function openMaking(path: string): number {
  refuseClosed(path)
  try {
    return openSync(path, APPENDING, 0o600)
  } catch (error) {
    if (!isMissing(error)) throw toDamage(path, error)
    ensureDirectory(dirname(path))
    return openAgain(path)
  }
}

/** Its folder is there: what is missing now is what a link in its place leads to. */
function openAgain(path: string): number {
  try {
    return openSync(path, APPENDING, 0o600)
  } catch (error) {
    throw isMissing(error) ? noFile(path) : toDamage(path, error)
  }
}

/** A full disk or a power cut can leave the beginning of a line. */
function endsTorn(file: number, size: number): boolean {
  const last = Buffer.alloc(1)
  return readSync(file, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a
}

/** The bytes of a file of lines; 0 where there is none. */
export function lineBytes(path: string): number {
  return statOrNothing(path)?.size ?? 0
}

/**
 * The values of a file of JSON lines in their order, of the lines that `isWanted` accepts unparsed; []
 * where there is no file. Skips broken lines.
 */
export function readLines<T>(path: string, isWanted?: (line: string) => boolean): T[] {
  // To look is cheaper than an error.
  if (!existsSync(path)) return []
  try {
    return parseLines<T>(readBytes(path).toString(), isWanted)
  } catch (error) {
    if (isMissing(error)) return []
    throw toDamage(path, error)
  }
}

/** The values of JSON lines, all or those wanted; a line that is cut off or broken is passed over. */
export function parseLines<T>(text: string, isWanted?: (line: string) => boolean): T[] {
  const values: T[] = []
  for (const line of text.split('\n')) {
    if (line === '' || isWanted?.(line) === false) continue
    try {
      values.push(JSON.parse(line) as T)
    } catch {
      continue
    }
  }
  return values
}

/** A segment may be dropped between the look at the folder and the read, or be damaged. */
function readWhole(path: string): Buffer {
  try {
    return readBytes(path)
  } catch (error) {
    if (isMissing(error) || toDamage(path, error) instanceof SvcError) return Buffer.alloc(0)
    throw error
  }
}

function segmentFor(log: SegmentedLog, segments: string[]): string {
  const last = segments.at(-1)
  if (last === undefined) return segmentName(1)
  const size = lineBytes(pathIn(log.directory, last))
  if (size < log.segmentBytes) return last
  for (const old of segments.slice(0, Math.max(0, segments.length - log.segmentsKept + 1))) {
    removeFile(pathIn(log.directory, old))
  }
  return segmentName(Number.parseInt(last, 10) + 1)
}

function segmentsOf(log: SegmentedLog): string[] {
  const names = listNames(log.directory)
  return names.filter(name => /^\d{6}\.jsonl$/.test(name)).sort()
}

function segmentName(number: number): string {
  return `${String(number).padStart(6, '0')}.jsonl`
}
