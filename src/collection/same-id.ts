import { join } from 'node:path'
import { SvcError } from '../../store/errors.js'
import type { Collection } from './collection.js'

/**
 * The collection that a call means, of those that have an item of the id: the near one where it is
 * among them. Undefined where there are none. Throws CONFLICT where several are left.
 */
export function chooseHolder(
  id: string,
  holders: readonly Collection[],
  near: Collection | undefined,
): Collection | undefined {
  const own = holders.find(({ folder }) => folder.path === near?.folder.path)
  if (own !== undefined || holders.length < 2) return own ?? holders[0]
  const paths = holders.map(holder => pathOf(holder, id)).join(' and ')
  throw new SvcError(
    'CONFLICT',
    `the id ${id} is that of ${paths}: run svc within the project that is meant, or give one of ` +
      'them a new id, as svc doctor --fix does',
  )
}

/** Where a memory or a tombstone lies, as an absolute path; its folder where it has no file. */
function pathOf({ directory, memories, tombstones }: Collection, id: string): string {
  const stored = memories.get(id) ?? tombstones.get(id)
  return stored === undefined ? directory : join(directory, stored.file.name)
}
