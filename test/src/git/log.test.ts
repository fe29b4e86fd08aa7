import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { renderMemoryLog, renderStoreLog } from '../../../src/bin/commands/history.js'
import { createTerminal } from '../../../src/bin/terminal/screen.js'
import { openGitStore } from '../../../src/git/store.js'
import { readMemoryLog, readStoreLog, restoreFromGit } from '../../../src/git/log.js'
import { readForgotten } from '../../../store/memories/history.js'
import { openStore } from '../../../store/store.js'
import { temporaryFolder } from '../../store/fixture.js'
import { GIT_ENV, Workbench } from '../../store/git/fixture.js'
import { fileOf, GLOBAL, openService, project, tickingClock } from '../fixture.js'

const now = tickingClock()

/** A store in a repository of its own, with one memory in a commit. */
async function fixture(t: Parameters<typeof temporaryFolder>[0]) {
  const bench = Workbench.init(join(temporaryFolder(t), 'store'))
  const { service, memories } = openService(t, bench.directory, { now, env: GIT_ENV })
  const { id } = await service.remember({ scope: GLOBAL, title: 'First', content: 'one' })
  bench.commit('Remember', '2026-01-01T10:00:00Z')
  const open = () => openGitStore(join(bench.directory, 'svc.json'), { env: GIT_ENV, now })
  return { bench, service, memories, id, open, path: fileOf(memories, id) }
}

t.test('the commits that touched the store', async t => {
  const { bench, service, id, open } = await fixture(t)
  await service.remember({ scope: GLOBAL, title: 'Second', content: 'x' })
  await service.memories.edit(id, { content: 'two' })
  bench.commit('Two\u001b[31m things', '2026-01-02T10:00:00Z')
  await service.memories.forget(id)
  bench.commit('Forget', '2026-01-03T10:00:00Z')
  bench.commit('nothing', '2026-01-04T10:00:00Z')
  const log = await readStoreLog(open(), 10)
  t.match(log, [
    { subject: 'Forget', author: 'Ada', at: '2026-01-03T10:00:00.000Z', hash: /^[0-9a-f]{40}$/ },
    {
      changes: [
        { kind: 'changed', title: 'First' },
        { kind: 'added', title: 'Second' },
      ],
    },
    { subject: 'Remember' },
  ])
  t.equal(log.length, 3)
  t.equal((await readStoreLog(open(), 1)).length, 1)
  const screen = { ...screenOf(), columns: 80 }
  const lines = renderStoreLog(log, screen)
  t.match(lines[0], /^[0-9a-f]{8} {2}\d+d? +Ada {2}-1 +Forget$/)
  t.match(lines[1], / {2}\+1 ~1 {2}Two\\x1b\[31m things$/)
  t.ok(lines.every(line => line.length <= 80))
})

function screenOf() {
  const sink = { on: () => undefined, write: () => true } as never
  return createTerminal({
    stdout: sink,
    stderr: sink,
    env: {},
    now: Date.parse('2026-01-10T10:00:00Z'),
  })
}

t.test('one memory, through names, scopes and to its end', async t => {
  const { bench, service, id, open, path, memories } = await fixture(t)
  await service.memories.edit(id, { title: 'Renamed', tags: ['a'] })
  bench.commit('edit', '2026-01-02T10:00:00Z')
  const renamed = join(memories, `renamed--${id}.md`)
  renameSync(path, renamed)
  bench.commit('rename', '2026-01-03T10:00:00Z')
  const other = join(bench.directory, 'projects/p-0123456789/memories')
  mkdirSync(other, { recursive: true })
  renameSync(renamed, join(other, `renamed--${id}.md`))
  bench.commit('move', '2026-01-04T10:00:00Z')
  rmSync(join(other, `renamed--${id}.md`))
  bench.commit('gone', '2026-01-05T10:00:00Z')
  const log = await readMemoryLog(open(), id)
  t.match(log, [
    { kind: 'forgotten', title: 'Renamed', fields: [], subject: 'gone' },
    { kind: 'moved', from: `global/memories/renamed--${id}.md`, path: /^projects/ },
    { kind: 'moved', from: `global/memories/first--${id}.md` },
    { kind: 'changed', fields: ['title', 'tags'] },
    { kind: 'added', title: 'First', at: '2026-01-01T10:00:00.000Z' },
  ])
  t.equal((await readMemoryLog(open(), id, 2)).length, 2)
  const lines = renderMemoryLog(log, { ...screenOf(), columns: 80 })
  t.match(lines[3], /changed {3,}title, tags$/)
  t.ok(lines.every(line => line.length <= 80))
  await t.rejects(readMemoryLog(open(), 'nothing1'), { code: 'MEMORY_NOT_FOUND' })
  await t.rejects(readMemoryLog(open(), '*'), { code: 'MEMORY_NOT_FOUND' })
})

t.test('a memory that is not committed yet, and one that a person named', async t => {
  const { bench, service, memories, open } = await fixture(t)
  const { id } = await service.remember({ scope: GLOBAL, title: 'Fresh', content: 'x' })
  t.same(await readMemoryLog(open(), id), [])
  await t.rejects(restoreFromGit(open(), id), { code: 'MEMORY_NOT_FOUND' })
  renameSync(fileOf(memories, id), join(memories, 'notes [1].md'))
  bench.commit('by hand')
  t.match(await readMemoryLog(open(), id), [{ kind: 'added', title: 'Fresh' }])
  await service.memories.edit(id, { content: 'y' })
  t.match((await restoreFromGit(open(), id)).memory, { content: 'x' })
  await service.memories.forget(id)
  t.match((await restoreFromGit(open(), id)).memory, { content: 'x' })
  t.match(readFileSync(join(memories, 'notes [1].md'), 'utf8'), /\nx\n/)
})

t.test('what was forgotten comes back as it was last committed', async t => {
  const { bench, service, id, open, path } = await fixture(t)
  const text = readFileSync(path, 'utf8')
  await service.memories.forget(id)
  const { memory, commit, sharesTitleWith } = await restoreFromGit(open(), id)
  t.match(memory, { id, title: 'First', content: 'one', scope: GLOBAL })
  t.equal(commit, 'HEAD')
  t.same(sharesTitleWith, [])
  t.equal(readFileSync(path, 'utf8'), text, 'byte for byte, under its name')
  t.equal(bench.git(['status', '--porcelain']), '')
  t.equal(readForgotten(openStore(join(bench.directory, 'svc.json'))).size, 0)
  await service.memories.forget(id)
  bench.commit('forget')
  await service.remember({ scope: GLOBAL, title: 'first', content: 'other' })
  const again = await restoreFromGit(open(), id)
  t.match(again, { memory: { content: 'one' }, commit: /^[0-9a-f]{40}$/ })
  t.equal(again.sharesTitleWith.length, 1, 'a title that stands twice is told')
  t.equal((await service.memories.get(id)).content, 'one')
})

t.test('an overwritten memory goes back to what was committed before', async t => {
  const { bench, service, id, open } = await fixture(t)
  await service.memories.edit(id, { content: 'two' })
  t.match((await restoreFromGit(open(), id)).memory, { content: 'one' }, 'HEAD, not committed yet')
  await service.memories.edit(id, { content: 'two' })
  bench.commit('two')
  bench.git(['tag', 'v2'])
  t.match((await restoreFromGit(open(), id)).memory, { content: 'one' })
  bench.commit('one again')
  t.match((await restoreFromGit(open(), `${id}@v2`)).memory, { content: 'two' })
  t.match((await restoreFromGit(open(), `${id}@HEAD@{0}`)).memory, { content: 'one' })
  t.equal((await service.archive.history(id)).length, 6, 'every step can be undone')
})

t.test('what cannot be a memory is refused', async t => {
  const { bench, id, open, path, service } = await fixture(t)
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, `${text}<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n`)
  bench.commit('markers')
  writeFileSync(path, text.replace(id, 'other001'))
  bench.commit('another id')
  rmSync(path)
  bench.commit('gone')
  const marked = { code: 'INVALID_REQUEST', message: /conflict markers.*; name another commit/ }
  await t.rejects(restoreFromGit(open(), `${id}@HEAD~2`), marked)
  await t.rejects(restoreFromGit(open(), id), {
    code: 'INVALID_REQUEST',
    message: /is of other001/,
  })
  await t.rejects(restoreFromGit(open(), `${id}@HEAD`), { code: 'MEMORY_NOT_FOUND' })
  for (const rev of ['nowhere', '', '--all', '-x', 'HEAD:svc.json']) {
    await t.rejects(restoreFromGit(open(), `${id}@${rev}`), { code: 'INVALID_REQUEST' }, rev)
  }
  await t.rejects(restoreFromGit(open(), 'nothing1'), { code: 'MEMORY_NOT_FOUND' })
  t.match((await restoreFromGit(open(), `${id}@HEAD~3`)).memory, { content: 'one' })
  t.equal((await service.memories.get(id)).content, 'one')
})

t.test('a memory of a project that is not known here is not put elsewhere', async t => {
  const { bench, service, open } = await fixture(t)
  const scope = project(temporaryFolder(t))
  const { id } = await service.remember({ scope, title: 'There', content: 'x' })
  bench.commit('project')
  await service.memories.forget(id)
  t.match((await restoreFromGit(open(), id)).memory, { scope })
  const other = join(temporaryFolder(t), 'clone')
  bench.write({
    'projects/gone-0123456789/memories/gone--gone0001.md': '---\nid: gone0001\n---\n\nx\n',
  })
  bench.commit('a project without scope.json')
  bench.git(['clone', '-q', bench.directory, other])
  rmSync(join(other, 'projects/gone-0123456789'), { recursive: true })
  const there = openGitStore(join(other, 'svc.json'), { env: GIT_ENV, now })
  await t.rejects(restoreFromGit(there, 'gone0001'), { code: 'SCOPE_NOT_FOUND' })
})
