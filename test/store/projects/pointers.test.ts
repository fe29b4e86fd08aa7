import t from 'tap'
import { isTrusted, toTrust, type Pointer } from '../../../store/projects/pointers.js'

const path = '/work/app'
const placed = (trust: Partial<Pointer>): Pointer => ({
  ...{ path, folder: 'app', placement: 'in-repo' },
  ...trust,
})

t.test('memories of a work tree are trusted by its remote, where it had one', async t => {
  const own = { path, stamp: 'first', remote: 'git.example/app' }
  const pointer = placed(toTrust(own))
  t.ok(isTrusted(pointer, own))
  t.ok(isTrusted(pointer, { ...own, stamp: 'cloned anew' }))
  t.notOk(isTrusted(pointer, { ...own, remote: 'git.example/other' }))
  t.notOk(isTrusted(pointer, { path, stamp: 'first' }))
  t.notOk(isTrusted({ ...pointer, placement: undefined }, own))
})

t.test('without one they are trusted as the repository that is on this disk', async t => {
  const own = { path, stamp: 'first' }
  const pointer = placed(toTrust(own))
  t.ok(isTrusted(pointer, own))
  t.ok(isTrusted(pointer, { ...own, remote: 'git.example/app' }), 'also once it has a remote')
  t.notOk(isTrusted(pointer, { path, stamp: 'another' }))
})
