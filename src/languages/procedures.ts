import type { Words } from './statements.js'

/** An approval for good of what was just shown: "always use that one", in lower case. */
export interface Approvals {
  /** One of each makes an approval. */
  lasting: Words
  shown: Words
  denies: Words
  /** Tell of what always happens, not of what is to be done. */
  complains: Words
  /** "for dumping the rates: `pg_dump …`" */
  purposes: Words
}

/** Commands and their fate: what failed, what worked, what it needed. */
export interface Commands {
  /** Begin the answer of a person who found the command, as a word and anywhere. */
  gives: Words
  givesAnywhere: Words
  /** For one time only. */
  once: Words
  /** Begin a prompt that does not accept. */
  denies: Words
  /** Say that something must be done first. */
  needs: Words
  /** A reply says that something failed, or worked. */
  trouble: Words
  works: Words
  /** Name errors, but say that there were none. */
  noErrors: Words
  /** A prompt confirms, with the thanks before it, and what makes another thing of it. */
  thanks: Words
  confirms: Words
  unconfirms: Words
  /** End a question without a question mark. */
  asksAtEnd: Words
  /** A sentence says of a command that it failed, or worked. */
  fails: Words
  succeeds: Words
  /** Before a command that only prepares another. */
  prepares: Words
  /** Between clauses that say different things. */
  contrasts: Words
}

/** Wishes to keep a procedure as a skill, and how steps are told; in any case. */
export interface Skills {
  saves: Words
  /** Parts of the words for it: most prompts hold none. */
  things: Words
  /** "called release-day for …" */
  named: Words
  afterName: Words
  /** "for cutting a release" */
  purposes: Words
  doing: Words
  /** "step", before a number. */
  step: Words
  /** No wish, or one not to keep. */
  denies: Words
  /** Between the steps of a sentence, and before the first. */
  first: Words
  and: Words
  then: Words
  articles: Words
}

/** A person tells how something is done, in any case. */
export interface Told {
  /** Say that it will be told, as words and anywhere. */
  tells: Words
  tellsAnywhere: Words
  /** "step", before a number. */
  step: Words
  /** Open a sentence and say nothing. */
  leads: Words
  /** "to cut a release …": before a purpose, before what is none, and before its steps. */
  purposes: Words
  noPurposes: Words
  stepStarts: Words
  /** A task of now, what is not ours, and what is only imagined. */
  tasks: Words
  notOurs: Words
  imagines: Words
  /** Parts of a heading that only say that steps will follow. */
  forWhom: Words
  headingEnds: Words
  weDo: Words
  asFollows: Words
  headingLeads: Words
  headingStarts: Words
  weDoThen: Words
  /** Words of order inside a sentence, and at its beginning. */
  then: Words
  begins: Words
  /** "um" and "zu" of "um die Daten zu laden". */
  infinitives: Words
  particles: Words
  /** Words of `purposes` that stay: "when". */
  keptWords: Words
}

/** Questions how something is done, and orders to do it. */
export interface Topics {
  /** Whoever asks uses one of these, as a word and anywhere; in lower case. */
  asks: Words
  asksAnywhere: Words
  /** Questions in lower case whose first group is the topic; the first that fits counts. */
  questions: readonly RegExp[]
  /** Orders whose first group is the topic. */
  orders: readonly RegExp[]
  /** Point to what nobody could find again. */
  points: Words
  /** Before an order. */
  polite: Words
  /** Say what is wrong, not what is to be done. */
  complains: Words
  /** Belong to the request rather than to the thing, at its end. */
  besides: Words
}

/** The sentences in which a procedure is written down. */
export interface Wording {
  works: (command: string) => string
  /** `because` is the line that it prints, behind a colon; '' where that is not known. */
  fails: (command: string, because: string) => string
  insteadOf: (worked: string, failed: string) => string
  way: (command: string) => string
  /** Bring in a reason. */
  reasons: Words
  /** Begin a sentence that tells of a single run. */
  iRan: Words
}
