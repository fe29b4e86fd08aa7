import t from 'tap'
import { planImport } from '../../../src/import/plan.js'
import type { WorkspaceFile } from '../../../src/import/read.js'

const scope = { type: 'project' as const, id: '/work/app' }
const now = '2026-11-20T10:00:00.000Z'
const none = { count: 0, unreadable: [] }

function file(path: string, changes: Partial<WorkspaceFile> = {}): WorkspaceFile {
  return {
    path,
    file: `/work/app/${path}`,
    kind: 'constraint',
    title: path,
    content: `text of ${path}`,
    tags: ['workspace-import', 'tool:agents'],
    stamp: '1-1-1',
    hash: path,
    modifiedAt: '2026-11-01T00:00:00.000Z',
    identity: path,
    direct: true,
    loadedAs: [path],
    patterns: [],
    ...changes,
  }
}

function plan(files: WorkspaceFile[], previous: ReturnType<typeof planImport>['rows'] = []) {
  return planImport({ scope, previous, files, skipped: none, now })
}

t.test('a new row has the times of its file', async t => {
  t.match(plan([file('AGENTS.md')]).rows, [
    { createdAt: '2026-11-01T00:00:00.000Z', updatedAt: '2026-11-01T00:00:00.000Z' },
  ])
})

t.test('an id that is taken within the scope is passed over, the same way each time', async t => {
  const wanted = plan([file('AGENTS.md')]).rows[0]!.id
  const other = { ...plan([file('other.md')]).rows[0]!, id: wanted }
  const files = [file('AGENTS.md'), file('other.md')]
  const rows = plan(files, [other]).rows
  t.equal(rows[1]!.id, wanted, 'a row keeps its id')
  t.not(rows[0]!.id, wanted)
  t.strictSame(plan(files, [other]).rows, rows)
})

t.test('a changed kind or tag is an update of now', async t => {
  const { rows } = plan([file('AGENTS.md')])
  const changed = plan([file('AGENTS.md', { kind: 'fact' })], rows)
  t.equal(changed.counts.updated, 1)
  t.match(changed.rows, [{ id: rows[0]!.id, kind: 'fact', updatedAt: now }])
  t.equal(plan([file('AGENTS.md', { tags: ['x'] })], rows).counts.updated, 1)
})

t.test('the same files seen from another checkout are unchanged and point there', async t => {
  const { rows } = plan([file('AGENTS.md')])
  const moved = plan([file('AGENTS.md', { file: '/work/tree/AGENTS.md', stamp: '2-2-2' })], rows)
  t.strictSame(moved.counts, { imported: 0, updated: 0, skipped: 1, pruned: 0 })
  t.match(moved.rows, [
    { file: '/work/tree/AGENTS.md', stamp: '2-2-2', updatedAt: rows[0]!.updatedAt },
  ])
})

t.test('a row whose file could not be read is kept, others are pruned', async t => {
  const { rows } = plan([file('a.md'), file('b.md')])
  const skipped = { count: 1, unreadable: ['a.md'] }
  const next = planImport({ scope, previous: rows, files: [], skipped, now })
  t.strictSame(next.rows, [rows[0]])
  t.strictSame(next.counts, { imported: 0, updated: 0, skipped: 1, pruned: 1 })
})
