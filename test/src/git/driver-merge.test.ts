import t from 'tap'
import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SVC } from '../../built.mjs'
import { formatDriver } from '../../../src/git/driver.js'
import { formatMemoryDocument } from '../../../store/document/format.js'
import { temporaryFolder } from '../../store/fixture.js'
import { Branches, fileOf, memory } from './branches.js'

const X = memory('xxxxxxx1', 'Port 5432.\n\nAsk Ada.')
const ATTRIBUTES = { '.gitattributes': 'global/memories/*.md text eol=lf merge=svc\n' }

t.test('git merges memories with the driver, and two memories are not mixed', async t => {
  const bench = new Branches(t, join(temporaryFolder(t), 'store'), { ...fileOf(X), ...ATTRIBUTES })
  const driver = formatDriver({ node: process.execPath, script: SVC })
  bench.git(['config', 'merge.svc.driver', driver])
  bench.on('main', fileOf({ ...X, tags: ['a'], content: 'Port 1.\n\nAsk Ada.' }))
  bench.on('other', fileOf({ ...X, tags: ['b'], content: 'Port 2.\n\nAsk Bob.' }))
  t.ok(bench.merge(), 'what would be a conflict is none')
  t.match(bench.files, {
    'a--xxxxxxx1.md':
      /- a\n {2}- b\n {2}- needs-review\n[^]*\n\nPort 1\.\nPort 2\.\n\nAsk Bob\.\n$/,
  })

  bench.on('main', fileOf({ ...memory('yyyyyyy1', 'Y.') }, 'a--xxxxxxx1.md'))
  bench.on('other', fileOf({ ...X, content: 'Port 3.' }))
  t.notOk(bench.merge(), 'the ids differ')
  t.match(bench.files, {
    'a--xxxxxxx1.md': /^<{7} ours\n---\nid: yyyyyyy1\n[^]*\n={7}\n---\nid: xxxxxxx1/,
  })
  t.same((await bench.resolve()).left, [])
  bench.git(['commit', '-q', '--no-edit'])
  t.match(bench.files, {
    'a--xxxxxxx1.md': /id: xxxxxxx1\n[^]*\n\nPort 3\.\n$/,
    'title-of-yyyyyyy1--yyyyyyy1.md': /\n\nY\.\n$/,
  })
})

t.test('aliases that both sides gave or took away are merged without a conflict', async t => {
  const named = { ...X, aliases: ['data base', 'open socket'] }
  const files = { ...fileOf(named), ...ATTRIBUTES }
  const bench = new Branches(t, join(temporaryFolder(t), 'store'), files)
  const driver = formatDriver({ node: process.execPath, script: SVC })
  bench.git(['config', 'merge.svc.driver', driver])
  bench.on('main', fileOf({ ...X, aliases: ['data base', 'open socket', 'invoice mailer'] }))
  bench.on('other', fileOf({ ...X, aliases: ['open socket', 'dunning ledger'] }))
  t.ok(bench.merge())
  const [text = ''] = Object.values(bench.files)
  const list = text.split('aliases:\n')[1]?.split('source:')[0]
  t.equal(list, '  - open socket\n  - dunning ledger\n  - invoice mailer\n')
  t.notMatch(text, 'needs-review')
})

const skip = process.platform === 'win32' ? 'no limits of a shell' : false
t.test('a merge for which there is no room leaves the own version whole', { skip }, t => {
  const folder = temporaryFolder(t)
  const long = `${'Ask Ada, who knows. '.repeat(60)}\n\nPort`
  const texts = ['5432.', '1.', '2.'].map(port =>
    formatMemoryDocument({ ...X, content: `${long} ${port}` }),
  )
  const names = texts.map((text, at) => {
    const path = join(folder, `.merge_file_${at}`)
    writeFileSync(path, text)
    return path
  })
  // Files of at most 512 bytes, in a shell that goes on past them.
  const limited = `trap '' XFSZ; ulimit -f 1; exec "$@"`
  const args = [process.execPath, SVC, 'git', 'merge-driver', ...names, '7', 'global/memories/a.md']
  const { status } = spawnSync('sh', ['-c', limited, 'sh', ...args], { encoding: 'utf8' })
  t.not(status, 0)
  t.equal(readFileSync(names[1] ?? '', 'utf8'), texts[1])
  t.same(readdirSync(folder).length, 3)
  t.end()
})
