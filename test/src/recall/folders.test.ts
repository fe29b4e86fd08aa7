import t from 'tap'
import type { RecallUnit } from '../../../src/recall/choose.js'
import { placeSession } from '../../../src/recall/folders.js'
import { encodeIndex } from '../../../store/index/encode.js'
import { openIndexBytes } from '../../../store/index/file-index.js'
import { createScopeIndex } from '../../../store/index/memory-index.js'
import type { IndexDocument, SearchIndex } from '../../../store/index/types.js'

/** A file of three passages that stands for a folder, or for the workspace. */
function passagesOf(folder: string): IndexDocument[] {
  const locator = folder === '' ? 'AGENTS.md' : `${folder}/AGENTS.md`
  const at = '2026-11-20T10:00:00.000Z'
  return Array.from({ length: 3 }, (_, passage) => ({
    ...{ id: `m${Buffer.from(folder).toString('hex')}x`, kind: 'constraint', title: locator },
    ...{ pinned: false, imported: true, uses: 0, createdAt: at, updatedAt: at, stamp: '1-1' },
    ...{ locator, loadedAs: [locator], passage, heading: `part ${passage}`, tags: [], aliases: [] },
    ...{ content: `The walrus of ${folder} swims.`, subject: `part ${passage}` },
    ...(folder !== '' && { folder }),
  }))
}

const PACKAGES = Array.from({ length: 300 }, (_, n) => `packages/p${n}`)
const FOLDERS = ['', 'packages', ...PACKAGES, 'packages/p7/src', 'packages/p7-old', 'zoo']

const memory = createScopeIndex()
for (const document of FOLDERS.flatMap(passagesOf)) memory.put(document)
const bytes = encodeIndex(memory, { directoryStamp: 'x' })

function placeIn(index: SearchIndex, folder: string, text?: string) {
  const standing = () => ({ entries: [], unread: 0 })
  const unit: RecallUnit = {
    standing,
    index: () => index,
    isGlobal: false,
    isInRepo: false,
    has: () => false,
  }
  const at = { root: '/app', folder }
  return placeSession([unit], { text, at, isUnasked: true })
}

for (const kind of ['in memory', 'in a file']) {
  const open = () => (kind === 'in memory' ? memory : openIndexBytes('x.idx', bytes)!)

  t.test(`what stands for folders is found ${kind}`, async t => {
    const standing = (folder: string) =>
      placeIn(open(), folder)
        .standing(0)
        .map(({ folder, passage }) => [folder, passage] as const)
        .sort()
    t.same(standing(''), [])
    t.same(standing('packages/p7/src/deep'), [
      ['packages', undefined],
      ['packages/p7', undefined],
      ['packages/p7/src', undefined],
    ])
    t.same(standing('nowhere/at/all'), [])
    const named = placeIn(open(), 'zoo', 'see packages/p7/src/a.ts and ../packages/p299/')
    t.same(
      named.atHand().map(({ entry }) => entry.folder),
      ['packages/p7/src', 'packages/p299', 'packages/p7', 'packages'],
    )
  })

  t.test(`the rest is hidden ${kind}`, async t => {
    const all = open()
    t.equal(all.frequency('walrus'), FOLDERS.length * 3)
    const seen = placeIn(all, 'packages/p7').index(0)
    const found = Array.from(seen.postings('walrus') as number[], posting => posting >>> 8)
    t.same([...new Set(found.map(document => seen.entry(document).folder ?? ''))].sort(), [
      '',
      'packages',
      'packages/p7',
    ])
    t.same([seen.size, seen.frequency('walrus'), seen.frequency('nothing')], [9, 9, 0])
    const alone = createScopeIndex()
    for (const document of ['', 'packages', 'packages/p7'].flatMap(passagesOf)) alone.put(document)
    t.same(seen.totals, alone.totals)
    t.equal(seen.passages().size, 9)
    t.equal(seen.entries(0, 100).length, 9)
    t.same([...seen.termsFrom('walr')], [...alone.termsFrom('walr')])
  })
}

t.test('the paths that a prompt names, from the root of the project', async t => {
  const cases: [folder: string, text: string, paths: string[]][] = [
    ['', 'fix web/src/a.ts', ['web/src/a.ts']],
    ['', 'fix @web/src/a.ts:12, then `api/`', ['web/src/a.ts', 'api']],
    ['', 'fix /app/web/a.ts, not /other/web/a.ts', ['web/a.ts']],
    ['', 'see https://example.com/web/a.ts', []],
    ['', 'fix web\\src\\a.ts', ['web/src/a.ts']],
    ['', 'fix ../web/a.ts', []],
    ['web', 'fix src/a.ts', ['src/a.ts', 'web/src/a.ts']],
    ['web', 'fix ../api/a.ts and ./b.ts', ['api/a.ts', 'b.ts', 'web/b.ts']],
    ['web', 'either/or', ['either/or', 'web/either/or']],
    ['', 'no path here', []],
  ]
  for (const [folder, text, paths] of cases)
    t.same(placeIn(memory, folder, text).place.paths, paths, text)
})
