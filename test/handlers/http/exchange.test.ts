import t from 'tap'
import { isLiteralPath, parseTarget } from '../../../handlers/http/exchange.js'

t.test('splits a path or an absolute URL, and decodes the query once', async t => {
  for (const base of ['', 'http://localhost', 'https://[::1]:1', 'HTTP://u:p@h.example:99']) {
    const { path, query } = parseTarget(`${base}/svc/memories?text=a+b%2Bc%2525&kind=x`)
    t.equal(path, '/svc/memories')
    t.same([...query], [...Object.entries({ text: 'a b+c%25', kind: 'x' })])
  }
  t.same([...parseTarget('/a?').query], [])
  t.equal(parseTarget('/a?x=1?y=2').query.get('x'), '1?y=2')
  t.equal(parseTarget('/a#b?c').path, '/a')
})

t.test('bad percent-encoding is INVALID_REQUEST and says where', async t => {
  for (const bad of ['%', '%z', '%zz', '%ff', '%c3', '%ed%a0%80', '%c3&b=%a4']) {
    t.throws(() => parseTarget(`/a?x=${bad}`), { code: 'INVALID_REQUEST', message: /query/ }, bad)
  }
  t.throws(() => parseTarget('/%zz'), { code: 'INVALID_REQUEST', message: /path/ })
})

t.test('only paths that stand for themselves are routed', async t => {
  for (const path of ['/svc/status', '/svc/memories/..%2fx', '/svc/memories/...', '/a.b/c']) {
    t.ok(isLiteralPath(path), path)
  }
  const others = ['', '/', 'svc/status', '/svc/', '/svc\\status', '/svc/../a', '/svc/./a']
  for (const path of [...others, '/svc/%2e%2E/a', '/svc/.%2e/a', '/svc/%2e']) {
    t.notOk(isLiteralPath(path), path)
  }
})
