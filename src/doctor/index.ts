import type { Store } from '../../store/store.js'
import type { Config } from '../config.js'
import type { Collection } from '../memories/collection.js'
import type { DoctorReport } from '../types.js'
import type { Check } from './check.js'
import { conflict } from './conflicts.js'
import {
  clashingName,
  linkedMemory,
  unreadableMemory,
  needsReview,
  returnedMemory,
  duplicateId,
  duplicateTitle,
} from './memories.js'
import { unsoundProvider } from './provider.js'
import { failingBatch, hookFailure, replayQueue, turnQueue } from './queues.js'
import {
  configDocument,
  scopeDocument,
  stateDocument,
  leftOver,
  staleLock,
  readableByOthers,
  linkedInRepo,
  setAside,
  unusedInRepo,
  brokenPointer,
  interruptedMove,
  twinFolder,
  conflictedSkill,
} from './store.js'

/** Every check of `svc doctor`, in the order in which its findings are shown. */
const CHECKS: readonly Check[] = [
  conflict,
  unreadableMemory,
  linkedMemory,
  clashingName,
  configDocument,
  scopeDocument,
  stateDocument,
  turnQueue,
  unsoundProvider,
  failingBatch,
  replayQueue,
  duplicateId,
  duplicateTitle,
  returnedMemory,
  needsReview,
  conflictedSkill,
  staleLock,
  leftOver,
  brokenPointer,
  twinFolder,
  interruptedMove,
  unusedInRepo,
  linkedInRepo,
  setAside,
  hookFailure,
  readableByOthers,
]

/** How a store is examined. */
interface ExamineOptions {
  /** Settle what can be settled without loss. */
  fix: boolean
  now: Date
  /** The settings by which turns are distilled; undefined where a program brings its own provider. */
  config?: Config | undefined
  /** The environment of the process; without it git is not run. */
  env?: Readonly<Record<string, string | undefined>> | undefined
}

/**
 * Examines a store: every check's findings, in the order of the table. `ok` is false where a
 * failure is left. Never throws for what it finds; a check that itself fails is a finding.
 */
export async function examineStore(
  store: Store,
  collections: readonly Collection[],
  options: ExamineOptions,
): Promise<DoctorReport> {
  const examined = { store, collections, ...options }
  const findings: DoctorReport['findings'] = []
  for (const { name, run } of CHECKS) {
    try {
      for (const finding of await run(examined)) findings.push({ ...finding, check: name })
    } catch (error) {
      const message = error instanceof Error ? error.message : 'unknown error'
      findings.push({ level: 'failure', check: name, message: `could not be checked: ${message}` })
    }
  }
  return { ok: findings.every(({ level, fixed }) => level === 'remark' || fixed), findings }
}
