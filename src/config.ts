import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { SvcError } from '../store/errors.js'

/** One row of the settings table: it drives reading, validation and the table in the README. */
interface Setting {
  name: SettingName
  /** Key in a config entry, `a.b` for one inside another; undefined where only the environment sets it. */
  key?: string
  env?: string
  fallback: unknown
  /** Shown in the README and in errors. */
  expects: string
  meaning: string
  /** The value in force, or undefined where the raw one is not acceptable. */
  parse: (raw: unknown) => unknown
  /** Nobody is shown its value. */
  isSecret?: true
}

/** The name of a setting: a field of Config. */
export type SettingName =
  | 'dataDir'
  | 'databasePath'
  | 'provider'
  | 'model'
  | 'providerUrl'
  | 'providerKey'
  | 'recallLimit'
  | 'maxContextChars'
  | 'reflect'
  | 'workspaceImport'
  | 'reviewNotice'
  | 'batchTurns'
  | 'batchIdleMs'
  | 'turnUserChars'
  | 'turnAssistantChars'
  | 'debug'
  | 'capacity'
  | 'gitAutoCommit'
  | 'dailyTokens'
  | 'dailyUsd'
  | 'port'
  | 'host'
  | 'token'

/** The two settings that are settled before config.json is read, which has no say in them. */
export const PLACES = [
  { name: 'dataDir', env: 'SVC_DATA_DIR', meaning: 'folder of the store' },
  {
    name: 'databasePath',
    env: 'SVC_DATABASE_PATH',
    meaning: 'manifest of the store; its folder is the store, whatever `dataDir` says',
  },
] as const satisfies readonly Pick<Setting, 'name' | 'env' | 'meaning'>[]

/** Every other setting. */
export const SETTINGS: readonly Setting[] = [
  words('provider', 'SVC_PROVIDER', 'builtin', 'model provider for reflection', 'provider'),
  words('model', 'SVC_MODEL', 'builtin', 'model name', 'model'),
  words('providerUrl', 'SVC_PROVIDER_URL', '', "base URL, where not the provider's own"),
  secret('providerKey', 'SVC_PROVIDER_KEY', "API key, where not in the provider's own variable"),
  whole('recallLimit', 'SVC_RECALL_LIMIT', 40, [1, 200], 'items recalled at most', 'recallLimit'),
  whole(
    'maxContextChars',
    'SVC_HOOK_MAX_CHARS',
    6000,
    [200, 9500],
    'characters of recalled context at most',
    'maxContextChars',
  ),
  flag('reflect', 'SVC_HOOK_REFLECT', true, 'queue turns and distil them', 'reflect'),
  flag(
    'workspaceImport',
    'SVC_HOOK_IMPORT',
    true,
    'import agent files at the first session start',
    'workspaceImport',
  ),
  flag(
    'reviewNotice',
    'SVC_HOOK_REVIEW',
    true,
    'say at a session start, once a day, that something learned waits for a look',
    'reviewNotice',
  ),
  whole('batchTurns', 'SVC_HOOK_BATCH_TURNS', 10, [1, 10_000], 'turns in a batch'),
  whole(
    'batchIdleMs',
    'SVC_HOOK_BATCH_IDLE_MS',
    300_000,
    [0, 1e12],
    'idle milliseconds that close a batch',
  ),
  whole(
    'turnUserChars',
    'SVC_HOOK_TURN_USER_CHARS',
    400,
    [0, 100_000],
    'characters of a prompt that are distilled, beside what it asks to keep',
  ),
  whole(
    'turnAssistantChars',
    'SVC_HOOK_TURN_ASSISTANT_CHARS',
    600,
    [0, 100_000],
    'characters of a reply that are distilled',
  ),
  flag('debug', 'SVC_HOOK_DEBUG', false, 'log hook calls to stderr and state/hook.log'),
  whole('capacity', 'SVC_CAPACITY', 200, [1, 1_000_000], 'own items a scope keeps', 'capacity'),
  whole(
    'dailyTokens',
    'SVC_DAILY_TOKENS',
    200_000,
    [0, 1e12],
    'tokens that a model provider may be sent and answer in a day (UTC)',
    'dailyTokens',
  ),
  decimal(
    'dailyUsd',
    'SVC_DAILY_USD',
    1,
    [0, 1e6],
    'US dollars that a model provider may cost in a day (UTC), as far as its prices are known',
    'dailyUsd',
  ),
  flag(
    'gitAutoCommit',
    'SVC_GIT_AUTO_COMMIT',
    false,
    'commit a store that lies in git a while after each change',
    'git.autoCommit',
  ),
  whole('port', 'SVC_PORT', 4747, [0, 65_535], 'port of `svc serve`; 0 picks a free one'),
  words('host', 'SVC_HOST', '127.0.0.1', 'address of `svc serve`'),
  secret('token', 'SVC_TOKEN', 'bearer token; needed beyond loopback'),
]

function secret(name: SettingName, env: string, meaning: string): Setting {
  return { ...words(name, env, '', meaning), isSecret: true }
}

function words(
  name: SettingName,
  env: string,
  fallback: string,
  meaning: string,
  key?: string,
): Setting {
  const parse = (raw: unknown) => (typeof raw === 'string' ? raw.trim() : undefined)
  return { name, env, fallback, meaning, expects: 'must be a text', parse, ...(key && { key }) }
}

function whole(
  name: SettingName,
  env: string,
  fallback: number,
  [least, most]: [number, number],
  meaning: string,
  key?: string,
): Setting {
  const parse = (raw: unknown) => {
    const value = typeof raw === 'string' && /^\s*\d+\s*$/.test(raw) ? Number(raw) : raw
    return Number.isInteger(value) && Number(value) >= least && Number(value) <= most
      ? value
      : undefined
  }
  const expects = `must be a whole number from ${least} to ${most}`
  return { name, env, fallback, meaning, expects, parse, ...(key && { key }) }
}

function decimal(
  name: SettingName,
  env: string,
  fallback: number,
  [least, most]: [number, number],
  meaning: string,
  key?: string,
): Setting {
  const parse = (raw: unknown) => {
    const value = typeof raw === 'string' && /^\s*\d+(?:\.\d+)?\s*$/.test(raw) ? Number(raw) : raw
    return typeof value === 'number' && value >= least && value <= most ? value : undefined
  }
  const expects = `must be a number from ${least} to ${most}`
  return { name, env, fallback, meaning, expects, parse, ...(key && { key }) }
}

function flag(
  name: SettingName,
  env: string,
  fallback: boolean,
  meaning: string,
  key?: string,
): Setting {
  const parse = (raw: unknown) => {
    if (raw === true || raw === 1 || raw === '1' || raw === 'true') return true
    return raw === false || raw === 0 || raw === '0' || raw === 'false' ? false : undefined
  }
  const expects = 'must be true or false (1 or 0)'
  return { name, env, fallback, meaning, expects, parse, ...(key && { key }) }
}

/** Every setting with its value in force. */
export interface Config {
  dataDir: string
  /** The store's manifest document; the store lives in its directory. */
  databasePath: string
  provider: string
  model: string
  providerUrl: string
  providerKey: string
  recallLimit: number
  maxContextChars: number
  reflect: boolean
  workspaceImport: boolean
  reviewNotice: boolean
  batchTurns: number
  batchIdleMs: number
  turnUserChars: number
  turnAssistantChars: number
  debug: boolean
  capacity: number
  /** Commit a store that lies in git by itself, a while after each change. */
  gitAutoCommit: boolean
  /** Tokens a model provider may take in a day (UTC). */
  dailyTokens: number
  /** US dollars a model provider may cost in a day (UTC). */
  dailyUsd: number
  port: number
  host: string
  token: string
}

/** Where settings come from, and where complaints about them go. */
interface ConfigSources {
  /** Values given on the command line or by a program; they win. */
  given?: Partial<Record<SettingName, unknown>>
  env?: Record<string, string | undefined>
  /** The `config` of a plugin host's entry, which was validated before. */
  entry?: Readonly<Record<string, unknown>>
  /** The plugin entries of `<dataDir>/config.json`: `[{id, name, config}]`. */
  entries?: unknown
  /** Where a bad value goes: called with one clear message, the default stands. Without it: throws. */
  onProblem?: (message: string) => void
  /** Told of what is there and has no effect. */
  onWarning?: (message: string) => void
}

/** Where a value in force comes from: `given` by a flag, a program or a plugin host's entry. */
export type SettingSource = 'given' | 'environment' | 'config.json' | 'default'

/** A value in force, what it would be were nothing set, and where it comes from. */
interface Settled {
  value: unknown
  fallback: unknown
  source: SettingSource
}

/** Every setting by name. */
export type SettledSettings = Readonly<Record<SettingName, Settled>>

/**
 * The data directory and manifest path in force, before config.json can be read. A bad value
 * throws INVALID_REQUEST, or goes to `onProblem` and the next source counts.
 */
export function locateStore(sources: ConfigSources): { dataDir: string; databasePath: string } {
  const { dataDir, databasePath } = settlePlaces(sources)
  return { dataDir: dataDir.value, databasePath: databasePath.value }
}

interface Place extends Settled {
  value: string
}

/** A manifest that is set says where the data directory is, and the other way round. */
function settlePlaces(sources: ConfigSources): { dataDir: Place; databasePath: Place } {
  const usual = resolve(defaultDataDir(sources.env ?? {}))
  const manifest = placeOf(PLACES[1], sources)
  const folder = manifest
    ? { ...manifest, value: dirname(manifest.value) }
    : (placeOf(PLACES[0], sources) ?? { value: usual, source: 'default' as const })
  const fallback = join(folder.value, 'svc.json')
  return {
    dataDir: { ...folder, fallback: usual },
    databasePath: { value: fallback, source: 'default', ...manifest, fallback },
  }
}

function placeOf(
  { name, env: variable }: (typeof PLACES)[number],
  { given = {}, env = {}, entry = {}, onProblem = raise }: ConfigSources,
): Omit<Place, 'fallback'> | undefined {
  const raw = given[name]
  const isSound = raw === undefined || (typeof raw === 'string' && !raw.includes('\0'))
  if (!isSound) onProblem(`${name}: must be a path`)
  const candidates = [
    { raw: isSound ? raw : undefined, source: 'given' },
    { raw: env[variable], source: 'environment' },
    { raw: entry[name], source: 'given' },
  ] as const
  for (const { raw, source } of candidates) {
    const path = text(raw)
    if (path !== undefined) return { value: resolve(path), source }
  }
  return undefined
}

/**
 * Settles every setting: given, then environment, then config entry, then default. A bad value
 * throws INVALID_REQUEST naming the setting, or goes to `onProblem` and the next source counts.
 */
export function createConfig(sources: ConfigSources = {}): Config {
  return toConfig(settleSettings(sources))
}

/** The values alone. */
export function toConfig(settled: SettledSettings): Config {
  const values = Object.entries(settled).map(([name, { value }]) => [name, value] as const)
  return Object.fromEntries(values) as unknown as Config
}

/** As `createConfig`, and says where each value comes from. */
export function settleSettings(sources: ConfigSources = {}): SettledSettings {
  const report = sources.onProblem ?? raise
  const stored = mergeEntries(sources.entries, report)
  if ('dataDir' in stored || 'databasePath' in stored) {
    sources.onWarning?.('config.json: dataDir and databasePath are ignored there')
  }
  const settled: Record<string, Settled> = settlePlaces(sources)
  for (const setting of SETTINGS) settled[setting.name] = settle(setting, sources, stored, report)
  return settled as SettledSettings
}

function settle(
  { name, env = '', key, fallback, expects, parse }: Setting,
  { given, env: variables, entry = {} }: ConfigSources,
  stored: Readonly<Record<string, unknown>>,
  report: (message: string) => void,
): Settled {
  const named = given?.[name] ?? variables?.[env] ?? Object.keys({ ...entry, ...stored })[0]
  if (named === undefined) return { value: fallback, fallback, source: 'default' }
  const candidates: [label: string, raw: unknown, source: SettingSource][] = [
    [name, given?.[name], 'given'],
    [env, variables?.[env], 'environment'],
    [name, key && valueAt(entry, key), 'given'],
    [`config.json: ${name}`, key && valueAt(stored, key), 'config.json'],
  ]
  for (const [label, raw, source] of candidates) {
    if (raw === undefined || (typeof raw === 'string' && raw.trim() === '')) continue
    const value = parse(raw)
    if (value !== undefined) return { value, fallback, source }
    report(`${label}: ${expects}`)
  }
  return { value: fallback, fallback, source: 'default' }
}

/** The value of a key, `a.b` being b inside a; null where a is there and holds nothing. */
export function valueAt(stored: Readonly<Record<string, unknown>>, key: string): unknown {
  const [first = '', ...rest] = key.split('.')
  const value = stored[first]
  if (rest.length === 0 || value === undefined) return value
  if (typeof value !== 'object' || value === null) return null
  return valueAt(value as Record<string, unknown>, rest.join('.'))
}

function mergeEntries(
  entries: unknown,
  report: (message: string) => void,
): Record<string, unknown> {
  if (entries === undefined) return {}
  if (!Array.isArray(entries)) {
    report('config.json: must be an array of entries {id, name, config}')
    return {}
  }
  const merged: Record<string, unknown> = {}
  for (const entry of entries as { config?: unknown }[]) {
    if (typeof entry?.config === 'object' && entry.config !== null)
      Object.assign(merged, entry.config)
  }
  return merged
}

function defaultDataDir(env: Record<string, string | undefined>): string {
  if (process.platform === 'darwin') return join(homedir(), 'Library/Application Support/svc')
  if (process.platform === 'win32') {
    return join(env.APPDATA ?? join(homedir(), 'AppData/Roaming'), 'svc')
  }
  return join(env.XDG_DATA_HOME || join(env.HOME || homedir(), '.local/share'), 'svc')
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function raise(message: string): never {
  throw new SvcError('INVALID_REQUEST', message)
}

/** The version of this package; test/package.test.ts holds it to package.json. */
export const VERSION = '0.1.0'
