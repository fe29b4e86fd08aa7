import t from 'tap'
import { hashText } from '../../../store/names.js'
import {
  completeDocument,
  findTwins,
  matchFolder,
  toScopeDocument,
  uniteDocuments,
  type ScopeDocument,
} from '../../../store/projects/identity.js'

const document = (fields: Partial<ScopeDocument>): ScopeDocument => ({ type: 'project', ...fields })
const at = (folder: string, fields: Partial<ScopeDocument>) => ({
  folder,
  document: document(fields),
})

t.test('a project is matched by remote, then path, then root commit', async t => {
  const folders = [
    at('a', { rootCommit: 'r1' }),
    at('b', { id: '/app' }),
    at('c', { remote: 'h/app', remotes: ['h/old'] }),
  ]
  const known = { remote: 'h/app', rootCommits: ['r1'] }
  t.equal(matchFolder(folders, '/app', known), 'c')
  t.equal(matchFolder(folders, '/app', { remote: 'h/old' }), 'c', 'by any of its remotes')
  t.equal(matchFolder(folders, '/app', { rootCommits: ['r1'] }), 'b')
  t.equal(matchFolder(folders, '/x', { rootCommits: ['r0', 'r1'] }), 'a')
  t.equal(matchFolder(folders, '/x', { remote: 'h/x', rootCommits: ['r2'] }), undefined)
  t.equal(matchFolder([], '/app', known), undefined)
})

t.test('a root commit does not join what has another remote', async t => {
  const fork = { remote: 'h/fork', rootCommits: ['r1'] }
  t.equal(matchFolder([at('a', { remote: 'h/app', rootCommit: 'r1' })], '/x', fork), undefined)
  t.equal(matchFolder([at('a', { rootCommit: 'r1' })], '/x', fork), 'a', 'one side has none')
  const local = { rootCommits: ['r1'] }
  t.equal(matchFolder([at('a', { remote: 'h/app', rootCommit: 'r1' })], '/x', local), 'a')
})

t.test('a path does not join what has another remote', async t => {
  const folders = [at('a', { id: '/app', remote: 'h/one' })]
  t.equal(matchFolder(folders, '/app', { remote: 'h/two' }), undefined)
  t.equal(matchFolder(folders, '/app', { remote: 'h/one' }), 'a')
  t.equal(matchFolder(folders, '/app', {}), 'a')
})

t.test('the first of several stands, and a folder without a document is known by name', async t => {
  const named = { folder: `app-${hashText('h/app', 10)}` }
  t.equal(matchFolder([named], '/x', { remote: 'h/app' }), named.folder)
  const two = [at('a', { remote: 'h/app' }), at('b', { remote: 'h/app' })]
  t.equal(matchFolder(two, '/x', { remote: 'h/app' }), 'a')
})

t.test('the path stands in a document only where nothing else identifies the project', async t => {
  t.same(toScopeDocument('/app', {}), { type: 'project', id: '/app' })
  t.same(toScopeDocument('/app', { rootCommits: [] }), { type: 'project', id: '/app' })
  t.same(toScopeDocument('/app', { rootCommits: ['r1', 'r2'] }), {
    type: 'project',
    rootCommit: 'r1',
  })
  t.same(toScopeDocument('/app', { remote: 'h/app' }), { type: 'project', remote: 'h/app' })
})

t.test('a document gains what the project is known by since', async t => {
  const own = document({ id: '/app', note: 'kept' })
  t.same(completeDocument(own, { remote: 'h/app', rootCommits: ['r1'] }), {
    ...own,
    remote: 'h/app',
    rootCommit: 'r1',
  })
  t.equal(completeDocument(own, {}), undefined)
  const full = document({ remote: 'h/app', rootCommit: 'r1' })
  t.equal(completeDocument(full, { remote: 'h/app', rootCommits: ['r1'] }), undefined)
  const moved = completeDocument(full, { remote: 'h/new', rootCommits: ['r1'] })
  t.same(moved?.remotes, ['h/new'])
  t.equal(moved?.remote, 'h/app')
  const again = completeDocument(moved!, { remote: 'h/newer', rootCommits: ['r1'] })
  t.same(again?.remotes, ['h/new', 'h/newer'])
  t.equal(completeDocument(again!, { remote: 'h/new', rootCommits: ['r1'] }), undefined)
})

t.test('another history at the same path adds nothing', async t => {
  const full = document({ remote: 'h/app', rootCommit: 'r1' })
  t.equal(completeDocument(full, { remote: 'h/other', rootCommits: ['r9'] }), undefined)
  t.equal(completeDocument(full, { remote: 'h/other' }), undefined, 'nobody has looked')
  const shallow = completeDocument(full, { remote: 'h/other', rootCommits: [] })
  t.same(shallow?.remotes, ['h/other'], 'a shallow clone shows no history')
})

t.test('a project that took another one in is known by what either was known by', async t => {
  const into = document({ remote: 'h/a', rootCommit: 'r1', note: 'kept' })
  const from = document({ id: '/b', remote: 'h/b', remotes: ['h/a', 'h/c'], rootCommit: 'r2' })
  t.same(uniteDocuments(into, from), {
    ...into,
    remotes: ['h/b', 'h/c'],
    id: '/b',
  })
  t.same(uniteDocuments(document({ id: '/a' }), from), {
    ...document({ id: '/a', remote: 'h/b' }),
    remotes: ['h/a', 'h/c'],
    rootCommit: 'r2',
  })
})

t.test('a folder that has the remote or the root commit of an earlier one is its twin', async t => {
  const folders = [
    at('a', { remote: 'h/app', rootCommit: 'r1' }),
    at('b', { remote: 'h/app' }),
    at('c', { rootCommit: 'r1' }),
    at('d', { remote: 'h/fork', rootCommit: 'r1' }),
    at('e', { id: '/e' }),
    { folder: 'f' },
  ]
  t.same(findTwins(folders), [
    { folder: 'b', twin: 'a', by: 'remote' },
    { folder: 'c', twin: 'a', by: 'root commit' },
    { folder: 'd', twin: 'c', by: 'root commit' },
  ])
})
