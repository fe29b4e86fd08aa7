import type { Store } from '../../store/store.js'
import type { ActivityFeed } from '../activity/events.js'
import { foldUsage, type Usage } from '../activity/usage.js'
import type { ServiceOptions } from '../api.js'
import type { Config } from '../config.js'
import { openAutoCommit, type AutoCommit } from '../git/auto-commit.js'
import type { Collection } from '../memories/collection.js'
import { FolderWatch, type Collections } from '../memories/collections.js'
import { IndexUpkeep } from '../memories/index-upkeep.js'
import type { Reflection } from '../work/reflection.js'

/** The parts of a service that a resident process works with. */
interface ResidentContext {
  store: Store
  config: Config
  options: ServiceOptions
  usage: Usage
  feed: ActivityFeed
  reflection: Reflection
  collections: Collections
  /** Runs work that nobody waits for, and never rejects. */
  runInBackground: (work: Promise<void>) => Promise<void>
}

/**
 * The work of a process that stays, beside answering: it sees edits by hand, keeps index files in
 * step, commits writes, distils what is due, and folds sessions that are over.
 */
export class Resident {
  private readonly upkeep: IndexUpkeep
  private readonly watch: FolderWatch
  private readonly commits: AutoCommit | undefined
  private readonly idle: NodeJS.Timeout | undefined
  private readonly folding: NodeJS.Timeout
  private readonly opening: NodeJS.Timeout
  private isClosed = false

  constructor(context: ResidentContext) {
    const { config, usage, reflection } = context
    void context.runInBackground(reflection.finishInterrupted())
    this.upkeep = new IndexUpkeep(usage)
    this.watch = new FolderWatch(collection => this.editedByHand(collection))
    this.commits = config.gitAutoCommit ? startCommitting(context) : undefined
    this.idle = config.reflect ? startReflecting(context) : undefined
    this.folding = startFolding(context)
    this.opening = this.startOpening(context)
  }

  /** True where it distils by itself: then it has only seconds to end in. */
  get isReflecting(): boolean {
    return this.idle !== undefined
  }

  /** Sees edits of a scope's files from now on. */
  see(collection: Collection): void {
    this.watch.add(collection)
  }

  /** Lets a scope's index file follow what was written. */
  follow(collection: Collection): void {
    this.upkeep.note(collection)
  }

  /** Takes up no batch any more; what runs goes on. */
  stopReflecting(): void {
    clearInterval(this.idle)
  }

  /** Ends watchers at once, and resolves when index files and commits are written. */
  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.opening)
    clearInterval(this.folding)
    this.watch.close()
    await Promise.all([this.upkeep.close(), this.commits?.close()])
  }

  /** Whoever asks first finds the memories read, and soon the indexes open. */
  private startOpening({ collections, runInBackground }: ResidentContext): NodeJS.Timeout {
    void runInBackground(collections.all().then(() => undefined))
    const follow = (collection: Collection) => this.follow(collection)
    const open = () => collections.open(follow, () => this.isClosed)
    return setTimeout(() => void runInBackground(open()), OPEN_AFTER_MS).unref()
  }

  private editedByHand(collection: Collection): void {
    this.upkeep.note(collection)
    this.commits?.note()
  }
}

/** The first answers of a process go before what may be asked for later (milliseconds). */
const OPEN_AFTER_MS = 500

/** Every write is in the activity log, also what other processes do. */
function startCommitting({ store, options, feed }: ResidentContext): AutoCommit {
  const { env = {}, commitAfterMs } = options
  const commits = openAutoCommit(store, env, commitAfterMs)
  feed.subscribe(() => commits.note())
  return commits
}

/** A service closes idle batches too, so that the last turns of a day are not left lying. */
function startReflecting({ config, reflection, runInBackground }: ResidentContext) {
  const every = Math.min(Math.max(config.batchIdleMs / 2, 500), 15_000)
  return setInterval(() => void runInBackground(reflection.runDue()), every).unref()
}

async function sweep({ store, config }: ResidentContext, now: Date): Promise<void> {
  const { sweepState } = await import('../work/sweep.js')
  sweepState(store, now)
  const { sweepPast } = await import('../work/past.js')
  await sweepPast(store, config, now)
}

const FOLD_EVERY_MS = 60 * 60_000

/** The workers of hooks do so too; where a host calls the service itself nobody else does. */
function startFolding(context: ResidentContext): NodeJS.Timeout {
  const { store, options, runInBackground } = context
  const { now = () => new Date() } = options
  const fold = () => {
    void runInBackground(foldUsage(store, now().getTime()))
    void runInBackground(sweep(context, now()))
  }
  fold()
  return setInterval(fold, FOLD_EVERY_MS).unref()
}
