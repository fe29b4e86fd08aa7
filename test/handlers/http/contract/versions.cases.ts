import type { KnownVersion, MemoryDiff, MemoryVersions } from '../../../../src/overview/types.js'
import { bad, good, type Case } from './case.js'
import { checkItem } from './memories.cases.js'
import { project, type Seed } from './seed.js'

/** What an earlier case found out of the memory that these cases change. */
interface Noted {
  id: string
  revision: string
}

const noted = new WeakMap<Seed, Noted>()
const NOTHING: Noted = { id: 'zzzzzzzz', revision: '' }

function at(rest = ''): (seed: Seed) => string {
  return seed => `/memories/${(noted.get(seed) ?? NOTHING).id}${rest}`
}

const seen = (seed: Seed) => ({ 'if-match': `"${noted.get(seed)?.revision}"` })
const stale = { 'if-match': '"0123456789"' }
const versionsOf = (body: unknown): KnownVersion[] => (body as MemoryVersions).versions

const changed: Pick<Case, 'check'> = {
  check(t, body, seed) {
    checkItem(t, body)
    t.not(body.revision, noted.get(seed)?.revision)
    noted.set(seed, { id: body.id, revision: body.revision ?? '' })
  },
}

/** The cases of what a memory said before, and of writes that name what they have seen. */
export const VERSIONS: Case[] = [
  good('a memory that is to change', 'POST', '/memories', {
    body: (seed: Seed) => ({
      ...{ scope: project(seed.two), title: 'Ports', content: 'The API: 80.\nThe page: 81.' },
    }),
    status: 201,
    check: (_, body, seed) => noted.set(seed, { id: body.id, revision: '' }),
  }),
  good('its revision is its ETag', 'GET', at(), {
    etag: true,
    check(t, body, seed) {
      t.match(body.revision, /^[0-9a-z]{8,}$/)
      noted.set(seed, { id: body.id, revision: body.revision ?? '' })
    },
  }),
  good('an import row has no revision', 'GET', seed => `/memories/${seed.row.id}`, {
    check: (t, body) => t.notOk('revision' in body),
  }),
  good('a memory that never changed', 'GET', at('/history'), {
    check: (t, body) => {
      t.match(body, { versions: [{ name: 'now', origin: 'standing', changed: [] }] })
      t.match(body, { isInGit: false, learned: [] })
    },
  }),
  good('a change of what was seen', 'PATCH', at(), {
    headers: seen,
    body: { content: 'The API: 8080.\nThe page: 81.' },
    etag: true,
    ...changed,
  }),
  bad('PATCH', at(), 409, 'CONFLICT', {
    name: 'a change of what was not seen',
    headers: stale,
    body: { content: 'lost' },
    check: (t, body) => t.match(body.error, /changed meanwhile/),
  }),
  bad('PATCH', at(), 400, 'INVALID_REQUEST', {
    name: 'If-Match without quotes',
    headers: { 'if-match': 'W/x' },
    body: { content: 'lost' },
  }),
  bad('DELETE', at(), 409, 'CONFLICT', { headers: stale }),
  good('any version', 'PATCH', at(), {
    headers: { 'if-match': '*' },
    body: { pinned: true },
    ...changed,
  }),
  good('the versions, newest first', 'GET', at('/history'), {
    check(t, body) {
      t.same(
        versionsOf(body).map(({ name, origin, changed }) => ({ name, origin, changed })),
        [
          { name: 'now', origin: 'standing', changed: ['pinned'] },
          { name: '1', origin: 'local', changed: ['content'] },
          { name: '2', origin: 'local', changed: [] },
        ],
      )
    },
  }),
  good('what differs', 'GET', at('/diff?from=2&to=now'), {
    check(t, body) {
      const diff = body as unknown as MemoryDiff
      t.match(diff, { from: { name: '2', pinned: false }, to: { name: 'now', pinned: true } })
      t.same(diff.changed, ['content', 'pinned'])
      t.same(diff.lines, [
        { change: 'removed', text: 'The API: 80.' },
        { change: 'added', text: 'The API: 8080.' },
        { change: 'same', text: 'The page: 81.' },
      ])
    },
  }),
  good('the last change', 'GET', at('/diff'), {
    check: (t, body) => t.match(body, { from: { name: '1' }, changed: ['pinned'] }),
  }),
  good('what the first version brought', 'GET', at('/diff?to=2'), {
    check(t, body) {
      t.match(body, { from: { name: '', content: '' }, to: { name: '2' }, changed: [] })
      t.ok((body as unknown as MemoryDiff).lines.every(({ change }) => change === 'added'))
    },
  }),
  bad('GET', at('/diff?to=3'), 404, 'MEMORY_NOT_FOUND'),
  bad('GET', at('/diff?from=abcdef0'), 404, 'MEMORY_NOT_FOUND'),
  bad('GET', at('/diff?to=1&to=2'), 400, 'INVALID_REQUEST'),
  good('an import row has no versions', 'GET', seed => `/memories/${seed.row.id}/history`, {
    check: (t, body) => t.same(body, { versions: [], isInGit: false, learned: [] }),
  }),
  bad('GET', '/memories/zzzzzzzz/history', 404, 'MEMORY_NOT_FOUND'),
  bad('GET', '/memories/zzzzzzzz/diff', 404, 'MEMORY_NOT_FOUND'),
  bad('POST', at('/restore'), 409, 'CONFLICT', { headers: stale, body: { version: '2' } }),
  good('a version comes back', 'POST', at('/restore'), {
    headers: seen,
    body: { version: '2' },
    etag: true,
    check: (t, body) => t.match(body, { content: 'The API: 80.\nThe page: 81.', pinned: false }),
  }),
  bad('POST', at('/restore'), 404, 'MEMORY_NOT_FOUND', { body: { version: '99' } }),
  bad('POST', at('/restore'), 400, 'INVALID_REQUEST', { body: { version: 1 } }),
  bad('POST', at('/restore'), 400, 'INVALID_REQUEST', { body: { version: 'x' } }),
  bad('POST', at('/restore'), 501, 'NOT_AVAILABLE', { body: { version: 'abcdef0' } }),
  bad('POST', at('/move'), 409, 'CONFLICT', {
    headers: stale,
    body: (seed: Seed) => ({ scope: project(seed.one) }),
  }),
  good('a move to another scope', 'POST', at('/move'), {
    body: (seed: Seed) => ({ scope: project(seed.one) }),
    etag: true,
    check(t, body, seed) {
      checkItem(t, body)
      t.same(body.scope, project(seed.one))
      t.equal(body.id, noted.get(seed)?.id)
    },
  }),
  bad('POST', at('/move'), 400, 'INVALID_REQUEST', { body: { scope: 'global' } }),
  bad('POST', at('/move'), 400, 'INVALID_REQUEST', { name: 'no scope', body: {} }),
  bad('POST', '/memories/zzzzzzzz/move', 404, 'MEMORY_NOT_FOUND', {
    body: { scope: { type: 'global' } },
  }),
  bad('POST', seed => `/memories/${seed.row.id}/move`, 409, 'READ_ONLY_ITEM', {
    body: { scope: { type: 'global' } },
  }),
  good('a memory goes', 'DELETE', at(), {
    check: (t, body, seed) => t.equal(body.id, noted.get(seed)?.id),
  }),
  good('what is gone has versions', 'GET', at('/history'), {
    check: (t, body) => t.match(versionsOf(body)[0], { name: '1', origin: 'local' }),
  }),
  good('what is gone is in the archive', 'GET', '/archive', {
    check(t, body, seed) {
      t.equal(body.total, 1)
      const { id } = noted.get(seed) ?? NOTHING
      t.match(body.items, [{ id, title: 'Ports', kind: 'fact', reason: 'forgotten', at: String }])
      t.match(body.items, [{ scope: project(seed.one) }])
    },
  }),
  good('what is gone comes back', 'POST', at('/restore'), {
    body: {},
    check: (t, body) => t.match(body, { title: 'Ports', content: /^The API: 80\./ }),
  }),
  good('it is forgotten for good', 'DELETE', at(), {}),
]
