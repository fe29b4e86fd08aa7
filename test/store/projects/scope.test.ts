import t from 'tap'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import {
  formatScopeKey,
  isSameScope,
  matchesScope,
  parseScope,
  parseScopeFilter,
  parseScopeKey,
  toProjectScope,
} from '../../../store/projects/scope.js'
import { GLOBAL_SCOPE, type Scope } from '../../../store/types.js'
import { temporaryFolder } from '../fixture.js'

const project = (id: string): Scope => ({ type: 'project', id })
const BAD = { code: 'INVALID_REQUEST' }

t.test('scope keys', t => {
  const keys: [string, string][] = [
    ['project:/no/such/app', '/no/such/app'],
    ['project:%2Fno%2Fsuch%2Fapp', '/no/such/app'],
    ['project:/no/such/a%20b', '/no/such/a%20b'],
    ['project:%2Fno%2Fsuch%2Fa%2520b', '/no/such/a%20b'],
    ['project:/no/such/app/', '/no/such/app'],
    ['project:/no/./such/../such//app', '/no/such/app'],
    ['project:/no/such/日本 語', '/no/such/日本 語'],
    ['project:/', '/'],
    ['project:C:\\work\\app\\', 'C:\\work\\app'],
    ['project:c:/work/app', 'c:/work/app'],
    ['project:C%3A%5Cwork', 'C:\\work'],
  ]
  for (const [key, id] of keys) {
    t.same(parseScopeKey(key), project(id), key)
    t.same(parseScopeKey(formatScopeKey(project(id))), project(id), `${key}, written and read`)
  }
  t.same(parseScopeKey('global'), GLOBAL_SCOPE)
  t.equal(formatScopeKey(GLOBAL_SCOPE), 'global')
  t.equal(formatScopeKey(project('/a b')), 'project:%2Fa%20b')
  t.end()
})

t.test('scope keys that cannot be understood', t => {
  const bad = ['', 'Global', 'global ', 'global:', 'project', 'project:', 'project:app']
  bad.push('project:./app', 'project:..', 'project:%2', 'project:%zz', 'project:%ff', 'projects:/a')
  bad.push('project:/a\0b', 'project:%2Fa%00b', 'project:/a\nb', 'project:/a\x7f', 'project:/a\x9b')
  bad.push('project:C:work', 'user:/a', '/a', 'null', `project:/${'a'.repeat(5_000)}`)
  bad.push('project:/a\ud800', 'project:/\udc00a')
  for (const key of bad) t.throws(() => parseScopeKey(key), BAD, JSON.stringify(key.slice(0, 40)))
  t.end()
})

t.test('scopes given as objects', t => {
  t.same(parseScope({ type: 'global' }), GLOBAL_SCOPE)
  t.same(parseScope({ type: 'global', id: null }), GLOBAL_SCOPE)
  t.same(parseScope({ type: 'project', id: '/no/such/', more: 1 }), project('/no/such'))
  const bad: unknown[] = [undefined, null, 7, 'global', [], {}, { type: 'Global' }]
  bad.push({ type: 'user', id: '/a' }, { type: 'global', id: '' }, { type: 'global', id: '/a' })
  bad.push({ type: 'project' }, { type: 'project', id: null }, { type: 'project', id: '' })
  bad.push({ type: 'project', id: 'app' }, { type: 'project', id: ['/a'] }, { id: '/a' })
  bad.push({ type: 'project', id: '/a\0' }, { type: 'project', id: '/a\ud800' })
  for (const scope of bad) t.throws(() => parseScope(scope), BAD, JSON.stringify(scope))
  t.throws(() => parseScope({}, 'scopes'), { message: /^scopes\.type/ }, 'the field is named')
  t.end()
})

t.test('filters', t => {
  t.same(parseScopeFilter({}), {})
  t.same(parseScopeFilter({ scopeType: 'project' }), { scopeType: 'project' })
  const global = { scope: GLOBAL_SCOPE, scopeType: 'global' }
  const app = { scope: project('/no/such'), scopeType: 'project' }
  t.same(parseScopeFilter({ scopeType: 'global' }), global)
  t.same(parseScopeFilter({ scopeType: 'global', scopeId: '' }), global)
  t.same(parseScopeFilter({ scopeKey: 'global' }), global)
  t.same(parseScopeFilter({ scopeKey: 'global', scopeType: 'global' }), global)
  t.same(parseScopeFilter({ scopeId: '/no/such' }), app)
  t.same(parseScopeFilter({ scopeType: 'project', scopeId: '/no/such/' }), app)
  t.same(parseScopeFilter({ scopeKey: 'project:/no/such' }), app)
  t.same(parseScopeFilter({ scopeKey: 'project:%2Fno%2Fsuch', scopeId: '/no/such/' }), app)
  t.same(parseScopeFilter({ scopeKey: 'project:/no/such', scopeType: 'project' }), app)
  t.end()
})

t.test('a filter that is wrong never widens the answer', t => {
  const bad = [
    { scopeType: '' },
    { scopeType: 'user' },
    { scopeType: 'global,project' },
    { scopeId: '' },
    { scopeId: 'app' },
    { scopeType: 'project', scopeId: '' },
    { scopeType: 'global', scopeId: '/a' },
    { scopeKey: '' },
    { scopeKey: 'project:' },
    { scopeKey: 'global', scopeType: 'project' },
    { scopeKey: 'project:/a', scopeType: 'global' },
    { scopeKey: 'project:/a', scopeId: '/b' },
    { scopeKey: 'global', scopeId: '/a' },
    { scopeKey: 'global', scopeType: 'user' },
  ]
  for (const filter of bad) t.throws(() => parseScopeFilter(filter), BAD, JSON.stringify(filter))
  t.end()
})

t.test('links are resolved where the path exists', t => {
  const folder = temporaryFolder(t)
  mkdirSync(join(folder, 'real'))
  symlinkSync('real', join(folder, 'link'))
  t.same(toProjectScope(join(folder, 'link')), project(join(folder, 'real')))
  t.same(toProjectScope(join(folder, 'none')), project(join(folder, 'none')))
  t.end()
})

t.test('what a filter lets through', t => {
  const a = project('/a')
  t.ok(isSameScope(a, project('/a')))
  t.notOk(isSameScope(a, project('/b')))
  t.notOk(isSameScope(a, GLOBAL_SCOPE))
  t.ok(matchesScope({}, a))
  t.ok(matchesScope({ scope: a }, a))
  t.notOk(matchesScope({ scope: a }, GLOBAL_SCOPE))
  t.ok(matchesScope({ scopes: [GLOBAL_SCOPE, a] }, a))
  t.notOk(matchesScope({ scopes: [] }, a), 'no scopes are none, not all')
  t.notOk(matchesScope({ scopes: [a], scopeType: 'global' }, a))
  t.ok(matchesScope({ scopeType: 'project' }, a))
  t.end()
})
