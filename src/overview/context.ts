import type { Store } from '../../store/store.js'
import type { Config } from '../config.js'
import type { Collections } from '../memories/collections.js'

/** What an overview is made from. */
export interface OverviewContext {
  store: Store
  collections: Collections
  config: Config
  now: () => Date
  /** Variables of the environment that the service was given. */
  env: Readonly<Record<string, string | undefined>>
  /** How often each memory was put into a model's context, by id, as of now. */
  uses: () => ReadonlyMap<string, number>
}
