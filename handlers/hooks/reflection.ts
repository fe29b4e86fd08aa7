import { identify } from '../../src/collection/collections.js'
import { turnSpool } from '../../src/queues.js'
import { isReflectionDue } from '../../src/reflect/due.js'
import { formatScopeKey } from '../../src/scopes.js'
import { findScopeFolder } from '../../store/scope-folders.js'
import { listSpool } from '../../store/spool.js'
import { GLOBAL_SCOPE } from '../../store/types.js'
import type { HookContext } from './context.js'
import { projectToRecall } from './recall-scopes.js'

/**
 * Asks for reflection after the answer where the call's scope has a batch to take up: any hook
 * call does, so that nothing waits for a service to run.
 */
export function reflectLater(context: HookContext): void {
  const { call, config, store, now, later } = context
  if (!config.reflect) return
  const scope = projectToRecall(context) ?? GLOBAL_SCOPE
  const folder = findScopeFolder(store, scope, () => identify(scope))
  if (folder === undefined) return
  const { batchTurns, batchIdleMs: idleMs } = config
  const isEnding = call.event === 'SessionEnd' && listSpool(turnSpool(store, folder.key)).length > 0
  if (isEnding || isReflectionDue(store, folder.key, { batchTurns, idleMs, now })) {
    later({ task: 'reflect', scopes: [formatScopeKey(scope)] })
  }
}
