import { readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { toImportedMemory } from '../../../src/import/read.js'
import { describeRows, runImport, temporaryFolder, writeTree } from './fixture.js'

t.test('each file of the table becomes one item with path, kind, tags and source', async t => {
  const root = temporaryFolder(t)
  writeTree(root, {
    'TOOLA.md': 'one',
    '.toola/TOOLA.md': 'two',
    'AGENTS.md': 'three',
    '.agent/AGENTS.md': 'four',
    '.paper/AGENT_MEMORY.md': 'five',
    '.paper/deep/er/x.md': 'six',
    '.toola/commands/c.md': 'seven',
    '.toola/agents/sub/a.md': 'eight',
    '.toolb/b.md': 'nine',
    '.toolc/instructions/i.md': 'ten',
    '.toolc/prompts/p.md': 'eleven',
    '.agent/rules/r.md': 'twelve',
    '.cursor/rules/r.mdc': '---\ndescription: Use when: x\nglobs: **/*.ts\n---\nthirteen',
    'README.md': 'not an agent file',
    'docs/AGENTS.md': 'not at the root',
  })
  const { state, counts } = await runImport(root)
  t.strictSame(counts, { imported: 13, updated: 0, skipped: 0, pruned: 0 })
  t.strictSame(describeRows(state), {
    'TOOLA.md': 'fact tool:toola',
    '.toola/TOOLA.md': 'fact tool:toola',
    'AGENTS.md': 'constraint tool:agents',
    '.agent/AGENTS.md': 'constraint tool:agents',
    '.paper/AGENT_MEMORY.md': 'fact tool:paper',
    '.paper/deep/er/x.md': 'fact tool:paper',
    '.toola/commands/c.md': 'procedure tool:toola',
    '.toola/agents/sub/a.md': 'procedure tool:toola',
    '.toolb/b.md': 'constraint tool:toolb',
    '.toolc/instructions/i.md': 'constraint tool:toolc',
    '.toolc/prompts/p.md': 'constraint tool:toolc',
    '.agent/rules/r.md': 'constraint tool:agents',
    '.cursor/rules/r.mdc': 'constraint tool:cursor',
  })
  const scope = { type: 'project' as const, id: root }
  const memory = toImportedMemory(
    state.rows.find(row => row.path === 'TOOLA.md')!,
    scope,
  )
  t.equal(memory.title, 'TOOLA.md')
  t.equal(memory.content, 'one')
  t.strictSame(memory.tags, ['workspace-import', 'tool:toola'])
  t.strictSame(memory.source, { runtime: 'workspace-import', path: join(root, 'TOOLA.md') })
  t.equal(state.rows.find(row => row.path.endsWith('.mdc'))!.content, 'thirteen')
  for (const row of state.rows) t.match(row.id, /^[a-z][a-z0-9]{11,31}$/)
  t.equal(new Set(state.rows.map(row => row.id)).size, 13)
})

t.test('AGENTS.md and agents.md that are two files are two items', async t => {
  const root = temporaryFolder(t)
  writeTree(root, { 'AGENTS.md': 'upper', 'agents.md': 'lower' })
  if (readFileSync(join(root, 'AGENTS.md'), 'utf8') !== 'upper') {
    t.comment('the disk is case-blind')
    return
  }
  const { state } = await runImport(root)
  t.strictSame(Object.keys(describeRows(state)), ['AGENTS.md', 'agents.md'])
  const again = await runImport(root, state)
  t.strictSame(again.state.rows, state.rows)
})

t.test('what the skip list names, and empty documents, are counted and not imported', async t => {
  const root = temporaryFolder(t)
  writeTree(root, {
    '.agent/keep.md': 'kept',
    '.agent/skills/a/SKILL.md': '---\nname: a\ndescription: b\n---\nskill',
    '.paper/agents/skills/a/notes.md': 'beside a skill',
    '.agent/.tmp/x.md': 'cache',
    '.agent/node_modules/p/x.md': 'cache',
    '.toolb/.git/x.md': 'cache',
    '.agent/x.memory.md': 'memory file',
    '.agent/empty.md': ' \n\n',
    '.agent/only-front-matter.md': '---\nname: x\n---\n\n',
    '.agent/invisible.md': '\u200b\u2060\n',
  })
  const { state, counts } = await runImport(root)
  t.strictSame(Object.keys(describeRows(state)), ['.agent/keep.md'])
  t.strictSame(counts, { imported: 1, updated: 0, skipped: 9, pruned: 0 })
})

t.test('an unchanged file keeps its row, whenever it is imported again', async t => {
  const root = temporaryFolder(t)
  writeTree(root, { 'AGENTS.md': 'rule', '.agent/a.md': 'a' })
  const first = await runImport(root)
  const second = await runImport(root, first.state, new Date(Date.now() + 1e6))
  t.strictSame(second.counts, { imported: 0, updated: 0, skipped: 2, pruned: 0 })
  t.strictSame(second.state.rows, first.state.rows)
})

t.test('two imports of the same files decide the same', async t => {
  const root = temporaryFolder(t)
  writeTree(root, { 'AGENTS.md': 'rule', '.agent/a.md': 'a', '.paper/b.md': 'b' })
  const [one, other] = await Promise.all([
    runImport(root, undefined, new Date(1e12)),
    runImport(root, undefined, new Date(2e12)),
  ])
  t.strictSame(one.state.rows, other.state.rows)
})

t.test('a changed file updates its row in place', async t => {
  const root = temporaryFolder(t)
  writeTree(root, { 'AGENTS.md': 'rule' })
  utimesSync(join(root, 'AGENTS.md'), 1000, 1000)
  const first = await runImport(root)
  writeTree(root, { 'AGENTS.md': 'another rule' })
  const { state, counts } = await runImport(root, first.state)
  t.strictSame(counts, { imported: 0, updated: 1, skipped: 0, pruned: 0 })
  t.equal(state.rows[0]!.content, 'another rule')
  t.equal(state.rows[0]!.id, first.state.rows[0]!.id)
  t.equal(state.rows[0]!.createdAt, first.state.rows[0]!.createdAt)
  t.ok(state.rows[0]!.updatedAt > first.state.rows[0]!.updatedAt)
})

t.test('a change behind an old file time is seen, and is an update of now', async t => {
  const root = temporaryFolder(t)
  writeTree(root, { 'AGENTS.md': 'rule' })
  const first = await runImport(root)
  writeTree(root, { 'AGENTS.md': 'lure' })
  utimesSync(join(root, 'AGENTS.md'), 1000, 1000)
  const now = new Date(Date.now() + 5000)
  const { state, counts } = await runImport(root, first.state, now)
  t.equal(counts.updated, 1)
  t.equal(state.rows[0]!.updatedAt, now.toISOString())
})

t.test('a touched file, or one whose front matter alone changed, is no update', async t => {
  const root = temporaryFolder(t)
  writeTree(root, { 'AGENTS.md': '---\na: 1\n---\nrule' })
  const first = await runImport(root)
  writeTree(root, { 'AGENTS.md': '---\na: 22\n---\nrule' })
  const { state, counts } = await runImport(root, first.state)
  t.strictSame(counts, { imported: 0, updated: 0, skipped: 1, pruned: 0 })
  t.equal(state.rows[0]!.updatedAt, first.state.rows[0]!.updatedAt)
  t.not(state.rows[0]!.stamp, first.state.rows[0]!.stamp)
})

t.test('a row whose file has gone, or has become empty or excluded, is pruned', async t => {
  const root = temporaryFolder(t)
  writeTree(root, { '.agent/a.md': 'a', '.agent/b.md': 'b', '.agent/c.md': 'c', 'AGENTS.md': 'd' })
  const first = await runImport(root)
  rmSync(join(root, '.agent/a.md'))
  writeFileSync(join(root, '.agent/b.md'), '')
  renameSync(join(root, '.agent/c.md'), join(root, '.agent/c.memory.md'))
  const { state, counts } = await runImport(root, first.state)
  t.strictSame(counts, { imported: 0, updated: 0, skipped: 3, pruned: 3 })
  t.strictSame(Object.keys(describeRows(state)), ['AGENTS.md'])
})

t.test('a file whose name changes its case keeps its row', async t => {
  const root = temporaryFolder(t)
  writeTree(root, { 'agents.md': 'rule' })
  const first = await runImport(root)
  renameSync(join(root, 'agents.md'), join(root, 'AGENTS.md'))
  const { state, counts } = await runImport(root, first.state)
  t.strictSame(counts, { imported: 0, updated: 1, skipped: 0, pruned: 0 })
  t.match(state.rows, [{ id: first.state.rows[0]!.id, title: 'AGENTS.md', path: 'AGENTS.md' }])
  writeTree(root, { 'agents.md': 'a new file of the old name' })
  const third = await runImport(root, state)
  t.equal(third.counts.imported, 1)
  t.equal(new Set(third.state.rows.map(row => row.id)).size, third.state.rows.length)
})

t.test('ids differ between projects', async t => {
  const [one, other] = [temporaryFolder(t), temporaryFolder(t)]
  writeTree(one, { 'AGENTS.md': 'rule' })
  writeTree(other, { 'AGENTS.md': 'rule' })
  const rows = [await runImport(one), await runImport(other)].map(({ state }) => state.rows[0]!)
  t.not(rows[0]!.id, rows[1]!.id)
})

t.test('a workspace that is not there is an error, never an empty import', async t => {
  const root = temporaryFolder(t)
  await t.rejects(runImport(join(root, 'gone')), { code: 'WORKSPACE_NOT_FOUND' })
  writeTree(root, { file: 'x' })
  await t.rejects(runImport(join(root, 'file')), { code: 'WORKSPACE_NOT_FOUND' })
})

t.test('an import that is aborted throws the reason', async t => {
  const root = temporaryFolder(t)
  writeTree(root, Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`.agent/${n}.md`, 'x'])))
  const { importWorkspace } = await import('../../../src/import/index.js')
  const scope = { type: 'project' as const, id: root }
  const options = { workspace: root, scope, previous: undefined, now: new Date() }
  const signal = AbortSignal.abort(new Error('out of time'))
  await t.rejects(importWorkspace({ ...options, signal }), { message: 'out of time' })
})

t.test('an import that is aborted in the middle of a walk without matches ends', async t => {
  const root = temporaryFolder(t)
  for (let n = 0; n < 300; n++) writeTree(root, { [`.agent/d${n}/e/x.txt`]: '' })
  const { importWorkspace } = await import('../../../src/import/index.js')
  const scope = { type: 'project' as const, id: root }
  const stop = new AbortController()
  const options = { workspace: root, scope, previous: undefined, now: new Date() }
  const running = importWorkspace({ ...options, signal: stop.signal })
  stop.abort(new Error('out of time'))
  await t.rejects(running, { message: 'out of time' })
})
