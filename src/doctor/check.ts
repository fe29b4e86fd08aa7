import type { Store } from '../../store/store.js'
import type { Config } from '../config.js'
import type { Collection } from '../memories/collection.js'
import type { DoctorFinding } from '../types.js'

/** What a check looks at, and whether it may settle what it finds. */
export interface Examined {
  store: Store
  collections: readonly Collection[]
  fix: boolean
  now: Date
  /** The settings by which turns are distilled; undefined where a program brings its own provider. */
  config?: Config | undefined
  /** The environment of the process, where git may be run in it. */
  env?: Readonly<Record<string, string | undefined>> | undefined
}

/** What a check finds; its name is added by the table. */
export type Found = Omit<DoctorFinding, 'check'>

/** One row of the table of checks; `run` answers [] where all is well. */
export interface Check {
  name: string
  run: (examined: Examined) => Found[] | Promise<Found[]>
}

/** Something wrong that stays until a person acts. */
export function failure(path: string, message: string): Found {
  return { level: 'failure', path, message }
}

/** Something worth knowing; with `fix` it is settled on the spot. */
export function remark(
  path: string,
  message: string,
  settle?: { fix: boolean; by: () => void },
): Found {
  if (!settle?.fix) return { level: 'remark', path, message }
  settle.by()
  return { level: 'remark', path, message, fixed: true }
}
