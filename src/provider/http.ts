import { ANSWER_TOKENS, questionTokens, toAnswer, toProvider, type Complete } from './complete.js'
import { estimateTokens, ProviderFailure } from './failure.js'
import { postJson, RefusedRequest } from './post.js'
import { priceOf } from './prices.js'
import { withRetries } from './retry.js'
import { withTimeLimit, type TimeLimit } from './time-limit.js'
import type { Provider, Question, Usage } from './types.js'
import type { Wire, WireReply } from './wire/types.js'

/** Where a model service is and how it is asked. */
export interface HttpSettings {
  name: string
  model: string
  /** Base URL without credentials and without a slash at its end. */
  base: string
  /** Query of the configured URL with its question mark, or empty. */
  query: string
  /** `Basic …` where the configured URL held a name and password. */
  authorization?: string | undefined
  key: string
  timeLimitMs: number
}

/** A provider behind HTTP. */
export function createHttpProvider(wire: Wire, settings: HttpSettings): Provider {
  const { name, model, timeLimitMs: ms } = settings
  const complete: Complete = (question, signal) =>
    withTimeLimit({ name, ms, question }, signal, async limit => {
      const value = await postQuestion(wire, settings, question, limit)
      const reply = wire.parseReply(value)
      const usage = toUsage(settings, question, reply)
      if (reply) return toAnswer(name, reply, usage)
      throw new ProviderFailure(`${name} answered with JSON of another form`, usage)
    })
  return toProvider(name, model, complete)
}

/** Not every model and server can be held to a schema; the prompt describes the form as well. */
async function postQuestion(
  wire: Wire,
  settings: HttpSettings,
  question: Question,
  limit: TimeLimit,
) {
  const ask = (schema: Question['schema'] | undefined) =>
    withRetries(limit, () => postJson(toPost(wire, settings, question, schema), limit.signal))
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
