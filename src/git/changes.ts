import type { FileChange } from '../../store/git/file-change.js'
import { parseMemoryDocument } from '../../store/memory-document.js'
import type { MemoryDocument } from '../../store/types.js'
import { RESTORED_AT } from '../consolidate/tombstones.js'

/** What became of a memory, a skill or another file of the store. */
export type StoreChangeKind =
  'added' | 'changed' | 'forgotten' | 'merged' | 'evicted' | 'restored' | 'dropped'

/** One change of a store in the words of a person who uses it. */
export interface StoreChange {
  kind: StoreChangeKind
  what: 'memory' | 'skill' | 'file'
  /** Title of a memory, name of a skill, path of another file from the store's root. */
  title: string
  /** `global`, or the name of the project's folder without its hash; '' for other files. */
  scope: string
  /** From the store's root, with `/`. */
  path: string
}

/** A changed file, from the store's root, with its texts before and after. */
export interface FileTexts {
  kind: FileChange['kind']
  path: string
  before?: string
  after?: string
}

const MEMORY = /^(?:global|projects\/([^/]+))\/memories\/([^/]+\.md)$/
const SKILL = /^(?:global|projects\/([^/]+))\/skills\/([^/]+)\/SKILL\.md$/
/** Made by svc together with what they are about; not worth a word of their own. */
const COMPANIONS = /^projects\/[^/]+\/scope\.json$/

/** The changes of files as changes of memories, skills and other files, in the order of paths. */
export async function toStoreChanges(files: readonly FileTexts[]): Promise<StoreChange[]> {
  const changes: { change: StoreChange; id?: string }[] = []
  for (const file of files) {
    if (!COMPANIONS.test(file.path)) changes.push(await toStoreChange(file))
  }
  return joinRenamed(changes).sort((a, b) => (a.path < b.path ? -1 : 1))
}

async function toStoreChange(file: FileTexts): Promise<{ change: StoreChange; id?: string }> {
  const { path } = file
  const [memory, project, name = ''] = MEMORY.exec(path) ?? []
  if (memory === undefined) return { change: toOtherChange(file) }
  const before = await readDocument(name, file.before)
  const after = file.kind === 'removed' ? undefined : await readDocument(name, file.after)
  const kind = kindOf(file.kind, before, after)
  const title = (after ?? before)?.title ?? name
  const id = (after ?? before)?.id
  const change = { kind, what: 'memory' as const, title, scope: nameOfScope(project), path }
  return { change, ...(id !== undefined && { id }) }
}

function toOtherChange({ kind, path }: FileTexts): StoreChange {
  const plain = kind === 'removed' ? 'forgotten' : kind
  const [skill, project, name = ''] = SKILL.exec(path) ?? []
  if (skill === undefined) return { kind: plain, what: 'file', title: path, scope: '', path }
  return { kind: plain, what: 'skill', title: name, scope: nameOfScope(project), path }
}

async function readDocument(
  fileName: string,
  text: string | undefined,
): Promise<MemoryDocument | undefined> {
  if (text === undefined) return undefined
  const parsed = await parseMemoryDocument(text, {
    fileName,
    modifiedAt: new Date(0).toISOString(),
  })
  return 'document' in parsed ? parsed.document : undefined
}

function kindOf(
  kind: FileChange['kind'],
  before: MemoryDocument | undefined,
  after: MemoryDocument | undefined,
): StoreChangeKind {
  if (kind === 'removed') return isBuried(before) ? 'dropped' : 'forgotten'
  if (after?.supersededBy !== undefined && before?.supersededBy === undefined) return 'merged'
  if (after?.evictedAt !== undefined && before?.evictedAt === undefined) return 'evicted'
  const restoredAt = after?.extra[RESTORED_AT]
  const isBack = restoredAt !== undefined && restoredAt !== before?.extra[RESTORED_AT]
  return isBack || (isBuried(before) && !isBuried(after)) ? 'restored' : kind
}

function isBuried(document: MemoryDocument | undefined): boolean {
  return document?.supersededBy !== undefined || document?.evictedAt !== undefined
}

/** A file that a person renamed is one memory that changed. */
function joinRenamed(changes: readonly { change: StoreChange; id?: string }[]): StoreChange[] {
  const gone = new Map(
    changes.filter(({ change }) => change.kind === 'forgotten').map(one => [one.id, one.change]),
  )
  gone.delete(undefined)
  const renamed = new Set<StoreChange>()
  for (const { change, id } of changes) {
    const before = change.kind === 'added' ? gone.get(id) : undefined
    if (before === undefined) continue
    change.kind = 'changed'
    renamed.add(before)
  }
  return changes.map(({ change }) => change).filter(change => !renamed.has(change))
}

function nameOfScope(folder: string | undefined): string {
  return folder === undefined ? 'global' : folder.replace(/-[0-9a-z]{10}$/, '')
}
