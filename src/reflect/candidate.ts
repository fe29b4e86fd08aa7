import { SvcError } from '../../store/errors.js'
import { redactText } from '../redact/index.js'
import { toTitle } from '../text.js'
import { cleanContent, parseContent, parseKind, parseTags, parseTitle } from '../validate.js'
import type { MemoryCandidate, SkillCandidate } from './types.js'

const SKILL_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const SKILL_NAME_CHARS = 64
const DESCRIPTION_CHARS = 1_024
const BODY_CHARS = 256 * 1024

/** A memory as it is proposed, cleaned and redacted. Throws INVALID_REQUEST naming the field. */
export function parseMemoryCandidate(value: unknown): MemoryCandidate {
  const { kind, title, content, tags, scope } = toFields(value)
  return {
    kind: toKind(kind),
    title: parseTitle(title),
    content: parseContent(content),
    tags: tags === undefined || tags === null ? [] : parseTags(tags),
    scope: toScope(scope),
  }
}

/** A skill as it is proposed, cleaned and redacted. Throws INVALID_REQUEST naming the field. */
export function parseSkillCandidate(value: unknown): SkillCandidate {
  const { name, description, body, scope } = toFields(value)
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

/** The name of a skill by the rules of agentskills.io, which is also the name of its folder. */
function parseSkillName(value: unknown): string {
  if (typeof value === 'string' && value.length <= SKILL_NAME_CHARS && SKILL_NAME.test(value)) {
    return value
  }
  throw invalid(`name must be 1 to ${SKILL_NAME_CHARS} of a-z, 0-9 and single hyphens`)
}

function parseDescription(value: unknown): string {
  if (typeof value !== 'string') throw invalid('description must be a text')
  const description = toTitle(redactText(value))
  if (description !== '' && description.length <= DESCRIPTION_CHARS) return description
  throw invalid(`description must be 1 to ${DESCRIPTION_CHARS} characters`)
}

function parseBody(value: unknown): string {
  if (typeof value !== 'string') throw invalid('body must be a text')
  if (value.length > BODY_CHARS) throw invalid(`body must be at most ${BODY_CHARS} characters`)
  const body = cleanContent(value, BODY_CHARS)
  if (body !== '') return body
  throw invalid('body must not be blank')
}

function toFields(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>
  }
  throw invalid('must be an object')
}

function invalid(message: string): SvcError {
  return new SvcError('INVALID_REQUEST', message)
}
