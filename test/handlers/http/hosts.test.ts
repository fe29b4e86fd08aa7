import t from 'tap'
import { isAllowedHost, isLoopback, parseHost, toHostName } from '../../../handlers/http/guard.js'

t.test('the name in a Host header', async t => {
  t.equal(parseHost('LocalHost:4747'), 'localhost')
  t.equal(parseHost('localhost:'), 'localhost')
  t.equal(parseHost('127.0.0.1'), '127.0.0.1')
  t.equal(parseHost('[::1]:80'), '::1')
  t.equal(parseHost('my_host.example'), 'my_host.example')
  const bad = ['', ':80', 'a b', 'a/b', 'a?b', 'a@b', 'a#b', 'a\\b', 'a:b', 'a:99999', 'a,b', '::1']
  for (const header of [...bad, '[::1', '[zz]', '[::::]', '999.1.1.1', 'a:80:80']) {
    t.equal(parseHost(header), undefined, header)
  }
})

t.test('loopback', async t => {
  for (const name of ['localhost', '127.0.0.1', '127.255.255.255', '::1']) {
    t.ok(isLoopback(name), name)
  }
  const others = ['', '0.0.0.0', '::', '126.0.0.1', '127.0.0.256', '127.0.0', '127.0.0.1.', '1']
  for (const name of [...others, 'localhost.', 'a.localhost', '127.0.0.1.evil.example', '::2']) {
    t.notOk(isLoopback(name), name)
  }
})

t.test('the configured host, however it is written', async t => {
  t.ok(isAllowedHost('fe80::1', toHostName('[FE80::1]')))
  t.ok(isAllowedHost('memory.example', toHostName('Memory.Example')))
  t.notOk(isAllowedHost('sub.memory.example', 'memory.example'))
})
