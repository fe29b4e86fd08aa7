import { LowSync, type SyncAdapter } from 'lowdb'
import { SvcError } from '../errors.js'
import { readText, writeDurable } from './atomic.js'

/**
 * lowdb's own adapter never syncs, follows a symbolic link under its fixed temporary name and
 * takes the text `null` for an empty document; this one writes durably and refuses such a file.
 */
class DurableAdapter<T> implements SyncAdapter<T> {
  constructor(
    private readonly path: string,
    private readonly fence?: () => void,
  ) {}

  read(): T | null {
    const text = readText(this.path)
    if (text === null) return null
    const value = parseJson(text, this.path)
    if (typeof value === 'object' && value !== null) return value as T
    throw corruptError(this.path)
  }

  write(value: T): void {
    writeDurable(this.path, JSON.stringify(value, null, 2) + '\n', this.fence)
  }
}

/** Reads a JSON document afresh; `initial` where there is none. Throws STORE_CORRUPT. */
export function readJsonDocument<T>(path: string, initial: T): T {
  const document = new LowSync<T>(new DurableAdapter<T>(path), initial)
  document.read()
  return document.data
}

/**
 * Reads a JSON document, lets `change` alter it in place, and writes it durably, as `writeDurable`
 * with this `fence`. Call it inside the lock that guards the document (`withFence`): it reads afresh
 * there, so no update is lost.
 */
export function updateJsonDocument<T>(
  path: string,
  initial: T,
  change: (value: T) => void,
  fence?: () => void,
): T {
  const document = new LowSync<T>(new DurableAdapter<T>(path, fence), initial)
  document.read()
  document.update(change)
  return document.data
}

/** Writes a whole JSON document durably and atomically. */
export function writeJsonDocument(path: string, value: unknown): void {
  new DurableAdapter<unknown>(path).write(value)
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw corruptError(path, cause)
  }
}

function corruptError(path: string, cause?: unknown): SvcError {
  return new SvcError(
    'STORE_CORRUPT',
    `${path} is not the JSON document it should be; restore or move it away`,
    {
      cause,
    },
  )
}
