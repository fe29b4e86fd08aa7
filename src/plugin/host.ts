import { homeOf } from '../../store/files/read.js'
import { toConfig } from '../config.js'
import { HOST_NAMES, PROFILES, type HostName } from '../hosts/profiles.js'
import type { PluginContext } from './context.js'
import {
  toNote,
  warn,
  type HostAgent,
  type HostEvent,
  type HostLlm,
  type HostSession,
  type ModelRoute,
  type PromptAssembly,
  type StepDecision,
} from './cordis.js'
import { openedOf, type Opened } from './opened.js'
import { SessionMemory } from './session-memory.js'
import { createConfigSchema, readPluginSettings, type PluginConfig } from './settings.js'
import { isWithPerson, readPrompt, readTurn } from './turn.js'

/** The name of the entry. */
export const name = 'svc-host'

/** The memory service, and where the host puts prompts together; `llm` is used where it is. */
export const inject = ['svc', 'systemPrompt']

/** The schema of the entry's `config`. */
export const Config = createConfigSchema()

/**
 * Gives the host's sessions what they need to know, and queues their completed turns for reflection.
 * What this entry's `config` leaves open is as the core entry has it; the store is the core's.
 */
export async function apply(ctx: PluginContext, config: PluginConfig = {}): Promise<void> {
  const opened = openedOf(ctx.get('svc'))
  const { databasePath } = opened.config
  const given = { ...opened.given, ...config, databasePath }
  const settings = toConfig(readPluginSettings(given, message => warn(ctx, message)))
  opened.source.choose(settings)
  ctx.effect(() => () => opened.source.choose(undefined), 'svc: the choice of a model')
  const host = () => findHost(ctx)
  const memory = new SessionMemory({ opened, config: settings, home: homeOf(process.env), host })
  ctx.effect(() => () => memory.close(), 'svc: what sessions have begun')
  giveStarts(ctx, memory)
  givePrompts(ctx, memory)
  // Without the core entry's consent nobody would take up what is queued.
  if (settings.reflect && opened.config.reflect) learn(ctx, memory)
  followModel(ctx, opened)
}

/** The host whose own plugin loads a project's agent files; undefined where none does. */
function findHost(ctx: PluginContext): HostName | undefined {
  type Entry = { options: { name: string }; disabled?: boolean }
  const loader = ctx.get('loader') as { entries?: () => Iterable<Entry> } | undefined
  const entries = [...(loader?.entries?.() ?? [])].filter(({ disabled }) => disabled !== true)
  const names = entries.map(({ options }) => options.name)
  return HOST_NAMES.find(host => names.includes(PROFILES[host].loader ?? ''))
}

/** A variable: what stands in a memory must not be read as a reference to one. */
const VARIABLE = 'svc_memory'

/** Gives the text of a session's start as a context: the host repeats it only if it has changed. */
function giveStarts(ctx: PluginContext, memory: SessionMemory): void {
  type Assemble = () => Promise<PromptAssembly>
  const assemble = async (_: unknown, { agent }: { agent?: HostAgent }, next: Assemble) => {
    const isAsked = agent !== undefined && isWithPerson(agent.session)
    const [assembly, text] = await Promise.all([next(), isAsked ? memory.start(agent.session) : ''])
    if (text === '') return assembly
    return {
      ...assembly,
      contexts: [...assembly.contexts, { name: 'svc', text: `{{${VARIABLE}}}` }],
      variables: { ...assembly.variables, [VARIABLE]: text },
    }
  }
  ctx.on('system-prompt/assemble', assemble)
  ctx.on('agent/session-start', ({ agent, source }: { agent: HostAgent; source: string }) => {
    if (source === 'clear' || source === 'compact') memory.forget(agent.session, source)
  })
}

/** Puts a prompt's memories right after it, where they stay for the rest of the session. */
function givePrompts(ctx: PluginContext, memory: SessionMemory): void {
  type Step = { agent: HostAgent; turn: number }
  type Decide = () => Promise<StepDecision>
  ctx.on('agent/pre-step', async ({ agent: { session }, turn }: Step, next: Decide) => {
    const decision = await next()
    if (decision.kind !== 'enter' || !isWithPerson(session)) return decision
    const prompt = readPrompt(decision.messages)
    const text = prompt === '' ? '' : await memory.prompt(session, turn, prompt)
    return text === '' ? decision : { ...decision, messages: [...decision.messages, toNote(text)] }
  })
}

/** Only what was completed is learned from: what was broken off or failed may be wrong. */
function learn(ctx: PluginContext, memory: SessionMemory): void {
  ctx.on('agent/turn-stopping', async ({ agent }: { agent: HostAgent }) => {
    if (isWithPerson(agent.session)) await memory.prepare(agent.session)
  })
  ctx.on('session/event', (session: HostSession, { type, data }: HostEvent) => {
    if (type !== 'turn/end' || !isWithPerson(session)) return
    const { turn, reason } = data as { turn: number; reason?: { kind: string } }
    if (reason?.kind !== 'completed') return
    const said = readTurn(session.events, turn)
    if (said.prompt !== '') memory.end(session, turn, said)
  })
  ctx.on('session/disposed', (session: HostSession) => {
    if (isWithPerson(session)) void memory.over(session)
  })
}

/** Follows the host's model for a conversation: that of the last one, else its default. */
function followModel(ctx: PluginContext, { service, source }: Opened): void {
  const takeUp = () => void (source.isReady && service.learning.reflectDue())
  ctx.inject(['llm'], inner => {
    source.llm = inner.get('llm') as HostLlm
    inner.effect(() => () => void (source.llm = undefined), 'svc: the model')
    takeUp()
  })
  source.defaultRoute = () => {
    const models = ctx.get('agentDefaultModel') as
      { currentSelection?: () => ModelRoute } | undefined
    return models?.currentSelection?.()
  }
  ctx.on('session/event', (session: HostSession, { type, data }: HostEvent) => {
    if (!isWithPerson(session)) return
    if (type === 'request/context') source.lastRoute = data as ModelRoute
    if (type === 'turn/end') takeUp()
  })
  // Batches of an earlier run of the host are taken up as soon as they can be.
  ctx.on('llm/adapters-updated', takeUp)
  takeUp()
}
