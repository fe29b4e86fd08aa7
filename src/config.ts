import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { SvcError } from '../store/errors.js'
import { SETTINGS, type SettingName } from './settings.js'

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
export interface ConfigSources {
  /** Values given on the command line or by a plugin host; they win. */
  given?: Partial<Record<SettingName, unknown>>
  env?: Record<string, string | undefined>
  /** The plugin entries of `<dataDir>/config.json`: `[{id, name, config}]`. */
  entries?: unknown
  /** Where a bad value goes: called with one clear message, the default stands. Without it: throws. */
  onProblem?: (message: string) => void
  /** Told of what is there and has no effect. */
  onWarning?: (message: string) => void
}

/**
 * The data directory and manifest path in force, before config.json can be read. A bad value
 * throws INVALID_REQUEST, or goes to `onProblem` and the next source counts.
 */
export function locateStore(sources: ConfigSources): { dataDir: string; databasePath: string } {
  const databasePath = placeOf('databasePath', 'SVC_DATABASE_PATH', sources)
  if (databasePath !== undefined) return { dataDir: dirname(databasePath), databasePath }
  const dataDir =
    placeOf('dataDir', 'SVC_DATA_DIR', sources) ?? resolve(defaultDataDir(sources.env ?? {}))
  return { dataDir, databasePath: join(dataDir, 'svc.json') }
}

function placeOf(
  name: 'dataDir' | 'databasePath',
  variable: string,
  { given = {}, env = {}, onProblem = raise }: ConfigSources,
): string | undefined {
  const raw = given[name]
  if (raw === undefined || (typeof raw === 'string' && !raw.includes('\0'))) {
    const path = text(raw) ?? text(env[variable])
    return path === undefined ? undefined : resolve(path)
  }
  onProblem(`${name}: must be a path`)
  return text(env[variable])
}

/**
 * Settles every setting: given, then environment, then config entry, then default. A bad value
 * throws INVALID_REQUEST naming the setting, or goes to `onProblem` and the next source counts.
 */
export function createConfig(sources: ConfigSources = {}): Config {
  const report = sources.onProblem ?? raise
  const stored = mergeEntries(sources.entries, report)
  if ('dataDir' in stored || 'databasePath' in stored) {
    sources.onWarning?.('config.json: dataDir and databasePath are ignored there; set SVC_DATA_DIR')
  }
  const config: Record<string, unknown> = { ...locateStore(sources) }
  for (const setting of SETTINGS) {
    config[setting.name] = setting.fallback
    const candidates: [string, unknown][] = [
      [setting.name, sources.given?.[setting.name]],
      [setting.env ?? '', setting.env === undefined ? undefined : sources.env?.[setting.env]],
      [
        `config.json: ${setting.name}`,
        setting.key === undefined ? undefined : valueAt(stored, setting.key),
      ],
    ]
    for (const [label, raw] of candidates) {
      if (raw === undefined || (typeof raw === 'string' && raw.trim() === '')) continue
      const value = setting.parse(raw)
      if (value === undefined) report(`${label}: ${setting.expects}`)
      else {
        config[setting.name] = value
        break
      }
    }
  }
  return config as unknown as Config
}

/** The value of a key, `a.b` being b inside a; null where a is there and holds nothing. */
function valueAt(stored: Record<string, unknown>, key: string): unknown {
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
