import type { ScopeFolder } from '../../store/projects/folder.js'
import type { Scope } from '../../store/types.js'
import type { ActivityFeed } from '../activity/events.js'
import type {
  AliasFill,
  AliasOptions,
  ConsolidateOptions,
  ConsolidateResult,
  ReflectOptions,
  ReflectResult,
} from '../api.js'
import type { Collection } from '../memories/collection.js'
import type { Collections } from '../memories/collections.js'
import { within } from '../within.js'
import type { Reflection } from '../work/reflection.js'

/** Time for abandoned work to let go of its locks at the end (milliseconds). */
const CLOSE_MS = 2_500

/** The parts of the service that learning works with. */
interface LearningContext {
  reflection: Reflection
  collections: Collections
  feed: ActivityFeed
  /** Lets everything derived of a scope follow what was written. */
  follow: (collection: Collection) => void
}

/** Reflection and consolidation as callers ask for them, and what of them goes on after an answer. */
export class Learning {
  private background: Promise<unknown> = Promise.resolve()

  constructor(private readonly context: LearningContext) {}

  /** Consolidates a scope, or only plans it. */
  async consolidate(scope: Scope, options?: ConsolidateOptions): Promise<ConsolidateResult> {
    const { collections, reflection } = this.context
    const { folder } = await collections.existing(scope)
    let result
    try {
      result = await reflection.consolidate(scope, options)
    } finally {
      // Also where it failed: who came meanwhile found the scope busy.
      if (options?.dryRun !== true) void this.runInBackground(reflection.runLeft(folder))
    }
    return result.dryRun ? result : this.settled(result)
  }

  /** Distils what a scope, or one session in it, has queued; consolidates afterwards where it is full. */
  async reflect(
    scope: Scope,
    { session, ...watch }: ReflectOptions & { session?: string } = {},
  ): Promise<ReflectResult> {
    const { collections, reflection } = this.context
    const { folder } = await collections.existing(scope)
    const options = { ...watch, isForced: true, ...(session !== undefined && { session }) }
    const result = await reflection.reflect(folder, options)
    this.background = Promise.allSettled([this.background, this.consolidateLater(folder)])
    return this.settled({ ok: true, ...result })
  }

  /** Asks for aliases of memories that have none. */
  async fillAliases(scopes: Collection[], options: AliasOptions): Promise<AliasFill> {
    return this.settled(await this.context.reflection.fillAliases(scopes, options))
  }

  /** Waits for work that nobody else waits for; never rejects. */
  async runInBackground(work: Promise<void>): Promise<void> {
    const done = work.catch(() => undefined).then(() => this.context.feed.poll())
    this.background = Promise.allSettled([this.background, done])
    await done
  }

  /**
   * Lets what runs go on for so long, then gives it up; where `isShort` is false it ends what it has
   * begun. Answers the wait for what was given up.
   */
  async close(patienceMs: number, isShort: boolean): Promise<() => Promise<unknown>> {
    if (patienceMs > 0) await within(this.background, patienceMs, undefined)
    // A resident service has seconds to end in; any other one ends what it has begun.
    if (!isShort) await this.background
    this.context.reflection.close()
    return () => (isShort ? within(this.background, CLOSE_MS, undefined) : Promise.resolve())
  }

  /** Whoever asked for a reflection has its answer already; the next one tries again. */
  private async consolidateLater(folder: ScopeFolder): Promise<void> {
    const { reflection } = this.context
    try {
      await reflection.consolidateIfFull(folder)
    } finally {
      await reflection.runLeft(folder).finally(() => this.settled(undefined))
    }
  }

  /** Lets everything derived follow work that touched many memories. */
  private async settled<T>(result: T): Promise<T> {
    const { collections, feed, follow } = this.context
    for (const collection of await collections.all()) follow(collection)
    feed.poll()
    return result
  }
}
