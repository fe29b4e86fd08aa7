import { hashText } from '../../store/hash.js'
import { GLOBAL_SCOPE, type MemoryDocument, type Scope } from '../../store/types.js'
import type { Collections } from '../collection/collections.js'
import { newDocument, withWriteLock, writeMemory } from '../memories.js'
import type { MemoryCandidate } from './types.js'

/** Where a candidate came from. */
export interface CandidateSource {
  batch: string
  session: string
  turn: number
}

/**
 * Stores a memory that reflection proposed: an own item of its title is updated, else it is new;
 * where global has the title by now it is `unchanged`. Its id derives from the batch: a try that
 * was cut off and comes again makes nothing twice, and counts what the first one stored.
 */
export async function keepCandidate(
  collections: Collections,
  scope: Scope,
  candidate: MemoryCandidate,
  { batch, session, turn }: CandidateSource,
  now: () => Date,
): Promise<'added' | 'updated' | 'unchanged'> {
  const target = candidate.scope === 'global' ? GLOBAL_SCOPE : scope
  const { kind, title, content, tags } = candidate
  const collection = await collections.make(target)
  return withWriteLock(collection, async lock => {
    const id = hashText(`${batch}\n${title}`, 12)
    if (collection.has(id)) return 'added'
    const global = await collections.find(GLOBAL_SCOPE)
    if (global?.findTitle(title)) return 'unchanged'
    const existing = collection.findTitle(title)
    const fresh = newDocument(collection, { kind, title, content, tags, source: {} }, now())
    const base: MemoryDocument = existing?.document ?? { ...fresh, id }
    const source = { ...base.source, runtime: 'svc', session, turn }
    const document = { ...base, kind, content, tags: unite(base.tags, tags), source }
    if (existing && isSame(existing.document, document)) {
      const { source: known } = existing.document
      return known.session === session && known.turn === turn ? 'updated' : 'unchanged'
    }
    writeMemory(collection, document, existing, lock, now())
    return existing ? 'updated' : 'added'
  })
}

function unite(own: readonly string[], more: readonly string[]): string[] {
  const known = new Set(own.map(tag => tag.toLowerCase()))
  return [...own, ...more.filter(tag => !known.has(tag.toLowerCase()))]
}

function isSame(a: MemoryDocument, b: MemoryDocument): boolean {
  return a.kind === b.kind && a.content === b.content && a.tags.join() === b.tags.join()
}
