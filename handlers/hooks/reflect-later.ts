import { statSync, utimesSync } from 'node:fs'
import { claimStart, isReflectionDue } from '../../src/reflect/due.js'
import { writeAtomic } from '../../store/files/atomic.js'
import { listSpool } from '../../store/files/spool.js'
import { formatScopeKey } from '../../store/projects/scope.js'
import { statePath, turnSpool } from '../../store/store.js'
import type { HookContext } from './context.js'

/**
 * Asks for reflection after the answer where the call's scope has a batch to take up: any hook
 * call does, so that nothing waits for a service to run.
 */
export function askForReflection(context: HookContext): void {
  const { call, config, store, now, later } = context
  // More of the turn may come.
  if (call.isReply) return
  const folder = context.project === undefined ? context.global : context.folder
  if (folder === undefined) return
  const { batchTurns, batchIdleMs: idleMs } = config
  const isOver = call.event === 'SessionEnd' && call.agent === undefined
  const isEnding = isOver && listSpool(turnSpool(store, folder.key)).length > 0
  const isDue = isEnding || isReflectionDue(store, folder.key, { batchTurns, idleMs, now })
  if (isDue && claimStart(store, folder.key)) {
    later({ task: 'reflect', scopes: [formatScopeKey(folder.scope)] })
  }
}

const SWEEP_EVERY_MS = 24 * 60 * 60 * 1000

/** Asks once a day, after the answer, for a worker that removes what is dead under `state/`. */
export function askForSweep({ store, now, later }: HookContext): void {
  const path = statePath(store, 'swept')
  const stats = statSync(path, { throwIfNoEntry: false })
  // There is nothing dead yet in a store that begins.
  if (stats === undefined) return writeAtomic(path, '')
  if (Math.abs(now.getTime() - stats.mtimeMs) < SWEEP_EVERY_MS) return
  utimesSync(path, now, now)
  later({ task: 'sweep' })
}
