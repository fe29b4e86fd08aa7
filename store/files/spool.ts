import { join } from 'node:path'
import { createDurable, readText, removeDurable } from './atomic.js'
import { listNames } from './read.js'

/**
 * Places an entry in a spool folder under its own name: durable when it returns. False where an
 * entry of that name is queued already; it stays as it is.
 */
export function placeInSpool(directory: string, name: string, entry: unknown): boolean {
  return createDurable(join(directory, `${name}.json`), JSON.stringify(entry) + '\n')
}

/** The names of the entries in a spool folder, sorted; [] where there is no folder. */
export function listSpool(directory: string): string[] {
  return listNames(directory)
    .filter(name => name.endsWith('.json') && !name.startsWith('.'))
    .map(name => name.slice(0, -'.json'.length))
    .sort()
}

/** One entry of a spool folder; undefined where it is gone or cannot be read as JSON. */
export function readFromSpool(directory: string, name: string): unknown {
  const text = readText(join(directory, `${name}.json`))
  if (text === null) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Removes an entry durably; false where it was gone. */
export function removeFromSpool(directory: string, name: string): boolean {
  return removeDurable(join(directory, `${name}.json`))
}
