import { homedir } from 'node:os'
import { createCommitTimes } from '../store/git/commit-times.js'
import { listSpool } from '../store/spool.js'
import { openStore, type Store } from '../store/store.js'
import { GLOBAL_SCOPE, type Memory, type Scope } from '../store/types.js'
import { ActivityFeed } from './activity-feed.js'
import { readEvents } from './activity.js'
import type * as Api from './api.js'
import { listArchive } from './archive.js'
import type { Collection } from './collection/collection.js'
import { Collections } from './collection/collections.js'
import type { Config } from './config.js'
import { parseLimit, parseListFilter, parseScopesFilter, parseSkillFilter } from './filters.js'
import { describeVersions, readOldVersions, traceMemory } from './history.js'
import { findItem, listMemories } from './listing.js'
import { toMemory } from './memory.js'
import { otherTitles } from './merge/extra.js'
import { replaySpool } from './queues.js'
import { openRecallSource } from './recall/open-source.js'
import { recallContext, recallItems } from './recall/recall.js'
import { listSkills, readSkill } from './skill-reads.js'
import { renderCatalog } from './skills/index.js'
import { readStatus } from './status.js'
import { Usage } from './usage.js'
import { parseGivenScope, parseRecallQuery } from './validate.js'

/** The reads of the programmatic API: everything that changes nothing. */
export class ServiceReads {
  protected readonly store: Store
  protected readonly collections: Collections
  protected readonly feed: ActivityFeed
  protected readonly now: () => Date
  protected readonly home: string
  private readonly usage: Usage

  constructor(
    protected readonly config: Config,
    { now = () => new Date(), home = homedir(), env = {}, near }: Api.ServiceOptions,
  ) {
    this.store = openStore(config.databasePath)
    this.usage = new Usage(this.store)
    this.feed = new ActivityFeed(this.store)
    this.now = now
    this.home = home
    const onLoad = (collection: Collection) => this.onLoad(collection)
    this.collections = new Collections(this.store, onLoad, createCommitTimes(env), near)
  }

  /** Called with each scope that is loaded. */
  protected onLoad(_collection: Collection): void {
    return
  }

  async recall(query: Api.RecallQuery): Promise<Memory[]> {
    const { scopes = [GLOBAL_SCOPE], limit, ...rest } = parseRecallQuery(query)
    const source = await openRecallSource(this.collections, scopes, this.usage.refresh())
    const items = await recallItems(source, {
      ...rest,
      limit: limit ?? this.config.recallLimit,
      isUnasked: false,
    })
    return items.map(({ reason: _, ...memory }) => memory)
  }

  async recallContext(query: unknown): Promise<Api.RecallContext> {
    const { scopes = [GLOBAL_SCOPE], limit, text, kinds } = parseRecallQuery(query)
    const source = await openRecallSource(this.collections, scopes, this.usage.refresh())
    const catalog = text?.trim() ? [] : (await this.skills({ scopes, limit: 1000 })).skills
    return recallContext(
      source,
      { text, kinds, limit: limit ?? this.config.recallLimit, isUnasked: true },
      maxChars => renderCatalog(catalog, maxChars),
      { maxChars: this.config.maxContextChars, text },
    )
  }

  async list(filter: Api.ListFilter = {}): Promise<{ items: Memory[]; total: number }> {
    const parsed = parseListFilter(filter)
    return listMemories(await this.collections.matching(parsed), parsed, this.usage.refresh())
  }

  async get(id: string): Promise<Memory> {
    const collection = await this.collections.holding(id)
    const item = findItem(collection, id, this.usage.refresh())!
    const titles = otherTitles(collection.memories.get(id)?.document.extra ?? {})
    return titles.length === 0 ? item : { ...item, otherTitles: titles }
  }

  async scopes(): Promise<Api.ScopeCount[]> {
    const all = await this.collections.all()
    return all.map(({ folder: { scope }, count }) => ({ type: scope.type, id: scope.id, count }))
  }

  async events(limit = 50) {
    return readEvents(this.store, parseLimit(limit))
  }

  async skills(filter: Api.SkillFilter = {}) {
    return listSkills(this.store, this.home, parseSkillFilter(filter), this.now())
  }

  async skill(name: string, filter: Api.ScopeFilter = {}) {
    return readSkill(this.store, this.home, name, parseScopesFilter(filter), this.now())
  }

  async backlog(scope: Scope): Promise<{ replaySize: number; scope: Scope }> {
    const collection = await this.collections.existing(parseGivenScope(scope))
    const { folder } = collection
    return {
      replaySize: listSpool(replaySpool(this.store, folder.key)).length,
      scope: folder.scope,
    }
  }

  async status(): Promise<Api.ServiceStatus> {
    return readStatus(this.store, this.collections, this.config, this.now())
  }

  async *exportMemories(filter: Api.ScopeFilter = {}): AsyncIterable<Memory> {
    const uses = this.usage.refresh()
    for (const collection of await this.collections.matching(parseScopesFilter(filter))) {
      for (const id of [...collection.memories.keys(), ...collection.rows.keys()]) {
        const item = findItem(collection, id, uses)
        if (item) yield item
      }
    }
  }

  async archive(filter: Api.ArchiveFilter = {}): Promise<Api.Archive> {
    return listArchive(await this.collections.matching(parseScopesFilter(filter)), filter)
  }

  async history(id: string): Promise<Api.MemoryVersion[]> {
    const traced = traceMemory(await this.collections.tracing(id), id)
    const versions = await readOldVersions(traced, id)
    return describeVersions(versions, traced.standing?.document)
  }

  subscribe(listener: Parameters<Api.Service['subscribe']>[0]): () => void {
    return this.feed.subscribe(listener)
  }

  protected toMemory(collection: Collection, memory: Parameters<typeof toMemory>[0]): Memory {
    const uses = this.usage.refresh().get(memory.document.id) ?? 0
    return toMemory(memory, collection.folder.scope, uses)
  }
}
