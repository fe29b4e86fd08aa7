import type { HostEvent, HostMessage, HostSession } from './cordis.js'

/** The words of a turn: the person's, and the agent's last ones. */
export interface SaidTurn {
  /** Empty where no person spoke: a plugin, a timer or a tool began the turn. */
  prompt: string
  /** Undefined where the agent said nothing. */
  reply: string | undefined
}

/** True for a conversation with a person: the prompt of a subagent is another agent's text. */
export function isWithPerson({ header }: HostSession): boolean {
  return header.origin !== 'subagent' && !header.delegationDepth
}

/** Reads a person's words from messages; empty for those of plugins and tools. */
export function readPrompt(messages: readonly HostMessage[]): string {
  const theirs = messages.filter(({ role, source }) => role === 'user' && source?.kind === 'user')
  return theirs.map(textOf).filter(Boolean).join('\n\n')
}

/** Reads a turn that has ended from the log of its session. */
export function readTurn(events: readonly HostEvent[], turn: number): SaidTurn {
  const start = events.findLastIndex(
    ({ type, data }) => type === 'turn/start' && turnOf(data) === turn,
  )
  const own = events.slice(Math.max(0, start))
  const asked = own.filter(({ type }) => type === 'user/message')
  const answered = own.filter(({ type }) => type === 'assistant/message').map(toReply)
  return {
    prompt: readPrompt(asked.map(({ data }) => data as HostMessage)),
    reply: answered.findLast(text => text !== ''),
  }
}

function turnOf(data: unknown): unknown {
  return (data as { turn?: unknown }).turn
}

/** The text of an answer; '' for one that was cut off, which the agent did not mean to say. */
function toReply({ data }: HostEvent): string {
  const { message, interrupted } = data as { message: HostMessage; interrupted?: boolean }
  return interrupted === true ? '' : textOf(message)
}

function textOf({ content }: HostMessage): string {
  const blocks = content.filter(({ type }) => type === 'text')
  return blocks
    .map(({ text = '' }) => text)
    .join('\n')
    .trim()
}
