import { idOfFileName, memoryFileName } from '../../store/file-name.js'
import { formatMemoryDocument, toStableId } from '../../store/memory-document.js'
import type { MemoryDocument } from '../../store/types.js'
import { withReviewTag } from '../review-tag.js'

/** A memory file: its name, and the document in it. */
export interface NamedDocument {
  name: string
  document: MemoryDocument
}

/** A file that states the id of another one, and what becomes of it. */
export interface CopyPlan {
  name: string
  /** The file that keeps the id. */
  original: string
  /** The memory with an id of its own, in a new file; undefined where both say the same. */
  replacement?: NamedDocument
}

/**
 * Plans what becomes of files that state one id: a copy made by hand, or a file renamed on one side
 * and edited on the other. The file whose name bears the id keeps it. Deterministic: the new id
 * follows from what the copy says. Pure.
 */
export function planCopies(files: readonly NamedDocument[]): CopyPlan[] {
  const taken = new Set(files.map(({ document }) => document.id))
  const originals = new Map<string, NamedDocument>()
  const plans: CopyPlan[] = []
  for (const file of [...files].sort(originalsFirst)) {
    const original = originals.get(file.document.id)
    if (original === undefined) originals.set(file.document.id, file)
    else plans.push(planCopy(file, original, taken))
  }
  return plans
}

function planCopy(
  { name, document }: NamedDocument,
  original: NamedDocument,
  taken: Set<string>,
): CopyPlan {
  const text = formatMemoryDocument(document)
  const plan = { name, original: original.name }
  if (text === formatMemoryDocument(original.document)) return plan
  let id = toStableId(text)
  while (taken.has(id)) id = toStableId(`${id}\n${text}`)
  taken.add(id)
  const own = { ...document, id, tags: withReviewTag(document.tags) }
  return { ...plan, replacement: { name: memoryFileName(own.title, id), document: own } }
}

function originalsFirst(a: NamedDocument, b: NamedDocument): number {
  const [x, y] = [a, b].map(({ name, document }) => idOfFileName(name) === document.id)
  if (x !== y) return x ? -1 : 1
  return a.name < b.name ? -1 : 1
}
