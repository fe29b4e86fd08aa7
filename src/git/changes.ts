import { basename } from 'node:path'
import { parseMemoryDocument, type ParsedMemory } from '../../store/document/parse.js'
import type { FileChange } from '../../store/git/read.js'
import type { MemoryDocument } from '../../store/types.js'
import { isLiving, RESTORED_AT } from '../memories/life.js'
import { toMemoryPath } from '../merge/folder.js'
import { redactText } from '../redact/index.js'
import { clip, toTitle } from '../text.js'

/** Changes of a memory, a skill or another file of the store. */
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
  /** Relative to the store's root, with `/`. */
  path: string
}

/** A changed file, from the store's root, with its texts before and after. */
export interface FileTexts {
  kind: FileChange['kind']
  path: string
  before?: string
  after?: string
}

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
  const memory = toMemoryPath(path)
  if (memory === undefined) return { change: toOtherChange(file) }
  const { folder, name } = memory
  const before = await readDocument(file.before, name)
  const after = file.kind === 'removed' ? undefined : await readDocument(file.after, name)
  const kind = kindOf(file.kind, before, after)
  const title = (after ?? before)?.title ?? name
  const id = (after ?? before)?.id
  const change = { kind, what: 'memory' as const, title, scope: nameOfScope(folder.key), path }
  return { change, ...(id !== undefined && { id }) }
}

function toOtherChange({ kind, path }: FileTexts): StoreChange {
  const plain = kind === 'removed' ? 'forgotten' : kind
  const [skill, project, name = ''] = SKILL.exec(path) ?? []
  if (skill === undefined) return { kind: plain, what: 'file', title: path, scope: '', path }
  return { kind: plain, what: 'skill', title: name, scope: nameOfScope(project), path }
}

/** Reads a memory file that was committed, whose own time is not known. */
export function parseCommitted(text: string, path: string): Promise<ParsedMemory> {
  const origin = { fileName: basename(path), modifiedAt: new Date(0).toISOString() }
  return parseMemoryDocument(text, origin)
}

/** The memory in a text that was committed at a path; undefined where there is none to read. */
export async function readDocument(
  text: string | undefined,
  path: string,
): Promise<MemoryDocument | undefined> {
  if (text === undefined) return undefined
  const parsed = await parseCommitted(text, path)
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
  return document !== undefined && !isLiving(document)
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

function nameOfScope(key = 'global'): string {
  return key.replace(/-[0-9a-z]{10}$/, '')
}

const MOST_LINES = 50
const SUBJECT_CHARS = 100

const WORDS: Record<StoreChangeKind, { alone: string; counted: string; sign: string }> = {
  added: { alone: 'Remember', counted: 'added', sign: '+' },
  changed: { alone: 'Update', counted: 'changed', sign: '~' },
  restored: { alone: 'Restore', counted: 'restored', sign: '+' },
  forgotten: { alone: 'Forget', counted: 'forgotten', sign: '-' },
  merged: { alone: 'Merge away', counted: 'merged away', sign: '-' },
  evicted: { alone: 'Evict', counted: 'evicted', sign: '-' },
  dropped: { alone: 'Drop from the archive', counted: 'dropped from the archive', sign: '-' },
}
/** A sign alone tells these from the others of their sign. */
const EXPLAINED: readonly StoreChangeKind[] = ['restored', 'merged', 'evicted', 'dropped']

/** The message of a commit: what changed in one line, and a line for each change under it. */
export function formatCommitMessage(changes: readonly StoreChange[]): string {
  const [only, ...more] = pickTold(changes)
  if (only === undefined) return 'Update the store\n'
  if (more.length === 0) return formatAlone(only)
  const isFirst = only.what === 'file' && changes.some(isManifest)
  const subject = isFirst ? 'Begin the store' : summariseChanges(changes)
  return `${subject}\n\n${listChanges(changes).join('\n')}\n`
}

/** `3 added, 1 changed`: memories and skills; other files only where nothing else changed. */
export function summariseChanges(changes: readonly StoreChange[]): string {
  const told = pickTold(changes)
  const kinds = Object.keys(WORDS) as StoreChangeKind[]
  const counts = kinds
    .map(kind => ({ kind, count: told.filter(change => change.kind === kind).length }))
    .filter(({ count }) => count > 0)
  return counts.map(({ kind, count }) => `${count} ${WORDS[kind].counted}`).join(', ')
}

/** A line for each change, `+ title (scope)`; of many the first 50 and how many more. */
export function listChanges(changes: readonly StoreChange[]): string[] {
  const lines = changes.slice(0, MOST_LINES).map(formatChange)
  const rest = changes.length - MOST_LINES
  return rest > 0 ? [...lines, `… and ${rest} more`] : lines
}

function formatChange(change: StoreChange): string {
  const { sign, counted } = WORDS[change.kind]
  const note = EXPLAINED.includes(change.kind) ? `: ${counted}` : ''
  return `${sign} ${nameOf(change)}${change.scope === '' ? '' : ` (${change.scope})`}${note}`
}

function formatAlone(change: StoreChange): string {
  const line = `${verbOf(change)}: ${nameOf(change)}`
  const subject = clip(line, SUBJECT_CHARS)
  return subject === line ? `${line}\n` : `${subject}\n\n${formatChange(change)}\n`
}

/** Nobody remembers a file: that is what one does with memories and skills. */
function verbOf({ what, kind }: StoreChange): string {
  if (what !== 'file') return WORDS[kind].alone
  return { added: 'Add', forgotten: 'Remove' }[kind as string] ?? 'Change'
}

/** Forgetting a memory because of a secret in its title must not write it once more. */
function nameOf({ what, title }: StoreChange): string {
  return `${what === 'skill' ? 'skill ' : ''}${toTitle(redactText(title))}`
}

function isManifest({ kind, path }: StoreChange): boolean {
  return kind === 'added' && path === 'svc.json'
}

function pickTold(changes: readonly StoreChange[]): readonly StoreChange[] {
  const told = changes.filter(({ what }) => what !== 'file')
  return told.length === 0 ? changes : told
}
