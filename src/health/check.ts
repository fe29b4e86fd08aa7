import type { Environment } from '../../store/git/git.js'
import type { Store } from '../../store/store.js'
import type { Config } from '../config.js'
import type { Collection } from '../memories/collection.js'
import type { DoctorFacts, DoctorFinding } from '../report.js'

/** The store that a check looks at, and whether it may settle its findings. */
export interface Examined {
  store: Store
  collections: readonly Collection[]
  /** Settle what can be settled without loss. */
  fix: boolean
  now: Date
  /** Facts of the store, before anything is settled. */
  facts: DoctorFacts
  /** The settings by which turns are distilled; undefined where a program brings its own provider. */
  config?: Config | undefined
  /** The environment of the process; without it git is not run. */
  env?: Environment | undefined
}

/** A finding without the check's name, which the table adds. */
export type Found = Omit<DoctorFinding, 'check'>

/** One row of the table of checks; `run` answers [] where all is well. */
export interface Check {
  name: string
  run: (examined: Examined) => Found[] | Promise<Found[]>
}

/** Something wrong that stays until a person acts; `mend` says how, in words or as a command. */
export function failure(path: string, message: string, mend?: string): Found {
  return { level: 'failure', path, message, ...(mend !== undefined && { mend }) }
}

/** Something worth knowing, and what can be done about it. */
export function remark(path: string, message: string, mend?: string): Found {
  return { level: 'remark', path, message, ...(mend !== undefined && { mend }) }
}

/** A remark that `fix` settles on the spot; `does` is what that does to it. */
export function settling(
  { path, message, does }: { path: string; message: string; does: string },
  { fix, by }: { fix: boolean; by: () => void },
): Found {
  if (!fix) return fixable(remark(path, message, `svc doctor --fix ${does}`))
  by()
  return { ...remark(path, message), fixed: true }
}

/** A finding that `fix` settles. */
export function fixable(found: Found): Found {
  return { ...found, fixable: true }
}
