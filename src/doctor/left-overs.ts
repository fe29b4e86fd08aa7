import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isTemporary } from '../../store/atomic-file.js'
import { isMissing } from '../../store/errors.js'
import type { Check } from './check.js'
import { remark } from './findings.js'

/** A writer needs milliseconds: a temporary file of this age belongs to nobody. */
const ABANDONED_MS = 60_000

/** Temporary files that killed writers left anywhere in the store. */
export const leftOver: Check = {
  name: 'left-over',
  run: ({ store, fix, now }) =>
    [...temporariesBelow(store.root)]
      .filter(path => now.getTime() - timeOf(path) > ABANDONED_MS)
      .map(path =>
        remark(path, 'was left behind by a process that was killed', {
          fix,
          by: () => rmSync(path, { force: true }),
        }),
      ),
}

/** Symbolic links are not followed and git's own folder is none of ours. */
function* temporariesBelow(directory: string): Generator<string> {
  for (const entry of entriesOf(directory)) {
    const path = join(directory, entry.name)
    if (entry.isDirectory() && entry.name !== '.git') yield* temporariesBelow(path)
    else if (entry.isFile() && isTemporary(entry.name)) yield path
  }
}

function entriesOf(directory: string) {
  try {
    return readdirSync(directory, { withFileTypes: true })
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

function timeOf(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity
}
