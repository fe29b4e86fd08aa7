import { GLOBAL_SCOPE } from '../../store/types.js'
import { countFeedback, type Feedback } from '../activity/feedback.js'
import { readLedger } from '../activity/sessions.js'
import type { Collection } from '../memories/collection.js'
import type { Collections } from '../memories/collections.js'
import type { BatchRecord } from './batches.js'
import { readTurns, type ReflectionContext } from './distil.js'
import { idsGiven, idsGivenUntil, readFeedback, type GivenMemory } from './feedback.js'

/** The memories that a session was given, with where they are. */
type Given = readonly (GivenMemory & { collection: Collection })[]

/**
 * The memories that the session of a batch was given up to now, as they say before the batch is
 * stored; [] for none. Rows of imported files are not among them.
 */
export async function readGivenMemories(
  { collections, folder }: ReflectionContext,
  { session }: BatchRecord,
): Promise<Given> {
  const ids = idsGiven(readLedger(collections.store, session))
  if (ids.size === 0) return []
  const found = [await collections.find(folder.scope), await collections.find(GLOBAL_SCOPE)]
  return [...new Set(found)].flatMap(collection =>
    [...ids].flatMap(id => {
      const document = collection?.memories.get(id)?.document
      if (collection === undefined || document === undefined) return []
      const { title, content } = document
      return { id, title, content, collection }
    }),
  )
}

/**
 * Counts what the turns of a batch made of the memories that their session was given. Answers the
 * scopes in which a memory has another prior now. Call it once the batch is stored, before its
 * turns leave the queue.
 */
export async function countBatchFeedback(
  context: ReflectionContext,
  record: BatchRecord,
  given: Given,
): Promise<Collection[]> {
  const feedback = given.length === 0 ? undefined : readBatch(context, record, given)
  if (feedback === undefined || feedback.used.length + feedback.corrected.length === 0) return []
  const { collections } = context
  const isWanted = await findWanted(collections)
  const moved = await countFeedback(collections.store, record.session, feedback, isWanted)
  return [...new Set(given.flatMap(({ id, collection }) => (moved.has(id) ? collection : [])))]
}

function readBatch(
  context: ReflectionContext,
  record: BatchRecord,
  given: Given,
): Feedback | undefined {
  const turns = readTurns(context, record)
  if (turns === 'wait') return undefined
  const lines = readLedger(context.collections.store, record.session)
  const isRare = (term: string) => countMemories(given, term) <= MOST_HAVING
  const read = turns.map(turn => {
    const ids = idsGivenUntil(lines, turn.at)
    return readFeedback(
      given.filter(({ id }) => ids.has(id)),
      turn,
      isRare,
    )
  })
  const rewritten = given.filter(memory => isRewritten(memory, record)).map(({ id }) => id)
  const corrected = new Set([...read.flatMap(({ corrected }) => corrected), ...rewritten])
  return {
    used: [...new Set(read.flatMap(({ used }) => used))].filter(id => !rewritten.includes(id)),
    corrected: [...corrected],
  }
}

/** A term that more memories have belongs to the project, not to one of them. */
const MOST_HAVING = 3

function countMemories(given: Given, term: string): number {
  const collections = new Set(given.map(({ collection }) => collection))
  return [...collections].reduce((sum, one) => sum + one.searchIndex().frequency(term), 0)
}

/** True where the batch has put another text in the place of this one, which is not in it any more. */
function isRewritten({ id, content, collection }: Given[number], record: BatchRecord): boolean {
  const document = collection.memories.get(id)?.document
  if (document === undefined || document.content.includes(content)) return false
  const { session, turn } = document.source
  return session === record.session && turn === record.lastTurn
}

/** Tells of an id if its memory is there, as a tombstone too, or went into one that is there. */
async function findWanted(collections: Collections): Promise<(id: string) => boolean> {
  const all = await collections.all()
  const memories = all.flatMap(collection => [...collection.memories.values()])
  const parts = new Set(memories.flatMap(({ document }) => document.source.mergedFrom ?? []))
  return id => parts.has(id) || all.some(collection => collection.has(id))
}
