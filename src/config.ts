import { dirname, isAbsolute, join, resolve } from 'node:path'
import { SvcError } from '../store/errors.js'
import { homeOf } from '../store/files/read.js'
import { holdBack, mergeEntries, valueAt, type Consent, type HeldBack } from './settings/entries.js'
import { PLACES, SETTINGS, type Setting, type SettingName } from './settings/table.js'

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
  /** Have what an agent saves bind at once, before a person has accepted it. */
  agentRules: boolean
  batchTurns: number
  batchIdleMs: number
  turnUserChars: number
  turnAssistantChars: number
  debug: boolean
  capacity: number
  /** Megabytes of past sessions that are kept word for word; 0 keeps none from now on. */
  pastMegabytes: number
  /** Days for which they are kept. */
  pastDays: number
  /** Folder names or paths of projects of whose sessions none is kept, between commas; `*` for all. */
  pastLeaveOut: string
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

/** Sources of settings, and receivers of complaints about them. */
interface ConfigSources {
  /** Values given on the command line or by a program; they win. */
  given?: Partial<Record<SettingName, unknown>>
  env?: Record<string, string | undefined>
  /** The `config` of a plugin host's entry, which was validated before. */
  entry?: Readonly<Record<string, unknown>>
  /** The plugin entries of `<dataDir>/config.json`: `[{id, name, config}]`. */
  entries?: unknown
  /** Entries shared by git that this machine has accepted; without it all of them count. */
  consent?: Consent | undefined
  /** Called with one clear message for a bad value; the default stands. Without it: throws. */
  onProblem?: (message: string) => void
  /** Called in its place for what config.json says. */
  onBadEntry?: (message: string) => void
  /** Told of what is there and has no effect. */
  onWarning?: (message: string) => void
  /** Told of what the entries name and this machine has not accepted. */
  onHeldBack?: (heldBack: readonly HeldBack[]) => void
}

/** Source of a value in force: `given` by a flag, a program or a plugin host's entry. */
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
  const usual = defaultDataDir(sources.env ?? {})
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
    // The working directory of a hook is a project's.
    const isLost = source === 'environment' && path !== undefined && !isAbsolute(path)
    if (isLost) onProblem(`${variable}: must be an absolute path`)
    else if (path !== undefined) return { value: resolve(path), source }
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

/** Settles the settings as `createConfig` does, and says where each value comes from. */
export function settleSettings(sources: ConfigSources = {}): SettledSettings {
  const report = sources.onProblem ?? raise
  const reportStored = sources.onBadEntry ?? report
  const { stored, heldBack } = holdBack(
    mergeEntries(sources.entries, reportStored),
    sources.consent,
  )
  if (heldBack.length > 0) sources.onHeldBack?.(heldBack)
  if ('dataDir' in stored || 'databasePath' in stored) {
    sources.onWarning?.(
      'config.json: dataDir and databasePath have no effect there; set SVC_DATA_DIR',
    )
  }
  const settled: Record<string, Settled> = settlePlaces(sources)
  const reports = { report, reportStored }
  for (const setting of SETTINGS) settled[setting.name] = settle(setting, sources, stored, reports)
  return settled as SettledSettings
}

/** The settings for work that nobody watches while config.json is wrong: for a slip nothing goes. */
export function withoutEviction(settled: SettledSettings): SettledSettings {
  const held: Partial<Record<SettingName, Settled>> = {}
  for (const [name, value] of Object.entries(UNBOUNDED) as [keyof typeof UNBOUNDED, number][])
    if (settled[name].source === 'default') held[name] = { ...settled[name], value }
  return { ...settled, ...held }
}

/** The largest values of what bounds how much is kept. */
const UNBOUNDED = { capacity: 1_000_000, pastMegabytes: 1_000_000, pastDays: 36_500 } as const

function settle(
  { name, env = '', key, fallback, expects, parse, most }: Setting,
  { given, env: variables, entry = {}, onWarning }: ConfigSources,
  stored: Readonly<Record<string, unknown>>,
  { report, reportStored }: Record<'report' | 'reportStored', (message: string) => void>,
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
    if (most !== undefined && Number(value) > most) {
      onWarning?.(`${label}: ${String(value)} is more than ${most}, which holds`)
      return { value: most, fallback, source }
    }
    if (value !== undefined) return { value, fallback, source }
    const tell = source === 'config.json' ? reportStored : report
    tell(`${label}: ${expects}`)
  }
  return { value: fallback, fallback, source: 'default' }
}

function defaultDataDir(env: Record<string, string | undefined>): string {
  const inHome = (path: string) => join(homeOf(env), path)
  if (process.platform === 'darwin') return inHome('Library/Application Support/svc')
  const [{ APPDATA, XDG_DATA_HOME }, isWindows] = [env, process.platform === 'win32']
  const given = isWindows ? APPDATA : XDG_DATA_HOME
  // The XDG text has a relative path ignored.
  if (given !== undefined && isAbsolute(given)) return join(given, 'svc')
  return inHome(isWindows ? 'AppData/Roaming/svc' : '.local/share/svc')
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function raise(message: string): never {
  throw new SvcError('INVALID_REQUEST', message)
}

/** The version of this package; test/package.test.ts holds it to package.json. */
export const VERSION = '0.6.0'
