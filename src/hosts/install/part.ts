/** One thing that svc puts into a settings file: pure changes from text to text. */
export interface Part {
  /**
   * The text with it; what stands there already is brought up to date. Throws INVALID_REQUEST on a
   * text that must not be touched, CONFLICT where something of that name is another program's.
   */
  put: (text: string) => string
  /**
   * The text without it, and without what that leaves empty, unless the text from before the
   * installation had it.
   */
  take: (text: string, before: string | undefined) => string
  /**
   * True where the text has it, whole or not: svc is installed then. Missing for a part that somebody
   * else may have put there.
   */
  isIn?: (text: string) => boolean
  /** Names the pieces that the text lacks, in a person's words; [] if it is whole. */
  lacks: (text: string) => string[]
  /** The command lines that it has in the text, programs and arguments, where it has any. */
  commands?: (text: string) => string[]
  /** The words of installations that its calls of svc's own server carry, undefined for one without. */
  hookKeys?: (text: string) => unknown[]
}

/** The form of a file's text when nothing else is known of it. */
export interface TextFormat {
  /** The text of a new file. */
  empty: string
  /** True where a text holds nothing. */
  isBlank: (text: string) => boolean
  /** True where a text says what another one says, so that the other may take its place. */
  saysTheSame: (text: string, other: string) => boolean
}

/** One file of a host with what is to be in it, and what not. */
export interface FileEdit {
  /** Absolute. */
  path: string
  format: TextFormat
  parts: readonly { part: Part; wanted: boolean }[]
}
