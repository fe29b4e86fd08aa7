import { SvcError } from '../../store/errors.js'
import { invalid, readText, toFields } from '../memories/forms.js'
import {
  cleanContent,
  parseContent,
  parseKind,
  parseTags,
  parseTitle,
  pickAliases,
} from '../memories/given.js'
import type {
  Candidates,
  MemoryCandidate,
  ReflectionRequest,
  Retraction,
  SkillCandidate,
} from '../provider/types.js'
import { redactText } from '../redact/index.js'
import { clip, toTitle, titleKey } from '../text.js'

/** The reason not to take a candidate: its place in the answer and the rule, never its text. */
interface Dropped {
  reason: string
}

/**
 * Checks what a provider proposes, one candidate after the other: a bad one is dropped, not the
 * answer. Of two with one title or name the first counts, and no more are taken than were asked
 * for, beside the memories that `isUncounted` names. A missing list is empty. Throws PROVIDER_FAILED where the answer is no object.
 */
export function checkCandidates(
  value: unknown,
  { maxMemories, maxSkills }: Pick<ReflectionRequest, 'maxMemories' | 'maxSkills'>,
): { candidates: Candidates; dropped: Dropped[] } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new SvcError('PROVIDER_FAILED', 'the answer is not a JSON object')
  }
  const { memories, skills, retractions } = value as Record<string, unknown>
  const dropped: Dropped[] = []
  const drop = (reason: string) => dropped.push({ reason })
  const candidates = {
    memories: checkList('memories', memories, {
      most: maxMemories,
      parse: parseMemoryCandidate,
      keyOf: ({ title }) => titleKey(title),
      isUncounted,
      drop,
    }),
    skills: checkList('skills', skills, {
      most: maxSkills,
      parse: parseSkillCandidate,
      keyOf: ({ name }) => name,
      drop,
    }),
    retractions: checkList('retractions', retractions, {
      most: MOST_RETRACTIONS,
      parse: parseRetraction,
      keyOf: ({ statement, title = '', id = '' }) =>
        `${titleKey(title)}\n${id}\n${statement.toLowerCase()}`,
      drop,
    }),
  }
  return { candidates, dropped }
}

/** True for what the person asked to keep, and for what changes something that is known. */
export function isUncounted({ isAsked, isChange }: MemoryCandidate): boolean {
  return isAsked === true || isChange === true
}

interface ListRules<T> {
  most: number
  /** Throws SvcError naming the rule that a candidate breaks. */
  parse: (entry: unknown) => T
  keyOf: (candidate: T) => string
  /** True for one that is taken however many there are. */
  isUncounted?: (candidate: T) => boolean
  drop: (reason: string) => void
}

/** Entries of a list that are looked at; a model that gives more has lost its way. */
const MOST_ENTRIES = 100
/** Most retractions of one batch: each buries a memory. */
const MOST_RETRACTIONS = 10

function checkList<T>(list: string, given: unknown, rules: ListRules<T>): T[] {
  if (given === undefined || given === null) return []
  if (!Array.isArray(given)) {
    rules.drop(`${list}: must be an array`)
    return []
  }
  const kept = new Map<string, T>()
  for (const [index, entry] of given.slice(0, MOST_ENTRIES).entries()) {
    const drop = (reason: string) => rules.drop(`${list}[${index}]: ${reason}`)
    const candidate = tryParse(rules.parse, entry, drop)
    if (candidate !== undefined) takeCandidate(kept, candidate, { ...rules, drop })
  }
  if (given.length > MOST_ENTRIES) rules.drop(`${list}: ${given.length - MOST_ENTRIES} more`)
  return [...kept.values()]
}

function takeCandidate<T>(kept: Map<string, T>, candidate: T, rules: ListRules<T>): void {
  const { most, keyOf, isUncounted: isFree = () => false, drop } = rules
  const counted = [...kept.values()].filter(one => !isFree(one)).length
  if (!isFree(candidate) && counted >= most) drop(`more than the ${most} asked for`)
  else if (kept.has(keyOf(candidate))) drop('repeats an earlier one')
  else kept.set(keyOf(candidate), candidate)
}

function tryParse<T>(
  parse: (entry: unknown) => T,
  entry: unknown,
  drop: (reason: string) => void,
): T | undefined {
  try {
    return parse(entry)
  } catch (error) {
    if (!(error instanceof SvcError)) throw error
    drop(error.message)
    return undefined
  }
}

/** A memory as it is proposed, cleaned and redacted. Throws INVALID_REQUEST naming the field. */
function parseMemoryCandidate(value: unknown): MemoryCandidate {
  const fields = toFields(value, 'must be an object')
  const { kind, title, content, tags, aliases, scope } = fields
  const replaces = readWords(fields.replaces, REPLACED_CHARS)
  const updates = readWords(fields.updates, ID_CHARS)
  const said = readWords(fields.said, SAID_CHARS)
  return {
    kind: toKind(kind),
    title: parseTitle(title),
    content: parseContent(content),
    tags: tags === undefined || tags === null ? [] : parseTags(tags),
    aliases: pickAliases(aliases),
    scope: toScope(scope),
    ...(fields.isAsked === true && { isAsked: true }),
    ...(fields.isChange === true && { isChange: true }),
    ...(fields.isDecision === true && { isDecision: true }),
    ...(fields.isRestated === true && { isRestated: true }),
    ...readTurns(fields.turns),
    ...(updates !== '' && { updates }),
    ...(replaces !== '' && { replaces }),
    ...(said !== '' && { said }),
  }
}

/** Parses a retraction, cleaned and redacted. Throws INVALID_REQUEST naming the field. */
function parseRetraction(value: unknown): Retraction {
  const fields = toFields(value, 'must be an object')
  const statement = readWords(fields.statement, SAID_CHARS)
  const title = readWords(fields.title, TITLE_CHARS)
  const id = readWords(fields.id, ID_CHARS)
  if (statement === '') throw invalid('statement must not be blank')
  return { statement, ...(title !== '' && { title }), ...(id !== '' && { id }) }
}

/** Numbers of turns; what is none of them is left out. */
function readTurns(value: unknown): Pick<MemoryCandidate, 'turns'> {
  const given: unknown[] = Array.isArray(value) ? value.slice(0, MOST_ENTRIES) : []
  const turns = given.filter(
    (one): one is number => Number.isSafeInteger(one) && (one as number) > 0,
  )
  return turns.length === 0 ? {} : { turns }
}

const SAID_CHARS = 500
const REPLACED_CHARS = 300
const TITLE_CHARS = 300
const ID_CHARS = 40

/** Words of a conversation on one line, redacted; empty where none, or what is no text, was given. */
function readWords(value: unknown, maxChars: number): string {
  return typeof value === 'string' ? clip(toTitle(redactText(value)), maxChars) : ''
}

/** A skill as it is proposed, cleaned and redacted. Throws INVALID_REQUEST naming the field. */
function parseSkillCandidate(value: unknown): SkillCandidate {
  const { name, description, body, scope } = toFields(value, 'must be an object')
  return {
    name: parseSkillName(name),
    description: parseDescription(description),
    body: parseBody(body),
    scope: toScope(scope),
  }
}

/** A kind that cannot be one says nothing against the memory. */
function toKind(value: unknown): string {
  try {
    return parseKind(value)
  } catch {
    return 'fact'
  }
}

/** Uncertain is the project's: only what says `global` goes there. */
function toScope(value: unknown): 'project' | 'global' {
  return value === 'global' ? 'global' : 'project'
}

const SKILL_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const SKILL_NAME_CHARS = 64
const DESCRIPTION_CHARS = 1_024
const BODY_CHARS = 256 * 1024

/** The name of a skill by the rules of agentskills.io, which is also the name of its folder. */
function parseSkillName(value: unknown): string {
  if (typeof value === 'string' && value.length <= SKILL_NAME_CHARS && SKILL_NAME.test(value)) {
    return value
  }
  throw invalid(`name must be 1 to ${SKILL_NAME_CHARS} of a-z, 0-9 and single hyphens`)
}

function parseDescription(value: unknown): string {
  const description = toTitle(redactText(readText(value, 'description')))
  if (description !== '' && description.length <= DESCRIPTION_CHARS) return description
  throw invalid(`description must be 1 to ${DESCRIPTION_CHARS} characters`)
}

function parseBody(value: unknown): string {
  const text = readText(value, 'body')
  if (text.length > BODY_CHARS) throw invalid(`body must be at most ${BODY_CHARS} characters`)
  const body = cleanContent(text, BODY_CHARS)
  if (body !== '') return body
  throw invalid('body must not be blank')
}
