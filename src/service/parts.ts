import { homeOf } from '../../store/files/read.js'
import { createCommitTimes } from '../../store/git/times.js'
import { type Store, openStore } from '../../store/store.js'
import type { Memory } from '../../store/types.js'
import { ActivityFeed } from '../activity/events.js'
import { Usage } from '../activity/usage.js'
import type { ServiceOptions } from '../api.js'
import type { Config } from '../config.js'
import type { Collection } from '../memories/collection.js'
import { Collections } from '../memories/collections.js'
import { toMemory, type StoredMemory } from '../memories/life.js'
import { nameVersion } from '../memories/transaction.js'
import { logWritten, type Written } from '../memories/write.js'
import type { OverviewContext } from '../overview/context.js'
import { Reflection } from '../work/reflection.js'
import type { Resident } from './resident.js'

/** The opened parts of one service, with which each of its namespaces works. */
export class ServiceParts implements OverviewContext {
  readonly now: () => Date
  readonly home: string
  readonly env: OverviewContext['env']
  readonly store: Store
  readonly usage: Usage
  readonly feed: ActivityFeed
  readonly collections: Collections
  readonly reflection: Reflection
  /** Undefined in a process that only answers. */
  resident: Resident | undefined

  constructor(
    readonly config: Config,
    readonly options: ServiceOptions,
  ) {
    const { now = () => new Date(), env = {}, home = homeOf(env), near, onUnnoted } = options
    this.now = now
    this.home = home
    this.env = env
    this.store = { ...openStore(config.databasePath, env), onUnnoted }
    this.usage = new Usage(this.store)
    this.feed = new ActivityFeed(this.store)
    const onLoad = (collection: Collection) => this.resident?.see(collection)
    this.collections = new Collections(this.store, onLoad, createCommitTimes(env), near)
    const { store, collections } = this
    this.reflection = new Reflection(store, config, { ...options, collections, now, home })
  }

  /** A memory with the name of what its file says, for whoever changes it next. */
  toMemory(collection: Collection, memory: StoredMemory): Memory {
    const { document } = memory
    const uses = this.usage.refresh().get(document.id) ?? 0
    const revision = nameVersion(document)
    return { ...toMemory(memory, collection.folder.scope, uses), revision }
  }

  /** Logs a write and lets everything derived follow. */
  changed(written: Written): void {
    const { collection } = written
    logWritten(written, this.now())
    this.feed.poll()
    this.resident?.see(collection)
    this.resident?.follow(collection)
  }
}
