import { readdirSync } from 'node:fs'
import { isMissing } from './errors.js'

/** The names in a folder, in no order; [] where there is no folder. */
export function listNames(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** The names in a folder, sorted, without hidden ones; [] where there is no folder. */
export function namesIn(directory: string): string[] {
  return listNames(directory)
    .filter(name => !name.startsWith('.'))
    .sort()
}
