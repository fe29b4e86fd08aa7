import type { MemoryPatch } from '../../api.js'
import { SvcError } from '../../../store/errors.js'
import { parseFrontMatter } from '../../../store/front-matter.js'
import {
  formatMemoryDocument,
  normaliseContent,
  parseMemoryDocument,
} from '../../../store/memory-document.js'
import type { Memory } from '../../../store/types.js'

const FILE_NAME = 'draft.md'

/** What a person edits: title, kind, tags, content and (where set) pinned, as a memory file. */
export function formatDraft(memory: Memory): string {
  const text = formatMemoryDocument({ ...memory, source: {}, extra: {} })
  return text.replace(/^id: .*\n/m, '').replace(/^createdAt: .*\n/m, '')
}

/**
 * What an edited draft changes in the memory; {} where nothing. Throws INVALID_REQUEST where it is
 * empty or cannot be read as a memory.
 */
export async function parseDraft(text: string, memory: Memory): Promise<MemoryPatch> {
  if (text.trim() === '') throw refuse('it is empty')
  const { raw, problem } = await parseFrontMatter(text)
  if (problem !== undefined) throw refuse(`its front matter is not YAML: ${problem}`)
  if (!/^title:[ \t]*\S/m.test(raw)) throw refuse('it has no title line between --- lines')
  const modifiedAt = memory.createdAt
  const parsed = await parseMemoryDocument(text, { fileName: FILE_NAME, modifiedAt })
  if ('problem' in parsed) throw refuse(`it ${parsed.problem}`)
  const { title, kind, tags, content, pinned } = parsed.document
  if (content === '') throw refuse('it has no content')
  return {
    ...(title !== memory.title && { title }),
    ...(/^kind:/m.test(raw) && kind !== memory.kind && { kind }),
    ...(tags.join('\n') !== memory.tags.join('\n') && { tags }),
    ...(pinned !== memory.pinned && { pinned }),
    ...(content !== normaliseContent(memory.content) && { content }),
  }
}

function refuse(why: string): SvcError {
  return new SvcError('INVALID_REQUEST', `the edited text cannot be stored: ${why}`)
}
