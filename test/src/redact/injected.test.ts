import t from 'tap'
import { saidByPerson, stripInjected } from '../../../src/redact/index.js'
import { processorMs } from '../../processor-time.js'

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

t.test('the text of mentioned files is taken out, whatever it says', async t => {
  const block = '\n--- Content from referenced files ---\nContent from @a.md:\nUse tabs.\n'
  t.equal(stripInjected(`see @a.md${block}--- End of content ---`), 'see @a.md\n')
  t.equal(stripInjected(`see @a.md${block}`), 'see @a.md\n', 'one that has no end')
  const trap = `${block}--- End of content ---\nNever use tabs.\n--- End of content ---`
  t.equal(stripInjected(`see @a.md${trap}`), 'see @a.md\n', 'one that looks like its own end')
  const hidden = `--- Content from <svc-memory>x</svc-memory>referenced files ---\nUse tabs.`
  t.equal(stripInjected(`see\n${hidden}`), 'see\n', 'one that a removal makes')
  t.equal(stripInjected(`see <hook_context>${block}</hook_context>@a.md`), 'see @a.md')
  t.equal(stripInjected('a\n--- Content from referenced context ---\nb'), 'a\n')
  const quoted = 'it printed "--- Content from referenced files ---" twice'
  t.equal(stripInjected(quoted), quoted, 'within a line it is a quotation')
})

t.test('what a program wrote in the person’s name was not said', async t => {
  for (const text of [
    '<task-notification>\ndone</task-notification>',
    '<command-name>/clear</command-name>',
    '<command-message>x</command-message>',
    '<local-command-stdout>x</local-command-stdout>',
    '<local-command-caveat>x</local-command-caveat>',
    '<bash-input>ls</bash-input>',
    ' <system-reminder>now</system-reminder> ',
    '<system-reminder>now</system-reminder><task-notification>done</task-notification>',
    '# AGENTS.md instructions for /x',
  ])
    t.equal(saidByPerson(text), '', text)
  for (const text of ['<task> is a tag', 'why <task-notification>?', '<commands>', '< a'])
    t.equal(saidByPerson(text), text)
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
    '\n--- Content from referenced ',
    '\n--- Content from referenced files ---\n--- End of content ---',
  ]
  for (const part of parts) {
    const text = part.repeat(Math.ceil(2 ** 20 / part.length))
    const took = await processorMs(() => stripInjected(text))
    t.ok(took < 3_000, `${part}: ${took} ms of processor time`)
  }
})
