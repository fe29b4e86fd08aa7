import { ANSWER_TOKENS, questionTokens, toAnswer, toProvider } from '../provider/answer.js'
import {
  ProviderFailure,
  PutOffCall,
  type Provider,
  type ProviderAnswer,
  type Question,
  type Usage,
} from '../provider/types.js'
import { toNote, type HostChunk, type HostLlm, type ModelRoute } from './cordis.js'

/** A host's models and the route to one of them, at the time of a call. */
export interface HostModels {
  /** Undefined while the host has none. */
  llm: HostLlm | undefined
  /** The model of the last conversation, or the host's own choice; undefined before there is one. */
  route: ModelRoute | undefined
}

/** A batch waits so long for a host that has no model yet (milliseconds). */
const WAIT_MS = 10_000

/**
 * A provider that asks through the host, with the keys and the models that it has. `wanted` names a
 * service or model of the host; what it leaves open is that of the last conversation.
 */
export function createHostModel(
  name: string,
  models: HostModels,
  wanted: Partial<ModelRoute>,
): Provider {
  return toProvider(name, wanted.model ?? 'default', async (question, signal) => {
    const { llm } = models
    const route = llm && (await chooseRoute(llm, models.route, wanted))
    if (llm === undefined || route === undefined) throw notYet(name)
    return askModel(llm, route, question, signal)
  })
}

function notYet(name: string): PutOffCall {
  const until = new Date(Date.now() + WAIT_MS).toISOString()
  return new PutOffCall(`${name} was not asked: the host has no model for it yet`, until)
}

async function chooseRoute(
  llm: HostLlm,
  last: ModelRoute | undefined,
  wanted: Partial<ModelRoute>,
): Promise<ModelRoute | undefined> {
  const provider = findProvider(llm, last, wanted)
  if (provider === undefined) return undefined
  const known = provider === last?.provider ? last.model : undefined
  const model = wanted.model ?? known ?? (await firstModel(llm, provider))
  return model === undefined ? undefined : { provider, model }
}

/**
 * Chooses the service of models: the wanted one, that of the last conversation, or the first.
 * Undefined if the plugin that brings it has not come.
 */
export function findProvider(
  llm: HostLlm,
  last: ModelRoute | undefined,
  wanted: Partial<ModelRoute>,
): string | undefined {
  const there = llm.listProviders().map(({ id }) => id)
  const provider = wanted.provider ?? last?.provider ?? there[0]
  return there.find(id => id === provider)
}

async function firstModel(llm: HostLlm, provider: string): Promise<string | undefined> {
  const models = await llm.listModels(provider).catch(() => [])
  return models[0]?.id
}

async function askModel(
  llm: HostLlm,
  route: ModelRoute,
  question: Question,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  const reply = new Reply()
  for await (const chunk of llm.stream({ ...toRequest(question), ...route, signal })) {
    signal.throwIfAborted()
    reply.add(chunk)
  }
  const usage = reply.usage ?? { inputTokens: questionTokens(question), outputTokens: 0 }
  if (reply.failure !== undefined) {
    throw new ProviderFailure(`the host's ${route.provider} failed: ${reply.failure}`, usage)
  }
  return toAnswer(route.provider, reply, usage)
}

function toRequest({ system, prompt }: Question) {
  return { system, messages: [toNote(prompt)], maxTokens: ANSWER_TOKENS }
}

/** Puts an answer together from its pieces. */
class Reply {
  usage: Usage | undefined
  isCut = false
  /** A code of the host, without text of the conversation. */
  failure: string | undefined
  private readonly blocks = new Map<number, string>()

  get text(): string {
    return [...this.blocks.values()].join('')
  }

  add({ type, index = 0, text = '', block, usage, reason }: HostChunk): void {
    if (type === 'text-delta') this.blocks.set(index, (this.blocks.get(index) ?? '') + text)
    // The whole of what the deltas brought.
    if (type === 'block-end' && block?.type === 'text') this.blocks.set(index, block.text ?? '')
    if (type === 'usage' && usage) this.usage = toUsage(usage)
    if (type === 'finish') this.end(reason)
  }

  private end(reason: HostChunk['reason']): void {
    this.isCut = reason?.kind === 'max-tokens'
    const isFailure = reason?.kind === 'error' || reason?.kind === 'aborted'
    if (isFailure) this.failure = reason.failure?.code ?? reason.kind
  }
}

/** The host counts what its cache had apart from the rest. */
function toUsage(usage: NonNullable<HostChunk['usage']>): Usage {
  const { inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 } = usage
  return { inputTokens: inputTokens + cacheReadTokens + cacheWriteTokens, outputTokens }
}
