import type { HeldLock } from '../../store/lock.js'
import { createEvent, logEvent } from '../activity.js'
import type { Collection } from '../collection/collection.js'
import { withWriteLock, writeMemory } from '../memories.js'
import type { TitleMerge } from '../merge/merge-titles.js'
import { planTitleMerges } from '../merge/settlement.js'
import type { Check, Found } from './check.js'

/** Memories of a scope that share a title, as merges of branches leave them. */
export const duplicateTitle: Check = {
  name: 'duplicate-title',
  run: async ({ collections, fix, now }) => {
    const found: Found[] = []
    for (const collection of collections) {
      const merges = planMerges(collection)
      if (merges.length === 0) continue
      if (fix) await settle(collection, now)
      const left = new Set(fix ? planMerges(collection).map(({ survivor }) => survivor.id) : [])
      for (const merge of merges) {
        const isFixed = fix && !left.has(merge.survivor.id)
        const finding = describe(merge, collection)
        const message = `${finding.message}; svc doctor --fix makes them one`
        found.push(isFixed ? { ...finding, fixed: true } : { ...finding, message })
      }
    }
    return found
  },
}

function planMerges({ memories }: Collection): TitleMerge[] {
  return planTitleMerges([...memories.values()].map(({ document }) => document))
}

function describe({ survivor, tombstones }: TitleMerge, { directory }: Collection): Found {
  const ids = [survivor, ...tombstones].map(({ id }) => id)
  const title = JSON.stringify(survivor.title)
  const message = `${ids.length} memories have the title ${title}: ${ids.join(', ')}`
  return { level: 'remark', message, path: directory }
}

async function settle(collection: Collection, now: Date): Promise<void> {
  const before = collection.count
  const merges = await withWriteLock(collection, lock => write(collection, lock, now))
  const merged = merges.flatMap(({ tombstones }) => tombstones).length
  if (merged === 0) return
  const counts = { updated: merges.length, merged, before, after: before - merged }
  logEvent(collection.store, createEvent('consolidate', collection.folder.scope, now, counts))
}

/** Survivors first, tombstones last: what breaks off in between is merged again, without loss. */
function write(collection: Collection, lock: HeldLock, now: Date): TitleMerge[] {
  const merges = planMerges(collection)
  for (const document of [
    ...merges.map(({ survivor }) => survivor),
    ...merges.flatMap(({ tombstones }) => tombstones),
  ]) {
    writeMemory(collection, document, collection.memories.get(document.id), lock, now)
  }
  return merges
}
