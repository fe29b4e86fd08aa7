import { setImmediate as nextTurn } from 'node:timers/promises'
import { isWaiting, type Memory } from '../../store/types.js'
import type { Learned, LearnedChange, LearnedLine } from '../activity/learned.js'
import { findVersion } from '../memories/archive.js'
import type { Collection } from '../memories/collection.js'
import { isForReview, isLiving, toLiving, toMemory, type StoredMemory } from '../memories/life.js'
import { findSecrets } from '../redact/index.js'
import type { ReviewItem } from '../types.js'

/** A memory to look at, with what is needed to carry out what a person says of it. */
export interface Reviewed {
  item: ReviewItem
  collection: Collection
  /** Learned lines of it, the oldest first; [] if something is only to be decided. */
  lines: readonly LearnedLine[]
}

/** Scopes and records that a look is taken at. */
export interface ReviewPlace {
  /** The scopes whose memories are looked at. */
  chosen: readonly Collection[]
  /** Every scope: the other side of a contradiction may be in any. */
  all: readonly Collection[]
  learned: Learned
  uses: ReadonlyMap<string, number>
}

/**
 * Finds what a person should look at in these scopes, the newest first: what was learned and is
 * there still, and what has to be decided; with `isAll` also what was looked at.
 */
export async function findReviewed(place: ReviewPlace, isAll: boolean): Promise<Reviewed[]> {
  const found: Reviewed[] = []
  for (const collection of place.chosen) {
    const learned = await findLearned(place, collection, isAll)
    const known = new Set(learned.map(({ item }) => item.memory.id))
    found.push(...learned, ...(await findOpen(place, collection, known)))
  }
  return found.sort((a, b) => (a.item.at === b.item.at ? 0 : a.item.at < b.item.at ? 1 : -1))
}

async function findLearned(
  place: ReviewPlace,
  collection: Collection,
  isAll: boolean,
): Promise<Reviewed[]> {
  const byId = new Map<string, LearnedLine[]>()
  for (const line of place.learned.lines) {
    if (line.key !== collection.folder.key) continue
    byId.set(line.id, [...(byId.get(line.id) ?? []), line])
  }
  const found: Reviewed[] = []
  for (const lines of byId.values()) {
    const open = lines.filter(line => !place.learned.isReviewed(line))
    if (open.length === 0 && !isAll) continue
    const reviewed = await describe(place, collection, open.length === 0 ? lines : open)
    if (reviewed) found.push(reviewed)
  }
  return found
}

/** Describes what the lines made of a memory; undefined if there is nothing left to look at. */
async function describe(
  place: ReviewPlace,
  collection: Collection,
  lines: readonly LearnedLine[],
): Promise<Reviewed | undefined> {
  const { id, at } = lines.at(-1)!
  const change = sumUp(lines)
  const standing = findStanding(collection, id)
  if (standing === undefined) return undefined
  if (isLiving(standing.document) === (change === 'retracted')) return undefined
  // A proposal that later words ended before anybody saw it, or that another one has taken in.
  const isElsewhere = change === 'retracted' || standing.document.id !== id
  if (isElsewhere && isWaiting(standing.document)) return undefined
  const known = toItem(place, collection, standing)
  if (change === 'marked' && !isUndecided(known)) return undefined
  const before = change === 'updated' ? await versionBefore(collection, lines) : undefined
  const { undo: _, ...rest } = known
  const item: ReviewItem = {
    ...rest,
    ...{ id, at, change, words: lines.flatMap(line => toWords(line, known.memory)) },
    ...(before && { before }),
    reviewed: lines.every(place.learned.isReviewed),
    ...(known.memory.id === id && { undo: UNDO[change] }),
  }
  return { item, collection, lines }
}

/** Chooses the change that says most of a memory: one that is new was not merely changed. */
function sumUp(lines: readonly LearnedLine[]): LearnedChange {
  const changes = lines.map(({ change }) => change)
  if (changes.at(-1) === 'retracted') return 'retracted'
  return (['added', 'updated'] as const).find(change => changes.includes(change)) ?? 'marked'
}

const UNDO = {
  added: 'forget',
  updated: 'revert',
  marked: 'revert',
  retracted: 'restore',
} as const satisfies Record<LearnedChange, ReviewItem['undo']>

/** The memory itself, or the living one that it went into. */
function findStanding(collection: Collection, id: string): StoredMemory | undefined {
  const { memories, tombstones } = collection
  const seen = new Set<string>()
  for (let at = id; !seen.has(at);) {
    seen.add(at)
    const stored = memories.get(at) ?? tombstones.get(at)
    const next = stored?.document.supersededBy
    if (next === undefined) return stored
    at = next
  }
  return undefined
}

/** A memory is as old as the words that made it, however late they were learned from. */
function toWords(line: LearnedLine, { createdAt }: Memory): ReviewItem['words'] {
  const { said, session, turn, change } = line
  const at = change === 'added' ? createdAt : line.at
  return said === undefined ? [] : [{ said, session, turn, at }]
}

async function versionBefore(collection: Collection, lines: readonly LearnedLine[]) {
  const { id, before } = lines.find(({ change }) => change !== 'added') ?? lines[0]!
  const version = await findVersion(collection, id, before)
  if (version === undefined) return undefined
  const { title, kind, content } = version.document
  return { title, kind, content }
}

/** Secrets found in each memory; a memory that changes is another object. */
const foundSecrets = new WeakMap<StoredMemory, string[]>()

/** Memories looked through for secrets before others get their turn: some 10 ms. */
const AT_ONCE = 200

/** Memories of which nothing was learned lately, and that a person must decide about. */
async function findOpen(
  place: ReviewPlace,
  collection: Collection,
  known: ReadonlySet<string>,
): Promise<Reviewed[]> {
  const others = [...collection.memories.values()].filter(({ document }) => !known.has(document.id))
  const unseen = others.filter(stored => !foundSecrets.has(stored))
  for (let start = 0; start < unseen.length; start += AT_ONCE) {
    unseen.slice(start, start + AT_ONCE).forEach(secretsOf)
    await nextTurn()
  }
  const open = others.filter(stored => {
    const { document } = stored
    return isForReview(document.tags) || isWaiting(document) || secretsOf(stored).length > 0
  })
  return open
    .map(stored => toItem(place, collection, stored))
    .filter(item => isUndecided(item) || isUnseenSecret(place, collection, item))
    .map(item => ({ item, collection, lines: [] }))
}

/** A mark whose other side is gone is taken off by the next consolidation. */
function isUndecided({ marked, contradicts, memory }: ReviewItem): boolean {
  if (isWaiting(memory)) return true
  const named = memory.source.contradicts
  const isMoot = Array.isArray(named) && !named.includes(memory.id) && contradicts.length === 0
  return marked && !isMoot
}

function isUnseenSecret({ learned }: ReviewPlace, { folder }: Collection, item: ReviewItem) {
  const until = learned.reviewedUntil({ key: folder.key, id: item.id })
  return item.secrets.length > 0 && until < item.memory.updatedAt
}

/** The item of any memory, without what was learned of it. */
function toItem(
  { all, uses }: ReviewPlace,
  collection: Collection,
  stored: StoredMemory,
): ReviewItem {
  const { document, updatedAt } = stored
  const { id, tags, source } = document
  const memory = toMemory(
    { document: toLiving(document), updatedAt },
    collection.folder.scope,
    uses.get(id) ?? 0,
  )
  return {
    ...{ id, memory, at: updatedAt, words: [], reviewed: false, undo: 'forget' },
    marked: isForReview(tags),
    contradicts: findOthers([collection, ...all], id, source.contradicts),
    secrets: secretsOf(stored),
  }
}

/** The rules by which a memory may hold a secret; each memory is looked through once. */
function secretsOf(stored: StoredMemory): string[] {
  const { title, content } = stored.document
  const known = foundSecrets.get(stored)
  const found = known ?? findSecrets(`${title}\n${content}`).map(({ rule }) => rule)
  if (known === undefined) foundSecrets.set(stored, found)
  return found
}

/** The living memories that a mark names; the memory itself is none of them. */
function findOthers(
  collections: readonly Collection[],
  id: string,
  named: unknown,
): ReviewItem['contradicts'] {
  const ids = Array.isArray(named) ? named.filter(other => other !== id) : []
  return ids.flatMap(other => {
    const stored = collections
      .map(({ memories }) => memories.get(String(other)))
      .find(one => one !== undefined)
    if (stored === undefined) return []
    const { title, content } = stored.document
    return [{ id: stored.document.id, title, content }]
  })
}
