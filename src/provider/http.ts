import { errnoOf } from '../../store/errors.js'
import type { ProviderFacts } from '../report.js'
import { estimateTokens } from '../text.js'
import { ANSWER_TOKENS, questionTokens, toAnswer, toProvider, type Complete } from './answer.js'
import { priceOf, type ProviderEntry, entryOf } from './catalog.js'
import { locateService, findProviderFault, type Env, type Settings } from './fault.js'
import { postJson, RefusedRequest, withRetries } from './post.js'
import { ProviderFailure, type Provider, type Question, type Usage } from './types.js'
import { WIRES, type Wire, type WireReply } from './wires.js'

/** Address, model, key and wire of a model service. */
interface Service {
  wire: Wire
  /** Host and port of its address. */
  host: string
  /** Base URL without credentials and without a slash at its end. */
  base: string
  /** Query of the configured URL with its question mark, or empty. */
  query: string
  headers: Record<string, string>
  hasKey: boolean
}

/** A service and the model that is asked there. */
interface Asked extends Service {
  name: string
  model: string
}

/** A provider behind HTTP, of settings in which `findProviderFault` found no fault. */
export function openHttpProvider(
  entry: ProviderEntry,
  settings: Settings & { model: string },
  env: Env,
): Provider {
  const { provider: name, model } = settings
  const asked = { name, model, ...findService(entry, settings, env) }
  const complete: Complete = async (question, signal) => {
    const value = await postQuestion(asked, question, signal)
    const reply = asked.wire.parseReply(value)
    const usage = toUsage(asked, question, reply)
    if (reply) return toAnswer(name, reply, usage)
    throw new ProviderFailure(`${name} answered with JSON of another form`, usage)
  }
  return toProvider(name, model, complete)
}

function findService(entry: ProviderEntry, settings: Settings, env: Env): Service {
  const { url = '', key } = locateService(entry, settings, env)
  const { base, query, authorization } = parseBase(url)
  const wire = WIRES[settings.provider]!
  const headers = { ...(authorization && { authorization }), ...wire.toHeaders(key) }
  return { wire, host: new URL(url).host, base, query, headers, hasKey: key !== '' }
}

/** Not every model and server can be held to a schema; the prompt describes the form as well. */
async function postQuestion(asked: Asked, question: Question, signal: AbortSignal) {
  const ask = (schema: Question['schema'] | undefined) =>
    withRetries(signal, () => postJson(toPost(asked, question, schema), signal))
  try {
    return await ask(question.schema)
  } catch (error) {
    if (error instanceof RefusedRequest) return ask(undefined)
    throw error
  }
}

function toPost(
  { wire, name, model, base, query, headers }: Asked,
  question: Question,
  schema: Question['schema'] | undefined,
) {
  const { system, prompt } = question
  return {
    name,
    url: wire.toUrl(base, model) + query,
    headers,
    body: wire.toBody({ model, system, prompt, schema, maxOutputTokens: ANSWER_TOKENS }),
    asked: { inputTokens: questionTokens(question), outputTokens: 0 },
    hints: {
      401: 'check its key (SVC_PROVIDER_KEY)',
      403: 'check its key (SVC_PROVIDER_KEY)',
      404: 'check the model (SVC_MODEL) and the address (SVC_PROVIDER_URL)',
    },
  }
}

function toUsage({ name, model }: Asked, question: Question, reply: WireReply | undefined): Usage {
  const tokens = {
    inputTokens: reply?.inputTokens ?? questionTokens(question),
    outputTokens: reply?.outputTokens ?? estimateTokens(reply?.text ?? ''),
  }
  const usd = priceOf(name, model, tokens)
  return usd === undefined ? tokens : { ...tokens, usd }
}

/**
 * Splits a name and password off: fetch refuses them in an address and quotes them. `base` has no
 * slash at its end, `query` its question mark.
 */
function parseBase(text: string): { base: string; query: string; authorization?: string } {
  const url = new URL(text)
  const base = `${url.origin}${url.pathname}`.replace(/\/+$/, '')
  const query = url.search
  if (url.username === '' && url.password === '') return { base, query }
  const credentials = `${decode(url.username)}:${decode(url.password)}`
  return { base, query, authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Outcome of calling a network service. */
type Reach = NonNullable<ProviderFacts['service']>

const PATIENCE_MS = 2_000

/**
 * Asks the service of the settings for its list of models, which costs nothing and holds no word of a
 * conversation; undefined where the provider is none on the network, or the settings are not whole.
 * Ends within 2 s. Never throws.
 */
export async function reachProvider(settings: Settings, env: Env): Promise<Reach | undefined> {
  const entry = entryOf(settings.provider)
  if (entry?.kind !== 'http' || findProviderFault(settings, env) !== undefined) return undefined
  const { wire, host, base, query, headers, hasKey } = findService(entry, settings, env)
  const began = performance.now()
  const outcome = await look(wire.toModelsUrl(base) + query, headers)
  return { host, hasKey, ...outcome, ms: Math.round(performance.now() - began) }
}

async function look(url: string, headers: Record<string, string>): Promise<Partial<Reach>> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const response = await fetch(url, { headers, redirect: 'manual', signal })
    await response.body?.cancel().catch(() => undefined)
    return { status: response.status }
  } catch (error) {
    const cause = error instanceof Error ? errnoOf(error.cause) : undefined
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    return { problem: isLate ? `no answer within ${PATIENCE_MS / 1000} s` : (cause ?? 'no answer') }
  }
}
