import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { findLocalGuard, guardLocal, untrackLocal } from '../../../src/git/local.js'
import { openGitStore } from '../../../src/git/store.js'
import { examineStore } from '../../../src/health/index.js'
import { GIT_ENV } from '../../store/git/fixture.js'
import { copyPair, makePair, type GitDesk } from './stores.js'

const template = makePair(t)

const PLANTED = ['bin/svc-hook', 'state/paths/x.json', 'state/accepted.json', 'state/mcp/77']

/** Two machines in step; the second pushes files that belong to the first one's machine. */
async function openPlanted(t: Test, plant: (bo: GitDesk) => void) {
  const { ada, bo } = await copyPair(t, template)
  for (const path of PLANTED) ada.write({ [path]: 'mine' })
  ada.write({ 'bin/.gitignore': '*\n' })
  plant(bo)
  bo.git(['add', '-f', '-A', '--sparse', '.'])
  bo.git(['commit', '-qm', 'x'])
  bo.git(['push', '-q', 'origin', 'HEAD:main'])
  return { ada, bo }
}

const plantAll = (bo: GitDesk) => {
  for (const path of PLANTED) bo.write({ [path]: 'evil' })
}

const pull = (desk: GitDesk) => desk.git(['pull', '-q', '--no-rebase', 'origin', 'main'])
const textOf = (desk: GitDesk, path: string) => readFileSync(join(desk.directory, path), 'utf8')

t.test('a plain pull changes nothing that belongs to this machine', async t => {
  const { ada } = await openPlanted(t, plantAll)
  t.equal(await findLocalGuard(ada.open), 'closed', 'svc git init has seen to it')
  pull(ada)
  for (const path of PLANTED) t.equal(textOf(ada, path), 'mine', path)
  t.match(ada.git(['ls-files', '--', 'bin']), 'bin/svc-hook')
})

t.test('it does so without the guard: the test looks at something', async t => {
  const { ada } = await openPlanted(t, plantAll)
  ada.git(['config', 'core.sparseCheckout', 'false'])
  t.equal(await findLocalGuard(ada.open), 'open')
  pull(ada)
  for (const path of PLANTED) t.equal(textOf(ada, path), 'evil', path)
})

t.test('links in the place of the folders are kept out too', async t => {
  const { ada } = await openPlanted(t, bo => {
    bo.write({ 'global/evil/svc-hook': 'evil' })
    symlinkSync('global/evil', join(bo.directory, 'bin'))
  })
  pull(ada)
  t.equal(textOf(ada, 'bin/svc-hook'), 'mine')
})

t.test('what git tracks there is taken out, and what came from git is set aside', async t => {
  const { ada } = await openPlanted(t, plantAll)
  ada.git(['config', 'core.sparseCheckout', 'false'])
  pull(ada)
  ada.write({ 'state/mcp/77': 'mine again' })
  const examine = async (fix: boolean) => {
    const { store } = ada.open
    const { findings } = await examineStore(store, [], { fix, now: new Date(), env: GIT_ENV })
    return findings.filter(({ check }) => check === 'git-local')
  }
  const [found] = await examine(false)
  t.match(found, {
    level: 'failure',
    fixable: true,
    message: /^has \d+ files in git .* bin\/svc-hook/,
  })
  t.match(await examine(true), [{ fixed: true }, { fixed: true }])
  t.same(await examine(false), [], 'what says that it is mended is')
  t.equal(ada.git(['ls-files', '--', 'bin', 'state']), '')
  t.equal(textOf(ada, 'state/mcp/77'), 'mine again', 'what differs is of this machine')
  for (const path of PLANTED.slice(0, 3)) t.notOk(existsSync(join(ada.directory, path)), path)
  t.equal(await findLocalGuard(ada.open), 'closed')
  await ada.remember('After it')
  t.match(await ada.sync(), { left: [], pushed: Number })
})

t.test("a person's own sparse checkout is kept", async t => {
  const { ada } = await copyPair(t, template)
  const path = join(ada.directory, '.git', 'info', 'sparse-checkout')
  writeFileSync(path, '/*\n!/large\n')
  t.equal(await findLocalGuard(ada.open), 'open')
  t.equal(await guardLocal(ada.open), true)
  t.equal(readFileSync(path, 'utf8'), '/*\n!/large\n!/bin\n!/state\n')
  ada.git(['config', 'core.sparseCheckoutCone', 'true'])
  writeFileSync(path, '/*\n!/*/\n')
  t.equal(await findLocalGuard(ada.open), 'theirs')
  t.equal(await guardLocal(ada.open), false)
})

t.test('a store in a folder of a larger repository guards its own folders', async t => {
  const { ada } = await copyPair(t, template)
  const inner = join(ada.directory, 'a [b] c', 'svc.json')
  mkdirSync(dirname(inner))
  const nested = openGitStore(inner, { env: GIT_ENV })
  t.equal(await findLocalGuard(nested), 'open')
  t.equal(await guardLocal(nested), true)
  t.equal(await findLocalGuard(nested), 'closed')
  t.same(await untrackLocal(nested, () => undefined), [])
})

for (const text of [undefined, '!/state/\n!/bin/\n', '/state/\n', 'state/*\n!state/x\n']) {
  t.test(`whatever .gitignore is pushed, svc stages nothing of this machine: ${text}`, async t => {
    const { ada, bo } = await copyPair(t, template)
    for (const path of PLANTED) ada.write({ [path]: 'mine' })
    if (text === undefined) bo.git(['rm', '-q', '.gitignore'])
    else {
      bo.write({ '.gitignore': text })
      bo.git(['add', '-A', '--sparse', '.gitignore'])
    }
    bo.git(['commit', '-qm', 'x'])
    bo.git(['push', '-q', 'origin', 'HEAD:main'])
    for (const isGuarded of [true, false]) {
      await ada.sync()
      ada.git(['config', 'core.sparseCheckout', String(isGuarded)])
      ada.write({ 'state/x': `password = "${isGuarded}-Zk81hQp2vX9"` })
      await ada.remember(`Another, ${isGuarded}`)
      t.equal((await ada.commitStore()).changes.length, 1)
      t.equal((await ada.sync()).pushed, 1)
      t.equal(ada.git(['ls-files', '--', 'state', 'bin']), '')
    }
    for (const path of PLANTED) t.equal(textOf(ada, path), 'mine', path)
  })
}
