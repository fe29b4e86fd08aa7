import { statSync, type Stats } from 'node:fs'
import { isMissing, SvcError } from '../errors.js'
import { pathIn } from '../names.js'
import { createDurable, readText, removeDurable, writeDurable } from './atomic.js'
import { listNames, statIfThere } from './read.js'

/**
 * Places an entry in a spool folder under its own name: durable when it returns. False where an
 * entry of that name is queued already; it stays as it is.
 */
export function placeInSpool(directory: string, name: string, entry: unknown): boolean {
  return createDurable(pathIn(directory, `${name}.json`), JSON.stringify(entry) + '\n')
}

/** Replaces an entry, durable when it returns; false, and nothing done, where it is gone. */
export function replaceInSpool(directory: string, name: string, entry: unknown): boolean {
  const path = pathIn(directory, `${name}.json`)
  try {
    writeDurable(path, JSON.stringify(entry) + '\n', () => statSync(path))
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

/** The names of the entries in a spool folder, sorted; [] where there is no folder. */
export function listSpool(directory: string): string[] {
  return listNames(directory)
    .filter(name => name.endsWith('.json') && !name.startsWith('.'))
    .map(name => name.slice(0, -'.json'.length))
    .sort()
}

/** One entry of a spool folder; undefined where it is gone or cannot be read, or not as JSON. */
export function readFromSpool(directory: string, name: string): unknown {
  try {
    const text = readText(pathIn(directory, `${name}.json`))
    return text === null ? undefined : (JSON.parse(text) as unknown)
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof SvcError) return undefined
    throw error
  }
}

/** The bytes of an entry and when it was placed (milliseconds); undefined where it is gone. */
export function statInSpool(directory: string, name: string): Stats | undefined {
  return statIfThere(pathIn(directory, `${name}.json`))
}

/** Removes an entry durably; false where it was gone. */
export function removeFromSpool(directory: string, name: string): boolean {
  return removeDurable(pathIn(directory, `${name}.json`))
}
