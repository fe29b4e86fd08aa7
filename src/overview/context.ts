import type { Store } from '../../store/store.js'
import type { Collections } from '../memories/collections.js'

/** The store, clock and environment that an overview is made from. */
export interface OverviewContext {
  store: Store
  collections: Collections
  now: () => Date
  /** Variables of the environment that the service was given. */
  env: Readonly<Record<string, string | undefined>>
}
