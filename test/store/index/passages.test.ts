import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { encodeIndex } from '../../../store/index/encode.js'
import { openIndexFile } from '../../../store/index/file-index.js'
import { createScopeIndex } from '../../../store/index/memory-index.js'
import { overlayIndex } from '../../../store/index/overlay.js'
import type { IndexDocument } from '../../../store/index/types.js'
import { makeIndex } from './sample.js'

const TEXTS = ['unit tests', 'browser tests', 'release days']

/** A file of three passages among a few memories. */
function makeFile(id = 'f'.repeat(16)): IndexDocument[] {
  return TEXTS.map((content, passage) => ({
    ...{
      id,
      kind: 'constraint',
      title: 'AGENTS.md',
      content,
      tags: ['zebra'],
      aliases: [],
      passage,
    },
    ...{
      heading: passage === 0 ? '' : `Part ${passage}`,
      subject: `subject${passage}`,
      loadedAs: ['AGENTS.md'],
      ...(passage === 1 && { patterns: ['src/**/*.ts'] }),
    },
    ...{ pinned: false, imported: true, uses: 0, createdAt: '', updatedAt: '' },
    ...{ locator: 'AGENTS.md', stamp: '1-1' },
  }))
}

function makeMixed() {
  const index = makeIndex(3, 20)
  for (const passage of makeFile()) index.put(passage)
  return index
}

t.test('the passages of an item are documents of their own', async t => {
  const index = makeMixed()
  t.equal(index.size, 23)
  t.equal(index.frequency('zebra'), 3)
  t.equal(index.frequency('subject1'), 1)
  t.equal(index.frequency('agent'), 0, 'what is searched as title takes its place')
  const hashes = index.documents().map(document => index.idHash(document))
  t.equal(new Set(hashes).size, 23)
  const titles = index
    .entries(0, 23)
    .filter(({ imported, locator }) => imported && locator === 'AGENTS.md')
  t.same(
    titles.map(({ passage, heading }) => [passage, heading]),
    [
      [0, ''],
      [1, 'Part 1'],
      [2, 'Part 2'],
    ],
  )
})

t.test('a passage is replaced alone, an item removed whole', async t => {
  const index = makeMixed()
  const second = { ...makeFile()[1]!, content: 'kettle' }
  index.put(second)
  t.equal(index.size, 23)
  t.equal(index.frequency('browser'), 0)
  t.equal(index.frequency('kettl'), 1)
  t.equal(index.entry(index.numbersOf(second.id)[0]!).passage, 0)
  t.ok(index.remove(second.id))
  t.notOk(index.remove(second.id))
  t.equal(index.size, 20)
  t.equal(index.frequency('zebra'), 0)
  t.same(index.totals, makeIndex(3, 20).totals)
})

t.test('an index file holds them, and an overlay hides all of them', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-passages-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'mixed.idx')
  writeFileSync(path, encodeIndex(makeMixed(), { directoryStamp: 'x' }))
  const file = openIndexFile(path)!
  t.teardown(() => file.close())
  t.same(file.entries(0, 23), makeMixed().entries(0, 23))
  const added = createScopeIndex()
  added.put({ ...makeFile()[2]!, passage: 0 })
  const over = overlayIndex(file, { hidden: new Set(['f'.repeat(16)]), added })
  t.equal(over.size, 21)
  t.equal(over.frequency('zebra'), 1)
  t.equal(over.frequency('browser'), 0)
  t.equal(over.entries(0, 21).filter(({ locator }) => locator === 'AGENTS.md').length, 1)
})
