import { readFileSync, statSync } from 'node:fs'

/** More than any configuration or pointer file of git holds. */
const MAX_BYTES = 1024 * 1024

/**
 * The text of a small file of a repository that may be anybody's; undefined where there is none, or
 * where it is something else: reading a named pipe would never end.
 */
export function readSmallFile(path: string): string | undefined {
  try {
    const stats = statSync(path)
    return stats.isFile() && stats.size <= MAX_BYTES ? readFileSync(path, 'utf8') : undefined
  } catch {
    return undefined
  }
}
