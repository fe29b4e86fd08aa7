import { isKind, type ScopeFilter } from '../../store/types.js'
import type { ForgetOptions, MemoryPatch, Origin, ReviewFilter, SkillFilter } from '../types.js'
import {
  choiceField,
  listField,
  numberField,
  switchField,
  textField,
  wordField,
  type Asked,
  type Field,
  type Fields,
} from './forms.js'

/** A part of a list. */
export interface Page {
  limit?: number
  offset?: number
}

/** The rows of a filter beside scopes and page. */
type Own<Filter> = Fields<Omit<Filter, keyof ScopeFilter | keyof Page>>

const ORIGINS: readonly Origin[] = ['learned', 'remembered', 'agent', 'imported']

const text = (value: string, meaning: string) => ({ kind: 'text', value, meaning }) as const
const toggle = (meaning: string) => ({ kind: 'switch', meaning }) as const
const number = (least: number, meaning: string) =>
  ({ kind: 'number', value: 'N', least, meaning }) as const

const KIND_FLAG = text('K', 'fact, preference, constraint, procedure …')
const TAGS_FLAG = text('a,b', 'tags, separated by commas')

/** The rows by which memories are listed; list.ts applies them. */
export const LIST_FILTER = {
  /** Any of these kinds. */
  kinds: {
    ...listField('comma list, any of', isKind, 'lower-case identifiers'),
    name: 'kind',
    flag: KIND_FLAG,
    argument: 'Only this kind',
    takesOne: true,
  },
  /** All of these tags, case-insensitive. */
  tags: {
    ...listField('comma list, all of; case-insensitive'),
    flag: TAGS_FLAG,
    argument: 'With all these tags',
  },
  /** Those that say what an agent wrote last: it saved them, or changed them after a person. */
  by: {
    ...wordField('`agent`: what an agent wrote last', 'agent'),
    flag: { ...toggle('only what an agent wrote last'), name: 'by-agent', sets: 'agent' },
  },
  /** Any of these origins. */
  sources: {
    ...choiceField(
      'comma list, any of `learned`, `remembered`, `agent` (wrote last), `imported`',
      ORIGINS,
    ),
    name: 'source',
  },
  /** Those that are pinned. */
  pinned: switchField('pinned ones alone'),
  /** Those with the tag `needs-review`. */
  review: switchField('those with the tag `needs-review` alone'),
  /** Ranked full-text search; without it the newest update comes first. */
  text: { ...textField('ranked search; empty is as none'), flag: text('T', 'full-text search') },
  /** The last word of the text is being typed: longer words that begin so match too. */
  prefix: switchField('longer words that begin as the last one of `text` match too'),
  /** Each item says which words of its title and content match the text. */
  matches: switchField('each item tells which of its words match `text`'),
} satisfies Record<string, Field<unknown>>

/** Filter and part of a list of memories. */
export type ListFilter = ScopeFilter &
  Page &
  Values<typeof LIST_FILTER> & {
    /** Without proposals, which are given to no model. */
    isForModel?: boolean
  }

type Values<Rows> = {
  [Name in keyof Rows]?: Rows[Name] extends Field<infer Value> ? Value : never
}

/** The rows of a part of a list. */
export const PAGE = {
  limit: {
    ...numberField('integer >= 1; above 1000 it is taken as 1000', 1, 1000),
    flag: number(1, 'at most N of them'),
  },
  offset: { ...numberField('integer >= 0', 0), flag: number(0, 'leave out the first N') },
} satisfies Fields<Page>

/** The rows by which skills are listed. */
export const SKILL_FILTER: Own<SkillFilter> = {
  text: LIST_FILTER.text,
  includeDormant: {
    ...switchField(),
    // A program that gives anything else has always been taken to mean no.
    read: value => value === true,
    flag: { ...toggle('those unused for 21 days too'), name: 'include-dormant' },
  },
}

/** The row by which a review lists more. */
export const REVIEW_FILTER: Own<ReviewFilter> = {
  all: {
    ...switchField('what was looked at too'),
    flag: toggle('list what was looked at in the last 90 days too'),
  },
}

/** The row of how to forget, beside what was seen. */
export const FORGET_OPTIONS: Fields<Pick<ForgetOptions, 'wrong'>> = {
  wrong: {
    ...switchField('what it says is not learned again'),
    flag: toggle('it is wrong: the same is not learned again'),
  },
}

/** The rows of what a new memory is given; given.ts reads them. */
export const NEW_MEMORY = {
  title: {
    type: 'text',
    flag: text('T', 'title, one line'),
    argument: 'One line that says it',
    isNeeded: true,
  },
  content: {
    type: 'text',
    flag: text('C', 'text; - reads stdin'),
    argument: 'The fact and its reason, clear on its own',
    isNeeded: true,
  },
  kind: {
    type: 'text',
    flag: KIND_FLAG,
    argument: 'fact (default), preference, constraint, decision, correction or procedure',
  },
  tags: { type: 'list', flag: TAGS_FLAG, argument: 'Tags' },
  aliases: {
    type: 'list',
    flag: text('a,b', 'phrases in other words, separated by commas'),
    argument: '2-5 short phrases in other words by which somebody may look for it',
  },
} satisfies Record<string, Asked>

/** The rows of what of a memory can be changed. */
export const CHANGED_MEMORY: Record<keyof MemoryPatch, Asked> = {
  ...NEW_MEMORY,
  pinned: { type: 'switch' },
}
