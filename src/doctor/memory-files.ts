import { readdirSync } from 'node:fs'
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

function linksIn(directory: string): string[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter(entry => entry.isSymbolicLink() && entry.name.endsWith('.md'))
      .map(({ name }) => join(directory, name))
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
