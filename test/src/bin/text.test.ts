import t from 'tap'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Memory } from '../../../store/types.js'
import { Shell } from './shell.js'

interface Page {
  items: Memory[]
  total: number
}

t.test('standard input: UTF-8 up to 1 MiB', async t => {
  const shell = new Shell(t)
  const remember = ['remember', '--title', 'T', '-']
  t.equal(
    (await shell.ask<Memory>(remember, { input: 'größer\n日本語\n' })).content,
    'größer\n日本語',
  )
  const large = await shell.run(remember, { input: 'x'.repeat(1024 * 1024 + 1) })
  t.equal(large.code, 1)
  t.match(large.stderr, /longer than 1 MiB/)
  const binary = await shell.run(remember, { input: Buffer.from([0x66, 0xff, 0xfe]) })
  t.equal(binary.code, 1)
  t.match(binary.stderr, /not UTF-8/)
  t.equal(
    (await shell.ask<Page>(['list'])).items[0]?.content,
    'größer\n日本語',
    'and nothing was stored',
  )
})

t.test('what is stored never reaches a terminal as control characters', async t => {
  const shell = new Shell(t)
  const evil = 'a\u001b[31mred\u001b]0;title\u0007\r\b\u009b2J\u202e b\tc'
  // What nobody sees is taken out before a text is stored.
  const seen = evil.replace('\u202e', '')
  const { id } = await shell.ask<Memory>(
    ['remember', '--title', `T ${evil}`, '--tags', evil, '-'],
    {
      input: evil,
    },
  )
  const file = join(shell.folder, 'evil.jsonl')
  writeFileSync(
    file,
    JSON.stringify({
      id: 'evilevil',
      scope: { type: 'global', id: null },
      title: evil,
      content: evil,
      kind: 'fact',
      source: { runtime: evil, session: evil },
    }),
  )
  await shell.say(['load', file])
  const commands = [
    ['list'],
    ['list', '--json'],
    ['show', id],
    ['show', 'evilevil'],
    ['recall', 'red title'],
    ['recall', 'red', '--json'],
    ['export'],
    ['events'],
    ['doctor'],
    ['show', evil.replace('\0', '')],
    [evil],
  ]
  for (const args of commands) {
    const { stdout, stderr } = await shell.run(args)
    t.notMatch(stdout + stderr, /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]/)
  }
  t.match(await shell.say(['show', id]), '\\x1b[31mred')
  t.equal(
    (await shell.ask<Memory>(['show', 'evilevil'])).source.runtime,
    seen,
    'JSON decodes to it',
  )
})
