import type { HostProfile } from '../../src/hosts/profile.js'
import type { HookCall } from './protocol.js'

/**
 * Renders the answer for the host: the context in the place where it looks for it, or nothing, and
 * with a session's start the notice for the person. Never more than that: Codex drops an answer
 * with an unknown field, and text on Stop makes hosts go on.
 */
export function renderHookAnswer(call: HookCall | undefined, context: string, notice = ''): string {
  if (call === undefined) return '{}'
  const { event, profile } = call
  const { nothing = '{}', prompt } = profile?.answer ?? PLAIN
  if (prompt !== undefined && event === 'UserPromptSubmit') return prompt
  const takesContext = event === 'SessionStart' || event === 'UserPromptSubmit'
  if (!takesContext) return nothing
  if (context === '' && notice === '') return nothing
  return JSON.stringify({
    ...(context !== '' && contextAnswer(call, context)),
    ...(notice !== '' && { systemMessage: notice }),
  })
}

/** True where the host shows the person a notice; else its model is told. */
export function showsNotices({ profile }: HookCall): boolean {
  return (profile?.answer ?? PLAIN).showsNotices
}

/** The form of an answer to a plain payload. */
const PLAIN: HostProfile['answer'] = { showsNotices: true }

function contextAnswer(call: HookCall, context: string) {
  const { profile, event, eventName, transcriptPath, isBorrowed } = call
  const { field, namesOwnEvent } = profile?.answer ?? PLAIN
  const nested = {
    hookSpecificOutput: {
      hookEventName: namesOwnEvent ? eventName : event,
      additionalContext: context,
    },
  }
  // A hook of another host is answered in the form of either.
  const both = isBorrowed ? nested : {}
  if (field !== undefined) return { [field]: context, ...both }
  // Copilot runs the hooks of a project's .claude/settings.json too: it alone sends no transcript.
  const isMaybeCopilot = profile?.isLent && transcriptPath === undefined
  return isMaybeCopilot ? { additionalContext: context, ...nested } : nested
}
