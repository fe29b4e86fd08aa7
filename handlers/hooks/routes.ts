import type { HookContext, HookHandler } from './context.js'
import type { HookEvent } from './protocol.js'

/** The hook events and what handles them; a handler is loaded when its event comes. */
const HOOKS: Readonly<Record<HookEvent, () => Promise<HookHandler>>> = {
  SessionStart: async () => (await import('./session-start.js')).sessionStart,
  UserPromptSubmit: async () => (await import('./user-prompt-submit.js')).userPromptSubmit,
  Stop: async () => (await import('./stop.js')).stop,
  SessionEnd: async () => (await import('./stop.js')).sessionEnd,
}

/** Handles one hook call in process: the text to inject, empty for nothing. */
export async function routeHook(context: HookContext): Promise<string> {
  const handle = await HOOKS[context.call.event]()
  return handle(context)
}
