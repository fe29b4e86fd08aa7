import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { findLostPointers, followMoved } from '../../../store/projects/find.js'
import { verifyPointer } from '../../../store/projects/folder.js'
import { stampOf } from '../../../store/files/read.js'
import { openProject } from '../../../store/projects/identity.js'
import { findPointer, writePointer } from '../../../store/projects/pointers.js'
import { openStore, revisionLog } from '../../../store/store.js'
import { git, repository } from '../../src/work-trees.js'
import { temporaryFolder } from '../fixture.js'

/** A repository whose project's folder is gone, and another folder of the project with this root commit. */
function loseFolder(t: Test, rootOf: (app: string) => string) {
  const root = temporaryFolder(t)
  const app = repository(join(root, 'app'))
  const store = openStore(join(root, 'store', 'svc.json'))
  const stamp = stampOf(join(app, '.git'))
  writePointer(store, { path: app, folder: 'app-aaaaaaaaaa', repository: stamp })
  mkdirSync(join(store.state, 'revisions'), { recursive: true })
  writeFileSync(revisionLog(store, 'app-aaaaaaaaaa'), '')
  const other = join(store.root, 'projects', 'app-bbbbbbbbbb')
  mkdirSync(other, { recursive: true })
  const document = { type: 'project', rootCommit: rootOf(app) }
  writeFileSync(join(other, 'scope.json'), JSON.stringify(document))
  return { store, app }
}

t.test('a project whose folder is gone is not lost where another has its root commit', async t => {
  const { store } = loseFolder(t, app => git(app, 'rev-list', '--max-parents=0', 'HEAD').trim())
  t.same(await findLostPointers(store), [])
})

t.test('a project whose folder is gone, and of which there is no other, is lost', async t => {
  const { store, app } = loseFolder(t, () => '0'.repeat(40))
  t.match(await findLostPointers(store), [{ path: app, folder: 'app-aaaaaaaaaa' }])
})

t.test('a pointer that another process has written since is not written over', async t => {
  const { store, app } = loseFolder(t, () => '0'.repeat(40))
  const placed = { ...findPointer(store, app)!, placement: 'in-repo' as const }
  const read = { ...findPointer(store, app)!, isUnsigned: true as const }
  writePointer(store, placed)
  followMoved(store, read, openProject(app))
  t.same(findPointer(store, app), placed, 'not where it is signed')
  verifyPointer(store, { ...read, repository: '1-1', folder: 'none' }, openProject(app))
  t.same(findPointer(store, app), placed, 'nor where it names the repository')
})
