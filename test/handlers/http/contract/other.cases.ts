import type { Facets } from '../../../../src/overview/types.js'
import { GLOBAL_SCOPE } from '../../../../store/types.js'
import { bad, good, type Case } from './case.js'
import { project, SKILL_TEXT, type Seed } from './seed.js'

const enc = encodeURIComponent

/** The cases of everything that is not a memory and changes nothing that others count. */
export const OTHER_READS: Case[] = [
  good('status', 'GET', '/status', {
    check(t, body, seed) {
      t.match(body, { ok: true, databasePath: `${seed.dataDir}/svc.json`, busy: false })
    },
  }),
  good('settings', 'GET', '/settings', {
    check(t, body, seed) {
      const [place, , provider] = (body as unknown as { settings: object[] }).settings
      t.match(place, { name: 'dataDir', value: seed.dataDir, source: 'given', env: 'SVC_DATA_DIR' })
      const untouched = { value: 'builtin', fallback: 'builtin', source: 'default' }
      t.match(provider, { name: 'provider', ...untouched, key: 'provider', meaning: String })
    },
  }),
  good('hosts: none has called', 'GET', '/hosts', {
    check: (t, body) => t.same(body, { hosts: [] }),
  }),
  good('queues: all is done', 'GET', '/queues', {
    check: (t, body) => t.same(body, { queues: [] }),
  }),
  good('facets', 'GET', '/facets', {
    check(t, body) {
      t.match(body, { total: 5, pinned: 0, review: 0 })
      t.same((body as unknown as Facets).sources, [
        { value: 'remembered', count: 4 },
        { value: 'imported', count: 1 },
      ])
    },
  }),
  ...['scopeType=global', 'scopeKey=global', 'scopeType=global&scopeId='].map(query =>
    good(`facets: ${query}`, 'GET', `/facets?${query}`, {
      check(t, body) {
        t.match(body, { total: 1, kinds: [{ value: 'preference', count: 1 }] })
        t.match(body, { tags: [{ value: 'style', count: 1 }] })
      },
    }),
  ),
  bad('GET', '/facets?scopeKey=here', 400, 'INVALID_REQUEST'),
  ...['', '?scopeType=project&limit=5&offset=1', '?scopeKey=global'].map(query =>
    good(`an archive without anything ${query}`, 'GET', `/archive${query}`, {
      check: (t, body) => t.same(body, { items: [], total: 0 }),
    }),
  ),
  good('the archive of a project', 'GET', seed => `/archive?scopeId=${enc(seed.one)}`, {
    check: (t, body) => t.same(body, { items: [], total: 0 }),
  }),
  bad('GET', '/archive?limit=0', 400, 'INVALID_REQUEST'),
  bad('GET', '/archive?offset=-1', 400, 'INVALID_REQUEST'),
  good('a parameter that nobody knows', 'GET', '/status?x=1', {}),
  good('scopes: global first, then by id', 'GET', '/scopes', {
    check(t, body, seed) {
      t.same(body.scopes, [
        { type: 'global', id: null, count: 1 },
        { type: 'project', id: seed.one, count: 3 },
        { type: 'project', id: seed.two, count: 1 },
      ])
    },
  }),
  good('events, newest first', 'GET', '/events', {
    check(t, body) {
      t.equal(body.events.length, 5)
      t.match(body.events[0], { type: 'import', added: 1, updated: 0, evicted: 0 })
      for (const event of body.events) t.match(event, { timestamp: String, scope: Object })
    },
  }),
  good('events with a limit', 'GET', '/events?limit=2', {
    check: (t, body) => t.equal(body.events.length, 2),
  }),
  bad('GET', '/events?limit=0', 400, 'INVALID_REQUEST'),
  bad('GET', '/events?limit=x', 400, 'INVALID_REQUEST'),

  ...[
    ['by id', (seed: Seed) => `/skills?scopeId=${enc(seed.one)}`],
    ['by type and id', (seed: Seed) => `/skills?scopeType=project&scopeId=${enc(seed.one)}`],
    ['by key', (seed: Seed) => `/skills?scopeKey=project:${seed.one}`],
    ['by name', (seed: Seed) => `/skills?text=ship&scopeId=${enc(seed.one)}`],
    ['by body', (seed: Seed) => `/skills?text=zeppelin&scopeId=${enc(seed.one)}`],
    ['with the dormant', (seed: Seed) => `/skills?includeDormant=1&scopeId=${enc(seed.one)}`],
    ['without', (seed: Seed) => `/skills?includeDormant=false&limit=1&scopeId=${enc(seed.one)}`],
    ['all', (seed: Seed) => `/skills?includeDormant=&offset=0&scopeId=${enc(seed.one)}`],
  ].map(([name, path]) =>
    good(`skills ${name as string}`, 'GET', path as Case['path'], {
      check(t, body, seed) {
        t.equal(body.total, 1)
        t.match(body.skills, [
          {
            name: 'ship-it',
            trigger: 'Use when a release goes out',
            path: `${seed.one}/.claude/skills/ship-it/SKILL.md`,
            usageCount: 0,
            dormant: false,
            promoted: false,
            scope: project(seed.one),
          },
        ])
      },
    }),
  ),
  good('skills of a project that does not exist', 'GET', '/skills?scopeId=/nowhere/at/all', {
    check: (t, body) => t.match(body, { skills: [], total: 0 }),
  }),
  bad('GET', '/skills?includeDormant=yes', 400, 'INVALID_REQUEST'),
  bad('GET', '/skills?limit=0', 400, 'INVALID_REQUEST'),
  bad('GET', '/skills?offset=-1', 400, 'INVALID_REQUEST'),
  bad('GET', '/skills?scopeType=team', 400, 'INVALID_REQUEST'),
  good('one skill', 'GET', seed => `/skills/ship-it?scopeId=${enc(seed.one)}`, {
    check: (t, body) => t.match(body, { name: 'ship-it', content: SKILL_TEXT.slice(-20) }),
  }),
  good('one skill by key', 'GET', seed => `/skills/ship-it?scopeKey=project:${seed.one}`, {}),
  good(
    'one skill by type',
    'GET',
    seed => `/skills/ship%2Dit?scopeType=project&scopeId=${seed.one}`,
    {},
  ),
  bad('GET', '/skills/none-such', 404, 'SKILL_NOT_FOUND'),
  bad('GET', '/skills/ship-it?scopeType=global', 404, 'SKILL_NOT_FOUND'),
  bad('GET', '/skills/..%2f..%2fx', 404, 'SKILL_NOT_FOUND'),
  bad('GET', '/skills/ship-it?scopeId=', 400, 'INVALID_REQUEST'),

  ...[
    ['by type', () => '/backlog?scopeType=global', () => GLOBAL_SCOPE],
    ['by key', () => '/backlog?scopeKey=global', () => GLOBAL_SCOPE],
    [
      'by id',
      (seed: Seed) => `/backlog?scopeId=${enc(seed.one)}`,
      (seed: Seed) => project(seed.one),
    ],
  ].map(([name, path, scope]) =>
    good(`backlog ${name as string}`, 'GET', path as Case['path'], {
      check(t, body, seed) {
        t.same(body, { replaySize: 0, scope: (scope as (seed: Seed) => unknown)(seed) })
      },
    }),
  ),
  bad('GET', '/backlog', 400, 'INVALID_REQUEST'),
  bad('GET', '/backlog?scopeType=project', 400, 'INVALID_REQUEST'),
  bad('GET', '/backlog?scopeKey=x', 400, 'INVALID_REQUEST'),
  bad('GET', '/backlog?scopeId=/nowhere/at/all', 404, 'SCOPE_NOT_FOUND'),

  good('the doctor', 'GET', '/doctor', {
    check: (t, body) => t.match(body, { ok: true, findings: [], facts: { provider: Object } }),
  }),
  good('the doctor looks', 'POST', '/doctor', {
    body: {},
    check: (t, body) => t.match(body, { ok: true, findings: [], facts: { provider: Object } }),
  }),
  good('the doctor mends', 'POST', '/doctor', {
    body: { fix: true },
    check: (t, body) => t.match(body, { ok: true, findings: [], facts: { provider: Object } }),
  }),
  bad('POST', '/doctor', 400, 'INVALID_REQUEST', { name: 'no body' }),
  bad('POST', '/doctor', 400, 'INVALID_REQUEST', { body: { fix: 'yes' } }),
  bad('POST', '/reflect', 400, 'INVALID_REQUEST', { name: 'no body' }),
  bad('POST', '/reflect', 400, 'INVALID_REQUEST', { name: 'no scope', body: {} }),
  bad('POST', '/reflect', 404, 'SCOPE_NOT_FOUND', {
    body: { scope: { type: 'project', id: '/nowhere/at/all' } },
  }),
  good('a reflection', 'POST', '/reflect', {
    body: { scope: { type: 'global' } },
    check(t, body) {
      t.same(body, { ok: true, batches: 0, added: 0, updated: 0, failed: 0, waiting: 0 })
    },
  }),
  bad('POST', '/consolidate', 400, 'INVALID_REQUEST', { name: 'no body' }),
  bad('POST', '/consolidate', 400, 'INVALID_REQUEST', { name: 'no scope', body: {} }),
  bad('POST', '/consolidate', 400, 'INVALID_REQUEST', { body: { scope: { type: 'project' } } }),
  good('a consolidation', 'POST', '/consolidate', {
    body: { scope: { type: 'global' } },
    check(t, body) {
      const { ok, before, after, merged, evicted } = body as unknown as Record<string, number>
      t.equal(ok, true)
      t.equal(Number(before) - Number(after), Number(merged) + Number(evicted))
    },
  }),
  good('a consolidation that is only planned', 'POST', '/consolidate', {
    body: { scope: { type: 'global' }, dryRun: true },
    check(t, body) {
      t.match(body, { ok: true, dryRun: true, merged: 0, evicted: 0, items: [] })
    },
  }),
  bad('POST', '/consolidate', 400, 'INVALID_REQUEST', {
    body: { scope: { type: 'global' }, dryRun: 'yes' },
  }),
  bad('POST', '/consolidate', 404, 'SCOPE_NOT_FOUND', {
    body: { scope: { type: 'project', id: '/nowhere/at/all' } },
  }),

  good('recall', 'POST', '/recall', {
    body: (seed: Seed) => ({
      scopes: [GLOBAL_SCOPE, project(seed.one)],
      kinds: ['constraint', 'procedure'],
      text: 'may I push the release on Friday?',
      limit: 3,
    }),
    check(t, body, seed) {
      t.match(body.text, 'Releases go out Monday to Thursday.')
      t.equal(body.items[0]?.id, seed.fridays.id)
      t.type(body.items[0]?.reason, 'string')
    },
  }),
  good('recall of nothing in particular is of global', 'POST', '/recall', {
    body: {},
    check(t, body, seed) {
      t.same(
        body.items.map(({ id }) => id),
        [seed.tabs.id],
      )
    },
  }),
  ...[
    { scopes: 'global' },
    { kinds: ['X'] },
    { text: 1 },
    { limit: 0 },
    { limit: '3' },
    { host: 'emacs' },
    { cwd: 'packages/web' },
    [],
  ].map(body =>
    bad('POST', '/recall', 400, 'INVALID_REQUEST', { name: JSON.stringify(body), body }),
  ),
  bad('POST', '/recall', 400, 'INVALID_REQUEST', { name: 'no body' }),

  good('what mended an error that no past session has', 'POST', '/fix', {
    body: (seed: Seed) => ({ error: 'Error: spawn ENOENT', near: project(seed.one), limit: 3 }),
    check(t, body) {
      t.same(body, { turns: 0, sessions: 0, fixes: [], unmended: [] })
    },
  }),
  ...[
    {},
    { error: ' ' },
    { error: 1 },
    { error: 'E', scopes: 'global' },
    { error: 'E', limit: 0 },
  ].map(body => bad('POST', '/fix', 400, 'INVALID_REQUEST', { name: JSON.stringify(body), body })),

  bad('GET', '/nothing', 404, 'ROUTE_NOT_FOUND'),
  bad('GET', '/status/', 404, 'ROUTE_NOT_FOUND'),
  bad('GET', '', 404, 'ROUTE_NOT_FOUND'),
  bad('GET', '/', 404, 'ROUTE_NOT_FOUND'),
  bad('GET', '/Status', 404, 'ROUTE_NOT_FOUND'),
  bad('POST', '/nothing', 404, 'ROUTE_NOT_FOUND', { body: {} }),
  good('a message of MCP', 'POST', (seed: Seed) => `/mcp?cwd=${encodeURIComponent(seed.one)}`, {
    body: { jsonrpc: '2.0', id: 1, method: 'resources/list' },
    check(t, body) {
      const { resources } = (body as unknown as { result: { resources: object[] } }).result
      t.match(resources, [{ uri: /^svc:/ }, { uri: /^svc:/ }], 'of the project and global')
    },
  }),
  bad('POST', '/mcp?cwd=here', 400, 'INVALID_REQUEST', { body: {} }),
  bad('POST', '/mcp', 400, 'INVALID_REQUEST', { name: 'no object', body: 5 }),
]

/** The cases of the import, which stand last. */
export const IMPORTS: Case[] = [
  good('an import', 'POST', '/import-workspace', {
    body: (seed: Seed) => ({ cwd: seed.fresh }),
    check(t, body) {
      const counts = { imported: 1, updated: 0, skipped: 0, pruned: 0 }
      t.match(body, { ok: true, ...counts, alreadyImported: false })
    },
  }),
  good('a second import', 'POST', '/import-workspace', {
    body: (seed: Seed) => ({ cwd: seed.fresh, force: false }),
    check(t, body) {
      const counts = { imported: 0, updated: 0, skipped: 0, pruned: 0 }
      t.match(body, { ok: true, ...counts, alreadyImported: true })
    },
  }),
  good('a forced import', 'POST', '/import-workspace', {
    body: (seed: Seed) => ({ cwd: seed.fresh, force: true }),
    check(t, body) {
      t.match(body, { ok: true, imported: 0, updated: 0, skipped: 1, alreadyImported: false })
    },
  }),
  ...[{}, { cwd: '' }, { cwd: 'x' }, { cwd: '.' }, { cwd: 1 }, { cwd: '/a\0b' }].map(body =>
    bad('POST', '/import-workspace', 400, 'INVALID_REQUEST', {
      name: JSON.stringify(body),
      body,
      check: (t, answer) => t.match(answer.error, 'cwd', 'the message names the field'),
    }),
  ),
  ...['true', 1, null].map(force =>
    bad('POST', '/import-workspace', 400, 'INVALID_REQUEST', {
      name: `force ${JSON.stringify(force)}`,
      body: (seed: Seed) => ({ cwd: seed.fresh, force }),
      check: (t, answer) => t.match(answer.error, 'force', 'the message names the field'),
    }),
  ),
  bad('POST', '/import-workspace', 400, 'INVALID_REQUEST', { name: 'no body' }),
  bad('POST', '/import-workspace', 404, 'WORKSPACE_NOT_FOUND', {
    body: { cwd: '/nowhere/at/all' },
  }),
  bad('POST', '/import-workspace', 404, 'WORKSPACE_NOT_FOUND', {
    name: 'a file',
    body: (seed: Seed) => ({ cwd: `${seed.one}/AGENTS.md` }),
  }),
]
