import { linkSync } from 'node:fs'
import { join } from 'node:path'
import { ensureDirectory } from '../../store/atomic-file.js'
import { errnoOf, isMissing } from '../../store/errors.js'
import { listSpool, removeFromSpool } from '../../store/spool.js'
import type { Store } from '../../store/store.js'
import { replaySpool, turnSpool } from '../queues.js'
import { batchFolder } from '../reflect/records.js'
import { removeIfEmpty } from './move-skills.js'

/**
 * Moves what a scope has queued into the queues of another one: turns, the batches they are closed
 * in, and distilled batches. Everything stands there before anything goes here, so that an
 * interruption loses nothing. Call it under both work locks. Answers how many turns and distilled
 * batches went over.
 */
export function moveQueues(store: Store, from: string, to: string): number {
  const pairs = [turnSpool, batchFolder, replaySpool].map(folderOf => {
    return { source: folderOf(store, from), target: folderOf(store, to) }
  })
  const linked = pairs.map(({ source, target }) => {
    const names = listSpool(source)
    for (const name of names) linkEntry(source, target, name)
    return names
  })
  // Only what stands there by now: hooks take no lock, and may queue a turn in between.
  pairs.forEach(({ source }, at) => removeEntries(source, linked[at] ?? []))
  const late = pairs.some(({ source }) => listSpool(source).length > 0)
  const [turns, , replays] = linked.map(({ length }) => length)
  return (turns ?? 0) + (replays ?? 0) + (late ? moveQueues(store, from, to) : 0)
}

/** An entry of that name is the same one: names follow from what an entry is. */
function linkEntry(source: string, target: string, name: string): void {
  ensureDirectory(target)
  try {
    linkSync(join(source, `${name}.json`), join(target, `${name}.json`))
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST' && !isMissing(error)) throw error
  }
}

function removeEntries(directory: string, names: readonly string[]): void {
  for (const name of names) removeFromSpool(directory, name)
  removeIfEmpty(directory)
}
