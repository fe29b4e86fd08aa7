import { fieldOf, joinParts, tokensOf } from './read.js'
import type { Wire } from './types.js'

/** Anthropic's messages: `POST {base}/v1/messages`. */
export const ANTHROPIC: Wire = {
  toUrl: base => `${base.replace(/\/v1$/, '')}/v1/messages`,
  toHeaders: (key): Record<string, string> => ({
    'anthropic-version': '2023-06-01',
    ...(key && { 'x-api-key': key }),
  }),
  toBody: ({ model, system, prompt, schema, maxOutputTokens }) => ({
    model,
    max_tokens: maxOutputTokens,
    system,
    messages: [{ role: 'user', content: prompt }],
    ...(schema && { output_config: { format: { type: 'json_schema', schema } } }),
  }),
  parseReply: value => {
    const text = joinParts(fieldOf(value, 'content'))
    if (text === undefined) return undefined
    const cached =
      (tokensOf(value, 'usage', 'cache_creation_input_tokens') ?? 0) +
      (tokensOf(value, 'usage', 'cache_read_input_tokens') ?? 0)
    const inputTokens = tokensOf(value, 'usage', 'input_tokens')
    return {
      text,
      isCut: fieldOf(value, 'stop_reason') === 'max_tokens',
      inputTokens: inputTokens === undefined ? undefined : inputTokens + cached,
      outputTokens: tokensOf(value, 'usage', 'output_tokens'),
    }
  },
}
