import { readManifest, type Store } from '../../store/store.js'
import type { Config } from '../config.js'
import type { Collection } from '../memories/collection.js'
import type { DoctorFacts, DoctorFinding, DoctorReport } from '../report.js'
import type { Check } from './check.js'
import { brokenEntry, lostProject, manifest, misplaced } from './damage.js'
import {
  clashingName,
  linkedMemory,
  unreadableMemory,
  needsReview,
  returnedMemory,
  duplicateId,
  duplicateTitle,
} from './memories.js'
import { unreachableProvider, unsoundProvider } from './provider.js'
import { readFacts } from './facts.js'
import { conflict, gitState, localFolders } from './git.js'
import { deadState, diskSpace, futureDate, heldLock, indexFile, unwritable } from './machine.js'
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
  storedSecret,
} from './store.js'

/** Every check of a store, in the order in which its findings are shown. */
export const CHECKS: readonly Check[] = [
  manifest,
  misplaced,
  conflict,
  unreadableMemory,
  linkedMemory,
  clashingName,
  configDocument,
  scopeDocument,
  stateDocument,
  diskSpace,
  unwritable,
  brokenEntry,
  turnQueue,
  unsoundProvider,
  unreachableProvider,
  failingBatch,
  replayQueue,
  duplicateId,
  duplicateTitle,
  returnedMemory,
  needsReview,
  conflictedSkill,
  futureDate,
  gitState,
  localFolders,
  indexFile,
  heldLock,
  staleLock,
  leftOver,
  deadState,
  brokenPointer,
  lostProject,
  twinFolder,
  interruptedMove,
  unusedInRepo,
  linkedInRepo,
  setAside,
  hookFailure,
  storedSecret,
  readableByOthers,
]

/** Options of an examination. */
interface ExamineOptions {
  /** Settle what can be settled without loss. */
  fix: boolean
  now: Date
  /** The settings by which turns are distilled; undefined where a program brings its own provider. */
  config?: Config | undefined
  /** The environment of the process; without it git is not run. */
  env?: Readonly<Record<string, string | undefined>> | undefined
  /** Examines the agent hosts too, launchers mended with `fix`; without it nothing is said of them. */
  hosts?:
    | {
        facts(): Promise<Pick<DoctorFacts, 'hosts' | 'launcher'>>
        check(options: { fix: boolean }): Promise<DoctorFinding[]>
      }
    | undefined
}

/**
 * Examines a store: every check's findings, in the order of the table, and then the hosts', and how
 * things stand. `ok` is false where a failure is left. Never throws for what it finds; a check that fails is a finding.
 */
export async function examineStore(
  store: Store,
  collections: readonly Collection[],
  { hosts, ...options }: ExamineOptions,
): Promise<DoctorReport> {
  // A store of a later svc is mended by a later svc.
  const manifest = readManifest(store.manifest)
  const fix = options.fix && (typeof manifest === 'string' || manifest.is !== 'later')
  const [ofStore, ofHosts] = await Promise.all([
    readFacts({ store, collections, ...options }),
    hosts?.facts().catch(() => undefined),
  ])
  const facts = { ...ofStore, ...ofHosts }
  const examined = { store, collections, facts, ...options, fix }
  const findings: DoctorFinding[] = []
  for (const { name, run } of CHECKS) {
    const found = await orFailure(name, async () => run(examined))
    findings.push(...found.map(finding => ({ ...finding, check: name })))
  }
  if (hosts) findings.push(...(await orFailure('hosts', () => hosts.check({ fix }))))
  return { ok: findings.every(({ level, fixed }) => level === 'remark' || fixed), findings, facts }
}

/** The findings of a check, or one that it could not be made. */
async function orFailure<Finding>(
  check: string,
  run: () => Promise<Finding[]>,
): Promise<(Finding | DoctorFinding)[]> {
  try {
    return await run()
  } catch (error) {
    const message = error instanceof Error ? error.message : 'unknown error'
    return [{ level: 'failure', check, message: `could not be checked: ${message}` }]
  }
}
