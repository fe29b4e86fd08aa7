import { claimStart, isReflectionDue } from '../../src/reflect/due.js'
import { listSpool } from '../../store/files/spool.js'
import { formatScopeKey } from '../../store/projects/scope.js'
import { turnSpool } from '../../store/store.js'
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
