/** The kinds that the built-in rules tell apart. */
export type CueKind = 'preference' | 'constraint' | 'procedure' | 'fact'

/** One way of stating something lasting, matched against a statement without its lead-in. */
export interface Cue {
  kind: CueKind
  /** How sure a match is, 0 to 1: the order of candidates, and what a veto weighs against. */
  score: number
  pattern: RegExp
  /** What the title begins with in place of the matched words; without it they stay. */
  title?: string
  /** What must (or must not) follow the match. */
  rest?: RegExp
  not?: RegExp
}

/** A cue whose words stay in the title. */
export function cue(kind: CueKind, score: number, pattern: RegExp, more: Partial<Cue> = {}): Cue {
  return { kind, score, pattern, ...more }
}

/** A cue whose words are replaced by `title`. */
export function titled(kind: CueKind, score: number, title: string, pattern: RegExp): Cue {
  return { kind, score, pattern, title }
}

/** Names something in particular: code, a path, a number, a proper name, a known abbreviation. */
export const SPECIFIC =
  /`|\/|\d|[a-z][\w-]*\.[a-z]|(?<=\s)[A-Z][\w+#.-]*|^[A-Z][\w+#.-]*|[a-z][-_][a-z]/
