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
  for (const { source, target } of pairs) {
    for (const name of listSpool(source)) linkEntry(source, target, name)
  }
  const [turns = 0, , replays = 0] = pairs.map(({ source }) => removeAll(source))
  return turns + replays
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

function removeAll(directory: string): number {
  const names = listSpool(directory)
  for (const name of names) removeFromSpool(directory, name)
  removeIfEmpty(directory)
  return names.length
}
