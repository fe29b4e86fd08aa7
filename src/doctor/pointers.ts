import { rmSync } from 'node:fs'
import { listPointerFiles } from '../../store/scope-folders.js'
import type { Check } from './check.js'
import { remark } from './findings.js'

/** Files that lead from a project's path to its folder; one that is removed is made anew. */
export const brokenPointer: Check = {
  name: 'broken-pointer',
  run: ({ store, fix }) =>
    listPointerFiles(store)
      .filter(({ pointer }) => pointer === undefined)
      .map(({ path }) =>
        remark(path, 'does not lead from a project to its folder', {
          fix,
          by: () => rmSync(path, { force: true }),
        }),
      ),
}
