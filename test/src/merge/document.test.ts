import t from 'tap'
import { mergeDocuments } from '../../../src/merge/document.js'
import { mergeTexts } from '../../../src/merge/text.js'
import { formatMemoryDocument } from '../../../store/document/format.js'
import type { MemoryDocument } from '../../../store/types.js'
import { processorMs } from '../../processor-time.js'

const BASE: MemoryDocument = {
  ...{ id: 'aaaaaaaa', kind: 'fact', title: 'Port', tags: ['x', 'y'], aliases: [] },
  ...{ source: { runtime: 'svc' }, createdAt: '2026-11-01T00:00:00.000Z', pinned: false },
  ...{ extra: {}, content: 'a\n\nb\n\nc' },
}

type Change = Partial<MemoryDocument>

/** The fields of a merge that differ from the base, and whether it is flagged. */
function outcome(ours: Change, theirs: Change, base: MemoryDocument | undefined = BASE) {
  const sides = [ours, theirs].map(change => ({ ...BASE, ...change })) as [
    MemoryDocument,
    MemoryDocument,
  ]
  const [merged, swapped] = [sides, [...sides].reverse() as typeof sides].map(both =>
    mergeDocuments(base, ...both),
  )
  if (!merged || !swapped || 'problem' in merged || 'problem' in swapped) throw new Error('problem')
  const [text, other] = [merged, swapped].map(({ document }) => formatMemoryDocument(document))
  if (text !== other) throw new Error(`${text}\nis not\n${other}`)
  const changed = Object.entries(merged.document).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(BASE[key as keyof MemoryDocument]),
  )
  return { ...Object.fromEntries(changed), ...(merged.isFlagged && { isFlagged: true }) }
}

const FLAGGED = { isFlagged: true, tags: ['x', 'y', 'needs-review'] }
const day = (number: number) => `2026-11-${String(number).padStart(2, '0')}T00:00:00.000Z`

const CASES: Record<string, [Change, Change, object]> = {
  'fields of their own': [
    { title: 'Ports' },
    { content: 'a\n\nB\n\nc' },
    { title: 'Ports', content: 'a\n\nB\n\nc' },
  ],
  'two titles: one is chosen, the other kept': [
    { title: 'Ports' },
    { title: 'Host' },
    { title: 'Host', extra: { otherTitles: ['Ports'] }, ...FLAGGED },
  ],
  'two kinds: the one that binds more': [
    { kind: 'procedure' },
    { kind: 'preference' },
    { kind: 'preference', ...FLAGGED },
  ],
  'two kinds that nobody knows: by name': [{ kind: 'b' }, { kind: 'a' }, { kind: 'a', ...FLAGGED }],
  'tags: added on both sides, removed on one': [
    { tags: ['x', 'z'] },
    { tags: ['y', 'x', 'w'] },
    { tags: ['x', 'w', 'z'] },
  ],
  'aliases as tags': [
    { aliases: ['red build', 'go live'] },
    { aliases: ['rollout'] },
    { aliases: ['go live', 'red build', 'rollout'] },
  ],
  'tags in the order of who alone changed them': [
    { tags: ['y', 'b', 'x', 'a'] },
    { pinned: true },
    { tags: ['y', 'b', 'x', 'a'], pinned: true },
  ],
  'the mark for review is taken off by one side': [
    { tags: ['x', 'y'], title: 'P' },
    { tags: ['x', 'y', 'q'] },
    { title: 'P', tags: ['x', 'y', 'q'] },
  ],
  'the earliest time': [
    { createdAt: day(3), title: 'P' },
    { kind: 'note' },
    { title: 'P', kind: 'note' },
  ],
  'ids of parts': [
    { source: { runtime: 'svc', mergedFrom: ['bbbbbbbb'] } },
    { source: { runtime: 'svc', session: 's', mergedFrom: ['cccccccc'] } },
    { source: { runtime: 'svc', mergedFrom: ['bbbbbbbb', 'cccccccc'], session: 's' } },
  ],
  'sources that differ are no matter for a person': [
    { source: { runtime: 'b' } },
    { source: { runtime: 'a' } },
    { source: { runtime: 'a' } },
  ],
  'an unknown key with two values': [
    { extra: { owner: 'bob' } },
    { extra: { owner: 'ada', more: 1 } },
    { extra: { more: 1, owner: 'ada' }, ...FLAGGED },
  ],
  'a tombstone and nothing new': [
    { supersededBy: 'bbbbbbbb', extra: { supersededAt: day(2) } },
    { tags: ['x'], kind: 'note' },
    { supersededBy: 'bbbbbbbb', extra: { supersededAt: day(2) }, tags: ['x'], kind: 'note' },
  ],
  'a tombstone of what the other side changed': [
    { supersededBy: 'bbbbbbbb', extra: { supersededAt: day(2) } },
    { content: 'a\n\nB\n\nc' },
    { content: 'a\n\nB\n\nc', ...FLAGGED },
  ],
  'evicted, and pinned': [{ evictedAt: day(2) }, { pinned: true }, { pinned: true }],
  'merged away, and pinned': [
    { supersededBy: 'bbbbbbbb' },
    { pinned: true },
    { supersededBy: 'bbbbbbbb', pinned: true },
  ],
  'two tombstones: merged before evicted': [
    { supersededBy: 'bbbbbbbb', extra: { supersededAt: day(3) } },
    { evictedAt: day(2) },
    { supersededBy: 'bbbbbbbb', extra: { supersededAt: day(3) } },
  ],
  'two survivors: the smaller id, the later day': [
    { supersededBy: 'cccccccc', extra: { supersededAt: day(3) } },
    { supersededBy: 'bbbbbbbb', extra: { supersededAt: day(2) } },
    { supersededBy: 'bbbbbbbb', extra: { supersededAt: day(3) } },
  ],
  'a date is known on one side': [
    { createdAt: day(3), tags: ['x'] },
    { createdAt: day(2), undated: true },
    { createdAt: day(3), tags: ['x'] },
  ],
  'a date is known on neither side': [
    { createdAt: day(3), undated: true },
    { createdAt: day(2), undated: true },
    { createdAt: day(2), undated: true },
  ],
  'a choice and a wish: the choice': [
    { kind: 'decision' },
    { kind: 'preference' },
    { kind: 'decision', ...FLAGGED },
  ],
  'evicted twice: the earlier': [
    { evictedAt: day(3) },
    { evictedAt: day(2) },
    { evictedAt: day(2) },
  ],
  'the same lines changed: both stand': [
    { content: 'a\n\nOne.\n\nc' },
    { content: 'a\n\nTwo.\n\nc' },
    { content: 'a\n\nOne.\nTwo.\n\nc', ...FLAGGED },
  ],
  'one of them says it all': [
    { content: 'a\n\nOne.\nTwo.\n\nc' },
    { content: 'a\n\nTwo.\n\nc' },
    { content: 'a\n\nOne.\nTwo.\n\nc' },
  ],
  'deleted on one side, changed on the other': [
    { content: 'a\n\nc' },
    { content: 'a\n\nB\n\nc' },
    { content: 'a\n\nB\n\nc', ...FLAGGED },
  ],
  'added at one place': [
    { content: 'a\n\nb\n\nc\nTwo.' },
    { content: 'a\n\nb\n\nc\nOne.' },
    { content: 'a\n\nb\n\nc\nOne.\nTwo.' },
  ],
}

for (const [name, [ours, theirs, expected]] of Object.entries(CASES)) {
  t.test(name, async t => t.same(outcome(ours, theirs), expected))
}

t.test('back from the archive on one side, moved on the other: it lives', async t => {
  const base = { ...BASE, supersededBy: 'bbbbbbbb' }
  const restored = { extra: { restoredAt: day(2) } }
  t.same(outcome(restored, { supersededBy: 'cccccccc' }, base), restored)
})

t.test('accepted on one side, buried on the other while it waited: it holds', async t => {
  const waits = { source: { runtime: 'svc', waits: true as const } }
  for (const life of [{ supersededBy: 'bbbbbbbb' }, { evictedAt: day(2) }])
    t.same(outcome({}, { ...waits, ...life }, { ...BASE, ...waits }), FLAGGED)
})

t.test('without an ancestor what differs is flagged', async t => {
  const added = (change: Change) => mergeDocuments(undefined, BASE, { ...BASE, ...change })
  t.match(added({ tags: ['z'] }), { isFlagged: false, document: { tags: ['x', 'y', 'z'] } })
  t.match(added({ content: 'a\n\nB\n\nc' }), {
    isFlagged: true,
    document: { content: 'a\n\nB\nb\n\nc', tags: ['x', 'y', 'needs-review'] },
  })
  t.match(added({ content: 'a\n\nb\n\nc\nd' }), {
    isFlagged: false,
    document: { content: 'a\n\nb\n\nc\nd' },
  })
  const two = mergeDocuments(BASE, BASE, { ...BASE, id: 'bbbbbbbb' })
  t.same(two, { problem: 'they are two memories, aaaaaaaa and bbbbbbbb', isOfTwo: true })
})

t.test('lines of unknown keys and comments come along as they were written', async t => {
  const text = (front: string, body: string) =>
    `---\nid: aaaaaaaa\ntitle: Port\ncreatedAt: 2026-11-01T00:00:00.000Z\n${front}---\n\n${body}\n`
  const base = text('# who\nowner: { name: Ada }\n', 'a')
  const ours = text('# who\nowner: { name: Ada }\n# when\ndue:   soon\n', 'a')
  const theirs = text('# who else\nowner:  { name: Bob }\n', 'b')
  const merged = await mergeTexts(base, ours, theirs, 'port--aaaaaaaa.md')
  t.match(merged, {
    text: /\n# who else\nowner: {2}\{ name: Bob \}\n# when\ndue: {3}soon\n---\n\nb\n$/,
    isFlagged: false,
  })
})

t.test('a text that grows past the limit is not merged', async t => {
  const text = (letter: string) =>
    formatMemoryDocument({ ...BASE, content: `${letter.repeat(600_000)}\n` })
  t.match(await mergeTexts(formatMemoryDocument(BASE), text('a'), text('b'), 'x.md'), {
    problem: /1 MiB/,
  })
})

t.test('long texts are merged in time, or left to git', async t => {
  const merge = async (words: number) => {
    const lines = Array.from({ length: 10_000 }, (_, at) => `Line ${at % words}`)
    const at = (changed: number) => {
      const content = lines.map((line, n) => (n === changed ? `New ${n}.` : line)).join('\n')
      return { ...BASE, content }
    }
    let merged
    const work = () => (merged = mergeDocuments(at(-1), at(4_000), at(6_000)))
    t.ok((await processorMs(work)) < 5_000)
    return merged
  }
  t.match(await merge(10_000), { document: { content: /New 4000\.[^]*New 6000\./ } })
  t.match(await merge(10), { problem: /more lines than/ })
})
