import { putAside } from '../../store/aside.js'
import { errnoOf, SvcError } from '../../store/errors.js'
import type { Store } from '../../store/store.js'
import { listParts, readPart, type Part } from './parts.js'

/**
 * The reason that a part cannot be read, as a phrase behind its path; undefined for one that can, and
 * for one that only the rights of its file keep from it: the doctor makes that readable.
 */
export function damageOf(part: Part): string | undefined {
  try {
    readPart(part, () => false)
    return undefined
  } catch (error) {
    if (!(error instanceof SvcError) || error.code !== 'STORE_CORRUPT') throw error
    return isForbidden(error.cause) ? undefined : error.message.replace(`${part.path} `, '')
  }
}

/** True for the cause of a file whose rights keep it shut: it is no damage, and may end. */
export function isForbidden(cause: unknown): boolean {
  return ['EACCES', 'EPERM'].includes(errnoOf(cause) ?? '')
}

/** The parts of a scope, and the time. */
interface PartsMeant {
  store: Store
  key: string
  now: Date
}

/**
 * Works on parts of a scope; where that fails and some of them are damaged, these are set aside, for a
 * person to look at, and it is done once more. Throws what the work throws.
 */
export function withoutDamaged<T>({ store, key, now }: PartsMeant, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const damaged = listParts(store, key).filter(part => damageOf(part) !== undefined)
    if (damaged.length === 0) throw error
    for (const { path } of damaged) putAside(store, path, now)
    return work()
  }
}
