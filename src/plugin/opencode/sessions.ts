import { within } from '../../within.js'
import type { HookCaller } from './call.js'
import type { OpencodeClient, OpencodeInput } from './host.js'
import { findReply } from './messages.js'

/** Whatever happens, OpenCode goes on after this (milliseconds). */
const DEADLINE_MS = 1_800

/** The state of a session of OpenCode. */
interface Session {
  /** True if a model started it, or OpenCode does not say. */
  isChild: Promise<boolean>
  /** The beginning of its requests, the same in each: OpenCode does not keep a system prompt. */
  start: Promise<string> | undefined
  /** Source of the next start: `compact` if the context was compacted since. */
  source: 'startup' | 'compact'
  /** Messages that were sent and of which no turn was queued yet. */
  asked: Set<string>
}

/** The sessions of one OpenCode and what svc is asked in each; nothing here throws. */
export class Sessions {
  private readonly known = new Map<string, Session>()
  /** OpenCode does not wait for what an event does. */
  private readonly underWay = new Set<Promise<void>>()
  private hiddenPrompts: Promise<readonly string[]> | undefined

  constructor(
    private readonly host: OpencodeInput,
    private readonly caller: HookCaller,
  ) {}

  /** OpenCode has made a session; `parent` is the one whose model asked for it. */
  created(id: string, parent: string | undefined): void {
    if (!this.known.has(id)) this.add(id, Promise.resolve(parent !== undefined))
  }

  /** The context for a prompt, empty for nothing. A child session's prompt is never learned from. */
  async prompt(id: string, message: string, prompt: string): Promise<string> {
    return inTime(this.recall(id, message, prompt), '')
  }

  /** Text for the beginning of a request, empty for none; `system` is its system prompt. */
  async start(id: string, system: string): Promise<string> {
    return inTime(this.startFor(id, system), '')
  }

  /** The model has answered: queues the turns of what was asked since. */
  async idle(id: string): Promise<void> {
    await this.track(this.queueTurns(id))
  }

  /** The context was compacted: what was given is gone from it, and is given anew. */
  compacted(id: string): void {
    const session = this.known.get(id)
    if (session) Object.assign(session, { source: 'compact', start: undefined })
  }

  /** A session is over. */
  async ended(id: string): Promise<void> {
    await this.track(this.end(id))
  }

  /** Ends every session, once what is under way is done; takes some seconds at most. */
  async close(): Promise<void> {
    await Promise.all(this.underWay)
    await Promise.all([...this.known.keys()].map(id => this.ended(id)))
    await this.caller.finish()
  }

  private add(id: string, isChild: Promise<boolean>): Session {
    const session: Session = { isChild, start: undefined, source: 'startup', asked: new Set() }
    this.known.set(id, session)
    return session
  }

  private async askWhetherChild(id: string): Promise<boolean> {
    try {
      const { data } = await this.host.client.session.get({ path: { id } })
      return data === undefined || data.parentID !== undefined
    } catch {
      return true
    }
  }

  private async recall(id: string, message: string, prompt: string): Promise<string> {
    const session = this.known.get(id) ?? this.add(id, this.askWhetherChild(id))
    const isChild = await session.isChild
    if (!isChild) {
      session.asked.add(message)
      // Before its first prompt, as in every host: what a start gives, no prompt gives again.
      await this.startOf(id, session)
    }
    if (prompt === '') return ''
    const agent = isChild ? { agent_id: id } : {}
    return this.tell('UserPromptSubmit', id, { prompt, prompt_id: message, ...agent })
  }

  private async startFor(id: string, system: string): Promise<string> {
    const session = this.known.get(id)
    if (session === undefined || (await session.isChild)) return ''
    // Titles and summaries are asked for in the same session, by agents that nobody sees.
    this.hiddenPrompts ??= readHiddenPrompts(this.host.client)
    const isHidden = (await this.hiddenPrompts).some(prompt => system.startsWith(prompt))
    return isHidden ? '' : this.startOf(id, session)
  }

  private startOf(id: string, session: Session): Promise<string> {
    session.start ??= this.tell('SessionStart', id, { source: session.source })
    return session.start
  }

  private async queueTurns(id: string): Promise<void> {
    const asked = this.known.get(id)?.asked
    const messages = [...(asked ?? [])]
    asked?.clear()
    if (messages.length === 0) return
    const { data = [] } = await this.host.client.session.messages({ path: { id } })
    for (const message of messages) {
      const reply = findReply(data, message)
      if (reply === undefined) continue
      await this.tell('Stop', id, { prompt_id: message, last_assistant_message: reply })
    }
  }

  private async end(id: string): Promise<void> {
    const session = this.known.get(id)
    this.known.delete(id)
    // Only one that was begun can end: child sessions are not, nor those without a prompt.
    if (session?.start !== undefined) await this.tell('SessionEnd', id, {})
  }

  private tell(event: string, session: string, more: object): Promise<string> {
    const payload = {
      hook_event_name: event,
      session_id: session,
      cwd: this.host.directory,
      ...more,
    }
    return this.caller.call(payload)
  }

  private async track(work: Promise<void>): Promise<void> {
    const tracked = inTime(work, undefined)
    this.underWay.add(tracked)
    await tracked
    this.underWay.delete(tracked)
  }
}

async function readHiddenPrompts({ app }: OpencodeClient): Promise<readonly string[]> {
  try {
    const { data = [] } = await app.agents()
    return data.flatMap(({ hidden, prompt }) => (hidden && prompt ? [prompt] : []))
  } catch {
    return []
  }
}

/** Resolves to a promise's value, or to `late` if it takes too long or fails. */
async function inTime<T>(work: Promise<T>, late: T): Promise<T> {
  return within(
    work.catch(() => late),
    DEADLINE_MS,
    late,
  )
}
