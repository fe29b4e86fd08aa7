import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { renamePlace } from '../../../src/scrub/remove.js'
import { openStore } from '../../../store/store.js'
import { temporaryFolder } from '../../store/fixture.js'

t.test('a name that is taken is refused, and both files stay', async t => {
  const store = openStore(join(temporaryFolder(t), 'svc.json'))
  const folder = join(store.root, 'global', 'memories')
  mkdirSync(folder, { recursive: true })
  const [path, to] = [join(folder, 'with-a-secret.md'), join(folder, 'without-one.md')]
  writeFileSync(path, 'mine\n')
  writeFileSync(to, 'of somebody else\n')
  for (const key of [undefined, 'global']) {
    const rename = { kind: 'memory' as const, path, to, ...(key !== undefined && { key }) }
    await t.rejects(renamePlace(store, rename), { code: 'CONFLICT', message: /svc scrub again/ })
  }
  t.equal(readFileSync(path, 'utf8'), 'mine\n')
  t.equal(readFileSync(to, 'utf8'), 'of somebody else\n')
  await renamePlace(store, { kind: 'memory', key: 'global', path, to: join(folder, 'free.md') })
  t.equal(readFileSync(join(folder, 'free.md'), 'utf8'), 'mine\n')
  t.notOk(existsSync(path))
})
