import {
  Bot,
  FileWarning,
  GitCompare,
  KeyRound,
  Pencil,
  Plus,
  ShieldAlert,
  Undo2,
  type IconNode,
} from 'lucide'
import { isProposal, isWaiting, LEARNED_RUNTIME } from '../../../../store/types.js'
import type { Review, ReviewItem, UnusedInRepo } from '../../../types.js'
import { keyOf, nameOf } from '../../scopes.js'

/** A file of the store that cannot be read, or that a merge left open. */
export type Problem = Review['problems'][number]

/** One line of the inbox; `key` names it in the hash. */
export type InboxRow =
  | { type: 'memory'; key: string; item: ReviewItem }
  | { type: 'problem'; key: string; problem: Problem }
  | { type: 'store'; key: string; store: UnusedInRepo }

/** The lines of an answer: what was learned, newest first, then what is to be mended elsewhere. */
export function toRows({ items, problems, untrusted }: Review): InboxRow[] {
  const ids = new Set<string>()
  const memories = items.map((item): InboxRow => {
    const key = ids.has(item.id) ? `${item.id}@${keyOf(item.memory.scope)}` : item.id
    ids.add(item.id)
    return { type: 'memory', key, item }
  })
  return [
    ...memories,
    ...problems.map((problem): InboxRow => ({ type: 'problem', key: problem.path, problem })),
    ...untrusted.map((store): InboxRow => ({ type: 'store', key: store.path, store })),
  ]
}

/** The sort of a line, in a word or two. */
interface Sort {
  says: string
  icon: IconNode
  tone?: 'accent' | 'warn' | 'bad' | 'good'
}

const CHANGES: Record<string, Sort> = {
  added: { says: 'Learned', icon: Plus, tone: 'good' },
  updated: { says: 'Changed', icon: Pencil, tone: 'accent' },
  retracted: { says: 'Taken back', icon: Undo2, tone: 'bad' },
}

/** Sorts a line; an open decision counts before the change that was learned. */
export function sortOf(row: InboxRow): Sort {
  if (row.type === 'problem') {
    const says = isConflict(row.problem) ? 'Open conflict' : 'Cannot be read'
    return { says, icon: FileWarning, tone: 'bad' }
  }
  if (row.type === 'store') return { says: 'Not trusted', icon: ShieldAlert, tone: 'warn' }
  const { contradicts, secrets, marked, change, memory } = row.item
  if (secrets.length > 0) return { says: 'Possible secret', icon: KeyRound, tone: 'warn' }
  if (contradicts.length > 0) return { says: 'Contradiction', icon: GitCompare, tone: 'warn' }
  if (isWaiting(memory)) return { says: 'Waits for you', icon: Bot, tone: 'warn' }
  const learned = change && CHANGES[change]
  if (learned && !marked) return learned
  return { says: 'Needs review', icon: GitCompare, tone: 'warn' }
}

/** True for a file that a merge left open. */
export function isConflict({ message }: Problem): boolean {
  return /conflict/i.test(message)
}

/** The title of a line. */
export function titleOf(row: InboxRow): string {
  if (row.type === 'memory') return row.item.memory.title
  if (row.type === 'problem') return row.problem.path.split(/[/\\]/).at(-1) ?? row.problem.path
  return nameOf({ type: 'project', id: row.store.project })
}

/** A row of a memory. */
export type MemoryRow = InboxRow & { type: 'memory' }

/** Rows that a person may accept together. */
export type Group = typeof isPlain

/** True for a memory that `accept all` may accept: nothing of it has to be decided by itself. */
export function isPlain(row: InboxRow): row is MemoryRow {
  return isUndisputed(row) && !isWaiting(row.item.memory)
}

/** True for what old sessions tell and waits, where nothing of it has to be decided by itself. */
export function isOfOldSession(row: InboxRow): row is MemoryRow {
  if (!isUndisputed(row)) return false
  const { memory } = row.item
  return isProposal(memory) && memory.source.runtime === LEARNED_RUNTIME
}

function isUndisputed(row: InboxRow): row is MemoryRow {
  if (row.type !== 'memory') return false
  const { marked, secrets, contradicts, reviewed } = row.item
  return !reviewed && !marked && secrets.length === 0 && contradicts.length === 0
}
