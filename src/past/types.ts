import type { Memory, Scope } from '../../store/types.js'

/** The answer of a search: both groups best first. */
export interface SearchAnswer {
  memories: Memory[]
  sessions: FoundTurn[]
}

/** The place of a turn of a past session. */
export interface PlacedTurn {
  /** Key of its scope: `global`, or a name of `svc scope list`. */
  key: string
  /** The scope itself; missing where the store knows of it no more. */
  scope?: Scope
  session: string
  turn: number
  at: string
  host?: string
}

/** A turn of a past session that was found. */
export interface FoundTurn extends PlacedTurn {
  /** The beginning of the prompt. */
  title: string
  /** The sentences of the answer that tell most about the text; those of the prompt where it has none. */
  passage: string
  /** Words of the turn by which it was found, as they stand there; 50 at most. */
  matches: string[]
  files: string[]
  /** A line on what came of it. */
  outcome?: string
}
