import { redactText } from '../redact/index.js'
import { clip, toTitle } from '../text.js'
import type { StoreChange, StoreChangeKind } from './store-change.js'

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
