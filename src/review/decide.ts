import { SvcError } from '../../store/errors.js'
import { dropLearned, noteReviewed } from '../activity/learned.js'
import { findVersion, putBack, restoreMemory } from '../memories/archive.js'
import type { Collection } from '../memories/collection.js'
import { isForReview } from '../memories/life.js'
import { nameText } from '../memories/revision.js'
import {
  editMemory,
  forgetMemory,
  FORGOTTEN,
  toRestoredEvent,
  UPDATED,
  type Written,
} from '../memories/write.js'
import type { Reviewed } from './find.js'

/**
 * The items that these ids name, in their order. Throws MEMORY_NOT_FOUND for one that is not among
 * those to look at, CONFLICT for one that several scopes have.
 */
export function pickReviewed(all: readonly Reviewed[], ids: readonly string[]): Reviewed[] {
  return ids.map(id => {
    const [found, other] = all.filter(({ item }) => item.id === id)
    const name = JSON.stringify(id.slice(0, 80))
    if (found === undefined) {
      throw new SvcError('MEMORY_NOT_FOUND', `${name} is not among what svc review shows`)
    }
    if (other === undefined) return found
    throw new SvcError('CONFLICT', `${name} is in several scopes; name the one that is meant`)
  })
}

/** Notes that a memory is as it should be, and takes the mark for review off it. */
export async function accept(
  { item, collection }: Reviewed,
  now: () => Date,
): Promise<Written | undefined> {
  const { store, folder, memories } = collection
  const { id, memory, at } = item
  let written: Written | undefined
  const standing = memories.get(memory.id)
  if (item.marked && standing !== undefined) {
    const tags = standing.document.tags.filter(tag => !isForReview([tag]))
    const changed = await editMemory(collection, { id: memory.id, patch: { tags } }, now)
    written = { collection, memory: changed, ...UPDATED }
  }
  const until = [at, memory.updatedAt, written?.memory.updatedAt ?? ''].sort().at(-1)!
  await noteReviewed(store, [{ key: folder.key, id, until }], now())
  return written
}

/**
 * Takes back what was learned: an addition is forgotten, so that it can be restored and is not
 * learned again from the same words; an update gives way to the version before; what was retracted
 * comes back. Throws CONFLICT where that cannot be done without losing what a person wrote.
 */
export async function undo(reviewed: Reviewed, now: () => Date): Promise<Written> {
  const { item, collection } = reviewed
  const { id, memory } = item
  if (item.undo === undefined) {
    const way = `svc archive restore ${id} takes it out again`
    throw new SvcError('CONFLICT', `${id} was merged into ${memory.id} since; ${way}`)
  }
  if (item.undo === 'forget') {
    const isWrong = item.change !== undefined
    const forgotten = await forgetMemory(collection, id, now, { wrong: isWrong })
    return { collection, memory: forgotten, ...FORGOTTEN }
  }
  const isBuried = item.undo === 'restore'
  const back = isBuried ? await restoreMemory(collection, id, now) : await revert(reviewed, now)
  await dropLearned(collection.store, [{ key: collection.folder.key, id }], now())
  return { collection, memory: back, ...toRestoredEvent(isBuried) }
}

async function revert({ item, collection, lines }: Reviewed, now: () => Date) {
  const { id } = item
  refuseChanged(collection, id, lines)
  const { before } = lines.find(({ change }) => change !== 'added')!
  const version = await findVersion(collection, id, before)
  if (version === undefined) {
    const text = `the version of ${id} before that is not kept any more`
    throw new SvcError('CONFLICT', `${text}; svc archive history ${id} shows what is`)
  }
  return (await putBack(collection, version, now)).memory
}

/** Refuses to lose what was written over it since: a person's words, or what was merged into it. */
function refuseChanged({ memories }: Collection, id: string, lines: Reviewed['lines']): void {
  const standing = memories.get(id)
  if (standing !== undefined && nameText(standing.document) === lines.at(-1)!.wrote) return
  const way = `svc archive history ${id} shows its versions`
  throw new SvcError('CONFLICT', `${id} was changed since it was learned; ${way}`)
}
