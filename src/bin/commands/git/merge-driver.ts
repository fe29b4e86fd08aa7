import { runMergeDriver } from '../../../git/merge-driver.js'
import type { Call } from '../command.js'

/** `svc git merge-driver`: what git runs to merge a memory. Exit code 0, 1 or 65. */
export async function runGitMergeDriver({ operands }: Call): Promise<number> {
  const [base = '', ours = '', theirs = '', size, path] = operands
  const markerSize = Number(size ?? 7)
  const isSize = Number.isInteger(markerSize) && markerSize > 0
  return runMergeDriver({
    ...{ base, ours, theirs },
    ...(isSize && { markerSize }),
    ...(path !== undefined && { path }),
  })
}
