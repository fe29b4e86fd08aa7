/** What is known of a provider before its code is loaded. */
export interface ProviderEntry {
  kind: 'builtin' | 'http' | 'host-cli'
  /** The model where none is configured; undefined leaves the choice to the program. */
  model?: string
  url?: string
  /** The provider's own variables for the key, and for the base URL; the first that is set counts. */
  keyVariables?: readonly string[]
  urlVariables?: readonly string[]
  /** Tokens that a host's program sends besides the question. */
  overheadTokens?: number
}

/** What `model` says where no model is configured. */
export const MODEL_NOT_SET = 'builtin'

/** Every provider that the setting `provider` may name; the default models are small ones. */
export const PROVIDERS: Readonly<Record<string, ProviderEntry>> = {
  builtin: { kind: 'builtin' },
  anthropic: {
    kind: 'http',
    model: 'claude-haiku-5-5',
    url: 'https://api.anthropic.com',
    keyVariables: ['ANTHROPIC_API_KEY'],
    urlVariables: ['ANTHROPIC_BASE_URL'],
  },
  openai: {
    kind: 'http',
    model: 'gpt-5.4-mini',
    url: 'https://api.openai.com/v1',
    keyVariables: ['OPENAI_API_KEY'],
    urlVariables: ['OPENAI_BASE_URL'],
  },
  // Servers of one model take any name; the others answer 404 and the message says what to set.
  'openai-compatible': { kind: 'http', model: 'default' },
  google: {
    kind: 'http',
    model: 'gemini-3.5-flash-lite',
    url: 'https://generativelanguage.googleapis.com',
    keyVariables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
    urlVariables: ['GOOGLE_GEMINI_BASE_URL'],
  },
  'claude-code': { kind: 'host-cli', model: 'haiku', overheadTokens: 500 },
  codex: { kind: 'host-cli', overheadTokens: 10_000 },
  'gemini-cli': { kind: 'host-cli', overheadTokens: 10_000 },
}
