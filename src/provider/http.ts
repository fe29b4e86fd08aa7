import type { Config } from '../config.js'
import { estimateTokens } from '../text.js'
import { ANSWER_TOKENS, questionTokens, toAnswer, toProvider, type Complete } from './answer.js'
import { priceOf, type ProviderEntry } from './catalog.js'
import { locateService } from './fault.js'
import { postJson, RefusedRequest, withRetries } from './post.js'
import { ProviderFailure, type Provider, type Question, type Usage } from './types.js'
import { type Wire, type WireReply, ANTHROPIC, GOOGLE, OPENAI, OPENAI_COMPATIBLE } from './wires.js'

/** Where a model service is and how it is asked. */
interface HttpSettings {
  name: string
  model: string
  /** Base URL without credentials and without a slash at its end. */
  base: string
  /** Query of the configured URL with its question mark, or empty. */
  query: string
  /** `Basic …` where the configured URL held a name and password. */
  authorization?: string | undefined
  key: string
}

/** A provider behind HTTP. */
function createHttpProvider(wire: Wire, settings: HttpSettings): Provider {
  const { name, model } = settings
  const complete: Complete = async (question, signal) => {
    const value = await postQuestion(wire, settings, question, signal)
    const reply = wire.parseReply(value)
    const usage = toUsage(settings, question, reply)
    if (reply) return toAnswer(name, reply, usage)
    throw new ProviderFailure(`${name} answered with JSON of another form`, usage)
  }
  return toProvider(name, model, complete)
}

/** Not every model and server can be held to a schema; the prompt describes the form as well. */
async function postQuestion(
  wire: Wire,
  settings: HttpSettings,
  question: Question,
  signal: AbortSignal,
) {
  const ask = (schema: Question['schema'] | undefined) =>
    withRetries(signal, () => postJson(toPost(wire, settings, question, schema), signal))
  try {
    return await ask(question.schema)
  } catch (error) {
    if (error instanceof RefusedRequest) return ask(undefined)
    throw error
  }
}

function toPost(
  wire: Wire,
  { name, model, base, query, authorization, key }: HttpSettings,
  question: Question,
  schema: Question['schema'] | undefined,
) {
  const { system, prompt } = question
  return {
    name,
    url: wire.toUrl(base, model) + query,
    headers: { ...(authorization && { authorization }), ...wire.toHeaders(key) },
    body: wire.toBody({ model, system, prompt, schema, maxOutputTokens: ANSWER_TOKENS }),
    asked: { inputTokens: questionTokens(question), outputTokens: 0 },
    hints: {
      401: 'check its key (SVC_PROVIDER_KEY)',
      403: 'check its key (SVC_PROVIDER_KEY)',
      404: 'check the model (SVC_MODEL) and the address (SVC_PROVIDER_URL)',
    },
  }
}

function toUsage(
  { name, model }: HttpSettings,
  question: Question,
  reply: WireReply | undefined,
): Usage {
  const tokens = {
    inputTokens: reply?.inputTokens ?? questionTokens(question),
    outputTokens: reply?.outputTokens ?? estimateTokens(reply?.text ?? ''),
  }
  const usd = priceOf(name, model, tokens)
  return usd === undefined ? tokens : { ...tokens, usd }
}

/** How each service is spoken to. */
export const WIRES: Readonly<Record<string, Wire>> = {
  anthropic: ANTHROPIC,
  openai: OPENAI,
  'openai-compatible': OPENAI_COMPATIBLE,
  google: GOOGLE,
}

type Settings = Pick<Config, 'provider' | 'model' | 'providerUrl' | 'providerKey'>
type Env = Readonly<Record<string, string | undefined>>

/** A provider behind HTTP, of settings in which `findProviderFault` found no fault. */
export function openHttpProvider(
  entry: ProviderEntry,
  { provider: name, model, providerUrl, providerKey }: Settings,
  env: Env,
): Provider {
  const { url = '', key } = locateService(entry, { providerUrl, providerKey }, env)
  return createHttpProvider(WIRES[name]!, { name, model, ...parseBase(url), key })
}

/**
 * Splits a name and password off: fetch refuses them in an address and quotes them. `base` has no
 * slash at its end, `query` its question mark.
 */
export function parseBase(text: string): { base: string; query: string; authorization?: string } {
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
