import t from 'tap'
import { toFeatures } from '../../../src/consolidate/markdown.js'
import { planCopies, orderOfWriting, planSettlement } from '../../../src/merge/settlement.js'
import { formatMemoryDocument } from '../../../store/document/format.js'
import type { MemoryDocument } from '../../../store/types.js'
import { createRandom } from '../consolidate/items.js'
import { memory } from '../git/branches.js'
import { pickFrom } from './documents.js'

/** What stands after a settlement was carried out. */
function carryOut(documents: readonly MemoryDocument[]): MemoryDocument[] {
  return write(documents, orderOfWriting(planSettlement(documents)))
}

/** What stands after some of the files were written anew. */
function write(documents: readonly MemoryDocument[], anew: readonly MemoryDocument[]) {
  return [...new Map([...documents, ...anew].map(one => [one.id, one])).values()]
}

/** All files as one text, whatever their order. */
const textOf = (documents: readonly MemoryDocument[]) =>
  documents.map(formatMemoryDocument).sort().join()
const ids = (documents: readonly MemoryDocument[]) => documents.map(({ id }) => id)

t.test('chains that end in a memory are fine, be it living or evicted', async t => {
  const chain = [
    memory('aaaaaaa1', 'A.', { supersededBy: 'bbbbbbb1' }),
    memory('bbbbbbb1', 'B.', { supersededBy: 'ccccccc1' }),
    memory('ccccccc1', 'C.'),
  ]
  t.same(planSettlement(chain), { revived: [], merges: [] })
  const evicted = [chain[0]!, memory('bbbbbbb1', 'B.', { evictedAt: '2026-11-01T00:00:00.000Z' })]
  t.same(planSettlement(evicted), { revived: [], merges: [] })
})

t.test(
  'what leads nowhere lives again: the last before the gap, the oldest of a circle',
  async t => {
    const chain = [
      memory('aaaaaaa1', 'A.', { supersededBy: 'bbbbbbb1' }),
      memory('bbbbbbb1', 'B.', { supersededBy: 'gonegon1', extra: { supersededAt: 'x', keep: 1 } }),
    ]
    const { revived } = planSettlement(chain)
    t.match(revived, [{ id: 'bbbbbbb1', tags: ['needs-review'], supersededBy: undefined }])
    t.same(revived[0]?.extra, { keep: 1 })
    const circle = [
      memory('aaaaaaa1', 'A.', { supersededBy: 'bbbbbbb1' }),
      memory('bbbbbbb1', 'B.', { supersededBy: 'ccccccc1', createdAt: '2025-01-01T00:00:00.000Z' }),
      memory('ccccccc1', 'C.', { supersededBy: 'bbbbbbb1' }),
    ]
    t.same(ids(planSettlement(circle).revived), ['bbbbbbb1'])
    t.same(ids(planSettlement([memory('aaaaaaa1', 'A.', { supersededBy: 'aaaaaaa1' })]).revived), [
      'aaaaaaa1',
    ])
  },
)

t.test('one that lives again joins its namesake', async t => {
  const plan = planSettlement([
    memory('aaaaaaa1', 'A.', { title: 'Same', supersededBy: 'gonegon1' }),
    memory('bbbbbbb1', 'B.', { title: 'same', extra: { otherTitles: ['Host'] } }),
  ])
  t.same(
    orderOfWriting(plan).map(({ id, content, supersededBy }) => [id, content, supersededBy]),
    [
      ['aaaaaaa1', 'A.\n\nB.', undefined],
      ['bbbbbbb1', 'B.', 'aaaaaaa1'],
    ],
  )
  t.same(plan.merges[0]?.survivor.extra, { otherTitles: ['Host'] })
})

t.test("namesakes bring their aliases together, the oldest one's first", async t => {
  const { merges } = planSettlement([
    memory('aaaaaaa1', 'A.', { title: 'Same', aliases: ['go live'] }),
    memory('bbbbbbb1', 'B.', { title: 'same', aliases: ['rollout', 'Go Live', 'SAME'] }),
  ])
  t.same(merges[0]?.survivor.aliases, ['go live', 'rollout'])
  t.match(merges[0]?.tombstones, [{ aliases: ['rollout', 'Go Live', 'SAME'] }])
})

t.test('namesakes say nothing twice, and are marked where they contradict each other', async t => {
  const join = (...contents: string[]) => {
    const documents = contents.map((content, at) => memory(`aaaaaaa${at}`, content, { title: 'T' }))
    return planSettlement(documents).merges[0]?.survivor
  }
  const text = 'The staging database is wiped every night.'
  const slip = 'The staging databse is wiped every night!'
  const rich = 'The staging database is wiped every night, because disks are small.'
  t.equal(join(text, slip)?.content, text)
  t.equal(join(text, slip, rich)?.content, rich)
  t.equal(join(rich, text)?.content, rich)
  t.match(join('We use prettier.', "We don't use prettier any more."), {
    content: "We use prettier.\n\nWe don't use prettier any more.",
    tags: ['needs-review'],
    source: { contradicts: ['aaaaaaa0'] },
  })
  t.same(join('Ask first.', 'Tell the team.')?.tags, [])
})

const SENTENCES = [
  'The staging database is wiped every night.',
  'The staging databse is wiped every night!',
  'The staging database is wiped every night, because disks are small.',
  'The staging database is wiped every night, because disks are small and dear.',
  'Use pnpm for installs.',
  'Use pnpm for installs, in CI with --frozen-lockfile.',
  'Use npm for installs.',
  'Unit tests run with vitest.',
  'Tests run with vitest.',
  '- build\n- sign',
  '```sh\nmake\n```',
]

t.test('namesakes lose no statement, whatever each of them says', async t => {
  for (let seed = 1; seed <= 400; seed++) {
    const random = createRandom(seed)
    const pick = () => pickFrom(SENTENCES, random)
    const texts = [1, 2, 3, 4].map(() => [pick(), pick(), pick()].join('\n\n'))
    const documents = texts.map((text, at) => memory(`aaaaaaa${at}`, text, { title: 'T' }))
    const [merge] = planSettlement(documents).merges
    const { content } = merge!.survivor
    const features = toFeatures({ document: merge!.survivor, updatedAt: '', uses: 0 })
    const lost = documents.flatMap(document => {
      const { statements } = toFeatures({ document, updatedAt: '', uses: 0 })
      return statements.filter(one => !features.said.has(one)).map(({ raw }) => raw)
    })
    t.same(lost, [], `seed ${seed}`)
    const plain = SENTENCES.filter(one => texts.some(text => text.includes(one)))
    const kept = plain.filter(
      one => /npm|vitest/.test(one) && !/^Use pnpm for installs\.$/.test(one),
    )
    t.ok(
      kept.every(one => content.includes(one)),
      'what another one only resembles stays beside it',
    )
    t.same(planSettlement([...documents].reverse()).merges[0]?.survivor, merge!.survivor)
  }
})

t.test('the order of files does not matter, and settling again changes nothing', async t => {
  const names = 'abcdefghij'.split('').map(letter => letter.repeat(8))
  for (let seed = 1; seed <= 400; seed++) {
    const random = createRandom(seed)
    const documents = names.slice(0, 2 + Math.floor(random() * 8)).map(id =>
      memory(id, `Statement ${id}.`, {
        title: pickFrom(['One', 'two', 'TWO', 'Three'], random),
        createdAt: `2026-11-0${1 + Math.floor(random() * 3)}T00:00:00.000Z`,
        ...(random() < 0.5 && { supersededBy: pickFrom(names, random) }),
        ...(random() < 0.1 && { extra: { restoredAt: '2026-11-01T00:00:00.000Z' } }),
      }),
    )
    const writes = orderOfWriting(planSettlement(documents))
    const settled = write(documents, writes)
    const whole = textOf(settled)
    t.equal(textOf(carryOut([...documents].reverse())), whole, `seed ${seed}`)
    t.equal(textOf(carryOut(settled)), whole)
    t.same(planSettlement(settled), { revived: [], merges: [] })
    const before = documents.filter(one => one.supersededBy === undefined)
    for (let broken = 1; broken < 4; broken++) {
      const half = write(documents, writes.slice(0, broken))
      const living = carryOut(half).filter(one => one.supersededBy === undefined)
      const said = living.map(({ content }) => content).join()
      t.ok(
        before.every(one => said.includes(one.content)),
        'broken off, nothing is lost',
      )
    }
  }
})

t.test('copies get an id that follows from what they say', async t => {
  const [a, b] = [memory('aaaaaaa1', 'A.'), memory('aaaaaaa1', 'B.')]
  const files = [
    { name: 'copy.md', document: b },
    { name: 'old--aaaaaaa1.md', document: a },
    { name: 'again.md', document: a },
    { name: 'other--bbbbbbb1.md', document: memory('bbbbbbb1', 'A.') },
  ]
  const plans = planCopies(files)
  t.match(plans, [
    { name: 'again.md', original: 'old--aaaaaaa1.md', replacement: undefined },
    { name: 'copy.md', replacement: { document: { content: 'B.', tags: ['needs-review'] } } },
  ])
  t.same(planCopies([...files].reverse()), plans)
  const id = plans[1]?.replacement?.document.id
  t.not(id, 'aaaaaaa1')
  t.equal(plans[1]?.replacement?.name, `title-of-aaaaaaa1--${id}.md`)
})
