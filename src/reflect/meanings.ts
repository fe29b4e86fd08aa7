import { isSaid, isWaiting } from '../../store/types.js'
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

/** Origin of a candidate. */
export interface CandidateSource {
  batch: string
  session: string
  turn: number
  /** Ids of what the batch has taught so far: what is said at one time stands beside each other. */
  taught: ReadonlySet<string>
  /** True for what was said long before: it waits for a person, and changes nothing that holds. */
  waits: boolean
}

function listStanding(collection: Collection): Standing[] {
  return Array.from(collection.memories.values(), memory => ({ ...memory, collection }))
}

/** True where words may change or bury a memory: what waits itself leaves alone what holds. */
export function mayChange({ waits }: CandidateSource, { document }: StoredMemory): boolean {
  return !waits || (isWaiting(document) && isSaid(document))
}

/** Memories that earlier batches have taught, and those that people wrote or have accepted. */
export function listEarlier(
  collections: readonly Collection[],
  { taught }: CandidateSource,
): Standing[] {
  return collections
    .flatMap(listStanding)
    .filter(({ document }) => !taught.has(document.id) && isSaid(document))
}

/**
 * The relation of words to what holds, and only where that has none to what waits: a correction of now
 * means what it would mean if nothing waited. Old words are held against both.
 */
export function relateInTurn(
  source: CandidateSource,
  collections: readonly Collection[],
  relateTo: (known: readonly Standing[]) => Related<Standing>,
): Related<Standing> {
  const earlier = listEarlier(collections, source)
  const waiting = source.waits ? [] : earlier.filter(({ document }) => isWaiting(document))
  if (waiting.length === 0) return relateTo(earlier)
  const related = relateTo(earlier.filter(one => !waiting.includes(one)))
  return related.memories.length > 0 ? related : relateTo(waiting)
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
