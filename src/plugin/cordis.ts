import type { PluginContext } from './context.js'

/** A schema as Cordis asks for one: Standard Schema, version 1. */
export interface ConfigSchema<Value> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => SchemaResult<Value>
    readonly types?: { readonly input: Value; readonly output: Value }
  }
}

/** A valid value, or the issues of an invalid one. */
type SchemaResult<Value> =
  | { readonly value: Value; readonly issues?: undefined }
  | { readonly issues: readonly { message: string; path: readonly string[] }[] }

/** A message of a conversation. */
export interface HostMessage {
  id?: string
  role: string
  content: readonly { type: string; text?: string }[]
  /** Source of the message: `user`, `plugin`, `tool`, … */
  source?: { kind: string; plugin?: string }
}

/** A message with text of svc's own. */
export function toNote(text: string): HostMessage {
  return {
    id: crypto.randomUUID(),
    role: 'user',
    content: [{ type: 'text', text }],
    source: { kind: 'plugin', plugin: 'svc' },
  }
}

/** One event of a session's log, which only ever grows. */
export interface HostEvent {
  type: string
  data: unknown
}

/** A conversation of the host. */
export interface HostSession {
  id: string
  header: { cwd?: string; origin?: string; delegationDepth?: number }
  events: readonly HostEvent[]
}

/** The agent of a conversation. */
export interface HostAgent {
  session: HostSession
}

/** Parts of a request, before it is rendered; `{{name}}` in a text stands for a variable. */
export interface PromptAssembly {
  contexts: readonly { name: string; text: string }[]
  variables: Readonly<Record<string, string | undefined>>
}

/** The messages that a step of a turn begins with, or that it does not begin. */
export type StepDecision = { kind: 'enter'; messages: readonly HostMessage[] } | { kind: 'reject' }

/** The model of the host that is meant: its own names of the service and of the model. */
export interface ModelRoute {
  provider: string
  model: string
}

/** The service by which plugins of a host ask its models. */
export interface HostLlm {
  stream(options: object): AsyncIterable<HostChunk>
  listProviders(): readonly { id: string }[]
  listModels(provider: string): Promise<readonly { id: string }[]>
}

/** A piece of a model's answer. */
export interface HostChunk {
  type: string
  index?: number
  text?: string
  block?: { type: string; text?: string }
  usage?: {
    inputTokens: number
    outputTokens: number
    cacheReadTokens?: number
    cacheWriteTokens?: number
  }
  reason?: { kind: string; failure?: { code?: string } }
}

/** The web server of a host: a raw node:http server to which plugins add routes. */
export interface HostWebServer {
  /** The address that it is bound to. */
  host?: string
  /** Adds a route; answers what takes it out again. Throws where the path is taken. */
  register(route: {
    kind: 'prefix'
    path: string
    handler: (...given: never[]) => void | Promise<void>
  }): () => void
}

/** Tells the host's log of something that is wrong and stops nothing. */
export function warn(ctx: PluginContext, message: string): void {
  try {
    ctx.logger!.warn(`svc: ${message}`)
  } catch {
    // Not every Cordis has a log, and one without it throws where it is looked for.
    process.emitWarning(message, 'svc')
  }
}
