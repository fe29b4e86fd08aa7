import { IttyRouter } from 'itty-router'
import { isReflectionDue } from '../../src/reflect/batches.js'
import { listSpool } from '../../store/files/spool.js'
import {
  HOOK_LOOK_MS,
  learnIdentity,
  identify,
  findScopeFolder,
} from '../../store/projects/projects.js'
import { formatScopeKey } from '../../store/projects/scope.js'
import { turnSpool } from '../../store/store.js'
import { GLOBAL_SCOPE } from '../../store/types.js'
import type { HookContext, HookHandler } from './context.js'
import { projectToRecall } from './project.js'
import type { HookEvent } from './protocol.js'

/** The hook events and what handles them; a handler is loaded when its event comes. */
const HOOKS: Readonly<Record<HookEvent, () => Promise<HookHandler>>> = {
  SessionStart: async () => (await import('./session-start.js')).sessionStart,
  UserPromptSubmit: async () => (await import('./user-prompt-submit.js')).userPromptSubmit,
  Stop: async () => (await import('./stop.js')).stop,
  SessionEnd: async () => (await import('./stop.js')).sessionEnd,
}

const router = IttyRouter()
for (const [event, load] of Object.entries(HOOKS)) {
  router.all(`/svc/hooks/${event}`, async (_: unknown, context: HookContext) =>
    (await load())(context),
  )
}

/** Handles one hook call in process: the text to inject, empty for nothing. */
export async function routeHook(context: HookContext): Promise<string> {
  const project = projectToRecall(context)
  if (project) await learnIdentity(context.store, project, HOOK_LOOK_MS)
  const request = { method: 'POST', url: `http://svc/svc/hooks/${context.call.event}` }
  return ((await router.fetch(request, context)) as string | undefined) ?? ''
}

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
