import type { Words } from './statements.js'

/**
 * Concepts that the model learns once for all languages, in the order in which it looks for them.
 */
export const CONCEPTS = [
  'ALWAYS',
  'NEVER',
  'FROMNOW',
  'PROHIBIT',
  'NEG',
  'OBLIGE',
  'ONLY',
  'PREFER',
  'MEMORY',
  'WE',
  'I',
  'YOU',
  'PEOPLE',
  'REASON',
  'ONEOFF',
  'HYPO',
  'UNSURE',
  'REPORTED',
  'OTHERS',
  'IRONY',
  'RETRACT',
  'CORRECT',
  'CONFIRM',
  'TASK',
  'USE',
  'DECIDED',
  'RULE',
  'GLOBAL',
  'STEP',
  'HOWTO',
  'PAST',
  'FAULT',
  'THIS',
  'WH',
  'POLITE',
  'THANKS',
  'TALK',
  'SHOW',
  'ARTEFACT',
  'ENV',
  'OWNER',
  'LIMIT',
  'RECUR',
  'WHEN',
  'PLACE',
  'MEANS',
  'REPLACED',
  'ALLOW',
  'DONE',
  'DANGER',
  'STYLE',
  'PERSONAL',
  'UI',
  'OPTION',
  'MAKE',
  'PLAN',
  'USERS',
  'SYMPTOM',
  'DUTY',
  'HABIT',
  'KNOWN',
] as const

/** One of them. */
export type Concept = (typeof CONCEPTS)[number]

/**
 * Words that mention a concept, in lower case. `*` stands for any ending. Words of a language
 * without blanks count wherever they stand, others where a word begins and ends.
 */
export type Concepts = Readonly<Record<Concept, Words>>
