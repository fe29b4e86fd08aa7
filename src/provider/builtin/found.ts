import type { MemoryCandidate } from '../../reflect/types.js'
import { toContent, toShortTitle } from './phrasing.js'
import { findTags } from './tags.js'
import { isUniversal } from './universal.js'
import { toTopic } from './words.js'

/** A candidate on its way, with what later statements are weighed against. */
export interface Found extends MemoryCandidate {
  score: number
  turn: number
  topic: Set<string>
}

/** The parts a candidate is made of. */
export interface Parts {
  kind: string
  score: number
  turn: number
  /** What stands in place of the cue in the title, and the words of the title. */
  prefix: string
  titleText: string
  statement: string
  reason?: string
  /** The whole sentence, in which a word such as "everywhere" widens the scope. */
  sentence: string
}

/** Puts a candidate together from its parts. */
export function toFound(parts: Parts): Found {
  const title = toShortTitle(parts.prefix, parts.titleText)
  const content = toContent(parts.statement, parts.reason)
  return {
    kind: parts.kind,
    title,
    content,
    tags: findTags(content),
    scope: isUniversal(parts.sentence) ? 'global' : 'project',
    score: parts.score,
    turn: parts.turn,
    topic: toTopic(`${title} ${parts.statement}`),
  }
}
