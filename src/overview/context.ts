import type { Store } from '../../store/store.js'
import type { Config, SettledSettings } from '../config.js'
import type { Collections } from '../memories/collections.js'
import type { HostLook } from './types.js'

/** What an overview is made from. */
export interface OverviewContext {
  store: Store
  collections: Collections
  config: Config
  settled: SettledSettings
  /** Undefined where the program cannot tell. */
  hosts: HostLook | undefined
  now: () => Date
  /** Variables of the environment that the service was given. */
  env: Readonly<Record<string, string | undefined>>
  /** How often each memory was put into a model's context, by id, as of now. */
  uses: () => ReadonlyMap<string, number>
}
