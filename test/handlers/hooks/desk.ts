import { openHookContext, type DetachedTask } from '../../../handlers/hooks/context.js'
import { parseHookCall, type HookFlags } from '../../../handlers/hooks/protocol.js'
import { routeHook } from '../../../handlers/hooks/routes.js'
import { createConfig, type Config } from '../../../src/config.js'
import { openStore } from '../../../store/store.js'
import { HookHost } from './host.js'

/** A host whose hook calls are handled in this process: the answer is the text to inject. */
export class HookDesk extends HookHost {
  /** What the hook's command line says. */
  flags: HookFlags = {}
  /** The work that the last call left for a detached process. */
  tasks: DetachedTask[] = []
  now = new Date('2026-11-20T10:00:00.000Z')

  async ask(
    name: string,
    fields: Record<string, unknown> = {},
    settings: Partial<Config> = {},
    flags: HookFlags = {},
  ): Promise<string> {
    const payload = { ...this.base(), hook_event_name: name, ...fields }
    const call = parseHookCall(payload, { ...this.flags, ...flags })
    if (call === undefined) throw new Error(`svc does not answer ${name}`)
    const config = createConfig({ given: { dataDir: this.store, ...settings } })
    const store = openStore(config.databasePath)
    this.tasks = []
    const later = (task: DetachedTask) => void this.tasks.push(task)
    const note = (error: unknown) => {
      throw error
    }
    const { home, now } = this
    return routeHook(await openHookContext({ call, config, store, home, now, later, note }))
  }

  async start(fields: Record<string, unknown> = {}, settings: Partial<Config> = {}) {
    return this.ask('SessionStart', { source: 'startup', ...fields }, settings)
  }

  async prompt(
    prompt: string,
    fields: Record<string, unknown> = {},
    settings: Partial<Config> = {},
  ) {
    return this.ask('UserPromptSubmit', { prompt, ...fields }, settings)
  }

  async stop(fields: Record<string, unknown> = {}, settings: Partial<Config> = {}) {
    return this.ask('Stop', { last_assistant_message: 'Done.', ...fields }, settings)
  }
}
