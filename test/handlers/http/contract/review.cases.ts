import { GLOBAL_SCOPE } from '../../../../store/types.js'
import { bad, good, type Case } from './case.js'
import type { Seed } from './seed.js'

const enc = encodeURIComponent
const [accepted, undone] = ['accept', 'undo'].map(word => (seed: Seed) => ({
  [word]: [seed.tabs.id],
}))

/** The cases of what a person is to look at: one global memory is marked for review. */
export const REVIEWS: Case[] = [
  good('nothing to look at', 'GET', '/review', {
    check: (t, body) => t.same(body, { items: [], elsewhere: [], problems: [], untrusted: [] }),
  }),
  good('a memory is marked', 'PATCH', seed => `/memories/${seed.tabs.id}`, {
    body: { tags: ['style', 'needs-review'] },
  }),
  ...[
    ['by type', () => '/review?scopeType=global'],
    ['by key', () => '/review?scopeKey=global&all=1'],
  ].map(([name, path]) =>
    good(`what is to be decided, ${name as string}`, 'GET', path as Case['path'], {
      check: (t, body, seed) =>
        t.match(body.items, [
          { id: seed.tabs.id, marked: true, memory: { title: 'Indent with tabs' }, words: [] },
        ]),
    }),
  ),
  good('nothing of a project', 'GET', seed => `/review?scopeId=${enc(seed.one)}&all=false`, {
    check: (t, body) => t.same(body.items, []),
  }),
  bad('GET', '/review?all=maybe', 400, 'INVALID_REQUEST'),
  bad('POST', '/review', 400, 'INVALID_REQUEST', { body: {} }),
  bad('POST', '/review', 400, 'INVALID_REQUEST', { name: 'no ids', body: { accept: 'all' } }),
  bad('POST', '/review', 404, 'MEMORY_NOT_FOUND', { body: { undo: ['nothinga'] } }),
  bad('POST', '/review', 404, 'MEMORY_NOT_FOUND', {
    name: 'not in that scope',
    body: (seed: Seed) => ({ accept: [seed.tabs.id], scope: { type: 'project', id: seed.one } }),
  }),
  good('the mark is taken off', 'POST', '/review', {
    body: (seed: Seed) => ({ ...accepted!(seed), scope: GLOBAL_SCOPE }),
    check: (t, body, seed) =>
      t.match(body, { accepted: [{ id: seed.tabs.id, tags: ['style'] }], undone: [] }),
  }),
  bad('POST', '/review', 404, 'MEMORY_NOT_FOUND', { name: 'decided already', body: undone! }),
]
