import { MemoryIndex } from '../../store/search-index/memory-index.js'
import type { IndexDocument } from '../../store/search-index/types.js'
import { analyzeDocument } from './analyze.js'

/** An in-memory index that analyses what is put into it. */
export class MutableIndex extends MemoryIndex {
  /** Adds an item, or replaces the one of its id. */
  put(document: IndexDocument): void {
    this.putAnalysed(analyzeDocument(document))
  }
}

/** Makes an empty in-memory index for one scope. */
export function createScopeIndex(): MutableIndex {
  return new MutableIndex()
}
