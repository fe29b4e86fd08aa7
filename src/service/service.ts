import { findFolderKey, makeScope } from '../../store/projects/projects.js'
import type { Memory, Scope } from '../../store/types.js'
import { readEvents, type ActivityListener } from '../activity/events.js'
import type * as Api from '../api.js'
import { settleSettings, toConfig, type Config, type SettledSettings } from '../config.js'
import { parseLimit } from '../memories/given.js'
import { countItems } from '../memories/list.js'
import { refuseSecretPath } from '../redact/index.js'
import { ServiceArchive } from './archive.js'
import { openOverview } from './lazy-overview.js'
import { Learning } from './learning.js'
import { ServiceMemories } from './memories.js'
import { ServiceParts } from './parts.js'
import { ServicePast } from './past.js'
import { Resident } from './resident.js'
import { ServiceReview } from './review.js'
import { ServiceSkills } from './skills.js'
import { ServiceTransfer } from './transfer.js'

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
  readonly memories: Api.MemoryCalls
  readonly archive: Api.ArchiveCalls
  readonly learning: Learning
  readonly review: Api.ReviewCalls
  readonly skills: Api.SkillCalls
  readonly transfer: Api.TransferCalls
  readonly past: ServicePast
  readonly overview: Api.Service['overview']
  private readonly parts: ServiceParts

  constructor(config: Config, options: Api.ServiceOptions & { settled: SettledSettings }) {
    const { hosts, settled } = options
    const parts = new ServiceParts(config, options)
    this.parts = parts
    this.memories = new ServiceMemories(parts)
    this.archive = new ServiceArchive(parts, this.memories)
    this.learning = new Learning(parts)
    this.review = new ServiceReview(parts)
    this.skills = new ServiceSkills(parts)
    this.transfer = new ServiceTransfer(parts, this.memories)
    this.past = new ServicePast(parts)
    this.overview = openOverview(parts, { settled, hosts })
    if (options.isResident === true) parts.resident = this.startResident()
  }

  async remember(input: Api.RememberInput): Promise<Memory> {
    return (await this.memories.save('plugin', input)).memory
  }

  async recall(query: Api.RecallQuery): Promise<Memory[]> {
    const { recallMemories } = await import('./recall.js')
    return recallMemories(query, this.parts)
  }

  async importWorkspace(
    directory: string,
    options: { force?: boolean } = {},
  ): Promise<Api.ImportResult> {
    const { toWorkspaceScope } = await import('../import/index.js')
    const { importWhole } = await import('../import/nested.js')
    const { store, now, collections, resident, feed } = this.parts
    const scope = toWorkspaceScope(directory)
    refuseSecretPath(scope.id, () => findFolderKey(store, scope) !== undefined)
    const folder = await makeScope(store, scope)
    const { force } = options
    const result = await importWhole(store, folder, { force, now: now() })
    const collection = await collections.find(scope)
    if (collection && !result.alreadyImported) resident?.follow(collection)
    feed.poll()
    return result
  }

  async consolidate(scope: Scope, options?: Api.ConsolidateOptions) {
    return this.learning.consolidate(scope, options)
  }

  async reflectBatch(batch: Api.TurnBatch): Promise<Api.ReflectResult> {
    const { queueBatch } = await import('../reflect/queue.js')
    const { scope, session } = await queueBatch(this.parts.store, batch, this.parts.now())
    return this.learning.reflect(scope, { session })
  }

  async scopes(): Promise<Api.ScopeCount[]> {
    const all = await this.parts.collections.all()
    return all.map(({ folder: { scope }, count }) => ({ type: scope.type, id: scope.id, count }))
  }

  async events(limit = 50) {
    return readEvents(this.parts.store, parseLimit(limit))
  }

  subscribe(listener: ActivityListener): () => void {
    return this.parts.feed.subscribe(listener)
  }

  async status(): Promise<Api.ServiceStatus> {
    const { readStatus } = await import('../health/standing.js')
    const { store, config, collections, now } = this.parts
    const { env, provider } = this.parts.options
    const options = { now: now(), env, provider: provider?.name }
    return readStatus(store, await countItems(collections), config, options)
  }

  async doctor({ fix = false }: { fix?: boolean } = {}): Promise<Api.DoctorReport> {
    const { store, collections, now } = this.parts
    const { env, provider, hosts } = this.parts.options
    const config = provider === undefined ? this.parts.config : undefined
    const options = { fix, now: now(), env, config, hosts }
    const { examineStore } = await import('../health/index.js')
    return examineStore(store, await collections.all(), options)
  }

  async close({ patienceMs = 0 }: { patienceMs?: number } = {}): Promise<void> {
    const { resident, feed } = this.parts
    resident?.stopReflecting()
    const isShort = resident?.isReflecting === true
    const end = await this.learning.close(patienceMs, isShort)
    feed.close()
    this.past.close()
    await Promise.all([resident?.close(), end()])
  }

  private startResident(): Resident {
    const { store, config, options, usage, feed, reflection, collections } = this.parts
    const runInBackground = (work: Promise<void>) => this.learning.runInBackground(work)
    const resident = { store, config, options, usage, feed, reflection, collections }
    return new Resident({ ...resident, runInBackground })
  }
}
