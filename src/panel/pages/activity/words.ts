import {
  BookmarkPlus,
  CircleAlert,
  Combine,
  Eraser,
  FileInput,
  Lightbulb,
  Pencil,
  type IconNode,
} from 'lucide'
import type {
  ActivityEvent,
  ActivityType,
  EventItem,
  MemoryChange,
} from '../../../../store/types.js'
import { count, countMemories } from '../../format.js'

/** A filter of the feed: a type of event, or those that failed. */
export type Filter = ActivityType | 'failed'

/** The filters in the order in which they are shown. */
export const FILTERS: readonly { value: Filter; label: string }[] = [
  { value: 'reflect', label: 'Learned' },
  { value: 'consolidate', label: 'Consolidated' },
  { value: 'remember', label: 'Remembered' },
  { value: 'update', label: 'Changed' },
  { value: 'forget', label: 'Forgotten' },
  { value: 'import', label: 'Imported' },
  { value: 'failed', label: 'Failed' },
]

/** True for an event that is among those asked for; of no filters, for each. */
export function passes(event: ActivityEvent, filters: ReadonlySet<Filter>): boolean {
  if (filters.size === 0) return true
  return filters.has(event.error === undefined ? event.type : 'failed')
}

const ICONS: Record<ActivityType, IconNode> = {
  reflect: Lightbulb,
  consolidate: Combine,
  import: FileInput,
  remember: BookmarkPlus,
  update: Pencil,
  forget: Eraser,
}

/** Picks the icon of an event. */
export function iconOf({ type, error }: ActivityEvent): IconNode {
  return error === undefined ? (ICONS[type] ?? Pencil) : CircleAlert
}

/** The most memories that an event names. */
export const MOST_ITEMS = 50

/** An event in a few words: what happened, and which memories or what error. */
interface EventSummary {
  does: string
  to: string
}

const DOES: Record<MemoryChange, string> = {
  added: 'Remembered',
  updated: 'Changed',
  merged: 'Merged',
  evicted: 'Evicted',
  retracted: 'Took back',
  marked: 'Marked for review',
  restored: 'Restored',
  forgotten: 'Forgot',
}

/** Says in a few words what happened. */
export function summarize(event: ActivityEvent): EventSummary {
  const { type, items = [], error } = event
  if (error !== undefined) {
    return { does: 'Could not learn from a conversation', to: withoutCode(error) }
  }
  const told = type === 'consolidate' ? mainItems(items) : items
  const to = told.map(({ title }) => title).join(' · ')
  const [only] = items.length === 1 && type !== 'consolidate' ? items : []
  if (only === undefined || skillsOf(event) > 0) {
    return { does: TELLERS[type]?.(event) ?? type, to }
  }
  return { does: type === 'reflect' && only.change === 'added' ? 'Learned' : DOES[only.change], to }
}

/** Takes the code for programs off an error. */
export function withoutCode(error: string): string {
  return capital(error.replace(/^[A-Z_]+: /, ''))
}

/** Counts the skills that a reflection wrote: all that it changed and that is no memory. */
function skillsOf({ type, items = [], added, updated }: ActivityEvent): number {
  const memories = countOf(items, 'added') + countOf(items, 'updated')
  // An event that names the most it may has perhaps left out some.
  if (type !== 'reflect' || items.length >= MOST_ITEMS) return 0
  return Math.max(0, added + updated - memories)
}

const TELLERS: Record<ActivityType, (event: ActivityEvent) => string> = {
  reflect: event => {
    const { items, added, updated, dropped = [] } = event
    const skills = skillsOf(event)
    const told = phrase([
      ['Learned', skills > 0 ? countOf(items, 'added') : added],
      ['Changed', skills > 0 ? countOf(items, 'updated') : updated],
      ['Took back', countOf(items, 'retracted')],
      ['Marked for review', countOf(items, 'marked')],
    ])
    const wrote = skills > 0 ? `wrote ${count(skills, 'skill')}` : ''
    if (told || wrote) return capital([told, wrote].filter(Boolean).join(', '))
    return dropped.length > 0
      ? `Learned nothing, left out ${dropped.length}`
      : 'Learned nothing new'
  },
  consolidate: ({ items, merged = 0, evicted, updated }) => {
    const into = new Set(items?.flatMap(item => item.into ?? [])).size
    const joined = into === 0 ? countMemories(merged) : `${merged} into ${into}`
    const marked = countOf(items, 'marked')
    const parts = [
      merged > 0 && `merged ${joined}`,
      evicted > 0 && `evicted ${evicted}`,
      marked > 0 && `marked ${marked} for review`,
      merged + evicted + marked === 0 && updated > 0 && `changed ${updated}`,
    ]
    return capital(parts.filter(Boolean).join(', ')) || 'Consolidated, nothing to merge'
  },
  import: ({ added, updated, pruned = 0 }) =>
    phrase(
      [
        ['Imported', added],
        ['Updated', updated],
        ['Removed', pruned],
      ],
      'file',
      'files',
    ) || 'Imported, nothing was new',
  remember: ({ added, updated }) =>
    phrase([
      ['Remembered', added],
      ['Changed', updated],
    ]) || 'Remembered',
  update: ({ items, updated }) => {
    const restored = countOf(items, 'restored')
    return phrase([
      ['Restored', restored],
      ['Changed', Math.max(updated, items?.length ?? 0) - restored],
    ])
  },
  forget: ({ items }) => phrase([['Forgot', Math.max(1, items?.length ?? 0)]]),
}

/** `Learned 2 memories, changed 1`; '' where all are 0. */
function phrase(
  parts: readonly (readonly [verb: string, number: number])[],
  noun = 'memory',
  nouns = 'memories',
): string {
  const told = parts.filter(([, number]) => number > 0)
  return capital(
    told
      .map(
        ([verb, number], at) =>
          `${verb.toLowerCase()} ${at === 0 ? count(number, noun, nouns) : number}`,
      )
      .join(', '),
  )
}

function capital(text: string): string {
  return text.replace(/^openai\b/, 'OpenAI').replace(/^[a-z]/, first => first.toUpperCase())
}

function countOf(items: readonly EventItem[] | undefined, change: MemoryChange): number {
  return items?.filter(item => item.change === change).length ?? 0
}

/** The memories that a consolidation left, unless only those that went into others are known. */
function mainItems(items: readonly EventItem[]): readonly EventItem[] {
  const survivors = items.filter(({ into }) => into === undefined)
  return survivors.length > 0 ? survivors : items
}
