/** A field of something that may be anything; undefined where it has none. */
export function fieldOf(value: unknown, ...path: readonly (string | number)[]): unknown {
  let at = value
  for (const name of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined
    at = (at as Record<string | number, unknown>)[name]
  }
  return at
}

/** A number of tokens, or undefined where it is none. */
export function tokensOf(
  value: unknown,
  ...path: readonly (string | number)[]
): number | undefined {
  const found = fieldOf(value, ...path)
  return typeof found === 'number' && Number.isFinite(found) && found >= 0 ? found : undefined
}

/** The texts of a list of parts `{text}`, joined; undefined where it is not a list. */
function joinParts(parts: unknown): string | undefined {
  if (!Array.isArray(parts)) return undefined
  return parts
    .filter(part => fieldOf(part, 'thought') !== true)
    .map(part => fieldOf(part, 'text'))
    .filter(text => typeof text === 'string')
    .join('')
}

/** OpenAI's chat completions: `POST {base}/chat/completions`, not streamed. */
const OPENAI: Wire = toWire('max_completion_tokens', true)

/** The same as other servers speak it: they know the older name of the limit. */
const OPENAI_COMPATIBLE: Wire = toWire('max_tokens', false)

function toWire(limitName: string, isStrict: boolean): Wire {
  return {
    toUrl: base => `${base}/chat/completions`,
    toModelsUrl: base => `${base}/models`,
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

/** Anthropic's messages: `POST {base}/v1/messages`. */
const ANTHROPIC: Wire = {
  toUrl: base => `${base.replace(/\/v1$/, '')}/v1/messages`,
  toModelsUrl: base => `${base.replace(/\/v1$/, '')}/v1/models`,
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

/** Google's generateContent: `POST {base}/v1beta/models/{model}:generateContent`. */
const GOOGLE: Wire = {
  toModelsUrl: base => `${base.replace(/\/v1beta$/, '')}/v1beta/models`,
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

/** Wires of services by name. */
export const WIRES: Readonly<Record<string, Wire>> = {
  anthropic: ANTHROPIC,
  openai: OPENAI,
  'openai-compatible': OPENAI_COMPATIBLE,
  google: GOOGLE,
}

/** Content of a wire's request. */
interface WireCall {
  model: string
  system: string
  prompt: string
  /** JSON schema of the answer; undefined where the server refused to be held to one. */
  schema: Record<string, unknown> | undefined
  maxOutputTokens: number
}

/** A reply as a wire reads it. Tokens are undefined if the reply does not say. */
export interface WireReply {
  text: string
  /** True where the model stopped at the limit of its output. */
  isCut: boolean
  inputTokens?: number | undefined
  outputTokens?: number | undefined
}

/** Protocol of one kind of service. Pure. */
export interface Wire {
  /** The whole address, from a base without a slash at its end. */
  toUrl(base: string, model: string): string
  /** Address of the list of models, which costs nothing. */
  toModelsUrl(base: string): string
  toHeaders(key: string): Record<string, string>
  toBody(call: WireCall): Record<string, unknown>
  /** Undefined where the reply is not of the form that it must have. */
  parseReply(value: unknown): WireReply | undefined
}
