import { statSync, utimesSync } from 'node:fs'
import { writeAtomic } from '../../store/files/atomic.js'
import { statePath } from '../../store/store.js'
import type { HookContext } from './context.js'

const SWEEP_EVERY_MS = 24 * 60 * 60 * 1000

/** Asks once a day, after the answer, for a worker that removes what is dead under `state/`. */
export function askForSweep({ store, now, later }: HookContext): void {
  const path = statePath(store, 'swept')
  const stats = statSync(path, { throwIfNoEntry: false })
  // There is nothing dead yet in a store that begins.
  if (stats === undefined) return writeAtomic(path, '')
  if (Math.abs(now.getTime() - stats.mtimeMs) < SWEEP_EVERY_MS) return
  utimesSync(path, now, now)
  later({ task: 'sweep' })
}
