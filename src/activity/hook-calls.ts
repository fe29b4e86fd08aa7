import type { Scope } from '../../store/types.js'

/** Counts of what a hook call put into a model's context. */
export interface CallGift {
  /** Memories with their text, and by their title alone. */
  full: number
  titles: number
  /** Characters of the whole text, skills and frame included. */
  chars: number
}

/** A line of the log of hook calls: a call that did something. */
export interface HookCallLine extends CallGift {
  /** ISO 8601. */
  at: string
  /** SessionStart, UserPromptSubmit, Stop or SessionEnd, whatever the host calls it. */
  event: string
  /** The agent host, where it is known. */
  host?: string
  /** Milliseconds until the answer was out: of a hook's process since it began. */
  ms: number
  scope: Scope
}
