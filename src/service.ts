import { noteKept } from '../store/forgotten.js'
import type { ScopeFolder } from '../store/scope-folders.js'
import type { ActivityType, Memory, Scope } from '../store/types.js'
import { createEvent, logEvent } from './activity.js'
import type * as Api from './api.js'
import { restoreVersion } from './archive.js'
import type { Collection } from './collection/collection.js'
import { createConfig, type Config } from './config.js'
import { examineStore } from './doctor/index.js'
import { parseVersionName } from './history.js'
import { importProject, toWorkspaceScope } from './importing.js'
import { openAutoCommit, type AutoCommit } from './git/auto-commit.js'
import { IndexUpkeep } from './index-upkeep.js'
import { editMemory, forgetMemory, putMemory } from './memories.js'
import { queueBatch } from './reflect/queue-batch.js'
import { Reflection } from './reflection.js'
import { ServiceReads } from './service-reads.js'
import { loadLines } from './transfer.js'
import { parseGivenScope, parsePatch, parseRememberInput } from './validate.js'
import { FolderWatch } from './watching.js'

/**
 * Opens the memory service on a data directory. Settings that are not given have their defaults;
 * the environment is not read. Throws INVALID_REQUEST on a bad setting, STORE_CORRUPT on a data
 * directory that cannot be read. Call `close` when done.
 */
export function createService(
  config: Partial<Config> = {},
  options: Api.ServiceOptions = {},
): Api.Service {
  return new MemoryService(createConfig({ given: config }), options)
}

class MemoryService extends ServiceReads implements Api.Service {
  private readonly upkeep: IndexUpkeep | undefined
  private readonly watch: FolderWatch | undefined
  private readonly reflection: Reflection
  private readonly commits: AutoCommit | undefined
  private readonly idle: NodeJS.Timeout | undefined
  private background: Promise<unknown> = Promise.resolve()

  constructor(
    config: Config,
    private readonly options: Api.ServiceOptions,
  ) {
    super(config, options)
    const { isResident = false, ...given } = options
    const { store, collections, now, home } = this
    this.reflection = new Reflection(store, config, { ...given, collections, now, home })
    this.upkeep = isResident ? new IndexUpkeep() : undefined
    this.watch = isResident
      ? new FolderWatch(collection => this.editedByHand(collection))
      : undefined
    this.commits = isResident && config.gitAutoCommit ? this.startCommitting(options) : undefined
    this.idle = isResident && config.reflect ? this.startReflecting() : undefined
  }

  async remember(input: Api.RememberInput): Promise<Memory> {
    return (await this.rememberAs('plugin', input)).memory
  }

  async rememberAs(runtime: string, input: unknown): Promise<Api.RememberOutcome> {
    const given = parseRememberInput(input)
    const { collection, memory, outcome } = await putMemory(
      this.collections,
      given,
      { runtime },
      this.now,
    )
    if (outcome === 'created') this.changed(collection, 'remember', { added: 1 })
    if (outcome === 'updated') this.changed(collection, 'update', { updated: 1 })
    return { memory: this.toMemory(collection, memory), outcome }
  }

  async importWorkspace(
    directory: string,
    options: { force?: boolean } = {},
  ): Promise<Api.ImportResult> {
    const scope = toWorkspaceScope(directory)
    const result = await importProject(this.store, scope, { force: options.force, now: this.now() })
    const collection = await this.collections.find(scope)
    if (collection && !result.alreadyImported) this.upkeep?.note(collection)
    this.feed.poll()
    return result
  }

  async consolidate(scope: Scope): Promise<Api.ConsolidateResult> {
    return this.settled(await this.reflection.consolidate(parseGivenScope(scope)))
  }

  async reflect(scope: Scope): Promise<Api.ReflectResult> {
    return this.reflectNow(parseGivenScope(scope))
  }

  async reflectBatch(batch: Api.TurnBatch): Promise<Api.ReflectResult> {
    const { scope, session } = await queueBatch(this.store, this.config, batch, this.now())
    return this.reflectNow(scope, session)
  }

  async restore(id: string): Promise<Memory> {
    const { id: bare } = parseVersionName(id)
    const within = await this.collections.tracing(bare)
    const { collection, memory, isNew } = await restoreVersion(within, id, this.now)
    this.changed(collection, 'update', isNew ? { added: 1 } : { updated: 1 })
    return this.toMemory(collection, memory)
  }

  async keep(id: string): Promise<Memory> {
    const memory = await this.get(id)
    noteKept(this.store, id, this.now())
    return memory
  }

  async edit(id: string, patch: unknown): Promise<Memory> {
    const changes: Api.MemoryPatch = parsePatch(patch)
    const collection = await this.collections.holding(id)
    const memory = await editMemory(collection, id, changes, this.now)
    this.changed(collection, 'update', { updated: 1 })
    return this.toMemory(collection, memory)
  }

  async forget(id: string): Promise<Memory> {
    const collection = await this.collections.holding(id)
    const memory = await forgetMemory(collection, id, this.now)
    this.changed(collection, 'forget', {})
    return this.toMemory(collection, memory)
  }

  async load(
    lines: AsyncIterable<string>,
    onProgress?: (done: number) => void,
  ): Promise<Api.LoadResult> {
    const result = await loadLines(this.collections, lines, this.now, onProgress)
    for (const collection of result.scopes) this.upkeep?.note(collection)
    this.feed.poll()
    return result.counts
  }

  async doctor({ fix = false }: { fix?: boolean } = {}): Promise<Api.DoctorReport> {
    const { env } = this.options
    return examineStore(this.store, await this.collections.all(), { fix, now: this.now(), env })
  }

  async close(): Promise<void> {
    clearInterval(this.idle)
    // A resident service has seconds to end in; any other one ends what it has begun.
    if (this.idle === undefined) await this.background
    this.reflection.close()
    this.feed.close()
    this.watch?.close()
    await this.upkeep?.close()
    await this.commits?.close()
  }

  /** A service closes idle batches too, so that the last turns of a day are not left lying. */
  private startReflecting(): NodeJS.Timeout {
    const every = Math.min(Math.max(this.config.batchIdleMs / 2, 500), 15_000)
    const run = async (work: Promise<void>) => {
      await work.catch(() => undefined)
      this.feed.poll()
    }
    void run(this.reflection.finishInterrupted())
    return setInterval(() => void run(this.reflection.runDue()), every).unref()
  }

  /** Every write is in the activity log, also what other processes do. */
  private startCommitting({ env = {}, commitAfterMs }: Api.ServiceOptions): AutoCommit {
    const commits = openAutoCommit(this.store, env, commitAfterMs)
    this.feed.subscribe(() => commits.note())
    return commits
  }

  private editedByHand(collection: Collection): void {
    this.upkeep?.note(collection)
    this.commits?.note()
  }

  protected override onLoad(collection: Collection): void {
    this.watch?.add(collection)
  }

  /** Logs a write and lets everything derived follow. */
  private changed(
    collection: Collection,
    type: ActivityType,
    counts: { added?: number; updated?: number },
  ): void {
    logEvent(this.store, createEvent(type, collection.folder.scope, this.now(), counts))
    this.feed.poll()
    this.watch?.add(collection)
    this.upkeep?.note(collection)
  }

  private async reflectNow(scope: Scope, session?: string): Promise<Api.ReflectResult> {
    const { folder } = await this.collections.existing(scope)
    const options = { isForced: true, ...(session !== undefined && { session }) }
    const result = await this.reflection.reflect(folder, options)
    this.background = Promise.all([this.background, this.consolidateLater(folder)])
    return this.settled({ ok: true, ...result })
  }

  private async consolidateLater(folder: ScopeFolder): Promise<void> {
    // Whoever asked for a reflection has its answer already; the next one tries again.
    await this.reflection.consolidateIfFull(folder).catch(() => undefined)
    await this.settled(undefined)
  }

  /** Lets everything derived follow work that touched many memories. */
  private async settled<T>(result: T): Promise<T> {
    for (const collection of await this.collections.all()) this.upkeep?.note(collection)
    this.feed.poll()
    return result
  }
}
