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
  const { nothing = '{}', prompt, showsNotices } = profile?.answer ?? PLAIN
  if (prompt !== undefined && event === 'UserPromptSubmit') return prompt
  const takesContext = event === 'SessionStart' || event === 'UserPromptSubmit'
  if (!takesContext) return nothing
  const isShown = notice !== '' && showsNotices
  const text = isShown ? context : addLine(context, notice)
  if (text === '' && !isShown) return nothing
  return JSON.stringify({
    ...(text !== '' && contextAnswer(call, text)),
    ...(isShown && { systemMessage: notice }),
  })
}

/** The form of an answer to a plain payload. */
const PLAIN: HostProfile['answer'] = { showsNotices: true }

/** Hosts cut what is longer (bytes). */
const CONTEXT_BYTES = 9_900

/** Tells the model a line that nobody shows the person; what was recalled has precedence. */
function addLine(context: string, line: string): string {
  if (line === '' || context === '') return context + line
  const both = `${context.trimEnd()}\n${line}`
  return Buffer.byteLength(both) > CONTEXT_BYTES ? context : both
}

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
