import t from 'tap'
import { widestOf } from '../../../../src/bin/terminal/layout.js'
import {
  renderKeyHelp,
  renderKeys,
  renderReview,
  renderReviewItem,
  renderTally,
  tellDecisions,
  tellRest,
} from '../../../../src/bin/commands/review.js'
import { pickGroup, renderGroup, renderGroupKeys } from '../../../../src/bin/commands/proposals.js'
import { createStyles, type Screen } from '../../../../src/bin/terminal/screen.js'
import type { ReviewItem } from '../../../../src/types.js'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const PLACE = { number: 1, total: 3 }
const LONG = 'a sentence that goes on 日本語 and on '.repeat(40)
const COLOUR = /\u001b\[\d+m/g

function screenOf(columns: number, colours = false): Screen {
  return { columns, styles: createStyles(colours), now: NOW }
}

function itemOf(fields: Partial<ReviewItem> = {}, said = 'use pnpm'): ReviewItem {
  const memory = {
    ...{ id: 'abcdefgh', scope: { type: 'project', id: '/home/dev/shop' } as const, kind: 'fact' },
    ...{ title: 'Packages', content: 'pnpm.', tags: [], aliases: [], source: {}, uses: 0 },
    ...{ createdAt: '', updatedAt: '2026-11-20T10:00:00.000Z', pinned: false },
  }
  const at = '2026-11-20T10:00:00.000Z'
  const words = [{ said, session: 's', turn: 3, at }]
  const rest = { marked: false, contradicts: [], secrets: [], reviewed: false }
  return { id: 'abcdefgh', memory, change: 'added', at, words, undo: 'forget', ...rest, ...fields }
}

const NOTHING = { items: [], elsewhere: [], problems: [], untrusted: [] }

t.test('a list shows what a memory says, the words it came from, and what is to be decided', t => {
  const contradicts = [{ id: 'bcdefghi', title: 'npm', content: 'npm alone.' }]
  const { change: _, ...open } = itemOf({ marked: true, contradicts, secrets: ['aws-key'] })
  const lines = renderReview(
    { ...NOTHING, items: [itemOf(), { ...open, words: [] }] },
    screenOf(80),
  )
  t.same(lines, [
    'abcdefgh  added      fact  2h  shop  Packages',
    '    pnpm.',
    '    said: “use pnpm”',
    'abcdefgh  to decide  fact  2h  shop  Packages',
    '    pnpm.',
    '    contradicts bcdefghi npm: npm alone.',
    '    may hold a secret: aws-key',
  ])
  t.end()
})

t.test('a title is not told twice, and paragraphs are told apart', t => {
  const body = {
    title: 'Retry reads only',
    content: 'Retry reads only\n\nA write may run twice.\n\n- puts',
  }
  const item = (fields: object) => ({ ...itemOf(), memory: { ...itemOf().memory, ...fields } })
  const items = [item(body), item({ title: 'We use pnpm', content: 'We use pnpm.' })]
  t.same(renderReview({ ...NOTHING, items }, screenOf(80)), [
    'abcdefgh  added  fact  2h  shop  Retry reads only',
    '    A write may run twice. · - puts',
    '    said: “use pnpm”',
    'abcdefgh  added  fact  2h  shop  We use pnpm',
    '    said: “use pnpm”',
  ])
  const [first, second] = items.map(one => renderReviewItem(one, PLACE, screenOf(80)).join('\n'))
  t.match(first, /Retry reads only\n {4}A write may run twice\.\n/)
  t.match(second, /We use pnpm\nfrom turn/)
  t.end()
})

t.test('proposals of one source are shown together, and meant by one word', t => {
  const of = (id: string, source: ReviewItem['memory']['source']) => {
    return itemOf({ id, memory: { ...itemOf().memory, id, title: `${id} ${LONG}`, source } })
  }
  const waits = true as const
  const items = [
    of('learned', { runtime: 'svc', session: 's', waits }),
    of('commit', { runtime: 'git', commit: 'c', waits }),
    of('agents', { runtime: 'mcp', waits }),
    of('holds', { runtime: 'svc', session: 's' }),
  ]
  const idsOf = (word: string) => pickGroup(word, items)?.map(({ id }) => id)
  t.same(idsOf('transcripts'), ['learned'])
  t.same(idsOf('git'), ['commit'])
  t.same(idsOf('all'), ['learned', 'commit', 'agents', 'holds'])
  t.equal(idsOf('toString'), undefined)
  t.match(tellDecisions({ ...NOTHING, items }), [
    'svc review accept ID...|transcripts|git|all keeps',
  ])
  const shown = renderGroup('transcripts', items.slice(0, 1), screenOf(60))
  t.match(shown, ['', '1 proposal from old sessions', /^ {2}learned a sentence/, ''])
  t.ok(widestOf([...shown, renderGroupKeys(1_000)]) <= 60)
  t.end()
})

t.test('nothing is wider than the terminal, whatever was said; a pipe gets the words whole', t => {
  const odd = itemOf({ contradicts: [{ id: 'bcdefghi', title: LONG, content: LONG }] }, LONG)
  odd.memory.title = LONG
  odd.memory.content = `${LONG}\n\u001b[31mred\n${'x'.repeat(200)}\n${'line\n'.repeat(30)}`
  odd.before = { title: 'Before', kind: 'rule', content: LONG }
  for (const columns of [80, 60]) {
    const shown = [
      ...renderReview({ ...NOTHING, items: [odd] }, screenOf(columns, true)),
      ...renderReviewItem(odd, PLACE, screenOf(columns, true)),
    ].map(line => line.replace(COLOUR, ''))
    t.ok(widestOf(shown) <= columns, `${widestOf(shown)} of ${columns}`)
    t.notMatch(shown.join('\n'), '\u001b', 'no control of theirs')
    t.match(shown.join('\n'), /and \d+ more lines/)
  }
  t.ok(widestOf([...renderKeyHelp(), renderKeys(odd)]) <= 80)
  const piped = renderReview(
    { ...NOTHING, items: [itemOf({}, LONG.slice(0, 500))] },
    screenOf(Infinity),
  )
  t.equal(piped.join(' ').match(/sentence/g)?.length, 15)
  t.end()
})

t.test('the keys say what an undo does, and are those that there are', t => {
  t.equal(
    renderKeys(itemOf({ undo: 'revert' })),
    'a accept  e edit  u undo (as before)  s skip  q quit  ? help ',
  )
  t.equal(
    renderKeys(itemOf({ undo: 'restore' })),
    'a accept  u undo (bring it back)  s skip  q quit  ? help ',
  )
  const { undo: _, ...merged } = itemOf()
  t.equal(renderKeys(merged), 'a accept  e edit  s skip  q quit  ? help ')
  const item = itemOf({ id: 'cdefghij', marked: true })
  t.match(renderReviewItem(item, PLACE, screenOf(80)).join('\n'), /was merged into abcdefgh since/)
  t.end()
})

t.test('what a look came to, and where else something waits', t => {
  t.equal(renderTally({ accepted: 2, undone: 0, left: 1 }), '2 accepted, 1 left for the next time')
  t.same(tellDecisions(NOTHING), [])
  const global = { scope: { type: 'global' as const, id: null }, count: 2 }
  const path = '/w/app/.svc'
  const untrusted = { ...{ path, project: '/w/app' }, reason: 'untrusted' as const, files: 2 }
  const problem = { scope: global.scope, path: '/s/a.md', message: 'is empty' }
  const rest = {
    elsewhere: [global],
    problems: [problem],
    untrusted: [{ ...untrusted, findings: [] }],
  }
  t.same(tellRest({ ...NOTHING, ...rest }), [
    '2 memories wait elsewhere: svc review --scope global',
    'not read: /s/a.md is empty',
    'not used: /w/app/.svc: untrusted, with 2 files; svc trust shows and trusts it',
  ])
  const others = ['/w/a', '/w/b', '/w/c'].map((id, at) => {
    return { scope: { type: 'project' as const, id }, count: 2 * at + 1 }
  })
  t.same(tellRest({ ...NOTHING, elsewhere: others }), [
    '9 memories wait elsewhere in 3 scopes (--json names them): svc review --scope project:/w/c',
  ])
  t.end()
})
