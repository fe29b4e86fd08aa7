import { SvcError } from '../../store/errors.js'
import type { Config } from '../config.js'
import type { ProviderEntry } from './catalog.js'
import { createHttpProvider } from './http.js'
import type { Provider } from './types.js'
import { ANTHROPIC } from './wire/anthropic.js'
import { GOOGLE } from './wire/google.js'
import { OPENAI, OPENAI_COMPATIBLE } from './wire/openai.js'
import type { Wire } from './wire/types.js'

const WIRES: Readonly<Record<string, Wire>> = {
  anthropic: ANTHROPIC,
  openai: OPENAI,
  'openai-compatible': OPENAI_COMPATIBLE,
  google: GOOGLE,
}

type Settings = Pick<Config, 'provider' | 'model' | 'providerUrl' | 'providerKey'>
type Env = Readonly<Record<string, string | undefined>>

/** A provider behind HTTP. Throws INVALID_REQUEST where its address or key is missing or bad. */
export function openHttpProvider(
  entry: ProviderEntry,
  { provider: name, model, providerUrl, providerKey }: Settings,
  env: Env,
  timeLimitMs: number,
): Provider {
  const url = providerUrl || firstSet(env, entry.urlVariables) || entry.url
  if (url === undefined) throw invalid(`${name} needs its address: set SVC_PROVIDER_URL`)
  const key = providerKey || firstSet(env, entry.keyVariables) || ''
  if (key === '' && url === entry.url) {
    const variables = ['SVC_PROVIDER_KEY', ...(entry.keyVariables ?? [])].join(' or ')
    throw invalid(`${name} needs a key: set ${variables}`)
  }
  if (/[^\x21-\x7e]/.test(key)) throw invalid(`the key of ${name} holds characters that no key has`)
  return createHttpProvider(WIRES[name]!, { name, model, ...parseBase(url), key, timeLimitMs })
}

function firstSet(env: Env, variables: readonly string[] = []): string | undefined {
  return variables.map(variable => env[variable]?.trim()).find(Boolean)
}

/** Splits a name and password off: fetch refuses them in an address and quotes them. */
function parseBase(text: string): { base: string; query: string; authorization?: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw invalid('providerUrl: must be an address that begins with http:// or https://')
  }
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

function invalid(message: string): SvcError {
  return new SvcError('INVALID_REQUEST', message)
}
