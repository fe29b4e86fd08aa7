import { LENDER } from '../../src/hosts/lender.js'
import type { HostName } from '../../src/hosts/loaded.js'
import type { HookCall } from './protocol.js'

/**
 * What the host must be told: the context in the place where it looks for it, or nothing, and with a
 * session's start the notice for the person. Never more than that: Codex drops an answer with an
 * unknown field, and text on Stop makes hosts go on.
 */
export function renderHookAnswer(call: HookCall | undefined, context: string, notice = ''): string {
  if (call === undefined) return '{}'
  const { event, host } = call
  if (host === 'cursor' && event === 'UserPromptSubmit') return '{"continue":true}'
  const takesContext = event === 'SessionStart' || event === 'UserPromptSubmit'
  if (!takesContext) return renderNothing(host)
  const isShown = notice !== '' && SHOWING.includes(host)
  const text = isShown ? context : addLine(context, notice)
  if (text === '' && !isShown) return renderNothing(host)
  return JSON.stringify({
    ...(text !== '' && contextAnswer(call, text)),
    ...(isShown && { systemMessage: notice }),
  })
}

function renderNothing(host: HostName | undefined): string {
  return host === 'codex' ? '' : '{}'
}

/** Hosts that show the person what stands in `systemMessage`; a plain payload is Claude Code's. */
const SHOWING: readonly (HostName | undefined)[] = [
  'claude-code',
  'codex',
  'gemini-cli',
  'qwen-code',
  'droid',
  undefined,
]
/** Hosts cut what is longer (bytes). */
const CONTEXT_BYTES = 9_900

/** Where nobody shows the person a line, the model is told; what was recalled has precedence. */
function addLine(context: string, line: string): string {
  if (line === '' || context === '') return context + line
  const both = `${context.trimEnd()}\n${line}`
  return Buffer.byteLength(both) > CONTEXT_BYTES ? context : both
}

function contextAnswer(call: HookCall, context: string) {
  const { host, event, eventName, transcriptPath, isBorrowed } = call
  const nested = {
    hookSpecificOutput: {
      hookEventName: host === 'gemini-cli' ? eventName : event,
      additionalContext: context,
    },
  }
  // A hook of another host is answered in the form of either.
  const both = isBorrowed ? nested : {}
  if (host === 'cursor') return { additional_context: context, ...both }
  if (host === 'copilot-cli' || host === 'opencode') return { additionalContext: context, ...both }
  // Copilot runs the hooks of a project's .claude/settings.json too: it alone sends no transcript.
  const isMaybeCopilot = host === LENDER && transcriptPath === undefined
  return isMaybeCopilot ? { additionalContext: context, ...nested } : nested
}
