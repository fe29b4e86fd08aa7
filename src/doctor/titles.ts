import type { HeldLock } from '../../store/lock.js'
import { createEvent, logEvent } from '../activity.js'
import type { Collection, StoredMemory } from '../collection/collection.js'
import { RESTORED_AT } from '../consolidate/tombstones.js'
import { withWriteLock, writeMemory } from '../memories.js'
import { titleKey } from '../text.js'
import type { Check, Found } from './check.js'
import { planTitleMerge } from './merge-titles.js'

/** Past this size a merged memory would no longer be what anybody wants to read or inject. */
const MAX_CONTENT_CHARS = 256 * 1024

/** Memories of a scope that share a title, as merges of branches leave them. */
export const duplicateTitle: Check = {
  name: 'duplicate-title',
  run: async ({ collections, fix, now }) => {
    const found: Found[] = []
    for (const collection of collections) {
      for (const title of repeatedTitles(collection)) {
        found.push(await examineTitle(collection, title, fix, now))
      }
    }
    return found
  },
}

function repeatedTitles(collection: Collection): string[] {
  const seen = new Set<string>()
  const repeated = new Map<string, string>()
  for (const memory of collection.memories.values()) {
    if (!isToMerge(memory)) continue
    const { document } = memory
    const key = titleKey(document.title)
    if (seen.has(key)) repeated.set(key, document.title)
    seen.add(key)
  }
  return [...repeated.values()]
}

async function examineTitle(
  collection: Collection,
  title: string,
  fix: boolean,
  now: Date,
): Promise<Found> {
  const sharing = collection.sharingTitle(title).filter(isToMerge)
  const ids = sharing.map(({ document }) => document.id).join(', ')
  const message = `${sharing.length} memories have the title ${JSON.stringify(title)}: ${ids}`
  const found: Found = { level: 'remark', message, path: collection.directory }
  if (!fix) return found
  const before = collection.count
  const merged = await withWriteLock(collection, lock => settle(collection, title, lock, now))
  if (merged === 0) return found
  const counts = { updated: 1, merged, before, after: before - merged }
  logEvent(collection.store, createEvent('consolidate', collection.folder.scope, now, counts))
  return { ...found, fixed: true }
}

/** Survivor first, tombstones last: what breaks off in between is merged again, without loss. */
function settle(collection: Collection, title: string, lock: HeldLock, now: Date): number {
  const [oldest, ...younger] = collection.sharingTitle(title).filter(isToMerge)
  if (oldest === undefined) return 0
  const { survivor, tombstones } = planTitleMerge(oldest.document, younger.map(toDocument))
  if (survivor.content.length > MAX_CONTENT_CHARS) return 0
  writeMemory(collection, survivor, oldest, lock, now)
  tombstones.forEach((tombstone, at) => {
    writeMemory(collection, tombstone, younger[at], lock, now)
  })
  return tombstones.length
}

/** What a person brought back from the archive stands beside its namesake on purpose. */
function isToMerge({ document }: StoredMemory): boolean {
  return document.extra[RESTORED_AT] === undefined
}

function toDocument({ document }: StoredMemory) {
  return document
}
