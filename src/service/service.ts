import { homedir } from 'node:os'
import { listSpool } from '../../store/files/spool.js'
import { createCommitTimes } from '../../store/git/times.js'
import { makeScope } from '../../store/projects/projects.js'
import { type Store, openStore, replaySpool } from '../../store/store.js'
import type { Memory, MemoryDocument, Scope, ScopeFilter } from '../../store/types.js'
import { ActivityFeed, readEvents, type ActivityListener } from '../activity/events.js'
import { Usage } from '../activity/usage.js'
import type * as Api from '../api.js'
import { settleSettings, toConfig, type Config, type SettledSettings } from '../config.js'
import type { Restored } from '../memories/archive.js'
import type { Collection } from '../memories/collection.js'
import { Collections } from '../memories/collections.js'
import { PAGE, REVIEW_FILTER, SKILL_FILTER } from '../memories/fields.js'
import {
  parseLimit,
  parseFilter,
  parseForgetOptions,
  parseListFilter,
  parseGivenScope,
  parseDecisions,
  parsePatch,
  parseRememberInput,
  parseSaver,
  parseSeen,
} from '../memories/given.js'
import { toMemory, type StoredMemory, toSource } from '../memories/life.js'
import { countItems, findHolder, findItem, listEvery, listMemories } from '../memories/list.js'
import { nameVersion } from '../memories/transaction.js'
import {
  editMemory,
  forgetMemory,
  putMemory,
  ADDED,
  FORGOTTEN,
  logWritten,
  toRestoredEvent,
  UPDATED,
  type Written,
} from '../memories/write.js'
import { noteWanted } from '../memories/wrong.js'
import type { OverviewContext } from '../overview/context.js'
import type { DiffRange } from '../overview/types.js'
import { Reflection } from '../work/reflection.js'
import { openOverview } from './lazy-overview.js'
import { Learning } from './learning.js'
import { Resident } from './resident.js'

/**
 * Opens the memory service on a data directory. Settings that are not given have their defaults;
 * the environment is not read. Throws INVALID_REQUEST on a bad setting, STORE_CORRUPT on a data
 * directory that cannot be read. Call `close` when done.
 */
export function createService(
  config: Partial<Config> = {},
  options: Api.ServiceOptions = {},
): Api.Service {
  const settled = settleSettings({ given: config })
  return new MemoryService(toConfig(settled), { settled, ...options })
}

/** The service of one process, over the collections that it has in memory. */
class MemoryService implements Api.Service {
  private readonly now: () => Date
  private readonly home: string
  private readonly store: Store
  private readonly usage: Usage
  private readonly feed: ActivityFeed
  private readonly collections: Collections
  private readonly reflection: Reflection
  private readonly learning: Learning
  private readonly resident: Resident | undefined
  readonly overview: Api.Service['overview']
  private readonly context: OverviewContext

  constructor(
    private readonly config: Config,
    private readonly options: Api.ServiceOptions & { settled: SettledSettings },
  ) {
    const { now = () => new Date(), home = homedir(), env = {}, near, hosts, settled } = options
    this.now = now
    this.home = home
    this.store = openStore(config.databasePath, env)
    this.usage = new Usage(this.store)
    this.feed = new ActivityFeed(this.store)
    const onLoad = (collection: Collection) => this.resident?.see(collection)
    this.collections = new Collections(this.store, onLoad, createCommitTimes(env), near)
    const { store, collections } = this
    this.reflection = new Reflection(store, config, { ...options, collections, now, home })
    const follow = (collection: Collection) => this.resident?.follow(collection)
    const { reflection, feed } = this
    this.learning = new Learning({ reflection, collections, feed, follow })
    this.context = { store, collections, now, env }
    this.overview = openOverview(this.context, { settled, hosts })
    this.resident = options.isResident === true ? this.startResident() : undefined
  }

  async remember(input: Api.RememberInput): Promise<Memory> {
    return (await this.rememberAs('plugin', input)).memory
  }

  async rememberAs(
    runtime: string,
    input: unknown,
    saver: Api.Saver = {},
  ): Promise<Api.RememberOutcome> {
    const source = toSource(runtime, parseSaver(saver))
    const { collections, now } = this
    const given = parseRememberInput(input)
    const { collection, memory, outcome } = await putMemory(collections, given, source, now)
    const written = { collection, memory }
    if (outcome === 'created') this.changed({ ...written, ...ADDED })
    if (outcome === 'updated') this.changed({ ...written, ...UPDATED })
    return { memory: this.toMemory(collection, memory), outcome }
  }

  async recall(query: Api.RecallQuery): Promise<Memory[]> {
    const { recallMemories } = await import('./recall.js')
    return recallMemories(query, this.recalling())
  }

  async recallContext(query: unknown): Promise<Api.RecallContext> {
    const { recallContext } = await import('./recall.js')
    return recallContext(query, this.recalling())
  }

  async importWorkspace(
    directory: string,
    options: { force?: boolean } = {},
  ): Promise<Api.ImportResult> {
    const { importProject, toWorkspaceScope } = await import('../import/index.js')
    const scope = toWorkspaceScope(directory)
    const folder = await makeScope(this.store, scope)
    const { force } = options
    const result = await importProject(this.store, folder, { force, now: this.now() })
    const collection = await this.collections.find(scope)
    if (collection && !result.alreadyImported) this.resident?.follow(collection)
    this.feed.poll()
    return result
  }

  async consolidate(scope: Scope, options?: Api.ConsolidateOptions) {
    return this.learning.consolidate(parseGivenScope(scope), options)
  }

  async reflect(scope: Scope, options?: Api.ReflectOptions): Promise<Api.ReflectResult> {
    return this.learning.reflect(parseGivenScope(scope), options)
  }

  async reflectBatch(batch: Api.TurnBatch): Promise<Api.ReflectResult> {
    const { queueBatch } = await import('../reflect/reflect.js')
    const { scope, session } = await queueBatch(this.store, batch, this.now())
    return this.learning.reflect(scope, { session })
  }

  async reflectDue(): Promise<void> {
    if (!this.config.reflect) return
    await this.learning.runInBackground(this.reflection.runDue({ isThorough: true }))
  }

  async fillAliases(
    filter: ScopeFilter = {},
    options: Api.AliasOptions = {},
  ): Promise<Api.AliasFill> {
    if (options.limit !== undefined) parseLimit(options.limit)
    const collections = await this.collections.matching(parseFilter(filter))
    return this.learning.fillAliases(collections, options)
  }

  async archive(filter: Api.ArchiveFilter = {}): Promise<Api.Archive> {
    const parsed = parseFilter(filter, PAGE)
    const { listArchive } = await import('../memories/archive.js')
    return listArchive(await this.collections.matching(parsed), parsed)
  }

  async restore(version: string, seen: Api.Seen = {}): Promise<Memory> {
    const { collection, memory, isNew } = await this.bringBack(version, parseSeen(seen))
    this.changed({ collection, memory, ...toRestoredEvent(isNew) })
    return this.toMemory(collection, memory)
  }

  async versions(id: string) {
    const { readVersions } = await import('../overview/versions.js')
    return readVersions(this.context, id)
  }

  async diff(id: string, range?: DiffRange) {
    const { compareVersions } = await import('../overview/versions.js')
    return compareVersions(this.context, id, range)
  }

  async history(id: string): Promise<Api.MemoryVersion[]> {
    const { readHistory } = await import('../memories/archive.js')
    return readHistory(await this.collections.tracing(id), id)
  }

  async keep(id: string): Promise<Memory> {
    const memory = await this.get(id)
    noteWanted(this.store, id, this.now())
    return memory
  }

  async list(filter: Api.ListFilter = {}) {
    const parsed = parseListFilter(filter)
    const collections = await this.collections.matching(parsed)
    if (parsed.text?.trim()) await Promise.all(collections.map(one => one.openSearch()))
    return listMemories(collections, parsed, this.usage.refresh())
  }

  async get(id: string): Promise<Memory> {
    const holder = await findHolder(this.collections, id)
    const item = findItem(holder, id, this.usage.refresh())!
    const document = holder.memories.get(id)?.document
    if (document === undefined) return item
    return { ...item, ...(await readOtherTitles(document)), revision: nameVersion(document) }
  }

  async edit(id: string, patch: unknown, seen: Api.Seen = {}): Promise<Memory> {
    const edit = { id, patch: parsePatch(patch), seen: parseSeen(seen) }
    const collection = await this.collections.holding(id)
    const memory = await editMemory(collection, edit, this.now)
    this.changed({ collection, memory, ...UPDATED })
    return this.toMemory(collection, memory)
  }

  async forget(id: string, options: Api.ForgetOptions = {}): Promise<Memory> {
    const how = parseForgetOptions(options)
    const collection = await this.collections.holding(id)
    const memory = await forgetMemory(collection, id, this.now, how)
    this.changed({ collection, memory, ...FORGOTTEN })
    return this.toMemory(collection, memory)
  }

  async move(id: string, scope: Scope, options: Api.Seen = {}): Promise<Memory> {
    const seen = parseSeen(options)
    const wanted = { id, scope: parseGivenScope(scope) }
    const { moveMemory } = await import('../scopes/move-memory.js')
    const { from, to, memory } = await moveMemory(this.collections, wanted, this.now, seen)
    const changed = from === to ? [] : [from, to]
    for (const collection of changed) this.changed({ collection, memory, ...UPDATED })
    return this.toMemory(to, memory)
  }

  async review(filter: Api.ReviewFilter = {}): Promise<Api.Review> {
    const { listReview } = await import('../review/index.js')
    return listReview(this.reviewing(), parseFilter(filter, REVIEW_FILTER))
  }

  async settleReview(decisions: Api.ReviewDecisions, filter: ScopeFilter = {}) {
    const { settleReview } = await import('../review/index.js')
    return settleReview(this.reviewing(), parseDecisions(decisions), parseFilter(filter))
  }

  async scopes(): Promise<Api.ScopeCount[]> {
    const all = await this.collections.all()
    return all.map(({ folder: { scope }, count }) => ({ type: scope.type, id: scope.id, count }))
  }

  async events(limit = 50) {
    return readEvents(this.store, parseLimit(limit))
  }

  async skills(filter: Api.SkillFilter = {}) {
    const { listSkills } = await import('../skills/index.js')
    return listSkills(
      this.store,
      this.home,
      parseFilter(filter, { ...SKILL_FILTER, ...PAGE }),
      this.now(),
    )
  }

  async skill(name: string, filter: ScopeFilter = {}) {
    const { readSkill } = await import('../skills/index.js')
    return readSkill(this.store, this.home, name, parseFilter(filter), this.now())
  }

  async backlog(scope: Scope): Promise<{ replaySize: number; scope: Scope }> {
    const { folder } = await this.collections.existing(parseGivenScope(scope))
    const batches = listSpool(replaySpool(this.store, folder.key))
    return { replaySize: batches.length, scope: folder.scope }
  }

  async status(): Promise<Api.ServiceStatus> {
    const { readStatus } = await import('../health/standing.js')
    const { env, provider } = this.options
    const options = { now: this.now(), env, provider: provider?.name }
    return readStatus(this.store, await countItems(this.collections), this.config, options)
  }

  async *exportMemories(filter: ScopeFilter = {}): AsyncIterable<Memory> {
    const collections = await this.collections.matching(parseFilter(filter))
    yield* listEvery(collections, this.usage.refresh())
  }

  async load(
    lines: AsyncIterable<string>,
    onProgress?: (done: number) => void,
  ): Promise<Api.LoadResult> {
    const { loadLines } = await import('../memories/load.js')
    const result = await loadLines(this.collections, lines, this.now, onProgress)
    for (const collection of result.scopes) this.resident?.follow(collection)
    this.feed.poll()
    return result.counts
  }

  async doctor({ fix = false }: { fix?: boolean } = {}): Promise<Api.DoctorReport> {
    const { env, provider, hosts } = this.options
    const config = provider === undefined ? this.config : undefined
    const options = { fix, now: this.now(), env, config, hosts }
    const { examineStore } = await import('../health/index.js')
    return examineStore(this.store, await this.collections.all(), options)
  }

  subscribe(listener: ActivityListener): () => void {
    return this.feed.subscribe(listener)
  }

  async close({ patienceMs = 0 }: { patienceMs?: number } = {}): Promise<void> {
    const { resident } = this
    resident?.stopReflecting()
    const isShort = resident?.isReflecting === true
    const end = await this.learning.close(patienceMs, isShort)
    this.feed.close()
    await Promise.all([resident?.close(), end()])
  }

  private startResident(): Resident {
    const { store, config, options, usage, feed, reflection } = this
    const runInBackground = (work: Promise<void>) => this.learning.runInBackground(work)
    const resident = { store, config, options, usage, feed, reflection, runInBackground }
    return new Resident({ ...resident, collections: this.collections })
  }

  private async bringBack(version: string, seen: Api.Seen): Promise<Restored> {
    const { collections, now } = this
    const archive = await import('../memories/archive.js')
    if (archive.isCommitVersion(version)) {
      const { joinGit } = await import('../git/store.js')
      const { restoreCommitted } = await import('../git/log.js')
      const gitStore = joinGit(collections, { env: this.options.env ?? {}, now })
      return (await restoreCommitted(gitStore, version, seen)).restored
    }
    const { id } = archive.parseVersionName(version)
    return archive.restoreVersion(await collections.tracing(id), version, now, seen)
  }

  private recalling() {
    const { collections, home, config } = this
    return { collections, uses: this.usage.refresh(), home, config, now: this.now() }
  }

  private reviewing() {
    const onWrite = (written: Written) => this.changed(written)
    return { collections: this.collections, now: this.now, uses: this.usage.refresh(), onWrite }
  }

  /** With the name of what its file says, for whoever changes it next. */
  private toMemory(collection: Collection, memory: StoredMemory): Memory {
    const { document } = memory
    const uses = this.usage.refresh().get(document.id) ?? 0
    const revision = nameVersion(document)
    return { ...toMemory(memory, collection.folder.scope, uses), revision }
  }

  /** Logs a write and lets everything derived follow. */
  private changed(written: Written): void {
    const { collection } = written
    logWritten(written, this.now())
    this.feed.poll()
    this.resident?.see(collection)
    this.resident?.follow(collection)
  }
}

/** The titles of a memory that a merge did not choose; few memories have any. */
async function readOtherTitles({ extra }: MemoryDocument): Promise<{ otherTitles?: string[] }> {
  if (!('otherTitles' in extra)) return {}
  const { otherTitles } = await import('../merge/document.js')
  const titles = otherTitles(extra)
  return titles.length > 0 ? { otherTitles: titles } : {}
}
