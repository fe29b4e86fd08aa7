import { readdirSync } from 'node:fs'
import { isMissing } from '../errors.js'

/** The JSON object in a text; undefined where it holds none. */
export function parseObject<T extends object>(text: string | null): T | undefined {
  try {
    const value = JSON.parse(text ?? 'null') as T | null
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** The names in a folder, sorted, without hidden ones; [] where there is no folder. */
export function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory)
      .filter(name => !name.startsWith('.'))
      .sort()
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
