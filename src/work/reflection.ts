import { SvcError } from '../../store/errors.js'
import { homeOf } from '../../store/files/read.js'
import { listSpool } from '../../store/files/spool.js'
import { withWorkLock } from '../../store/locks.js'
import { createCommitTimes } from '../../store/git/times.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import { listScopes } from '../../store/projects/projects.js'
import { type Store, replaySpool, statePath } from '../../store/store.js'
import {
  GLOBAL_SCOPE,
  isSaid,
  isWaiting,
  type MemoryDocument,
  type Scope,
  type ScopeFilter,
  type Skill,
} from '../../store/types.js'
import type { Config } from '../config.js'
import type { Collection } from '../memories/collection.js'
import { Collections } from '../memories/collections.js'
import { HOST_PROVIDER } from '../provider/catalog.js'
import type { Provider, Candidates, KnownTitles, ProviderSource } from '../provider/types.js'
import { REPLY_WAIT_MS, hasDueBatch, nextDue } from '../reflect/batches.js'
import { clearStart, isReflectionDue } from '../reflect/due.js'
import type { LearnEarlier } from '../reflect/earlier.js'
import type { ReflectionResult } from '../reflect/reflect.js'
import type { QueuedTurn } from '../reflect/turns.js'
import { keepBounds } from '../settings/accepted.js'
import type {
  AliasFill,
  AliasOptions,
  ConsolidateOptions,
  ConsolidateResult,
  ReflectOptions,
} from '../types.js'

/** Number of distilled batches that make a consolidation worth its while. */
const REPLAY_FULL = 10
/** A timer may fire a little before its time. */
const TIMER_MS = 20
const COUNTS = ['batches', 'added', 'updated', 'failed', 'waiting'] as const

/** Options of opening reflection. */
interface ReflectionOptions {
  collections?: Collections
  /** In place of the configured one. */
  provider?: Provider | ProviderSource | undefined
  /** Environment with the providers' own standard variables. */
  env?: Readonly<Record<string, string | undefined>>
  home?: string
  now?: () => Date
}

/** Selects the batches to distil, and names the listeners. */
interface ReflectSelection extends ReflectOptions {
  isForced?: boolean
  session?: string
}

/** Reflection and consolidation of a store's scopes with the provider that is configured. */
export class Reflection {
  private readonly collections: Collections
  private readonly now: () => Date
  private readonly abort = new AbortController()
  /** Opened providers, by the host whose turns they distil, if that decides; else by ''. */
  private readonly opened = new Map<string, Promise<Provider>>()

  constructor(
    private readonly store: Store,
    private readonly config: Config,
    private readonly options: ReflectionOptions = {},
  ) {
    this.collections =
      options.collections ?? new Collections(store, undefined, createCommitTimes(options.env ?? {}))
    this.now = options.now ?? (() => new Date())
  }

  /**
   * Distils what is due in a scope, and consolidates it when enough has come together; looks again
   * afterwards: who came meanwhile found the scope busy and left what it brought to this process.
   */
  async run(folder: ScopeFolder): Promise<ReflectionResult> {
    const total: ReflectionResult = { batches: 0, added: 0, updated: 0, failed: 0, waiting: 0 }
    for (;;) {
      const result = await this.reflect(folder).catch(ignoreBusy)
      if (result === undefined) return total
      for (const count of COUNTS) total[count] += result[count]
      if (await this.hasDue(folder)) continue
      const consolidated = await this.tryConsolidation(folder)
      if (consolidated !== false && (await this.hasDue(folder))) continue
      if (consolidated instanceof Error) throw consolidated
      return total
    }
  }

  /** True if it consolidated, or the error: then too somebody may have found the scope busy. */
  private async tryConsolidation(folder: ScopeFolder): Promise<boolean | Error> {
    return this.consolidateIfFull(folder).catch((error: unknown) => {
      if (error instanceof Error) return error
      throw error
    })
  }

  /** Distils what came while the scope was busy with other work: whoever brought it found it so. */
  async runLeft(folder: ScopeFolder): Promise<void> {
    if (this.config.reflect && (await this.hasDue(folder))) await this.run(folder)
  }

  private async hasDue({ key }: ScopeFolder): Promise<boolean> {
    return !this.abort.signal.aborted && (await hasDueBatch(this.store, key, this.limits()))
  }

  /**
   * Runs as `run`, and once more for a batch whose reply the host had not written yet: after the
   * last call of a session there may be nobody else for days.
   */
  async runTwice(folder: ScopeFolder): Promise<void> {
    const { waiting } = await this.run(folder)
    const next = waiting > 0 ? nextDue(this.store, folder.key) : undefined
    const pause = next === undefined ? Infinity : Date.parse(next) - this.now().getTime()
    if (pause > REPLY_WAIT_MS) return
    await new Promise(resolve => setTimeout(resolve, Math.max(0, pause) + TIMER_MS))
    await this.run(folder)
  }

  /**
   * Consolidates a scope in which enough has come together, unless `reflect` is off; false where it
   * does not.
   */
  async consolidateIfFull(folder: ScopeFolder): Promise<boolean> {
    const isFull = listSpool(replaySpool(this.store, folder.key)).length >= REPLAY_FULL
    if (!isFull || !this.config.reflect) return false
    return (await this.consolidate(folder.scope).catch(ignoreBusy)) !== undefined
  }

  /** Finishes the moves and consolidations that a killed process had begun. */
  async finishInterrupted(): Promise<void> {
    if (listSpool(statePath(this.store, 'moves')).length > 0) {
      const { finishMoves } = await import('../scopes/transfer.js')
      await finishMoves(this.store, this.now)
    }
    const interrupted = listSpool(statePath(this.store, 'consolidations'))
    if (interrupted.length === 0) return
    const { finishConsolidation } = await import('../consolidate/index.js')
    for (const collection of await this.collections.all()) {
      await finishConsolidation(collection, this.now).catch(ignoreBusy)
    }
  }

  /**
   * Distils what is due in every scope: what a service does now and then. With `isThorough` also
   * what only the ledgers of sessions tell: that one is over.
   */
  async runDue({ isThorough = false }: { isThorough?: boolean } = {}): Promise<void> {
    for (const folder of listScopes(this.store)) {
      if (this.abort.signal.aborted) return
      const isDue = isThorough
        ? await this.hasDue(folder)
        : isReflectionDue(this.store, folder.key, this.limits())
      // Trouble in one scope must not keep the others from their turn.
      if (isDue) await this.run(folder).catch(() => undefined)
    }
  }

  /**
   * Distils a scope's batches; with `isForced` also open ones and those that wait, of one session
   * where it is given. Throws SCOPE_BUSY; where forced, INVALID_REQUEST on settings that name no
   * provider which can be opened: else the batch waits until they do.
   */
  async reflect(
    folder: ScopeFolder,
    { isForced = false, session, ...watch }: ReflectSelection = {},
  ): Promise<ReflectionResult> {
    if (isForced) await this.provider()
    // It has begun. Where it finds the scope busy it ends, and must not keep others from starting.
    clearStart(this.store, folder.key)
    const moved = new Set<Collection>()
    const { reflectScope } = await import('../reflect/reflect.js')
    const context = this.contextOf(folder, moved)
    const reflecting = reflectScope({ ...context, isForced, session, ...watch })
    return reflecting.finally(async () => {
      await putPriorsInIndex(moved)
      await this.refreshPast(folder).catch(() => undefined)
    })
  }

  /** The index of past sessions is derived: whoever misses it makes it. */
  private async refreshPast({ key }: ScopeFolder): Promise<void> {
    const { refreshPast } = await import('../past/segments.js')
    await refreshPast(this.store, key)
  }

  /**
   * Learns from turns of a scope that were said long before, by the provider that this was opened with,
   * as `work` hands them in under the scope's work lock. Its index follows. Throws
   * SCOPE_BUSY where another process holds the lock for 10 s, or took it over, and as `work`.
   */
  async reflectEarlier(
    folder: ScopeFolder,
    work: (learn: LearnEarlier, assertHeld: () => void) => Promise<void>,
    onWait?: () => void,
  ): Promise<void> {
    const { reflectEarlier } = await import('../reflect/earlier.js')
    const { refreshIndexFile } = await import('../memories/index-upkeep.js')
    const known = () => this.known(folder.scope, isSaid)
    const context = { ...this.contextOf(folder, new Set()), known, isForced: true }
    const provider = await this.provider()
    const place = { store: this.store, folder }
    const doing = withWorkLock(
      place,
      lock => {
        const held = { ...context, assertHeld: () => lock.assertHeld() }
        return work(
          (batch, settle) => reflectEarlier(held, provider, batch, settle),
          lock.assertHeld,
        )
      },
      { onWait },
    )
    await doing.finally(async () => {
      const collection = await this.collections.find(folder.scope)
      if (collection) await refreshIndexFile(collection, {}).catch(() => undefined)
    })
  }

  /**
   * Merges, deduplicates and evicts in a scope; with `dryRun` only says what it would do. Throws
   * SCOPE_NOT_FOUND, and SCOPE_BUSY where it is no dry run.
   */
  async consolidate(
    scope: Scope,
    { dryRun = false, onWait }: ConsolidateOptions = {},
  ): Promise<ConsolidateResult> {
    const collection = await this.collections.existing(scope)
    const { consolidateScope, previewConsolidation } = await import('../consolidate/index.js')
    const { now, abort } = this
    const options = { capacity: this.config.capacity, now, signal: abort.signal }
    if (dryRun) return { ok: true, dryRun, ...(await previewConsolidation(collection, options)) }
    const provider = await this.provider()
    keepBounds(collection.store.root)
    return { ok: true, ...(await consolidateScope(collection, { ...options, provider, onWait })) }
  }

  /** Fills in aliases in these scopes. */
  async fillAliases(collections: Collection[], options: AliasOptions): Promise<AliasFill> {
    const { fillAliases } = await import('../reflect/aliases.js')
    const { now, options: given, abort } = this
    const providerName = given.provider?.name ?? this.config.provider
    const context = { collections, providerName, now, signal: abort.signal }
    return fillAliases({ ...context, provider: () => this.provider() }, options)
  }

  /** Gives up what is running; it stays queued. */
  close(): void {
    this.abort.abort()
  }

  /** The parts with which turns of a scope are distilled; `moved` gains what feedback has moved. */
  private contextOf(folder: ScopeFolder, moved: Set<Collection>) {
    const { turnUserChars: userChars, turnAssistantChars: assistantChars } = this.config
    return {
      collections: this.collections,
      folder,
      provider: (host: string | undefined) => this.provider(host),
      known: () => this.known(folder.scope),
      keepSkills: (candidates: Candidates) => this.keepSkills(folder, candidates),
      countUses: (turn: QueuedTurn) => this.countUses(folder, turn).catch(() => undefined),
      onFeedback: (collection: Collection) => void moved.add(collection),
      past: this.config,
      limits: { ...this.limits(), userChars, assistantChars },
      now: this.now,
      signal: this.abort.signal,
    }
  }

  private limits() {
    const { batchTurns, batchIdleMs: idleMs } = this.config
    return { batchTurns, idleMs, now: this.now(), isForced: false }
  }

  /**
   * The provider for turns of a host; without one, for what no host's turn asks for. A source is
   * asked each time: what it answers may have changed.
   */
  private async provider(host?: string): Promise<Provider> {
    if (isSource(this.options.provider)) return this.openProvider(host)
    const key = this.config.provider === HOST_PROVIDER ? (host ?? '') : ''
    const opened = this.opened.get(key) ?? this.openProvider(host)
    this.opened.set(key, opened)
    return opened.catch((error: unknown) => {
      this.opened.delete(key)
      throw error
    })
  }

  private async openProvider(host: string | undefined): Promise<Provider> {
    const { openProvider } = await import('../provider/index.js')
    const { withBudget } = await import('../provider/budget.js')
    const { env, provider } = this.options
    const given = isSource(provider) ? await provider.open() : provider
    const chosen = await openProvider(this.config, env, { given, host })
    return withBudget(chosen, this.store, this.config, this.now)
  }

  /** The titles of what stands, and the names of skills; no titles of what waits unless they are asked for. */
  private async known(scope: Scope, stands = isHolding) {
    const [own, global] = [scope, GLOBAL_SCOPE].map(one => this.titlesOf(one, stands))
    return { own: await own!, global: await global! }
  }

  private async titlesOf(scope: Scope, stands: typeof isHolding): Promise<KnownTitles> {
    const collection = await this.collections.find(scope)
    const skills = await this.listSkills({ scope })
    return { memories: ownTitles(collection, stands), skills: skills.map(({ name }) => name) }
  }

  /** Every skill that a batch of the scope could have used, or could make again. */
  private skillsOf(scope: Scope): Promise<Skill[]> {
    return this.listSkills({ scopes: [scope, GLOBAL_SCOPE] })
  }

  private async listSkills(scopes: ScopeFilter): Promise<Skill[]> {
    const home = this.options.home ?? homeOf(this.options.env ?? {})
    const filter = { ...scopes, includeDormant: true, limit: 1_000 }
    const { listSkills } = await import('../skills/index.js')
    return (await listSkills(this.store, home, filter, this.now())).skills
  }

  private async keepSkills(folder: ScopeFolder, candidates: Candidates) {
    if (candidates.skills.length === 0) return { added: 0, updated: 0 }
    const known = await this.skillsOf(folder.scope)
    const { writeSkillCandidates } = await import('../skills/write.js')
    return writeSkillCandidates(this.store, folder, candidates.skills, known)
  }

  /** Counts are a bonus: what goes wrong with them must not hold up what was distilled. */
  private async countUses(folder: ScopeFolder, turn: QueuedTurn): Promise<void> {
    const { session, transcriptPath } = turn
    if (transcriptPath === undefined) return
    const skills = await this.skillsOf(folder.scope)
    const { countSkillUses } = await import('../skills/usage.js')
    await countSkillUses(this.store, skills, { session, transcriptPath }, this.now())
  }
}

function isSource(provider: Provider | ProviderSource | undefined): provider is ProviderSource {
  return provider !== undefined && 'open' in provider
}

/** An index file holds the priors of its memories, and does not look behind where one has moved. */
async function putPriorsInIndex(collections: Iterable<Collection>): Promise<void> {
  const { refreshIndexFile } = await import('../memories/index-upkeep.js')
  for (const collection of collections) {
    await refreshIndexFile(collection, { isForced: true }).catch(() => undefined)
  }
}

const isHolding = (document: MemoryDocument) => !isWaiting(document)

function ownTitles(collection: Collection | undefined, stands: typeof isHolding): string[] {
  const items = collection?.byTime() ?? []
  return items.flatMap(({ id }) => {
    const document = collection?.memories.get(id)?.document
    return document === undefined || !stands(document) ? [] : document.title
  })
}

/** Ignores SCOPE_BUSY: the process that holds the scope does its work. */
function ignoreBusy(error: unknown): undefined {
  if (error instanceof SvcError && error.code === 'SCOPE_BUSY') return undefined
  throw error
}
