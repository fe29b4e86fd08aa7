import type { IndexDocument } from '../../store/search-index/types.js'
import type { ImportRow } from '../import/plan.js'
import type { StoredMemory } from './collection.js'

/** A memory as the search index takes it. Its locator is the name of its file. */
export function toIndexedMemory({ document, file, updatedAt }: StoredMemory): IndexDocument {
  const { session, turn } = document.source
  return {
    id: document.id,
    kind: document.kind,
    title: document.title,
    content: document.content,
    tags: document.tags,
    pinned: document.pinned,
    imported: false,
    uses: 0,
    createdAt: document.createdAt,
    updatedAt,
    ...(typeof session === 'string' && { session }),
    ...(typeof turn === 'number' && { turn }),
    locator: file.name,
    stamp: file.stamp,
  }
}

/** An import row as the search index takes it. Its locator is the path in the workspace. */
export function toIndexedRow(row: ImportRow): IndexDocument {
  const { id, kind, title, content, tags, createdAt, updatedAt, path, stamp } = row
  return {
    ...{ id, kind, title, content, tags, createdAt, updatedAt, stamp },
    pinned: false,
    imported: true,
    uses: 0,
    locator: path,
  }
}
