import { statSync } from 'node:fs'
import { join } from 'node:path'
import { listSpool, readFromSpool } from '../../store/spool.js'
import type { Store } from '../../store/store.js'
import { turnSpool } from '../queues.js'
import { batchFolder, isBatchRecord, isPutOff, type BatchRecord } from '../reflect/records.js'
import type { Check } from './check.js'
import { failure, remark } from './findings.js'
import { foldersIn } from './queues.js'

const HOUR_MS = 60 * 60 * 1000

/**
 * Batches on their way to be distilled: failing ones, such as wait for a budget, and those that
 * were set aside. All are remarks: what they hold is there and can be read. A record that cannot
 * be read is a failure.
 */
export const failingBatch: Check = {
  name: 'failing-batch',
  run: ({ store, now }) =>
    foldersIn(join(store.state, 'batches')).flatMap(key => {
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
