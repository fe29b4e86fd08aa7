import { fieldOf, joinParts, tokensOf } from './read.js'
import type { Wire } from './types.js'

/** Google's generateContent: `POST {base}/v1beta/models/{model}:generateContent`. */
export const GOOGLE: Wire = {
  toUrl: (base, model) =>
    `${base.replace(/\/v1beta$/, '')}/v1beta/models/${encodeURIComponent(model)}:generateContent`,
  toHeaders: (key): Record<string, string> => (key === '' ? {} : { 'x-goog-api-key': key }),
  toBody: ({ system, prompt, schema, maxOutputTokens }) => ({
    systemInstruction: { parts: [{ text: system }] },
    contents: [{ role: 'user', parts: [{ text: prompt }] }],
    generationConfig: {
      maxOutputTokens,
      responseMimeType: 'application/json',
      ...(schema && { responseJsonSchema: schema }),
    },
  }),
  parseReply: value => {
    const text = joinParts(fieldOf(value, 'candidates', 0, 'content', 'parts'))
    const isCut = fieldOf(value, 'candidates', 0, 'finishReason') === 'MAX_TOKENS'
    if (text === undefined && !isCut) return undefined
    const answered = tokensOf(value, 'usageMetadata', 'candidatesTokenCount')
    const thought = tokensOf(value, 'usageMetadata', 'thoughtsTokenCount')
    return {
      text: text ?? '',
      isCut,
      inputTokens: tokensOf(value, 'usageMetadata', 'promptTokenCount'),
      outputTokens: answered === undefined ? thought : answered + (thought ?? 0),
    }
  },
}
