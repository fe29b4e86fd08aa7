import t, { type Test } from 'tap'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Call } from '../../../src/bin/cli/command.js'
import { mergeDriver } from '../../../src/bin/commands/merge-driver.js'
import { runMergeDriver } from '../../../src/git/merge-driver.js'
import { formatMemoryDocument } from '../../../store/document/format.js'
import { temporaryFolder } from '../../store/fixture.js'
import { memory } from './branches.js'

const X = memory('xxxxxxx1', 'Port 5432.')
const text = (content: string, more = {}) => formatMemoryDocument({ ...X, content, ...more })

/** Runs the driver on three texts; answers its code and what OURS holds then. */
async function drive(t: Test, texts: (string | Buffer)[], path?: string, markerSize?: number) {
  const folder = temporaryFolder(t)
  const [base = '', ours = '', theirs = ''] = texts.map((content, at) => {
    const file = join(folder, `.merge_file_${at}`)
    writeFileSync(file, content)
    return file
  })
  const code = await runMergeDriver({
    ...{ base, ours, theirs },
    ...(path !== undefined && { path }),
    ...(markerSize !== undefined && { markerSize }),
  })
  return { code, ours: readFileSync(ours, 'utf8') }
}

const PATH = 'global/memories/port--xxxxxxx1.md'

t.test('it writes the merge in place of OURS', async t => {
  const ours = text('Port 1.', { kind: 'constraint' })
  const merged = await drive(t, [text('Port 5432.'), ours, text('Port 2.')], PATH)
  t.equal(merged.code, 0)
  t.equal(merged.ours, text('Port 1.\nPort 2.', { kind: 'constraint', tags: ['needs-review'] }))
  const same = await drive(t, [text('a'), text('a'), text('b')], PATH)
  t.same(same, { code: 0, ours: text('b') })
})

t.test('an empty ancestor is none', async t => {
  const { code, ours } = await drive(t, ['', text('a'), text('b')])
  t.equal(code, 0)
  t.equal(ours, text('a\nb', { tags: ['needs-review'] }))
})

t.test('two memories are not mixed: both stand between markers', async t => {
  const other = formatMemoryDocument(memory('yyyyyyy1', 'Y.'))
  const own = text('X.')
  const { code, ours } = await drive(t, [text('old'), own, other], PATH)
  t.equal(code, 65)
  t.equal(ours, `<<<<<<< ours\n${own}=======\n${other}>>>>>>> theirs\n`)
  const long = await drive(t, [text('old'), own, other], PATH, 9)
  t.match(long.ours, /^<{9} ours\n[^]*\n={9}\n[^]*\n>{9} theirs\n$/)
})

t.test('the command takes the size of markers that git gives, else the usual one', async t => {
  const other = formatMemoryDocument(memory('yyyyyyy1', 'Y.'))
  for (const [given, size] of Object.entries({ 1: 1, 12: 12, 0: 7, '-3': 7, 1.5: 7, '%L': 7 })) {
    const folder = temporaryFolder(t)
    const files = [text('old'), text('X.'), other].map((content, at) => {
      const file = join(folder, `.merge_file_${at}`)
      writeFileSync(file, content)
      return file
    })
    const call = { operands: [...files, given, PATH] } as unknown as Call
    t.equal(await mergeDriver.run(call), 65)
    const [marker] = /^<+(?= ours\n)/.exec(readFileSync(files[1]!, 'utf8')) ?? []
    t.equal(marker?.length, size, given)
  }
})

t.test('what it cannot read is left to git', async t => {
  const own = text('X.')
  const broken = '---\nid: [\n---\n'
  for (const theirs of [broken, '', 'bin\0ary', Buffer.from([0xff, 0x41])]) {
    t.same(await drive(t, [text('old'), own, theirs], PATH), { code: 1, ours: own })
  }
  const skill = 'global/skills/x/SKILL.md'
  t.same(await drive(t, [text('old'), own, text('Y.')], skill), { code: 1, ours: own })
})

t.test(
  'files that a person wrote state neither id nor time, and get no time of the merge',
  async t => {
    const written = (line: string) => `# Ports\n\n${line}\n\nAsk Ada.\n`
    const sides = [written('a'), written('b'), written('a') + '\nMore.\n']
    const { code, ours } = await drive(t, sides, 'global/memories/ports.md')
    t.equal(code, 0)
    t.match(
      ours,
      /^---\nid: [a-z0-9]+\nkind: fact\ntitle: Ports\n---\n\n# Ports\n\nb\n\nAsk Ada.\n\nMore.\n$/,
    )
  },
)

t.test('line ends and a byte-order mark of another system do no harm', async t => {
  const dos = (content: string) => '\ufeff' + text(content).replaceAll('\n', '\r\n')
  const { code, ours } = await drive(t, [dos('a\n\nb'), dos('a\n\nB'), text('A\n\nb')], PATH)
  t.same({ code, ours }, { code: 0, ours: text('A\n\nB') })
})
