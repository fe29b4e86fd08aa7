import { fieldOf, joinParts, tokensOf } from './read.js'
import type { Wire, WireCall, WireReply } from './types.js'

/** OpenAI's chat completions: `POST {base}/chat/completions`, not streamed. */
export const OPENAI: Wire = toWire('max_completion_tokens', true)

/** The same as other servers speak it: they know the older name of the limit. */
export const OPENAI_COMPATIBLE: Wire = toWire('max_tokens', false)

function toWire(limitName: string, isStrict: boolean): Wire {
  return {
    toUrl: base => `${base}/chat/completions`,
    toHeaders: (key): Record<string, string> =>
      key === '' ? {} : { authorization: `Bearer ${key}` },
    toBody: call => ({
      model: call.model,
      stream: false,
      [limitName]: call.maxOutputTokens,
      messages: [
        { role: 'system', content: call.system },
        { role: 'user', content: call.prompt },
      ],
      ...(call.schema && { response_format: toFormat(call.schema, isStrict) }),
    }),
    parseReply,
  }
}

function toFormat(schema: NonNullable<WireCall['schema']>, strict: boolean) {
  return { type: 'json_schema', json_schema: { name: 'answer', schema, strict } }
}

function parseReply(value: unknown): WireReply | undefined {
  const content = fieldOf(value, 'choices', 0, 'message', 'content')
  const text = typeof content === 'string' ? content : joinParts(content)
  if (text === undefined) return undefined
  return {
    text,
    isCut: fieldOf(value, 'choices', 0, 'finish_reason') === 'length',
    inputTokens: tokensOf(value, 'usage', 'prompt_tokens'),
    outputTokens: tokensOf(value, 'usage', 'completion_tokens'),
  }
}
