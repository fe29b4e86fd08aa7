import type { Test } from 'tap'
import { bad, good, titles, type Case } from './case.js'
import { project, type Seed } from './seed.js'

const enc = encodeURIComponent
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** The cases of lists and of one memory that change nothing. */
export const MEMORY_READS: Case[] = [
  good('all memories, newest first', 'GET', '/memories', {
    check(t, body) {
      t.equal(body.total, 5)
      t.equal(body.items.length, 5)
      for (const item of body.items) checkItem(t, item)
      const times = body.items.map(item => item.updatedAt)
      t.same(times, [...times].sort().reverse())
    },
  }),
  list('scopeType=global', () => 'scopeType=global', ['Indent with tabs']),
  list('scopeType=global with an empty id', () => 'scopeType=global&scopeId=', [
    'Indent with tabs',
  ]),
  list('scopeType=project', () => 'scopeType=project', [
    'AGENTS.md',
    'How to deploy',
    'Never push on Fridays',
    'Spare fact',
  ]),
  list('scopeId alone', seed => `scopeId=${enc(seed.two)}`, ['Spare fact']),
  list('scopeId with a slash at the end', seed => `scopeId=${enc(seed.two)}/`, ['Spare fact']),
  list('scopeType and scopeId', seed => `scopeType=project&scopeId=${enc(seed.two)}`, [
    'Spare fact',
  ]),
  list('scopeKey=global', () => 'scopeKey=global', ['Indent with tabs']),
  list('scopeKey, literal', seed => `scopeKey=project:${seed.two}`, ['Spare fact']),
  list('scopeKey, encoded', seed => `scopeKey=${enc(`project:${enc(seed.two)}`)}`, ['Spare fact']),
  list('scopeKey that agrees', seed => `scopeKey=project:${seed.two}&scopeType=project`, [
    'Spare fact',
  ]),
  list('a project that does not exist', () => 'scopeId=/nowhere/at/all', []),
  list('by=agent', () => 'by=agent', []),
  list('what files of the workspace say', () => 'source=imported', ['AGENTS.md']),
  list('any of two sources', seed => `source=remembered,+learned&scopeId=${enc(seed.two)}`, [
    'Spare fact',
  ]),
  list('a source that none has', () => 'source=agent', []),
  list('what is pinned', () => 'pinned=1', []),
  list('pinned or not', () => 'pinned=false&review=0&scopeType=global', ['Indent with tabs']),
  list('what is to be reviewed', () => 'review=true', []),
  list('one kind', () => 'kind=procedure', ['How to deploy']),
  list('any of two kinds', () => 'kind=procedure,preference', [
    'How to deploy',
    'Indent with tabs',
  ]),
  list('a blank in the list', () => 'kind=procedure,+preference', [
    'How to deploy',
    'Indent with tabs',
  ]),
  list('a repeated kind', () => 'kind=procedure&kind=preference', [
    'How to deploy',
    'Indent with tabs',
  ]),
  list('a kind nobody has', () => 'kind=recipe', []),
  list('a tag in another case', () => 'tags=RELEASE', ['How to deploy', 'Never push on Fridays']),
  list('all of two tags', () => 'tags=release,git', ['Never push on Fridays']),
  list('all of two repeated tags', () => 'tags=release&tags=git', ['Never push on Fridays']),
  list('part of a tag', () => 'tags=rel', []),
  list('the tags of an import row', () => 'tags=workspace-import,tool:agents', ['AGENTS.md']),
  list('a search in the content', () => 'text=zeppelin', ['How to deploy']),
  list('a search with two words', () => 'text=zeppelin+dashboards', ['How to deploy']),
  list('a search and a scope', seed => `text=zeppelin&scopeId=${enc(seed.two)}`, []),
  list('a search as one types', () => 'text=zepp&prefix=1', ['How to deploy']),
  list('a search for whole words', () => 'text=zepp&prefix=0', []),
  good('a search says which words match', 'GET', '/memories?text=zepp+script&prefix=0&matches=1', {
    check: (t, body) => t.match(body.items, [{ title: 'How to deploy', matches: ['script'] }]),
  }),
  list('an empty text and empty lists', () => 'text=&kind=&tags=&scopeType=global', [
    'Indent with tabs',
  ]),
  good('a search answers scores, best first', 'GET', '/memories?text=release+fridays', {
    check(t, body) {
      const scores = body.items.map(item => item.score)
      t.ok(scores.length > 0 && scores.every(score => typeof score === 'number'))
      t.same(
        scores,
        [...scores].sort((a, b) => b - a),
      )
      t.equal(body.items[0]?.title, 'Never push on Fridays')
    },
  }),
  good('limit and total', 'GET', '/memories?limit=2', {
    check(t, body) {
      t.equal(body.items.length, 2)
      t.equal(body.total, 5)
    },
  }),
  good('offset', 'GET', '/memories?limit=2&offset=4', {
    check(t, body) {
      t.equal(body.items.length, 1)
      t.equal(body.total, 5)
    },
  }),
  good('offset behind the end', 'GET', '/memories?offset=99999999999999999999', {
    check: (t, body) => t.match(body, { items: [], total: 5 }),
  }),
  good('limit above 1000', 'GET', '/memories?limit=99999999999999999999', {
    check: (t, body) => t.equal(body.items.length, 5),
  }),
  ...['0', '-1', '1.5', 'abc', '1e3', '', '0x10', '%201', 'Infinity', '1&limit=2'].map(limit =>
    bad('GET', `/memories?limit=${limit}`, 400, 'INVALID_REQUEST', {
      check: (t, body) => t.match(body.error, 'limit', 'the message names the field'),
    }),
  ),
  ...['-1', '1.5', '', 'x'].map(offset =>
    bad('GET', `/memories?offset=${offset}`, 400, 'INVALID_REQUEST', {
      check: (t, body) => t.match(body.error, 'offset', 'the message names the field'),
    }),
  ),
  ...[
    'scopeType=team',
    'scopeType=',
    'scopeType=GLOBAL',
    'scopeType=global&scopeType=project',
    'scopeType=global&scopeId=/x',
    'scopeId=',
    'scopeId=relative/path',
    'scopeId=/a%00b',
    'scopeId=/a&scopeId=/b',
    'scopeKey=',
    'scopeKey=project:',
    'scopeKey=project:relative',
    'scopeKey=project:%2525zz',
    'scopeKey=nonsense',
    'scopeKey=global&scopeType=project',
    'scopeKey=global&scopeId=/x',
    'scopeKey=project:/a&scopeId=/b',
    'source=web',
    'source=,',
    'pinned=yes',
    'text=a&prefix=maybe',
    'text=a&matches=2',
    'review=maybe',
    'kind=FACT',
    'kind=,',
    'by=me',
    'tags=,',
    'text=a&text=b',
    'text=%zz',
    'text=%',
    'text=%ff',
  ].map(query => bad('GET', `/memories?${query}`, 400, 'INVALID_REQUEST')),

  good('one memory', 'GET', seed => `/memories/${seed.fridays.id}`, {
    check(t, body, seed) {
      checkItem(t, body)
      t.match(body, {
        id: seed.fridays.id,
        scope: project(seed.one),
        kind: 'constraint',
        title: 'Never push on Fridays',
        content: 'Releases go out Monday to Thursday.',
        tags: ['git', 'Release'],
        uses: 1,
      })
    },
  }),
  good('one import row', 'GET', seed => `/memories/${seed.row.id}`, {
    check(t, body, seed) {
      checkItem(t, body)
      const source = { runtime: 'workspace-import', path: `${seed.one}/AGENTS.md` }
      t.match(body, { title: 'AGENTS.md', kind: 'constraint', source })
    },
  }),
  bad('GET', '/memories/zzzzzzzz', 404, 'MEMORY_NOT_FOUND'),
  bad('GET', '/memories/..%2f..%2fsvc.json', 404, 'MEMORY_NOT_FOUND'),
  bad('GET', '/memories/%00', 404, 'MEMORY_NOT_FOUND'),
  bad('GET', '/memories/__proto__', 404, 'MEMORY_NOT_FOUND'),
  bad('GET', '/memories/%zz', 400, 'INVALID_REQUEST'),
  bad('GET', '/memories/', 404, 'ROUTE_NOT_FOUND'),
  bad('GET', '/memories/a/b', 404, 'ROUTE_NOT_FOUND'),
]

/** Asserts that no field of interface.md is missing or of another type. */
export function checkItem(t: Test, item: unknown): void {
  t.match(item, {
    id: /^[a-z][a-z0-9]{7,31}$/,
    scope: { type: /^(global|project)$/ },
    kind: String,
    title: String,
    content: String,
    tags: Array,
    aliases: Array,
    source: Object,
    createdAt: ISO,
    updatedAt: ISO,
    uses: Number,
  })
  const { scope } = item as { scope: { type: string; id: unknown } }
  t.ok(scope.type === 'global' ? scope.id === null : typeof scope.id === 'string', 'scope.id')
}

function list(name: string, query: (seed: Seed) => string, expected: string[]): Case {
  return good(`list: ${name}`, 'GET', seed => `/memories?${query(seed)}`, {
    check(t, body) {
      t.same(titles(body).sort(), expected)
      t.equal(body.total, expected.length)
    },
  })
}
