import t from 'tap'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LoadResult } from '../../../src/types.js'
import type { Memory } from '../../../store/types.js'
import { PROGRAM, Shell } from './shell.js'

function makeLines(count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    JSON.stringify({
      id: `item${String(index).padStart(6, '0')}`,
      scope: index % 2 === 0 ? { type: 'global', id: null } : { type: 'project', id: '/some/app' },
      kind: 'fact',
      title: `Title ${index % 5}`,
      content: `Content ${index}\nwith a second line`,
      tags: ['t'],
      source: { runtime: 'svc', session: 's1', turn: index },
      createdAt: '2026-01-02T03:04:05.678Z',
      updatedAt: '2026-02-03T04:05:06.789Z',
    }),
  )
}

t.test('what is exported loads into another store and is the same there', async t => {
  const shell = new Shell(t)
  const other = join(shell.folder, 'other')
  const file = join(shell.folder, 'items.jsonl')
  writeFileSync(file, makeLines(40).join('\n'))
  t.match(await shell.ask<LoadResult>(['load', file]), {
    ok: true,
    added: 40,
    failed: 0,
    errors: [],
  })
  const exported = await shell.say(['export'])
  const items = exported
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Memory)
  t.equal(items.length, 40)
  t.match(
    items.find(item => item.id === 'item000001'),
    {
      scope: { type: 'project', id: '/some/app' },
      title: 'Title 1',
      source: { runtime: 'svc', session: 's1', turn: 1 },
      createdAt: '2026-01-02T03:04:05.678Z',
      updatedAt: '2026-02-03T04:05:06.789Z',
    },
  )
  const loaded = await shell.say(['load', '-', '--data-dir', other], { input: exported })
  t.equal(loaded, '40 added, 0 updated, 0 unchanged\n')
  t.equal(
    await shell.say(['load', '-', '--data-dir', other], { input: exported }),
    '0 added, 0 updated, 40 unchanged\n',
  )
  t.equal(sortLines(await shell.say(['export', '--data-dir', other])), sortLines(exported))
  const global = (await shell.say(['export', '--scope', 'global'])).trimEnd().split('\n')
  t.equal(global.length, 20)
})

t.test('a bad line is named and skipped, and the exit code is 1', async t => {
  const shell = new Shell(t)
  const [first, second] = makeLines(2)
  const long = `{"title":"${'x'.repeat(2 * 1024 * 1024)}"}`
  const input = ['\ufeff' + first, '', '{broken', '[]', long, `${second}\r`, '{"title":"x"}'].join(
    '\n',
  )
  const { code, stdout, stderr } = await shell.run(['load', '-'], { input })
  t.equal(code, 1)
  t.equal(stdout, '2 added, 0 updated, 0 unchanged, 4 bad\n')
  const lines = stderr.trimEnd().split('\n')
  t.equal(lines.length, 4)
  t.match(lines[0], /^line 3: .*JSON/)
  t.match(lines[1], /^line 4: .*object/)
  t.equal(lines[2], 'line 5: longer than 2 MiB')
  t.match(lines[3], /^line 7: /)
  const asked = await shell.run(['load', '-', '--json'], { input })
  t.equal(asked.code, 1)
  t.match(JSON.parse(asked.stdout), { ok: false, unchanged: 2, failed: 4 })
})

t.test('more bad lines than a person reads are counted', async t => {
  const shell = new Shell(t)
  const { code, stderr } = await shell.run(['load', '-'], { input: 'x\n'.repeat(150) })
  t.equal(code, 1)
  const lines = stderr.trimEnd().split('\n')
  t.equal(lines.length, 101)
  t.equal(lines.at(-1), 'and 50 further bad lines')
})

t.test('a file that cannot be read makes no store', async t => {
  const shell = new Shell(t)
  mkdirSync(join(shell.project, 'folder.jsonl'))
  t.match((await shell.run(['load', 'none.jsonl'])).stderr, 'cannot read none.jsonl: no such file')
  t.match((await shell.run(['load', 'folder.jsonl'])).stderr, 'it is a directory')
  t.notOk(existsSync(shell.store))
})

t.test('an export whose reader goes away ends quietly', async t => {
  const shell = new Shell(t)
  const input = makeLines(200)
    .join('\n')
    .replaceAll('Content ', `${'long '.repeat(2000)} `)
  t.equal((await shell.run(['load', '-'], { input })).code, 0)
  const child = shell.start(['export'])
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += String(chunk)))
  await once(child.stdout, 'data')
  child.stdout.destroy()
  t.same(await once(child, 'exit'), [0, null])
  t.equal(stderr, '')
})

t.test(
  'an answer that cannot be written is an error',
  { skip: !existsSync('/dev/full') },
  async t => {
    const shell = new Shell(t)
    await shell.say(['remember', '--title', 'T', 'text'])
    const script = '"$0" "$@" > /dev/full'
    const { status, stderr } = spawnSync('sh', ['-c', script, process.execPath, PROGRAM, 'list'], {
      env: shell.env(),
      cwd: shell.project,
      encoding: 'utf8',
    })
    t.equal(status, 1)
    t.match(stderr, /^svc: the answer cannot be written \(.*ENOSPC.*\)\n$/)
  },
)

function sortLines(text: string): string {
  return text.split('\n').sort().join('\n')
}
