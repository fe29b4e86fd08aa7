import { readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GLOBAL_SCOPE } from '../../../../store/types.js'
import { bad, good, type Case } from './case.js'
import { checkItem } from './memories.cases.js'
import { project, type Seed } from './seed.js'

type Fields = Record<string, unknown>
const item = (seed: Seed, fields: Fields = {}): Fields => ({
  scope: project(seed.two),
  title: 'A new thing',
  content: 'Said once.',
  ...fields,
})

/** A POST of a new memory with some fields other than they should be. */
function badItem(name: string, fields: Fields): Case {
  const body = (seed: Seed) => item(seed, fields)
  return bad('POST', '/memories', 400, 'INVALID_REQUEST', { name, body })
}

/** The cases that write memories. They stand after the reads: the counts of those would change. */
export const MEMORY_WRITES: Case[] = [
  good('a new memory is 201 and a fact', 'POST', '/memories', {
    body: (seed: Seed) => item(seed),
    status: 201,
    check(t, body, seed) {
      checkItem(t, body)
      const source = { runtime: 'http' }
      t.match(body, { kind: 'fact', title: 'A new thing', tags: [], source, uses: 0 })
      t.same(body.scope, project(seed.two))
    },
  }),
  good('a new memory with aliases', 'POST', '/memories', {
    body: (seed: Seed) => item(seed, { title: 'Named', aliases: ['other  words', 'named'] }),
    status: 201,
    check: (t, body) => t.same(body.aliases, ['other words']),
  }),
  good('the same title, written otherwise, updates in place', 'POST', '/memories', {
    body: (seed: Seed) => item(seed, { title: ' a  NEW thing ', content: 'Said twice.' }),
    check: (t, body) => t.equal(body.content, 'Said twice.'),
  }),
  good('a title that global has answers the global item', 'POST', '/memories', {
    body: (seed: Seed) => item(seed, { title: 'Indent with tabs' }),
    check(t, body, seed) {
      t.equal(body.id, seed.tabs.id)
      t.same(body.scope, GLOBAL_SCOPE)
      t.equal(body.content, 'Not blanks.')
    },
  }),
  good('the global scope without an id', 'POST', '/memories', {
    body: { scope: { type: 'global' }, title: 'Everywhere', content: 'yes', kind: 'recipe' },
    status: 201,
    check: (t, body) => t.match(body, { scope: { type: 'global', id: null }, kind: 'recipe' }),
  }),
  good('an own item may bear the title of an import row', 'POST', '/memories', {
    body: (seed: Seed) => item(seed, { scope: project(seed.one), title: 'AGENTS.md' }),
    status: 201,
    check: (t, body, seed) => t.not(body.id, seed.row.id),
  }),
  badItem('no scope', { scope: undefined }),
  badItem('scope null', { scope: null }),
  badItem('a scope key', { scope: 'global' }),
  badItem('another scope type', { scope: { type: 'team', id: '/x' } }),
  badItem('a relative project', { scope: { type: 'project', id: 'x' } }),
  badItem('a project without id', { scope: { type: 'project' } }),
  badItem('no title', { title: undefined }),
  badItem('a blank title', { title: ' \n ' }),
  badItem('a long title', { title: 'x'.repeat(301) }),
  badItem('a title that is no text', { title: 7 }),
  badItem('no content', { content: undefined }),
  badItem('blank content', { content: ' ' }),
  badItem('a bad kind', { kind: 'Fact' }),
  badItem('tags as a text', { tags: 'a,b' }),
  badItem('tags that are no texts', { tags: [1] }),
  bad('POST', '/memories', 400, 'INVALID_REQUEST', { name: 'no body' }),
  bad('POST', '/memories', 400, 'INVALID_REQUEST', { name: 'an array', body: [] }),
  bad('POST', '/memories', 400, 'INVALID_REQUEST', { name: 'null', body: null }),
  bad('POST', '/memories', 400, 'INVALID_REQUEST', { name: 'a text', body: 'text' }),

  good('a change of every field', 'PATCH', seed => `/memories/${seed.spare.id}`, {
    body: {
      ...{ title: 'Spare', content: 'Changed.', kind: 'procedure', pinned: true },
      ...{ tags: ['x'], aliases: ['other words'] },
    },
    check(t, body, seed) {
      checkItem(t, body)
      t.equal(body.id, seed.spare.id)
      const changed = { title: 'Spare', content: 'Changed.', kind: 'procedure', pinned: true }
      t.match(body, { ...changed, tags: ['x'], aliases: ['other words'] })
    },
  }),
  good('a change of one field leaves the others', 'PATCH', seed => `/memories/${seed.spare.id}`, {
    body: { pinned: false },
    check: (t, body) => {
      const left = { title: 'Spare', tags: ['x'], aliases: ['other words'] }
      t.match(body, { ...left, pinned: false })
    },
  }),
  good('the change stands', 'GET', seed => `/memories/${seed.spare.id}`, {
    check: (t, body) => t.match(body, { title: 'Spare', content: 'Changed.' }),
  }),
  bad('PATCH', seed => `/memories/${seed.deploy.id}`, 409, 'CONFLICT', {
    body: { title: 'never push on FRIDAYS' },
  }),
  bad('PATCH', seed => `/memories/${seed.row.id}`, 409, 'READ_ONLY_ITEM', { body: { title: 'x' } }),
  bad('PATCH', '/memories/zzzzzzzz', 404, 'MEMORY_NOT_FOUND', { body: { title: 'x' } }),
  ...[
    { title: '' },
    { content: ' ' },
    { kind: 'X' },
    { tags: {} },
    { aliases: 'x' },
    { pinned: 'yes' },
    [],
  ].map(body =>
    bad('PATCH', seed => `/memories/${seed.deploy.id}`, 400, 'INVALID_REQUEST', {
      name: JSON.stringify(body),
      body,
    }),
  ),

  bad('DELETE', seed => `/memories/${seed.spare.id}?wrong=maybe`, 400, 'INVALID_REQUEST'),
  good('a removal answers what it removed', 'DELETE', seed => `/memories/${seed.spare.id}`, {
    check: (t, body, seed) => t.match(body, { id: seed.spare.id, title: 'Spare' }),
  }),
  bad('GET', seed => `/memories/${seed.spare.id}`, 404, 'MEMORY_NOT_FOUND'),
  bad('DELETE', seed => `/memories/${seed.spare.id}`, 404, 'MEMORY_NOT_FOUND'),
  bad('DELETE', seed => `/memories/${seed.row.id}`, 409, 'READ_ONLY_ITEM'),
  good('a removal of what is wrong', 'DELETE', seed => `/memories/${seed.deploy.id}?wrong=true`, {
    check: (t, body, seed) => t.same(body, seed.deploy),
  }),
  ...(['GET', 'PATCH', 'DELETE'] as const).map(method =>
    bad(method, brokenPath, 409, 'CONFLICT', {
      name: 'conflict markers',
      ...(method === 'PATCH' && { body: { content: 'x' } }),
      check: (t, body, seed) => t.match(body.error, `--${seed.fridays.id}.md has conflict markers`),
    }),
  ),
]

/** The path of a memory whose file a merge has left with conflict markers. */
function brokenPath({ dataDir, fridays: { id } }: Seed): string {
  const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
  const name = names.find(one => /^projects.*memories/.test(one) && one.endsWith(`--${id}.md`))
  // As git does: another file takes its place.
  const path = join(dataDir, name!)
  writeFileSync(`${path}.new`, '<<<<<<< HEAD\none\n=======\ntwo\n>>>>>>> other\n')
  renameSync(`${path}.new`, path)
  return `/memories/${id}`
}
