import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasConflict } from '../../store/document/problems.js'
import { SvcError, isMissing } from '../../store/errors.js'
import { READING } from '../../store/files/atomic.js'
import { gitIn } from '../../store/git/repository.js'
import {
  locateStore,
  settleSettings,
  toConfig,
  type Config,
  type SettledSettings,
} from '../config.js'
import { readConsent } from '../settings/accepted.js'
import { describeHeldBack, type HeldBack } from '../settings/entries.js'
import type { SettingName } from '../settings/table.js'

/** Receivers of messages about settings. */
export interface SettingsListener {
  /** A config.json that cannot be read: the other sources count. Without it, as a bad value. */
  onUnreadable?: (message: string) => void
  /** A bad value: the next source counts. Without it the first bad value throws. */
  onProblem?: (message: string) => void
  /** Something that has no effect. */
  onWarning?: (message: string) => void
  /** Values of a config.json shared by git that this machine has not accepted; else a warning. */
  onHeldBack?: (heldBack: readonly HeldBack[]) => void
}

/**
 * The settings of this process: given ones (flags), the environment, config.json of the data
 * directory, defaults. Throws INVALID_REQUEST on the first bad value, unless `onProblem` is there.
 */
export function readSettings(given: GivenSettings = {}, listener: SettingsListener = {}): Config {
  return toConfig(readSettled(given, listener))
}

/** Settings that flags give. */
export type GivenSettings = Partial<Record<SettingName, unknown>>

/** Reads the settings as `readSettings` does, with the source of each value. */
export function readSettled(
  given: GivenSettings,
  { onProblem, onWarning, onUnreadable = onProblem, onHeldBack }: SettingsListener,
): SettledSettings {
  const sources = { given, env: process.env }
  const { dataDir } = locateStore(sources)
  const entries = readEntries(dataDir, onUnreadable)
  return settleSettings({
    ...sources,
    entries,
    consent: readConsent(dataDir, entries),
    onHeldBack: onHeldBack ?? (heldBack => onWarning?.(describeHeldBack(heldBack))),
    ...(onProblem && { onProblem }),
    ...(onWarning && { onWarning }),
  })
}

/**
 * The plugin entries of `<dataDir>/config.json`; undefined where there is no such file. One that
 * cannot be read or parsed throws INVALID_REQUEST naming it, or goes to `onProblem`.
 */
export function readEntries(dataDir: string, onProblem?: (message: string) => void): unknown {
  const path = join(dataDir, 'config.json')
  let text = ''
  try {
    text = readFileSync(path, READING)
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (cause) {
    if (isMissing(cause)) return undefined
    const message = `${path}: ${hasConflict(text) ? tellMerge(dataDir) : explain(cause as Error)}`
    if (onProblem === undefined) throw new SvcError('INVALID_REQUEST', message, { cause })
    onProblem(message)
    return undefined
  }
}

function tellMerge(dataDir: string): string {
  return `has conflict markers; settle them, then ${gitIn(dataDir)} add config.json`
}

function explain(error: Error): string {
  return error instanceof SyntaxError ? 'is not valid JSON' : `cannot be read (${error.message})`
}
