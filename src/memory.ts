import type { Memory, Scope } from '../store/types.js'
import type { StoredMemory } from './collection/collection.js'

/** A stored memory as every program sees it. */
export function toMemory(
  { document, updatedAt }: Pick<StoredMemory, 'document' | 'updatedAt'>,
  scope: Scope,
  uses: number,
): Memory {
  const { id, kind, title, content, tags, source, createdAt, pinned } = document
  return { id, scope, kind, title, content, tags, source, createdAt, updatedAt, uses, pinned }
}
