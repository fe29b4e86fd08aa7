import { join } from 'node:path'
import { hasConflict } from '../../store/document/problems.js'
import { SvcError } from '../../store/errors.js'
import { gitIn } from '../../store/git/repository.js'
import {
  locateStore,
  settleSettings,
  toConfig,
  type Config,
  type SettledSettings,
} from '../config.js'
import { readConfigFile, readConsent } from '../settings/accepted.js'
import { describeHeldBack, type HeldBack } from '../settings/entries.js'
import type { SettingName } from '../settings/table.js'

/** Receivers of messages about settings. */
export interface SettingsListener {
  /**
   * A config.json that cannot be read, or a value in it that no setting takes: the other sources
   * count. Without it, as a bad value.
   */
  onBadFile?: (message: string) => void
  /** A bad value: the next source counts. Without it the first bad value throws. */
  onProblem?: (message: string) => void
  /** Something that has no effect. */
  onWarning?: (message: string) => void
  /** Values of a config.json shared by git that this machine has not accepted; else a warning. */
  onHeldBack?: (heldBack: readonly HeldBack[]) => void
  /** Given by who neither evicts nor sends: as of `readConsent`. */
  isBrief?: boolean
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
  { onProblem, onWarning, onBadFile = onProblem, onHeldBack, isBrief }: SettingsListener,
): SettledSettings {
  const sources = { given, env: process.env }
  // A bad place is told of once, with the other settings.
  const { dataDir } = locateStore({ ...sources, ...(onProblem && { onProblem: () => undefined }) })
  const entries = readEntries(dataDir, onBadFile)
  return settleSettings({
    ...sources,
    entries,
    consent: readConsent(dataDir, entries, { isBrief: isBrief === true }),
    onHeldBack: onHeldBack ?? (heldBack => onWarning?.(describeHeldBack(heldBack))),
    ...(onProblem && { onProblem }),
    ...(onBadFile && { onBadEntry: onBadFile }),
    ...(onWarning && { onWarning }),
  })
}

/**
 * The plugin entries of `<dataDir>/config.json`; undefined where there is no such file. One that
 * cannot be read or parsed throws INVALID_REQUEST naming it, or goes to `onProblem`.
 */
export function readEntries(dataDir: string, onProblem?: (message: string) => void): unknown {
  const read = readConfigFile(dataDir)
  if (read === undefined) return undefined
  if ('entries' in read) return read.entries
  const problem = hasConflict(read.text ?? '') ? tellMerge(dataDir) : read.problem
  const message = `${join(dataDir, 'config.json')}: ${problem}`
  if (onProblem === undefined) throw new SvcError('INVALID_REQUEST', message)
  onProblem(message)
  return undefined
}

function tellMerge(dataDir: string): string {
  return `has conflict markers; settle them, then ${gitIn(dataDir)} add config.json`
}
