import { statSync } from 'node:fs'
import { join } from 'node:path'
import { listEntries } from '../../store/files/read.js'
import { listSpool, readFromSpool } from '../../store/files/spool.js'
import { type Store, turnSpool, batchFolder, type StateName, statePath } from '../../store/store.js'
import {
  AUTOMATIC_COMMIT,
  clearFailures,
  failureLog,
  readFailures,
  type Failure,
} from '../activity/failures.js'
import { isBatchRecord, isPutOff, type BatchRecord } from '../reflect/batches.js'
import { type Check, type Examined, type Found, failure, remark } from './check.js'

const DAY_MS = 24 * 60 * 60 * 1000

/** Turns that wait for reflection: unreadable ones, and those that wait for more than a day. */
export const turnQueue: Check = { name: 'turn-queue', run: queueCheck('spool', 'reflection') }

/** Distilled batches that wait for consolidation: unreadable ones, and old ones. */
export const replayQueue: Check = {
  name: 'replay-queue',
  run: queueCheck('replay', 'consolidation'),
}

function queueCheck(folder: StateName, awaited: string): (examined: Examined) => Found[] {
  return ({ store, now }) => {
    const directory = statePath(store, folder)
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
function foldersIn(directory: string): string[] {
  const folders = listEntries(directory).filter(entry => entry.isDirectory())
  return folders.map(({ name }) => name)
}

const HOUR_MS = 60 * 60 * 1000

/**
 * Batches on their way to be distilled: failing ones, such as wait for a budget, and those that
 * were set aside. All are remarks: what they hold is there and can be read. A record that cannot
 * be read is a failure.
 */
export const failingBatch: Check = {
  name: 'failing-batch',
  run: ({ store, now }) =>
    foldersIn(statePath(store, 'batches')).flatMap(key => {
      const directory = batchFolder(store, key)
      return listSpool(directory).flatMap(name => {
        const path = join(directory, `${name}.json`)
        const record = readFromSpool(directory, name)
        if (!isBatchRecord(record)) return [failure(path, UNREADABLE)]
        const trouble = describeTrouble(record, now)
        return trouble === undefined
          ? []
          : [remark(path, `${describeBatch(store, key, record, now)} ${trouble}`)]
      })
    }),
}

const UNREADABLE = 'is not the record of a batch; its turns are queued all the same, remove it'

function describeTrouble(record: BatchRecord, now: Date): string | undefined {
  const { failures, error = 'unknown', isSetAside = false, nextAt, waitsFor } = record
  if (isSetAside) {
    return `was set aside after ${failures} failures, svc reflect tries it again: ${error}`
  }
  if (isPutOff(record, now)) return `waits until ${nextAt}: ${waitsFor}`
  if (failures === 0) return undefined
  const times = failures === 1 ? 'once' : `${failures} times`
  return `failed ${times}, the next try is after ${nextAt}: ${error}`
}

function describeBatch(store: Store, key: string, { turns }: BatchRecord, now: Date): string {
  const path = join(turnSpool(store, key), `${turns[0]}.json`)
  const time = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now.getTime()
  const hours = Math.floor((now.getTime() - time) / HOUR_MS)
  const age = hours < 1 ? 'within the hour' : `${hours} h ago`
  const count = turns.length === 1 ? '1 turn' : `${turns.length} turns`
  return `a batch of ${count}, queued ${age},`
}

/** What failed where nobody was told: hook calls, which answer their host all the same, and commits. */
export const hookFailure: Check = {
  name: 'hook-failure',
  run: ({ store, fix }) => {
    const failures = readFailures(store)
    const commits = failures.filter(({ event }) => event === AUTOMATIC_COMMIT)
    const calls = failures.filter(({ event }) => event !== AUTOMATIC_COMMIT)
    const settle = { fix, by: () => clearFailures(store) }
    return [describeCalls(calls), describeCommits(commits)]
      .filter(message => message !== undefined)
      .map((message): Found => remark(failureLog(store), message, settle))
  },
}

function describeCalls(calls: readonly Failure[]): string | undefined {
  const newest = calls.at(-1)
  if (!newest) return undefined
  const when = `the newest at ${text(newest.at)} (${text(newest.event)}): ${text(newest.message)}`
  return `${calls.length} failed hook ${calls.length === 1 ? 'call' : 'calls'}, ${when}`
}

function describeCommits(commits: readonly Failure[]): string | undefined {
  const newest = commits.at(-1)
  if (!newest) return undefined
  const count = `${commits.length} automatic ${commits.length === 1 ? 'commit' : 'commits'} failed`
  const when = `the newest at ${text(newest.at)}: ${text(newest.message)}`
  return `${count}, ${when}; svc git status shows how things stand`
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : 'unknown'
}
