import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isMissing } from '../../store/errors.js'
import { listSpool, readFromSpool } from '../../store/spool.js'
import type { Check, Examined, Found } from './check.js'
import { failure, remark } from './findings.js'

const DAY_MS = 24 * 60 * 60 * 1000

/** Turns that wait for reflection: unreadable ones, and those that wait for more than a day. */
export const turnQueue: Check = { name: 'turn-queue', run: queueCheck('spool', 'reflection') }

/** Distilled batches that wait for consolidation: unreadable ones, and old ones. */
export const replayQueue: Check = {
  name: 'replay-queue',
  run: queueCheck('replay', 'consolidation'),
}

function queueCheck(folder: string, awaited: string): (examined: Examined) => Found[] {
  return ({ store, now }) => {
    const directory = join(store.state, folder)
    return foldersIn(directory).flatMap(key => examineQueue(join(directory, key), awaited, now))
  }
}

function examineQueue(directory: string, awaited: string, now: Date): Found[] {
  const names = listSpool(directory)
  const broken = names.filter(name => !isEntry(readFromSpool(directory, name)))
  const found = broken.map(name =>
    failure(join(directory, `${name}.json`), 'is queued and cannot be read as JSON'),
  )
  const days = Math.floor((now.getTime() - oldest(directory, names)) / DAY_MS)
  if (days < 1) return found
  const message = `${names.length} queued for ${awaited}, the oldest for ${days} days or more`
  return [...found, remark(directory, message)]
}

function oldest(directory: string, names: readonly string[]): number {
  const times = names.map(
    name =>
      statSync(join(directory, `${name}.json`), { throwIfNoEntry: false })?.mtimeMs ?? Infinity,
  )
  return times.reduce((least, time) => Math.min(least, time), Infinity)
}

function isEntry(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The names of the folders in a folder; [] where there is none. */
export function foldersIn(directory: string): string[] {
  try {
    const entries = readdirSync(directory, { withFileTypes: true })
    return entries.filter(entry => entry.isDirectory()).map(({ name }) => name)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
