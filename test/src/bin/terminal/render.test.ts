import t from 'tap'
import type { EventItem, Memory } from '../../../../store/types.js'
import type { DoctorFacts } from '../../../../src/report.js'
import { renderFacts, renderReport } from '../../../../src/bin/commands/checks.js'
import { renderEvents, renderSkills } from '../../../../src/bin/commands/service.js'
import { renderAliases } from '../../../../src/bin/commands/upkeep.js'
import { widestOf, widthOf } from '../../../../src/bin/terminal/layout.js'
import {
  renderMemory,
  renderMemoryList,
  renderRecall,
} from '../../../../src/bin/terminal/memories.js'
import { createStyles, type Screen } from '../../../../src/bin/terminal/screen.js'
import { formatAge, formatJson, formatTime, nameScope } from '../../../../src/bin/terminal/words.js'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const LONG = 'A title that is far too long for one line of a terminal 日本語 '.repeat(5)

function screenOf(columns: number, colours = false): Screen {
  return { columns, styles: createStyles(colours), now: NOW }
}

function makeMemory(fields: Partial<Memory> = {}): Memory {
  return {
    id: 'abcdefgh',
    scope: { type: 'global', id: null },
    kind: 'fact',
    title: 'Title',
    content: 'Content',
    tags: [],
    aliases: [],
    source: {},
    createdAt: '2026-11-19T12:00:00.000Z',
    updatedAt: '2026-11-19T12:00:00.000Z',
    uses: 0,
    pinned: false,
    ...fields,
  }
}

const FACTS: DoctorFacts = {
  versions: { svc: '0.1.0', node: 'v20.1.0', platform: 'linux 6.1.0 x64', storeFormat: 1 },
  dataDir: {
    ...{ path: `/data/${LONG}`, mode: '700', bytes: 12_345_678, files: 2, freeBytes: 740 },
    folders: [
      { name: 'state/history', bytes: 12_000_000, files: 1 },
      { name: '.', bytes: 30, files: 1 },
    ],
  },
  locks: [{ name: 'work-global', since: '2026-11-20T10:00:00.000Z', isStale: true }],
  queues: [
    {
      ...{ key: 'global', turns: 2, oldest: '2026-11-17T12:00:00.000Z' },
      ...{ failing: 0, setAside: 1, putOff: 0, replay: 3 },
    },
  ],
  indexes: [{ key: 'global', memories: 3, state: 'behind', bytes: 7 }],
  provider: {
    name: 'openai',
    service: { host: 'api.openai.com', hasKey: true, status: 200, ms: 120 },
  },
  git: {
    ...{ workTree: '/data', branch: 'main', remote: 'origin', uncommitted: 3, unmerged: 0 },
    ...{
      ahead: 2,
      behind: 0,
      driver: 'registered',
      ignored: 0,
      isLocalTracked: false,
      local: 'closed' as const,
    },
  },
}

const ODD: Memory[] = [
  makeMemory({ title: LONG, tags: ['one', 'two'], kind: 'a-kind-with-a-very-long-name' }),
  makeMemory({ title: '', tags: ['t'.repeat(100)], content: LONG }),
  makeMemory({ scope: { type: 'project', id: `/home/dev/${'deep'.repeat(20)}` }, pinned: true }),
  makeMemory({ updatedAt: 'nonsense', content: `${LONG}\n\n    code ${LONG}` }),
]

t.test('every screen fits 80 columns on a terminal', async t => {
  const screen = screenOf(80)
  const recalled = ODD.map(item => ({ ...item, reason: LONG, degree: 'full' as const }))
  const signals = {
    coverage: 0.123,
    worth: 12.5,
    rarest: 3,
    title: 1,
    words: 3,
    passage: 9,
    pairs: 1,
  }
  const explained = { ...recalled[0]!, probability: 0.4, signals: { ...signals, lead: 1, gap: 0 } }
  const text = { text: LONG, chars: LONG.length, tokens: 120 }
  const context = { ...text, items: recalled, below: [explained] }
  const findings = [{ level: 'failure' as const, check: 'a-check', message: LONG }]
  const skills = ODD.map(({ title, scope }) => ({
    name: title.slice(0, 64),
    trigger: LONG,
    path: '/p',
    usageCount: 3,
    dormant: true,
    promoted: true,
    scope,
  }))
  const items = ODD.map(({ id, title }) => ({ id, title, aliases: [LONG, 'b'] }))
  const fill = { asked: 4, filled: 4, left: 0, items }
  const screens = {
    aliases: [renderAliases(fill, [], screen)].flat(),
    list: renderMemoryList(ODD, screen),
    show: renderMemory(ODD[3] as Memory, screen),
    recall: [renderRecall(context, { scopes: [], isExplained: true }, screen)].flat(),
    doctor: renderReport({ ok: false, findings, hosts: [], facts: FACTS }, screen),
    skills: renderSkills(skills, screen),
  }
  for (const [name, lines] of Object.entries(screens)) t.ok(widestOf(lines) <= 80, name)
})

t.test('a list: aligned, the scope only where it differs, nothing cut into a pipe', async t => {
  const items = [
    makeMemory({ tags: ['git'], pinned: true }),
    makeMemory({ id: 'importedrow12345', kind: 'constraint', title: LONG.trim() }),
  ]
  t.same(renderMemoryList(items, screenOf(Infinity)), [
    'abcdefgh          fact        1d  * Title  #git',
    `importedrow12345  constraint  1d  ${LONG.trim()}`,
  ])
  const mixed = [makeMemory(), makeMemory({ scope: { type: 'project', id: '/home/dev/app' } })]
  t.same(renderMemoryList(mixed, screenOf(80)), [
    'abcdefgh  fact  1d  global  Title',
    'abcdefgh  fact  1d  app     Title',
  ])
})

t.test('a memory keeps the lines of its content', async t => {
  const content = 'one\n\n  - two\ttabbed\n'
  const lines = renderMemory(makeMemory({ content, tags: ['a', 'b'] }), screenOf(80))
  t.same(lines.slice(-3), ['one', '', '  - two\ttabbed'])
  t.ok(lines.includes('tags     a, b'))
})

t.test('failures come first, what was mended last', async t => {
  const report = {
    ok: false,
    findings: [
      {
        ...{ level: 'remark' as const, check: 'left-over', path: '/x' },
        ...{ message: 'a file', mend: 'svc doctor --fix removes it' },
      },
      { level: 'failure' as const, check: 'clash', message: 'twice', fixed: true },
      { level: 'failure' as const, check: 'unreadable', message: '/y is broken', path: '/y' },
    ],
    hosts: [
      { host: 'codex', title: 'Codex', connected: true, last: '2026-11-19T10:00:00.000Z' },
      { host: 'droid', title: 'Droid', connected: false },
    ],
    facts: FACTS,
  }
  t.same(renderReport(report, screenOf(80)), [
    'failures',
    '  unreadable: /y is broken',
    '',
    'remarks',
    '  left-over: /x',
    '    a file; svc doctor --fix removes it',
    '',
    'fixed',
    '  clash: twice',
    '',
    'hosts',
    '  Codex  connected, last call 1d ago',
    '  Droid  not connected',
    '',
    ...renderFacts(FACTS, screenOf(80)),
    '1 failure, 1 remark',
  ])
  const well = renderReport({ ok: true, findings: [], hosts: [], facts: FACTS }, screenOf(80))
  t.equal(well[0], 'facts')
  t.equal(well.at(-1), 'everything stored and queued can be read and is consistent')
})

t.test('facts come last, each under its name', t => {
  const hosts = [
    { host: 'codex', title: 'Codex', path: '/bin/codex', version: '0.46.0' },
    { host: 'droid', title: 'Droid', path: '/bin/droid' },
  ]
  const launcher = {
    ...{ path: '/data/bin/svc-hook', node: '/bin/node', nodeVersion: '18.2.0' },
    ...{ isNodeUsable: false, script: '/svc/hook.cjs', svcVersion: '0.0.9', isOwn: false },
  }
  const dataDir = { ...FACTS.dataDir, path: '/data' }
  const odd = { ...FACTS, launcher: { ...launcher, node: '', script: '' } }
  t.match(renderFacts(odd, screenOf(80))[2], /what \/data\/bin\/svc-hook starts is not to be seen/)
  const facts = { ...FACTS, dataDir, hosts, launcher }
  const since = formatTime('2026-11-20T10:00:00.000Z')
  t.same(renderFacts(facts, screenOf(80)), [
    'facts',
    '  versions  svc 0.1.0, Node v20.1.0, no git, linux 6.1.0 x64, store format 1',
    '  hosts     Codex 0.46.0, Droid (tells no version)',
    '  hooks     svc 0.0.9 (/svc/hook.cjs) on Node 18.2.0 (/bin/node, too old)',
    '  store     /data (700), 12 MB in 2 files, 740 B free',
    '  largest   state/history 12 MB',
    '  queued    global: 2 turns (3d), 1 set aside, 3 to consolidate',
    '  index     1 behind',
    '  provider  openai at api.openai.com, with a key, answers 200 in 120 ms',
    '  git       main, 3 not committed, 2 ahead and 0 behind origin, merge driver',
    '            registered',
    `  locks     work-global left behind since ${since}`,
    '',
  ])
  t.end()
})

t.test('events name only the counts that say something', async t => {
  const event = {
    type: 'import' as const,
    timestamp: '2026-11-20T10:00:00.000Z',
    scope: { type: 'project' as const, id: '/home/dev/app' },
    added: 2,
    updated: 0,
    evicted: 0,
    skipped: 1,
  }
  const [imported, failed, idle] = renderEvents(
    [event, { ...event, error: 'no\nanswer' }, { ...event, added: 0, skipped: 0 }],
    screenOf(80),
  )
  t.match(imported, / {2}import {7}app {2}2 added, 1 skipped$/)
  t.match(failed, /failed: no answer$/)
  t.match(idle, /no change$/)
})

t.test('an event names the memories that it is about, a few of them', async t => {
  const item = (id: string, change: EventItem['change'], title = 'Deploy window') => {
    return { id, title, change }
  }
  const event = {
    type: 'consolidate' as const,
    timestamp: '2026-11-20T10:00:00.000Z',
    scope: { type: 'global' as const, id: null },
    added: 0,
    updated: 0,
    evicted: 6,
    merged: 1,
    items: [
      {
        ...item('abcdefgh', 'merged', `When do we ship${' the thing'.repeat(9)}`),
        into: 'bcdefghi',
      },
      ...['c', 'd', 'e', 'f', 'g', 'h'].map(letter => item(letter.repeat(8), 'evicted')),
    ],
  }
  const lines = renderEvents([event], screenOf(80))
  t.match(lines[0], /1 merged, 6 evicted$/)
  t.same(lines.slice(1, 3), [
    '    merged   abcdefgh  When do we ship the thing the thing the thing… → bcdefghi',
    '    evicted  cccccccc  Deploy window',
  ])
  t.same(lines.slice(6), ['    and 2 more'])
  t.ok(lines.every(line => widthOf(line) <= 80))
})

t.test('ages in words', async t => {
  const ages: [number, string][] = [
    [-1000, 'now'],
    [30, 'now'],
    [90, '1m'],
    [7200, '2h'],
    [86_400 * 59, '59d'],
    [86_400 * 100, '3mo'],
    [86_400 * 1000, '2y'],
  ]
  for (const [seconds, age] of ages) {
    t.equal(formatAge(new Date(NOW - seconds * 1000).toISOString(), NOW), age)
  }
  t.equal(formatAge('never', NOW), '?')
  t.equal(nameScope({ type: 'project', id: '/' }), '/')
})

t.test('JSON that is safe on a terminal and means the same', async t => {
  const value = { text: '\u009b\u007f\u2028\u202e\u001b\u0007 ü 日本語 👍' }
  const text = formatJson(value)
  t.notMatch(text, /[\x00-\x1f\x7f-\x9f\u2028\u202e]/)
  t.match(text, 'ü 日本語 👍')
  t.same(JSON.parse(text), value)
})

t.test('colours only where they are on', async t => {
  t.equal(createStyles(false).bad('x'), 'x')
  t.equal(createStyles(true).bad('x'), '\u001b[31mx\u001b[39m')
  t.equal(createStyles(true).bad(''), '')
})
