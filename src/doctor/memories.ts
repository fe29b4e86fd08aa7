import { readdirSync, type Dirent } from 'node:fs'
import { join } from 'node:path'
import { isMissing } from '../../store/errors.js'
import type { Check } from './check.js'
import { failure, remark } from './findings.js'

/** Memory files that cannot be used: unparsable, with conflict markers, or with a taken id. */
export const unreadableMemory: Check = {
  name: 'unreadable-memory',
  run: ({ collections }) =>
    collections
      .flatMap(({ problems }) => problems)
      .map(({ path, reason }) => failure(path, reason)),
}

/** Symbolic links among the memory files: in a store that was cloned they could lead anywhere. */
export const linkedMemory: Check = {
  name: 'linked-memory',
  run: ({ collections }) =>
    collections
      .flatMap(({ directory }) => linksIn(directory))
      .map(path => remark(path, 'is a symbolic link, which is not followed; put the file itself')),
}

/** Files of which macOS and Windows keep only one: their names differ in case or composition. */
export const clashingName: Check = {
  name: 'clashing-name',
  run: ({ collections }) =>
    collections.flatMap(({ directory }) =>
      clashesAmong(entriesIn(directory).map(({ name }) => name)).map(([name, other]) =>
        remark(
          join(directory, name),
          `has the name ${other} where case does not count: macOS and Windows keep only one of ` +
            'the two; rename it',
        ),
      ),
    ),
}

function linksIn(directory: string): string[] {
  return entriesIn(directory)
    .filter(entry => entry.isSymbolicLink() && entry.name.endsWith('.md'))
    .map(({ name }) => join(directory, name))
}

/** Each name that comes second on a system that ignores case, with the first. */
function clashesAmong(names: readonly string[]): [name: string, other: string][] {
  const first = new Map<string, string>()
  const clashes: [string, string][] = []
  for (const name of [...names].sort()) {
    const folded = name.normalize('NFC').toLowerCase()
    const other = first.get(folded)
    if (other === undefined) first.set(folded, name)
    else clashes.push([name, other])
  }
  return clashes
}

function entriesIn(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
