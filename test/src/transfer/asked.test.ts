import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { HAS_TERMINAL, TerminalRun } from '../bin/pty.js'
import { Shell } from '../bin/shell.js'
import { makeFolder, memoriesOf } from './fixture.js'

const terminal = { skip: !HAS_TERMINAL && 'no program that makes a terminal' }

function makeNotes(t: Parameters<typeof makeFolder>[0]): string {
  const notes = makeFolder(t)
  for (const name of ['one', 'two']) writeFileSync(join(notes, `${name}.md`), `Note ${name}.\n`)
  return notes
}

t.test('a dry run where there is no store makes none', async t => {
  const shell = new Shell(t)
  const notes = makeNotes(t)
  const said = await shell.say(['import', '--from', 'markdown', notes, '--dry-run'])
  t.match(said, /^markdown: 2 to add\n/)
  t.match(await shell.ask(['import', '--from', 'markdown', notes, '--dry-run']), {
    ...{ isPlan: true, added: 2 },
  })
  t.notOk(existsSync(shell.store), 'nothing was written')
  const bad = await shell.run(['import', '--from', 'mem0', join(notes, 'one.md'), '--yes'])
  t.match(bad, { code: 1, stderr: /is not JSON; nothing was imported\n$/ })
  t.notOk(existsSync(shell.store), 'nor by what cannot be read')
})

t.test(
  'what only memories of other tools heed is refused elsewhere: nothing comes or goes',
  async t => {
    const shell = new Shell(t)
    writeFileSync(join(shell.project, 'AGENTS.md'), 'Use pnpm.\n')
    for (const flags of [['--dry-run'], ['--review'], ['--scope', 'global'], ['--project', 'a=b']])
      t.match(await shell.run(['import', ...flags]), {
        code: 2,
        stderr: new RegExp(`${flags[0]} is for --from KIND`),
      })
    t.notOk(existsSync(shell.store), 'no agent file was imported')
    const notes = makeNotes(t)
    const { id } = await shell.ask<{ id: string }>([
      ...['import', '--from', 'markdown', notes, '--yes', '--scope', 'global'],
    ])
    t.match(await shell.run(['import', 'undo', id, '--dry-run']), { code: 2, stdout: '' })
    t.equal((await memoriesOf(shell)).length, 2, 'nothing was taken back')
  },
)

t.test('without a terminal nothing is imported unasked: --yes says it', async t => {
  const shell = new Shell(t)
  const notes = makeNotes(t)
  for (const flags of [[], ['--json']]) {
    const refused = await shell.run(['import', '--from', 'markdown', notes, ...flags])
    t.match(refused, {
      code: 2,
      stdout: flags.length > 0 ? '' : /^markdown: 2 to add\n/,
      stderr:
        /nothing was imported, there is no terminal to ask on: --yes does it, --dry-run only shows/,
    })
  }
  t.notOk(existsSync(shell.store))
  t.match(await shell.say(['import', '--from', 'markdown', notes, '--yes']), /^markdown: 2 added\n/)
  const again = await shell.run(['import', '--from', 'markdown', notes])
  t.match(again, { code: 0, stdout: 'markdown: 2 unchanged\n', stderr: '' }, 'nothing to ask about')
})

t.test('on a terminal it shows what would come, and asks', terminal, async t => {
  const shell = new Shell(t)
  const notes = makeNotes(t)
  const refused = new TerminalRun(shell, ['import', '--from', 'markdown', notes])
  t.match(await refused.until('[y/N]'), /2 to add[^]*fact: one[^]*Import them\?/)
  refused.press('n\n')
  t.match(await refused.end(), /nothing was imported/)
  t.notOk(existsSync(shell.store))
  const agreed = new TerminalRun(shell, ['import', '--from', 'markdown', notes])
  await agreed.until('[y/N]')
  agreed.press('y\n')
  t.match(await agreed.end(), /2 added/)
  t.equal((await memoriesOf(shell)).length, 2)
})

t.test('the list of imports keeps to the width of a terminal', terminal, async t => {
  const shell = new Shell(t)
  const deep = join(makeFolder(t), ...Array.from({ length: 9 }, () => 'quite-a-long-name'), 'kept')
  mkdirSync(deep, { recursive: true })
  writeFileSync(join(deep, 'a.md'), 'Money is in cents.\n')
  await shell.say(['import', '--from', 'markdown', deep, '--yes'])
  const run = new TerminalRun(shell, ['import', 'undo'])
  const lines = (await run.end()).split(/\r?\n/).filter(Boolean)
  t.same(
    lines.filter(line => line.replace(/\u001b\[\d+m/g, '').length > 80),
    [],
  )
  t.match(lines, [/^\S+ {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}markdown {2}1 memory {2}kept$/])
  t.match(await shell.say(['import', 'undo']), deep, 'all of it where there is room')
})
