import { delimiter, join } from 'node:path'
import { statOrNothing } from '../../store/files/read.js'
import type { Config } from '../config.js'
import { entryOf, HOST_PROVIDER, PROVIDERS, providerOfHost, type ProviderEntry } from './catalog.js'

/** Settings by which a provider is reached. */
export type Settings = Pick<Config, 'provider' | 'providerUrl' | 'providerKey'>
/** Variables of an environment, as the entry point hands them in. */
export type Env = Readonly<Record<string, string | undefined>>

/**
 * Tells why the provider of the settings cannot be opened, and what to set: its name, its address
 * or key, its program; undefined if nothing is wrong that shows without asking it. `host` is the
 * one whose turns are to be distilled. Never quotes a key or an address.
 */
export function findProviderFault(settings: Settings, env: Env, host?: string): string | undefined {
  const name = settings.provider === HOST_PROVIDER ? providerOfHost(host) : settings.provider
  const entry = entryOf(name)
  if (entry === undefined) return describeUnknown(name)
  if (entry.kind === 'http') return findHttpFault(name, entry, settings, env)
  if (entry.program === undefined || isOnPath(entry.program, env)) return undefined
  return `${name} needs the program ${entry.program}, which is not on the PATH: install it, or set SVC_PROVIDER`
}

/** Shows a person's word unless it may be a key that went into the wrong variable. */
function describeUnknown(name: string): string {
  const shown = /^[a-z][a-z-]{0,19}$/i.test(name) ? `, not ${name}` : ''
  const names = [...Object.keys(PROVIDERS), HOST_PROVIDER].join(', ')
  return `provider: must be one of ${names}${shown}; set SVC_PROVIDER`
}

function findHttpFault(
  name: string,
  entry: ProviderEntry,
  settings: Settings,
  env: Env,
): string | undefined {
  const { url, key } = locateService(entry, settings, env)
  if (url === undefined) return `${name} needs its address: set SVC_PROVIDER_URL`
  if (key === '' && url === entry.url) {
    const variables = ['SVC_PROVIDER_KEY', ...(entry.keyVariables ?? [])].join(' or ')
    return `${name} needs a key: set ${variables}`
  }
  if (/[^\x21-\x7e]/.test(key)) return `the key of ${name} holds characters that no key has`
  const isAddress = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  return isAddress
    ? undefined
    : 'providerUrl: must be an address that begins with http:// or https://'
}

/** The address and the key of a service, from the settings or its own variables; the key may be ''. */
export function locateService(
  entry: ProviderEntry,
  { providerUrl, providerKey }: Pick<Settings, 'providerUrl' | 'providerKey'>,
  env: Env,
): { url: string | undefined; key: string } {
  return {
    url: providerUrl || firstSet(env, entry.urlVariables) || entry.url,
    key: providerKey || firstSet(env, entry.keyVariables) || '',
  }
}

function firstSet(env: Env, variables: readonly string[] = []): string | undefined {
  return variables.map(variable => env[variable]?.trim()).find(Boolean)
}

/** Ending that starts without a shell: on Windows a script does not count. */
const ENDING = process.platform === 'win32' ? '.exe' : ''

/** True where a program is on the PATH, or where nobody knows the PATH. */
function isOnPath(program: string, { PATH }: Env): boolean {
  if (PATH === undefined) return true
  const folders = PATH.split(delimiter).filter(Boolean)
  return folders.some(folder => statOrNothing(join(folder, program + ENDING))?.isFile())
}
