import { join } from 'node:path'
import { listFolderNames, statOrNothing } from '../../store/files/read.js'
import { listSpool, readFromSpool } from '../../store/files/spool.js'
import { quoteForShell } from '../../store/git/repository.js'
import { listScopes } from '../../store/projects/projects.js'
import { type Store, turnSpool, batchFolder, type StateName, statePath } from '../../store/store.js'
import {
  AUTOMATIC_COMMIT,
  clearFailures,
  failureLog,
  readFailures,
  type Failure,
} from '../activity/failures.js'
import { isBatchRecord, isPutOff, type BatchRecord } from '../reflect/batches.js'
import { type Check, type Examined, type Found, remark, settling } from './check.js'
import { settingAside } from './damage.js'

const DAY_MS = 24 * 60 * 60 * 1000

/** Turns that wait for reflection for more than a day. */
export const turnQueue: Check = {
  name: 'turn-queue',
  run: queueCheck('spool', { awaited: 'reflection', command: 'reflect' }),
}

/** Distilled batches that wait for consolidation for more than a day. */
export const replayQueue: Check = {
  name: 'replay-queue',
  run: queueCheck('replay', { awaited: 'consolidation', command: 'consolidate' }),
}

/** The work that a queue waits for, and the command that does it at once. */
interface QueueWork {
  awaited: string
  command: string
}

function queueCheck(folder: StateName, work: QueueWork): (examined: Examined) => Found[] {
  return ({ store, now }) => {
    const directory = statePath(store, folder)
    return listFolderNames(directory).flatMap(key => {
      const mend = `${formatOn(store, work.command, key)} does that now`
      return examineQueue(join(directory, key), { awaited: work.awaited, mend, now })
    })
  }
}

/** A command for a scope, as it can be run anywhere. */
function formatOn(store: Store, command: string, key: string): string {
  const scope = listScopes(store).find(folder => folder.key === key)?.scope
  if (scope === undefined) return `svc ${command}`
  const name = scope.type === 'global' ? 'global' : quoteForShell(`project:${scope.id}`)
  return `svc ${command} --scope ${name}`
}

function examineQueue(
  directory: string,
  { awaited, mend, now }: { awaited: string; mend: string; now: Date },
): Found[] {
  const days = Math.floor((now.getTime() - oldestIn(directory)) / DAY_MS)
  if (days < 1) return []
  const { length } = listSpool(directory)
  const message = `${length} queued for ${awaited}, the oldest for ${days} days or more`
  return [remark(directory, message, mend)]
}

/** Time of the oldest entry of a spool (milliseconds); Infinity for an empty one. */
export function oldestIn(directory: string): number {
  const paths = listSpool(directory).map(name => join(directory, `${name}.json`))
  const times = paths.map(path => statOrNothing(path)?.mtimeMs ?? Infinity)
  return times.reduce((least, time) => Math.min(least, time), Infinity)
}

const HOUR_MS = 60 * 60 * 1000

/**
 * Batches on their way to be distilled: failing ones, such as wait for a usage limit, and those that
 * were set aside. All are remarks: what they hold is there and can be read. A record that cannot
 * be read is a failure.
 */
export const failingBatch: Check = {
  name: 'failing-batch',
  run: examined => {
    const { store, now } = examined
    return listFolderNames(statePath(store, 'batches')).flatMap(key => {
      const directory = batchFolder(store, key)
      return listSpool(directory).flatMap(name => {
        const path = join(directory, `${name}.json`)
        const record = readFromSpool(directory, name)
        // A broken entry, which is no JSON, is told of as such.
        if (!(record instanceof Object) || Array.isArray(record)) return []
        if (!isBatchRecord(record)) return [settingAside(examined, path, NO_RECORD)]
        const trouble = describeTrouble(record, now)
        if (trouble === undefined) return []
        const learned = record.isStored ? `${LEARNED} ` : ''
        const message = `${describeBatch(store, key, record, now)} ${learned}${trouble}`
        const mend = `${formatOn(store, 'reflect', key)} tries it now`
        return [remark(path, message, isPutOff(record, now) ? 'nothing is to be done' : mend)]
      })
    })
  },
}

const NO_RECORD = 'is not the record of a batch; its turns are queued all the same'

const LEARNED = 'is learned from, and its turns not kept word for word yet: it'

function describeTrouble(record: BatchRecord, now: Date): string | undefined {
  const { failures, error = 'unknown', isSetAside = false, nextAt, waitsFor } = record
  if (isSetAside) return `was set aside after ${failures} failures: ${error}`
  if (isPutOff(record, now)) return `waits until ${nextAt}: ${waitsFor}`
  if (failures === 0) return undefined
  const times = failures === 1 ? 'once' : `${failures} times`
  return `failed ${times}, the next try is after ${nextAt}: ${error}`
}

function describeBatch(store: Store, key: string, record: BatchRecord, now: Date): string {
  const { id, turns } = record
  const turn = join(turnSpool(store, key), `${turns[0]}.json`)
  // The record is as old at least, if its turns are gone.
  const stats = statOrNothing(turn) ?? statOrNothing(join(batchFolder(store, key), `${id}.json`))
  const time = stats?.mtimeMs ?? now.getTime()
  const hours = Math.floor((now.getTime() - time) / HOUR_MS)
  const age = hours < 1 ? 'within the hour' : `${hours} h ago`
  const count = turns.length === 1 ? '1 turn' : `${turns.length} turns`
  return `a batch of ${count}, queued ${age},`
}

/** Failures that nobody was told of: hook calls, which answer their host anyway, and commits. */
export const hookFailure: Check = {
  name: 'hook-failure',
  run: ({ store, fix }) => {
    const failures = readFailures(store)
    const commits = failures.filter(({ event }) => event === AUTOMATIC_COMMIT)
    const calls = failures.filter(({ event }) => event !== AUTOMATIC_COMMIT)
    const settle = { fix, by: () => clearFailures(store) }
    const told = [
      { message: describeCalls(calls), does: CLEARS },
      {
        message: describeCommits(commits),
        does: `${CLEARS}; svc git status shows how things stand`,
      },
    ]
    return told.flatMap(({ message, does }) =>
      message === undefined ? [] : settling({ path: failureLog(store), message, does }, settle),
    )
  },
}

const CLEARS = 'clears the log'

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
  return `${count}, ${when}`
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : 'unknown'
}
