import { runMergeDriver } from '../../git/merge-driver.js'
import type { Action } from '../cli/command.js'

/**
 * `svc git merge-driver`: what git runs to merge a memory, once for each: it loads no more than
 * that takes. Prints nothing, its answer is the exit code: 0, 1 or 65.
 */
export const mergeDriver: Action<number> = {
  run({ operands }) {
    const [base = '', ours = '', theirs = '', size, path] = operands
    const markerSize = Number(size ?? 7)
    const isSize = Number.isInteger(markerSize) && markerSize > 0
    return runMergeDriver({
      ...{ base, ours, theirs },
      ...(isSize && { markerSize }),
      ...(path !== undefined && { path }),
    })
  },
  render: () => '',
  toJson: () => undefined,
  exitCode: code => code,
}
