import { constants, copyFileSync, mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from 'node-sqlite3-wasm'
import { isMissing, orElse, SvcError } from '../errors.js'
import { readHead } from './read.js'

/** Larger databases are not read (bytes). */
const MOST_BYTES = 2 * 1024 * 1024 * 1024
const ATTEMPTS = 20
const MAGIC = 'SQLite format 3\0'
const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/**
 * Hands a database of another program to `use`: a private copy of it and of its log, which goes when
 * that is over, so that nothing is locked or written where the program keeps it. Throws INVALID_REQUEST
 * that names the file where it cannot be read as a database.
 */
export async function readDatabase<T>(
  path: string,
  use: (database: Database) => T | Promise<T>,
): Promise<T> {
  assertDatabase(path)
  const folder = mkdtempSync(join(tmpdir(), 'svc-import-'))
  const copy = join(folder, 'copy.db')
  // A copy holds what a person said: an interruption waits for its removal.
  let stopped: NodeJS.Signals | undefined
  const onStop = (signal: NodeJS.Signals) => {
    stopped = signal
  }
  for (const signal of SIGNALS) process.on(signal, onStop)
  // An end at once removes it too.
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  try {
    copyDatabase(path, copy)
    return await query(copy, use)
  } catch (error) {
    if (error instanceof SvcError) throw error
    throw unreadable(
      path,
      `cannot be read as a SQLite database: ${(error as Error).message}`,
      error,
    )
  } finally {
    remove()
    process.off('exit', remove)
    await new Promise(resolve => setImmediate(resolve))
    for (const signal of SIGNALS) process.off(signal, onStop)
    // Another listener decides what the interruption ends.
    if (stopped !== undefined && process.listenerCount(stopped) === 0) {
      process.kill(process.pid, stopped)
    }
  }
}

async function query<T>(copy: string, use: (database: Database) => T | Promise<T>): Promise<T> {
  const { default: sqlite } = await import('node-sqlite3-wasm')
  const database = new sqlite.Database(copy, { readOnly: true, fileMustExist: true })
  try {
    // Before all else: only so is a log beside it read without memory that is shared.
    database.exec('pragma locking_mode=exclusive')
    database.exec('pragma trusted_schema=0')
    return await use(database)
  } finally {
    database.close()
  }
}

function unreadable(path: string, why: string, cause?: unknown): SvcError {
  return new SvcError('INVALID_REQUEST', `${path} ${why}`, { cause })
}

function assertDatabase(path: string): void {
  const stats = orElse(() => statSync(path), undefined)
  if (stats === undefined) throw unreadable(path, 'is not there')
  if (!stats.isFile()) throw unreadable(path, 'is no file')
  if (stats.size > MOST_BYTES) throw unreadable(path, 'is larger than 2 GiB')
  const head = orElse(() => readHead(path, MAGIC.length), '')
  if (head !== MAGIC) throw unreadable(path, 'is no SQLite database')
  const { bavail, bsize } = statfsSync(tmpdir())
  if (bavail * bsize > stats.size * 1.1) return
  throw unreadable(path, `cannot be copied: there is no room for it in ${tmpdir()}`)
}

/** Copies a database that its program may be writing to, with its log, until both are of one time. */
function copyDatabase(path: string, copy: string): void {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = stampOf(path)
    copyFileSync(path, copy, constants.COPYFILE_FICLONE)
    rmSync(`${copy}-wal`, { force: true })
    copyLog(`${path}-wal`, `${copy}-wal`)
    if (stampOf(path) === before) return
  }
  throw unreadable(path, 'is written to all the time; close its program, and try again')
}

function copyLog(path: string, copy: string): void {
  try {
    if (statSync(path).isFile()) copyFileSync(path, copy, constants.COPYFILE_FICLONE)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

function stampOf(path: string): string {
  const { ino, size, mtimeNs } = statSync(path, { bigint: true })
  return `${ino} ${size} ${mtimeNs}`
}
