import type { Collection } from '../memories/collection.js'
import { isLiving, RETRACTED_AT, type StoredMemory } from '../memories/life.js'
import type { Relation } from './compare.js'
import { NONE, type Related } from './relation.js'

/**
 * The meaning of words of a batch, by a name of the words: their relation to what is known, and the
 * ids of the memories. Noted before anything is written, so that a try that was cut off and
 * comes again means the same.
 */
export interface Meanings {
  get: (words: string) => readonly string[] | undefined
  note: (words: string, ids: readonly string[]) => void
}

/** A memory that what was said may be about, and its scope. */
export interface Standing extends StoredMemory {
  collection: Collection
}

/** Relates words once, and notes it; later answers what of the memories stands or was taken back. */
export function relateOnce(
  meanings: Meanings,
  words: string,
  collections: readonly Collection[],
  find: () => Related<Standing>,
): Related<Standing> {
  const noted = meanings.get(words)
  if (noted !== undefined) return readMeaning(noted, collections)
  const related = find()
  const ids = related.memories.map(({ document }) => document.id)
  const mark = `${related.relation}${related.isSure ? '' : UNSURE}`
  meanings.note(words, ids.length === 0 ? [] : [mark, ...ids])
  return related
}

/** Ends the note of a relation that is not sure. */
const UNSURE = '?'

/** A meaning as it was noted: by a relation and ids, or before there were relations by ids alone. */
function readMeaning(
  [mark = '', ...ids]: readonly string[],
  collections: readonly Collection[],
): Related<Standing> {
  const name = mark.replace(UNSURE, '')
  const relation = RELATIONS.find(one => one === name)
  const all = relation === undefined ? [mark, ...ids] : ids
  const memories = all.flatMap(id => findNoted(collections, id))
  const isSure = relation === undefined ? all.length === 1 : !mark.endsWith(UNSURE)
  return memories.length === 0 ? NONE : { relation: relation ?? 'replaces', memories, isSure }
}

const RELATIONS: readonly Relation[] = ['same', 'richer', 'replaces', 'gone']

function findNoted(collections: readonly Collection[], id: string): Standing[] {
  return collections
    .flatMap(collection => {
      const stored = collection.stored(id)
      return stored ? [{ ...stored, collection }] : []
    })
    .filter(({ document }) => isLiving(document) || document.extra[RETRACTED_AT] !== undefined)
    .slice(0, 1)
}
