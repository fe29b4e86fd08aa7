import { rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { listPointerFiles, listScopeDocuments } from '../../store/scope-folders.js'
import { readScopeDocument } from '../../store/scope-folders/document.js'
import { findTwins } from '../../store/scope-folders/identity.js'
import { readMoves } from '../placement/journal.js'
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

/** Two folders of one project, made on two machines before they knew of each other. */
export const twinFolder: Check = {
  name: 'twin-folder',
  run: ({ store }) => {
    const folders = listScopeDocuments(store).map(({ path }) => dirname(path))
    const known = folders.map(path => ({
      folder: basename(path),
      document: readScopeDocument(dirname(path), basename(path)),
    }))
    return findTwins(known).map(({ folder, twin, by }) => {
      const way = `svc scope move ${folder} ${twin} makes them one`
      return remark(join(store.root, 'projects', folder), `has the ${by} of ${twin}; ${way}`)
    })
  },
}

/** Moves between scopes that were interrupted: repeating them, or a service, finishes them. */
export const interruptedMove: Check = {
  name: 'interrupted-move',
  run: ({ store }) =>
    readMoves(store).map(({ from, to }) => {
      const path = from[0]?.path ?? to.path
      return remark(path, `was being moved to ${to.path}; the next svc scope command finishes it`)
    }),
}
