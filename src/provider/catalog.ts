import { HOST_NAMES, PROFILES, type HostName } from '../hosts/profiles.js'
import type { Usage } from './types.js'

/** Facts of a provider, at hand before its code is loaded. */
export interface ProviderEntry {
  kind: 'builtin' | 'http' | 'host-cli'
  /** The model where none is configured; undefined leaves the choice to the program. */
  model?: string
  url?: string
  /** The provider's own variables for the key, and for the base URL; the first that is set counts. */
  keyVariables?: readonly string[]
  urlVariables?: readonly string[]
  /** The program of a host that is asked. */
  program?: string
  /** Tokens that a host's program sends besides the question. */
  overheadTokens?: number
  /** US dollars that a host's program is told to stop at, in one call. */
  mostUsd?: number
}

/** Value of `model` if no model is configured. */
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
  ...Object.fromEntries(HOST_NAMES.flatMap(toHostEntry)),
}

function toHostEntry(host: HostName): [string, ProviderEntry][] {
  const { learner, programs } = PROFILES[host]
  if (learner === undefined) return []
  return [[host, { kind: 'host-cli', program: programs[0] ?? host, ...learner }]]
}

/** By this name `provider` asks for the program of whichever host the turns of a batch were made in. */
export const HOST_PROVIDER = 'host'

/**
 * Names the provider for the turns of a host if `provider` is `host`: its own program, or `builtin`
 * if it has none that can be asked, or no host is known.
 */
export function providerOfHost(host: string | undefined): string {
  const isAsked = host !== undefined && entryOf(host)?.kind === 'host-cli'
  return isAsked ? host : 'builtin'
}

/** Finds the entry of a provider; undefined for a name that is none. */
export function entryOf(name: string): ProviderEntry | undefined {
  return Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name] : undefined
}

/** US dollars for a million tokens, input and output: list prices of November 2026. */
const PRICES: Readonly<Record<string, readonly [number, number]>> = {
  'claude-haiku-5-5': [0.1, 0.5],
  'claude-haiku-4-5': [1, 5],
  'claude-sonnet-4-5': [3, 15],
  'claude-sonnet-4-6': [3, 15],
  'claude-sonnet-5-5': [2, 10],
  'claude-opus-5-5': [4, 20],
  'gpt-5.4-nano': [0.2, 1.25],
  'gpt-5.4-mini': [0.75, 4.5],
  'gpt-5.4': [2.5, 15],
  'gpt-5.5': [5, 30],
  'gemini-2.5-flash-lite': [0.1, 0.4],
  'gemini-2.5-flash': [0.3, 2.5],
  'gemini-3.1-flash-lite': [0.25, 1.5],
  'gemini-3.5-flash-lite': [0.3, 2.5],
}

const SERVICES = ['anthropic', 'openai', 'google']

/**
 * US dollars that a number of tokens costs at the provider's own service; undefined where the
 * price is not known. A dated name (`gpt-5.4-mini-2026-03-17`) costs what its model does.
 */
export function priceOf(
  provider: string,
  model: string,
  { inputTokens, outputTokens }: Pick<Usage, 'inputTokens' | 'outputTokens'>,
): number | undefined {
  if (!SERVICES.includes(provider)) return undefined
  const price = PRICES[model.replace(/-(?:\d{8}|\d{4}-\d\d-\d\d)$/, '')]
  return price && (inputTokens * price[0] + outputTokens * price[1]) / 1e6
}

/** US dollars that a call of so many tokens costs at most; undefined where that is not known. */
export function mostUsdOf(
  provider: string,
  model: string,
  tokens: Pick<Usage, 'inputTokens' | 'outputTokens'>,
): number | undefined {
  return entryOf(provider)?.mostUsd ?? priceOf(provider, model, tokens)
}
