import { REVIEW_TAG } from '../review-tag.js'
import { isOneSided, mergeLists } from './lists.js'
import { mapSides, type Sides } from './sides.js'

type Tags = readonly string[]

/** Merges tags as sets. The mark for review follows the same rule and stands last. */
export function mergeTags(sides: Sides<Tags>): string[] {
  if (isOneSided(sides)) return mergeLists(sides)
  const marks = mapSides(sides, tags => tags.filter(tag => tag === REVIEW_TAG))
  const others = mapSides(sides, tags => tags.filter(tag => tag !== REVIEW_TAG))
  return [...mergeLists(others), ...mergeLists(marks)]
}
