import t from 'tap'
import { stripInjected } from '../../../src/redact/index.js'

t.test('blocks of services and hosts are taken out of a conversation', async t => {
  t.equal(stripInjected('fix it <svc-memory note="x">\nitem\n</svc-memory>'), 'fix it ')
  t.equal(
    stripInjected('<hook_context>&lt;svc-memory&gt; a &lt;/svc-memory&gt;</hook_context>go'),
    'go',
  )
  t.equal(stripInjected('a<System-Reminder>b</SYSTEM-REMINDER>c'), 'ac')
  t.equal(stripInjected('a<system_reminder >b</system_reminder>c'), 'ac')
  t.equal(stripInjected('a<qwen:memory-context>b</qwen:memory-context>c'), 'ac')
  t.equal(stripInjected('a <svc-memory>b'), 'a ', 'unclosed: to the end')
  t.equal(stripInjected('<svc-memory>a<system-reminder>b</svc-memory>c'), 'c')
  t.equal(stripInjected('<svc-memory><svc-memory>a</svc-memory>b</svc-memory>c'), 'c')
})

t.test('everything else stays', async t => {
  for (const text of [
    'a < b && c > d',
    '<svc-memoryx>a</svc-memoryx>',
    '</svc-memory> a',
    '<qwen:other>a',
    '',
  ]) {
    t.equal(stripInjected(text), text)
  }
})

t.test('hostile megabytes take no minutes', async t => {
  const parts = [
    '<',
    '<svc-memory',
    '<svc-memory>',
    '</svc-memory>',
    '<svc-memory ',
    '<qwen:a',
    '<qwen:a-context>',
    '<system-reminder><svc-memory>',
    '<svc-mem<svc-memory>x</svc-memory>',
  ]
  for (const part of parts) {
    const start = performance.now()
    stripInjected(part.repeat(Math.ceil(2 ** 20 / part.length)))
    const spent = performance.now() - start
    t.ok(spent < 20_000, `${part} ${spent.toFixed()} ms`)
  }
})
