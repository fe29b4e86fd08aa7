import { failingBatch } from './batches.js'
import type { Check } from './check.js'
import { conflict } from './conflicts.js'
import { configDocument, scopeDocument, stateDocument } from './documents.js'
import { hookFailure } from './hook-failures.js'
import { leftOver } from './left-overs.js'
import { staleLock } from './locks.js'
import { clashingName, linkedMemory, unreadableMemory } from './memory-files.js'
import { readableByOthers } from './permissions.js'
import { linkedInRepo, setAside, unusedInRepo } from './in-repo.js'
import { brokenPointer, interruptedMove, twinFolder } from './pointers.js'
import { replayQueue, turnQueue } from './queues.js'
import { needsReview } from './review.js'
import { returnedMemory } from './returned.js'
import { duplicateId } from './same-ids.js'
import { conflictedSkill } from './skills.js'
import { duplicateTitle } from './titles.js'

/** Every check of `svc doctor`, in the order in which its findings are shown. */
export const CHECKS: readonly Check[] = [
  conflict,
  unreadableMemory,
  linkedMemory,
  clashingName,
  configDocument,
  scopeDocument,
  stateDocument,
  turnQueue,
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
