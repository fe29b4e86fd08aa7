/**
 * Alternatives of a regular expression, divided by bars: words, phrases and small patterns. Empty
 * where a language has none.
 */
export type Words = string

/** Requests to keep something ("remember that …"), in lower case. */
export interface Requests {
  /** Are one without any word after them: "remember". */
  asks: Words
  /** Name what they keep: OBJ stands for any of `objects` ("write OBJ down"). */
  puts: Words
  /** Point to something said already, or to what follows: "that", "the following". */
  objects: Words
  /** "for", before `every`: "for every release, …". */
  forWords: Words
  every: Words
  /** May stand between a request and its statement and say nothing. */
  tails: Words
  /** Tie a statement to its request. */
  that: Words
  /** A word of `objects` that may also be one of `that`. */
  thatAlone: Words
  /** Stand in front of a request and leave it one. */
  polite: Words
  /** Begin a clause in which a request may stand. */
  openers: Words
  /** Make what is said hold from then on. */
  standing: Words
  /** Words of `standing` that also tell of a plan. */
  future: Words
  /** "TIL …" */
  learned: Words
  /** Stand between a request and its colon. */
  softeners: Words
  /** Before a colon: who remembers, or does not. */
  noRequest: Words
  wouldYou: Words
  /** Make a question of a request that is none: "…, ok?" */
  tags: Words
  /** Behind a request: what is remembered, or asked. */
  indirect: Words
  /** Requests that need a whole clause behind them where no sign stands between. */
  bare: Words
  /** Make a clause of words. */
  clauses: Words
  /** A task behind a request ("remember to push"), but for what is always so. */
  toDo: Words
  toAlways: Words
  /** Behind a weak request: how somebody feels, or what they are about to do. */
  moods: Words
  /**
   * Parts of requests not to forget; behind those of the second list only what is established
   * counts.
   */
  forget: Words
  forgetEstablished: Words
  /** Parts of weak requests: "keep in mind". */
  inMind: Words
  /** Begin what is established: "we …". */
  established: Words
  /** Begin what is not to be forgotten now, and end it where it is a task. */
  now: Words
  toDoAtEnd: Words
  /** Begin what is no statement behind a request without a sign between. */
  looseStarts: Words
  /** Verbs that also mean the next step, and what makes a rule of it all the same. */
  looseVerbs: Words
  statementStarts: Words
  /** "into", "the" and "readme": what a page or a file is to hold is not for the memory. */
  into: Words
  articles: Words
  documents: Words
  /** Thanks and agreement, which state nothing. */
  acknowledged: Words
  /** Lead over to a request at the end of what stands before it. */
  looseOpeners: Words
  /** The same where the request behind is cut off. */
  looseEnds: Words
  /** Parts of objects that point to what follows, to two things, and to many. */
  ahead: Words
  two: Words
  many: Words
  /** For one session, one task, today. */
  shortLived: Words
  /** Somebody said it; the second list counts inside of words too. */
  reported: Words
  reportedAnywhere: Words
  /** "I have said": the person themselves did. */
  i: Words
  haveJust: Words
  saidMyself: Words
  /** Tell of old times, or are a joke. */
  past: Words
  /** Begin what is no wish behind "from now on". */
  noWish: Words
  ownPlan: Words
  /** Begin a sentence that has a subject, and so is no order. */
  subjects: Words
  /** "ignore that from now on" */
  dropIt: Words
  plan: Words
  /** Make a wish of a sentence with a subject. */
  wishes: Words
  /** Begin the next task, behind what was asked to keep. */
  nextTask: Words
}

/** Open a sentence and say nothing that lasts, in any case. */
export interface Openings {
  /** Two words in a row: "oh well". */
  interjections: Words
  seconds: Words
  starts: Words
  /** Need no sign behind them: "remember that …". */
  links: Words
  /** "from now on", with what stands before and behind it. */
  leads: Words
  fromNow: Words
  politeWords: Words
}

/** Forbid to keep a sentence, in lower case. */
export interface Gates {
  /** Ask for a nod, not for an answer: "…, ok?" */
  nods: Words
  /** Orders that are worded as questions. */
  orders: Words
  /** Before `imagines`. */
  leads: Words
  imagines: Words
  undecided: Words
  perhapsAtEnd: Words
  /** For one time, or one piece of work. */
  oneOff: Words
  irony: Words
  /** Documents, and others, that say something. */
  reported: Words
  /** Before `dictates`. */
  politeWords: Words
  /** Work on a text, or send one: "translate", "write to Anna:". */
  dictates: Words
}

/** Name a secret in a sentence: "the password for the staging box is still …", in any case. */
export interface Secrets {
  names: Words
  of: Words
  articles: Words
  is: Words
  still: Words
}

/** Frames of what a person pasted or quotes. */
export interface Pasted {
  /** First and last words of a letter. */
  greetings: Words
  closings: Words
  /** Announce a text without a colon. */
  announces: Words
  /** Announce a text with a colon, in lower case. */
  leads: Words
  /** Names of the fields of a mail; the second list has those that nothing else has. */
  headers: Words
  mailHeaders: Words
  /** "original message", between rules. */
  mailRules: Words
  /** "on Monday Anna wrote:" */
  onDay: Words
  wrote: Words
  /** "the readme says:" */
  sources: Words
  says: Words
  /** "shorten this:" */
  rewrites: Words
  /** The same inside of what has no blanks. */
  quotes: Words
  /** Somebody says it, and none of those of the second list is meant. */
  saidBy: Words
  ownWords: Words
  /** Orders to forget, as somebody else gives them. */
  forget: Words
}

/** Answers and questions. */
export interface Answers {
  /** "yes" before another word, alone, and words that agree. */
  yes: Words
  yesAlone: Words
  agreed: Words
  /** Make more of a yes than a yes. */
  qualifies: Words
  /** Questions that are offers, and what stands before them. */
  offerLeads: Words
  offers: Words
  /** Ask for more than a yes. */
  asksMore: Words
  /** Begin a question that is not worded as a statement. */
  asksWhether: Words
  /** Open an agent's question that states something: "so you …". */
  understands: Words
  /** End one: "…, right?" */
  tags: Words
  /** Make what the person would say of what the agent asks, one after another. */
  rewording: readonly Rewording[]
  because: Words
  /** Begin an answer of a few words. */
  shortly: Words
  /** Begin a question, and what stands before that. */
  questionLeads: Words
  questions: Words
  /** Make a subject of a question without its beginning, one after another. */
  subjects: readonly Rewording[]
  denies: Words
}

/** A replacement in a text. */
export type Rewording = readonly [pattern: RegExp, by: string]

/** Taking back, correcting, and putting something in another's place; in lower case. */
export interface Changes {
  /** "never mind": takes back what was said before. */
  takesBack: Words
  /** Say that a sentence that takes back names what. */
  names: Words
  /** "rule", "thing": what a retraction calls what it takes back. */
  rules: Words
  /**
   * Retractions that name what they take back, in the group `topic` or `topic2`. OPEN and CLOSE
   * stand for the edges of a word, RULE for `rules`.
   */
  takingBack: readonly string[]
  /**
   * Statements that name what they stand in place of: OLD stands for its words, VALUE for the same
   * without quotation marks, STOP for what ends them, OPEN and CLOSE for the edges of a word. A
   * pattern of its own puts them into the group `old`.
   */
  replacing: readonly string[]
  /** Words of STOP. */
  stops: Words
  /** Say that a statement speaks of a change at all. */
  tells: Words
  /** End what is taken back: a reason follows. */
  because: Words
  /** Point to what was said just before, and name nothing. */
  points: Words
  /**
   * Questions and imaginations, which take nothing back; the first words stand before a question.
   */
  questionLeads: Words
  asks: Words
  imagines: Words
  /** Say what holds instead, behind a comma. */
  saysNew: Words
  /** "we use …" */
  used: Words
  /** Begin a reason: nothing new. */
  reasons: Words
  /** Say no. */
  negates: Words
  /** Signs that a statement replaces an earlier one. */
  replaces: Words
  /** Begin a correction, and what may stand before that. */
  interjections: Words
  yesOrNo: Words
  corrects: Words
  /** Before a value that does not hold. */
  ratherThan: Words
}

/** Words that point to what was said before. */
export interface Pointers {
  /** Anywhere in a statement. */
  words: Words
  /** At its beginning. */
  opens: Words
  /** A command or a way that was shown before. */
  shownBefore: Words
  /** Pronouns that point to nothing: "it is fine to". */
  expletives: Words
  /** "the gateway runs": what a sentence is about. */
  articles: Words
  verbs: Words
  /** Words of no substance. */
  fillers: Words
  /** Pronouns at the beginning that a noun may take the place of. */
  pronouns: Words
  /** Nouns that name nothing. */
  emptyNouns: Words
}

/** The reach of a statement: everywhere, or only here. */
export interface Scopes {
  everywhere: Words
  here: Words
  notJustHere: Words
  /** "that goes for …", and what stands before it. */
  leads: Words
  applies: Words
  /** Manners of the agent's talk, and things that it writes instead. */
  manner: Words
  artefacts: Words
}

/** The shape of sentences, titles and clauses; in any case. */
export interface Shapes {
  and: Words
  but: Words
  that: Words
  abbreviations: Words
  /** Words that carry no topic. */
  common: Words
  /** Behind a comma, and between two clauses; the last list begins a clause of its own. */
  joins: Words
  splits: Words
  begins: Words
  /** Turn to a task, with what stands before it. */
  taskLeads: Words
  taskPolite: Words
  tasks: Words
  /** Bring in a reason: in a sentence, behind a comma, anywhere. */
  reasons: Words
  reasonsAfterComma: Words
  reasonsAnywhere: Words
  /** Make a title of a statement, one after another. */
  titles: readonly Rewording[]
  /** Words that a cut leaves hanging. */
  loose: Words
  /** Thanks at the end, behind a comma too. */
  politeEnds: Words
  nodEnds: Words
  politeStarts: Words
  politeInside: Words
  /** "and now …": turns to a task at the end. */
  taskJoins: Words
  taskStarts: Words
  asksYou: Words
  /** "so please change it": the same of what was just done. */
  hence: Words
  politeWords: Words
  redoes: Words
  itAll: Words
}

/** Words for which a tag is given, in lower case. */
export interface Tags {
  git: Words
  testing: Words
  deployment: Words
  ci: Words
  docs: Words
  style: Words
  database: Words
  communication: Words
  dependencies: Words
  security: Words
}

/** Features of the model beside its concepts, in lower case. After a change: train anew. */
export interface Features {
  /** "page 4" */
  numbered: Words
  /** "in this file": two words, and the whole. */
  inWords: Words
  thisWords: Words
  inThis: Words
  /** Between clauses. */
  joins: Words
  /** Point back at the end of a sentence. */
  it: Words
  /** Say that something was seen to work; the second list counts inside of words too. */
  shown: Words
  shownAnywhere: Words
  asksHow: Words
  asksWhy: Words
}
