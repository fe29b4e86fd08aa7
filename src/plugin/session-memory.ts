import {
  makeOwnFolder,
  openHookContext,
  type DetachedTask,
  type HookContext,
} from '../../handlers/hooks/context.js'
import { recordCall } from '../../handlers/hooks/ledger.js'
import type { HookCall } from '../../handlers/hooks/protocol.js'
import { routeHook } from '../../handlers/hooks/routes.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import { parseScopeKey } from '../../store/projects/scope.js'
import { noteFailure } from '../activity/failures.js'
import { noteHostCall } from '../activity/hook-calls.js'
import type { Config } from '../config.js'
import { PROFILES, type HostName } from '../hosts/profiles.js'
import { Collections } from '../memories/collections.js'
import { refreshIndexFile } from '../memories/index-upkeep.js'
import { queueTurn, readEndedTurn } from '../reflect/turns.js'
import { within } from '../within.js'
import type { HostSession } from './cordis.js'
import type { Opened } from './opened.js'
import type { SaidTurn } from './turn.js'

/** The first request of a session, which may import, is never held up for longer (milliseconds). */
const START_MS = 4_000
/** Nor a later one. */
const PROMPT_MS = 2_000
/** A host ends after 5 s (milliseconds). */
const CLOSE_MS = 4_000

/** The service, settings and host of the sessions. */
interface SessionOptions {
  opened: Opened
  config: Config
  home: string
  /** The host by the files that it loads itself; asked at each call. */
  host: () => HostName | undefined
}

/**
 * Gives memories to the sessions of a host, and queues their turns, by the same handlers that
 * answer hook calls. Nothing here rejects: failures are left for `svc doctor`.
 */
export class SessionMemory {
  private readonly starts = new WeakMap<HostSession, Promise<string>>()
  private readonly sources = new WeakMap<HostSession, string>()
  private readonly folders = new WeakMap<HostSession, ScopeFolder>()
  /** Those that have taught something and are not over. */
  private readonly open = new Set<HostSession>()
  private readonly running = new Set<Promise<unknown>>()

  constructor(private readonly options: SessionOptions) {}

  /**
   * Text for a session's start, with the skills; empty for none. The same for the whole session, so
   * that the host's model finds its cache again.
   */
  async start(session: HostSession): Promise<string> {
    let start = this.starts.get(session)
    if (start === undefined) {
      const source = this.sources.get(session) ?? 'startup'
      start = this.call(session, { event: 'SessionStart', source })
      this.starts.set(session, start)
    }
    return within(start, START_MS, '')
  }

  /** The context was cleared or made smaller: what it held is given anew with the next request. */
  forget(session: HostSession, source: string): void {
    this.starts.delete(session)
    this.sources.set(session, source)
  }

  /** Memories for a prompt that its session does not have; empty for none. */
  async prompt(session: HostSession, turn: number, prompt: string): Promise<string> {
    const call = this.call(session, { event: 'UserPromptSubmit', prompt, turn: String(turn) })
    return within(call, PROMPT_MS, '')
  }

  /** Makes the folder that a turn will be queued in, so that its end need wait for nothing. */
  async prepare(session: HostSession): Promise<void> {
    if (this.folders.has(session)) return
    await this.track('Stop', async () => {
      const context = await this.openCall(session, { event: 'Stop' })
      this.folders.set(session, await makeOwnFolder(context))
    })
  }

  /**
   * Queues a turn. Where its folder is known, it is on the disk when this returns: the host may end
   * right after.
   */
  end(session: HostSession, turn: number, said: SaidTurn): void {
    const folder = this.folders.get(session)
    this.open.add(session)
    const queue = (known: ScopeFolder) => this.queue(known, session, turn, said)
    void this.track('Stop', async () => {
      if (folder !== undefined) return queue(folder)
      return queue(await makeOwnFolder(await this.openCall(session, { event: 'Stop' })))
    })
  }

  /** A session is over: its batch closes. */
  async over(session: HostSession): Promise<void> {
    if (!this.open.delete(session)) return
    await this.call(session, { event: 'SessionEnd' })
  }

  /** The host ends, and with it what was said: resolves when nothing is under way, within 4 s. */
  async close(): Promise<void> {
    for (const session of this.open) void this.over(session)
    await within(Promise.allSettled(this.running), CLOSE_MS, undefined)
  }

  private queue(folder: ScopeFolder, session: HostSession, turn: number, said: SaidTurn): void {
    const { opened, host } = this.options
    const ended = { session: session.id, id: String(turn), host: host(), ...said }
    const named = readEndedTurn(opened.store, ended, new Date())
    if (named !== undefined) queueTurn(opened.store, folder, named)
  }

  private async call(session: HostSession, call: GivenPart): Promise<string> {
    const began = performance.now()
    const handle = async () => {
      const context = await this.openCall(session, call)
      const text = await routeHook(context)
      recordCall(context, performance.now() - began)
      return text
    }
    return (await this.track(call.event, handle)) ?? ''
  }

  private openCall(session: HostSession, call: GivenPart): Promise<HookContext> {
    const { opened, config, home } = this.options
    const host = this.options.host()
    const known = { host, profile: host && PROFILES[host] }
    return openHookContext({
      call: { ...call, ...toPlace(session), ...known, eventName: call.event },
      config,
      store: opened.store,
      home,
      now: new Date(),
      later: task => void this.track(call.event, () => this.doLater(task)),
      note: error => noteFailure(opened.store, error, call.event),
    })
  }

  /** Begins at once: what an action does before it waits for something is done when this returns. */
  private async track<T>(event: string, action: () => Promise<T>): Promise<T | undefined> {
    const noted = action().then(result => {
      this.noteCall(event)
      return result
    })
    const done = noted.catch((error: unknown) => {
      noteFailure(this.options.opened.store, error, event)
      return undefined
    })
    this.running.add(done)
    return done.finally(() => this.running.delete(done))
  }

  /** Notes a host's call for `svc doctor`, once a turn at most. */
  private noteCall(event: string): void {
    const host = this.options.host()
    if (host === undefined || (event !== 'SessionStart' && event !== 'Stop')) return
    noteHostCall(this.options.opened.store, host, new Date())
  }

  /** Does in the host's process a task for which a hook starts a process of its own. */
  private async doLater(task: DetachedTask): Promise<void> {
    const { service, store } = this.options.opened
    if (task.task === 'import') {
      const { id } = parseScopeKey(task.scope)
      if (id !== null) await service.importWorkspace(id)
    }
    if (task.task !== 'index') return
    const collections = new Collections(store)
    for (const key of task.scopes) {
      const collection = await collections.find(parseScopeKey(key))
      if (collection) await refreshIndexFile(collection, { isForced: true })
    }
  }
}

/** The part of a call that an event of the host tells. */
type GivenPart = Pick<HookCall, 'event'> & Partial<HookCall>

function toPlace({ id, header }: HostSession) {
  return { session: id, cwd: header.cwd }
}
