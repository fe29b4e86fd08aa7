import type { Metrics } from '../../../../src/overview/types.js'
import { GLOBAL_SCOPE } from '../../../../store/types.js'
import { bad, good, type Case } from './case.js'
import { project, SESSION, UNSEEN, type Seed } from './seed.js'

const enc = encodeURIComponent
const LEARNED = {
  scope: GLOBAL_SCOPE,
  id: 'gonegone',
  title: 'Push on Mondays',
  change: 'added',
  session: SESSION,
  turn: 1,
  said: 'No, push on Mondays.',
}
const toSummary = (seed: Seed) => ({
  id: SESSION,
  scope: project(seed.one),
  host: 'codex',
  opening: 'May I push today?',
  prompts: 1,
  given: 2,
  learned: 1,
})

const toFound = (seed: Seed) => ({
  key: /^app-/,
  scope: project(seed.one),
  session: UNSEEN,
  turn: 1,
  host: 'codex',
  title: 'Why does the walrus fail?',
  passage: 'It was asleep.',
  matches: ['walrus'],
  files: ['src/walrus.ts'],
  outcome: '`npm run walrus` works since this turn',
})

/** The cases of what was said and learned when. */
export const SESSIONS: Case[] = [
  good('what was learned', 'GET', '/learned?limit=5&offset=0', {
    check: (t, body) => t.match(body, { items: [{ ...LEARNED, at: String }], total: 1 }),
  }),
  ...['scopeType=global', 'scopeKey=global&offset=1'].map(query =>
    good(`what was learned by ${query}`, 'GET', `/learned?${query}`, {
      check: (t, body) => t.equal(body.total, 1),
    }),
  ),
  good('what was learned of a project', 'GET', seed => `/learned?scopeId=${enc(seed.one)}`, {
    check: (t, body) => t.same(body, { items: [], total: 0 }),
  }),
  bad('GET', '/learned?limit=0', 400, 'INVALID_REQUEST'),
  bad('GET', '/learned?scopeKey=team', 400, 'INVALID_REQUEST'),

  ...[
    ['all', () => ''],
    ['by id', (seed: Seed) => `scopeId=${enc(seed.one)}&limit=1`],
    ['by type', () => 'scopeType=project&offset=0'],
    ['by key', (seed: Seed) => `scopeKey=project:${seed.one}`],
    ['by time', () => 'since=2026-01-01&until=2126-01-01T00:00:00Z'],
  ].map(([name, query]) =>
    good(
      `sessions ${name as string}`,
      'GET',
      seed => `/sessions?${(query as (seed: Seed) => string)(seed)}`,
      {
        check(t, body, seed) {
          t.match(body, { sessions: [{ ...toSummary(seed), endedAt: String }], total: 2 })
        },
      },
    ),
  ),
  good('a session in the list that no hook saw', 'GET', '/sessions?offset=1', {
    check(t, body, seed) {
      const counts = { prompts: 1, given: 0, learned: 0 }
      const summary = { id: UNSEEN, scope: project(seed.one), ...counts }
      t.match(body, { sessions: [{ ...summary, opening: 'Why does the walrus fail?' }], total: 2 })
    },
  }),
  ...['since=2126-01-01', 'until=2020-01-01', 'scopeType=global'].map(query =>
    good(`no sessions with ${query}`, 'GET', `/sessions?${query}`, {
      check: (t, body) => t.same(body, { sessions: [], total: 0 }),
    }),
  ),
  good('no sessions of another project', 'GET', seed => `/sessions?scopeId=${enc(seed.two)}`, {
    check: (t, body) => t.same(body, { sessions: [], total: 0 }),
  }),
  bad('GET', '/sessions?since=yesterday', 400, 'INVALID_REQUEST'),
  bad('GET', '/sessions?until=2026-13-01', 400, 'INVALID_REQUEST'),
  bad('GET', '/sessions?since=2026-01-01&since=2026-01-02', 400, 'INVALID_REQUEST'),
  bad('GET', '/sessions?limit=x', 400, 'INVALID_REQUEST'),

  good('one session', 'GET', `/sessions/${enc(SESSION)}`, {
    check(t, body, seed) {
      const items = [
        { id: 'x', title: 'x' },
        { id: seed.fridays.id, title: 'Never push on Fridays' },
      ]
      t.match(body, {
        ...toSummary(seed),
        entries: [
          { type: 'prompt', text: 'May I push today?' },
          { type: 'given', event: 'prompt', items },
          { type: 'learned', ...LEARNED },
        ],
        turns: [
          { session: SESSION, turn: 1, asked: 'May I push today?', answered: 'Yes.', did: [] },
        ],
      })
    },
  }),
  good('a session that no hook saw', 'GET', `/sessions/${UNSEEN}`, {
    check(t, body) {
      const { id, turns, ...rest } = body as unknown as { id: string; turns: object[] }
      t.same([id, turns.length, rest], [UNSEEN, 1, {}])
      t.match(turns[0], {
        asked: 'Why does the walrus fail?',
        did: [
          { command: 'npm run walrus', isFailed: true, output: 'Error: no walrus' },
          { file: 'src/walrus.ts' },
          { command: 'npm run walrus', isFailed: false },
        ],
      })
    },
  }),

  ...(
    [
      ['in all projects', () => ({ all: true, limit: 3 })],
      ['in one', (seed: Seed) => ({ scopes: [project(seed.one)], since: '1d' })],
      ['by a file', (seed: Seed) => ({ scopes: [project(seed.one)], file: 'src' })],
    ] as const
  ).map(([name, wishes]) =>
    good(`a turn found ${name}`, 'POST', '/search', {
      body: (seed: Seed) => ({ text: 'why walruses', only: 'sessions', ...wishes(seed) }),
      check(t, body, seed) {
        t.match(body, { memories: [], sessions: [toFound(seed)] })
        t.match(body, { sessions: { length: 1 } })
      },
    }),
  ),
  good('memories alone', 'POST', '/search', {
    body: (seed: Seed) => ({ text: 'push', scopes: [project(seed.one)], only: 'memories' }),
    check(t, body, seed) {
      t.match(body, { memories: [{ id: seed.fridays.id }], sessions: { length: 0 } })
    },
  }),
  good('nothing in another project', 'POST', '/search', {
    body: (seed: Seed) => ({ text: 'walrus', scopes: [project(seed.two)] }),
    check: (t, body) => t.same(body, { memories: [], sessions: [] }),
  }),
  ...[
    {},
    { text: ' ' },
    { text: 1 },
    { text: 'walrus', scopes: 'global' },
    { text: 'walrus', all: 'yes' },
    { text: 'walrus', only: 'turns' },
    { text: 'walrus', since: 'yesterday' },
    { text: 'walrus', limit: 0 },
  ].map(body =>
    bad('POST', '/search', 400, 'INVALID_REQUEST', { name: JSON.stringify(body), body }),
  ),
  bad('GET', '/sessions/none-such', 404, 'SESSION_NOT_FOUND'),
  bad('GET', '/sessions/..%2f..%2fx', 404, 'SESSION_NOT_FOUND'),

  ...[
    ['all', () => ''],
    ['of a week', () => 'days=7&scopeType=project'],
    ['by id', (seed: Seed) => `scopeId=${enc(seed.one)}`],
    ['by key', (seed: Seed) => `scopeKey=project:${seed.one}`],
  ].map(([name, query]) =>
    good(
      `figures ${name as string}`,
      'GET',
      seed => `/metrics?${(query as (seed: Seed) => string)(seed)}`,
      {
        check(t, body) {
          const { days, memories, spend } = body as unknown as Metrics
          t.equal(days.at(-1), new Date().toISOString().slice(0, 10))
          t.equal(memories.total.length, days.length)
          t.ok(Number(memories.total.at(-1)) > 0)
          t.same(new Set(spend.tokens), new Set([0]))
        },
      },
    ),
  ),
  bad('GET', '/metrics?days=0', 400, 'INVALID_REQUEST'),
  bad('GET', '/metrics?days=367', 400, 'INVALID_REQUEST'),
  bad('GET', '/metrics?scopeType=team', 400, 'INVALID_REQUEST'),
]

/** The cases of a session that is forgotten; nothing is read of it afterwards. */
export const FORGETTING: Case[] = [
  good('forget a session', 'DELETE', `/sessions/${UNSEEN}`, {
    check: (t, body) => t.same(body, { session: UNSEEN, turns: 1, queued: 0 }),
  }),
  good('forget it again', 'DELETE', `/sessions/${UNSEEN}`, {
    check: (t, body) => t.same(body, { session: UNSEEN, turns: 0, queued: 0 }),
  }),
  good('nothing of it is found', 'POST', '/search', {
    body: { text: 'walrus', all: true, only: 'sessions' },
    check: (t, body) => t.same(body, { memories: [], sessions: [] }),
  }),
  bad('GET', `/sessions/${UNSEEN}`, 404, 'SESSION_NOT_FOUND'),
]
