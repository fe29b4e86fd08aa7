import { readEntries } from '../bin/settings.js'
import { locateStore, settleSettings, withoutEviction, type SettledSettings } from '../config.js'
import { readConsent } from '../settings/accepted.js'
import { describeHeldBack } from '../settings/entries.js'
import { findBadValues } from '../settings/faults.js'
import type { ConfigSchema } from './cordis.js'

/** The `config` of a plugin entry. What it does not name has its default; other keys do nothing. */
export interface PluginConfig {
  dataDir?: string
  databasePath?: string
  provider?: string
  model?: string
  recallLimit?: number
  maxContextChars?: number
  reflect?: boolean
  workspaceImport?: boolean
  reviewNotice?: boolean
  capacity?: number
  dailyTokens?: number
  dailyUsd?: number
  git?: { autoCommit?: boolean }
}

type Given = Readonly<Record<string, unknown>>
interface Issue {
  message: string
  path: readonly string[]
}

/** The schema of an entry's `config`, made of the settings table. Each issue names its key. */
export function createConfigSchema(): ConfigSchema<PluginConfig> {
  const validate: ConfigSchema<PluginConfig>['~standard']['validate'] = given => {
    const value = given ?? {}
    const issues = findIssues(value)
    return issues.length > 0 ? { issues } : { value }
  }
  return { '~standard': { version: 1, vendor: 'agent-memory-service', validate } }
}

function findIssues(config: unknown): Issue[] {
  if (typeof config !== 'object' || config === null || Array.isArray(config)) {
    return [{ message: 'config must be an object', path: [] }]
  }
  return [...findBadPlaces(config), ...findBadKeys(config)]
}

function findBadPlaces(config: object): Issue[] {
  const { dataDir, databasePath } = config as Given
  return Object.entries({ dataDir, databasePath }).flatMap(([key, value]) => {
    const issues: Issue[] = []
    const onProblem = (message: string) => issues.push({ message, path: [key] })
    locateStore({ given: { [key]: value }, onProblem })
    return issues
  })
}

function findBadKeys(config: object): Issue[] {
  return findBadValues(config as Given).map(({ key, expects }) => {
    return { message: `${key}: ${expects}`, path: key.split('.') }
  })
}

/**
 * The settings in force for an entry: the environment, then the entry's `config`, then config.json
 * of the data directory, then defaults. What is bad in the environment or in config.json goes to
 * `onProblem` and the next source counts; the entry's own was validated before.
 */
export function readPluginSettings(
  config: PluginConfig,
  onProblem: (message: string) => void,
): SettledSettings {
  const { env } = process
  const sources = { env, entry: { ...config }, onProblem }
  const { dataDir } = locateStore(sources)
  let isWrong = false
  const onBadEntry = (message: string) => {
    isWrong = true
    onProblem(message)
  }
  const stored = readEntries(dataDir, onBadEntry)
  const entries: unknown[] = Array.isArray(stored) ? stored : []
  const settled = settleSettings({
    ...sources,
    entries,
    onBadEntry,
    consent: readConsent(dataDir, entries),
    onHeldBack: heldBack => onProblem(describeHeldBack(heldBack)),
  })
  return isWrong ? withoutEviction(settled) : settled
}
