import { listSpool } from '../../store/files/spool.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import { replaySpool } from '../../store/store.js'
import type { Scope, ScopeFilter } from '../../store/types.js'
import type * as Api from '../api.js'
import { parseFilter, parseGivenScope, parseLimit } from '../memories/given.js'
import { within } from '../within.js'
import type { ServiceParts } from './parts.js'

/** Time for abandoned work to let go of its locks at the end (milliseconds). */
const CLOSE_MS = 2_500

/** Reflection and consolidation as callers ask for them, and what of them goes on after an answer. */
export class Learning implements Api.LearningCalls {
  private background: Promise<unknown> = Promise.resolve()

  constructor(private readonly parts: ServiceParts) {}

  /** Consolidates a scope, or only plans it. */
  async consolidate(scope: Scope, options?: Api.ConsolidateOptions) {
    const { collections, reflection } = this.parts
    const given = parseGivenScope(scope)
    const { folder } = await collections.existing(given)
    let result
    try {
      result = await reflection.consolidate(given, options)
    } finally {
      // Also where it failed: who came meanwhile found the scope busy.
      if (options?.dryRun !== true) void this.runInBackground(reflection.runLeft(folder))
    }
    return result.dryRun ? result : this.settled(result)
  }

  /** Distils what a scope, or one session in it, has queued; consolidates afterwards where it is full. */
  async reflect(
    scope: Scope,
    { session, ...watch }: Api.ReflectOptions & { session?: string } = {},
  ): Promise<Api.ReflectResult> {
    const { collections, reflection } = this.parts
    const { folder } = await collections.existing(parseGivenScope(scope))
    const options = { ...watch, isForced: true, ...(session !== undefined && { session }) }
    const result = await reflection.reflect(folder, options)
    this.background = Promise.allSettled([this.background, this.consolidateLater(folder)])
    return this.settled({ ok: true, ...result })
  }

  async reflectDue(): Promise<void> {
    const { config, reflection } = this.parts
    if (config.reflect) await this.runInBackground(reflection.runDue({ isThorough: true }))
  }

  async fillAliases(
    filter: ScopeFilter = {},
    options: Api.AliasOptions = {},
  ): Promise<Api.AliasFill> {
    if (options.limit !== undefined) parseLimit(options.limit)
    const { collections, reflection } = this.parts
    const scopes = await collections.matching(parseFilter(filter))
    return this.settled(await reflection.fillAliases(scopes, options))
  }

  async backlog(scope: Scope): Promise<{ replaySize: number; scope: Scope }> {
    const { store, collections } = this.parts
    const { folder } = await collections.existing(parseGivenScope(scope))
    const batches = listSpool(replaySpool(store, folder.key))
    return { replaySize: batches.length, scope: folder.scope }
  }

  /** Waits for work that nobody else waits for; never rejects. */
  async runInBackground(work: Promise<void>): Promise<void> {
    const done = work.catch(() => undefined).then(() => this.parts.feed.poll())
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
    this.parts.reflection.close()
    return () => (isShort ? within(this.background, CLOSE_MS, undefined) : Promise.resolve())
  }

  /** Whoever asked for a reflection has its answer already; the next one tries again. */
  private async consolidateLater(folder: ScopeFolder): Promise<void> {
    const { reflection } = this.parts
    try {
      await reflection.consolidateIfFull(folder)
    } finally {
      await reflection.runLeft(folder).finally(() => this.settled(undefined))
    }
  }

  /** Lets everything derived follow work that touched many memories. */
  private async settled<T>(result: T): Promise<T> {
    const { collections, feed, resident } = this.parts
    for (const collection of await collections.all()) resident?.follow(collection)
    feed.poll()
    return result
  }
}
