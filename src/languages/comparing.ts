import type { Words } from './statements.js'

/** Days and turns of time that may be the value of a statement. */
export type Day =
  | 'monday'
  | 'tuesday'
  | 'wednesday'
  | 'thursday'
  | 'friday'
  | 'saturday'
  | 'sunday'
  | 'weekend'
  | 'hourly'
  | 'daily'
  | 'weekly'
  | 'monthly'
  | 'quarterly'
  | 'yearly'

/** Units of time. */
export type Unit = 'ms' | 's' | 'min' | 'h' | 'd' | 'w' | 'month' | 'y'

/** A colour that one word gives to its whole sentence. */
export type Tone = 'or' | 'only' | 'may' | 'past' | 'prefer' | 'usually' | 'sometimes'

/**
 * Words that tell what two memories say of one thing, in lower case. English ones count in every
 * statement; `nots`, `forbids` and `fillers` of another language where its words tell that it is
 * one.
 */
export interface Comparing {
  /** Words by which the language is known; none of English. */
  telling: Words
  /** Letters that stand before an apostrophe in it alone. */
  elided: Words
  /** Deny, and forbid without a "not". */
  nots: Words
  forbids: Words
  /** Without them a sentence says the same. */
  fillers: Words
  /** Deny in two words: "instead of". */
  insteadOf: Words
  /** Nouns that name what is meant anyway: "the API server" is "the API". */
  softs: Words
  /** Words that only label a title. */
  labels: Words
  /** Their meaning hangs on the next word. */
  directions: Words
  /** Directions that turn a statement round, by the question they answer. */
  turns: Partial<Record<'when' | 'by' | 'limit', Words>>
  tones: Partial<Record<Tone, Words>>
  ands: Words
  percent: Words
  days: Partial<Record<Day, Words>>
  /** Two, three and so on, in their order. */
  numbers: readonly string[]
  units: Partial<Record<Unit, Words>>
  /** A number after one of these is a name: "sprint 12". */
  counted: Words
  /** Before a number that is a limit. */
  thresholds: Words
  /** Open a range: "Node 18 and up". */
  openEnds: Words
  /** Say in which environment something holds, and on which side. */
  qualifiers: Words
  sides: Words
  /** Allow, require or use: a statement has them or does without. */
  usage: Words
  /** Choose: "use X for Y". */
  choices: Words
  /** Tie a choice to its purpose. */
  ties: Words
  /** Bring in a limit, a reason, a detail. */
  limits: Words
  reasons: Words
  details: Words
  /**
   * Things of which there is one, and words that say what it is: "the default branch is called
   * main".
   */
  singles: Words
  articles: Words
  isWords: Words
  isCalled: Words
  /** Begin a value that is denied. */
  denied: Words
  /** Make a rule of a title. */
  rules: Words
  /** Ask, in a title; lean on what stands before. */
  asks: Words
  leans: Words
  /** Names of languages, and of what code is indented with: one of each holds. */
  languages: Words
  indents: Words
  /** Signs of a language without blanks that deny, fill, and name a day. */
  signsDeny: Words
  signsFill: Words
  signsOfDays: Words
}

/** Words by which a conversation speaks of memories that it was given. */
export interface Reflecting {
  /** Say that something changed, not what. */
  now: Words
  /** Say that what was told is no longer so. */
  corrections: Words
  /** Words of `corrections` that say nothing of what is meant. */
  verdicts: Words
}
