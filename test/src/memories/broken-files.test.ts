import t from 'tap'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { planSettlement } from '../../../src/merge/settlement.js'
import { placeProject } from '../../../src/scopes/in-repo.js'
import { openStore } from '../../../store/store.js'
import { temporaryFolder } from '../../store/fixture.js'
import type { MemoryDocument } from '../../../store/types.js'
import { fileOf, GLOBAL, openService, project } from '../fixture.js'
import { git, repository } from '../work-trees.js'

/** Markers within markers: nobody can take them apart surely. */
const NESTED = '<<<<<<< a\n<<<<<<< b\none\n=======\ntwo\n>>>>>>> c\n'

t.test('what leads to a memory with conflict markers waits for it', async t => {
  const { service, memories } = openService(t)
  const { id } = await service.remember({ scope: GLOBAL, title: 'Deploy', content: 'x' })
  const path = fileOf(memories, id)
  const part = join(memories, 'old--buried01.md')
  const text = `---\nid: buried01\nkind: fact\ntitle: Old\ntags: []\nsupersededBy: ${id}\n---\n\nGone.\n`
  writeFileSync(part, text)
  writeFileSync(path, NESTED)
  for (const fix of [false, true]) {
    const { findings } = await service.doctor({ fix })
    t.same(
      findings.map(finding => [finding.check, finding.path]),
      [['unreadable-memory', path]],
    )
  }
  t.equal(readFileSync(part, 'utf8'), text)
  const conflict = { code: 'CONFLICT', message: `${path} has conflict markers` }
  for (const call of [
    () => service.memories.get(id),
    () => service.memories.edit(id, { content: 'y' }),
    () => service.memories.forget(id),
  ]) {
    const error = await call().catch((error: unknown) => error as { code: string; message: string })
    t.match(error, conflict)
  }
  t.equal(readFileSync(path, 'utf8'), NESTED)
  await t.rejects(service.memories.get('nobody23'), { code: 'MEMORY_NOT_FOUND' })
})

t.test('a write finds the markers that came into the file meanwhile', async t => {
  const { service, memories } = openService(t)
  const makeBroken = async (title: string) => {
    const { id } = await service.remember({ scope: GLOBAL, title, content: 'x' })
    await service.memories.list()
    // In place: the folder stays as it was, and what is in memory stands until the write looks.
    writeFileSync(fileOf(memories, id), '<<<<<<< HEAD\none\n=======\ntwo\n>>>>>>> other\n')
    return id
  }
  const conflict = { code: 'CONFLICT', message: /\.md has conflict markers; svc doctor --fix/ }
  await t.rejects(service.memories.edit(await makeBroken('Edited'), { content: 'y' }), conflict)
  await t.rejects(service.memories.forget(await makeBroken('Forgotten')), conflict)
})

t.test('a tombstone is revived only where what took it in is really gone', t => {
  const tombstone: MemoryDocument = {
    id: 'buried01',
    kind: 'fact',
    title: 'Old',
    tags: [],
    aliases: [],
    source: {},
    createdAt: '2026-11-20T10:00:00.000Z',
    pinned: false,
    supersededBy: 'living01',
    extra: {},
    content: 'Gone.',
  }
  t.match(planSettlement([tombstone]), { revived: [{ id: 'buried01' }] })
  t.same(planSettlement([tombstone], new Set(['living01'])), { revived: [], merges: [] })
  t.end()
})

t.test('a conflict in a work tree that doctor settles is no failure any more', async t => {
  const app = repository(join(temporaryFolder(t), 'app'))
  const { service, dataDir } = openService(t)
  const scope = project(app)
  const { id } = await service.remember({ scope, title: 'Deploy', content: 'first' })
  const store = openStore(join(dataDir, 'svc.json'))
  const options = { now: () => new Date('2026-11-20T10:00:00.000Z'), patienceMs: 0 }
  await placeProject(store, { type: 'project', id: app }, 'in-repo', options)
  const path = fileOf(join(app, '.svc', 'memories'), id)
  const text = readFileSync(path, 'utf8')
  const commit = (content: string) => {
    writeFileSync(path, text.replace('first', content))
    git(app, 'add', '.')
    git(app, 'commit', '-q', '-m', content)
  }
  commit('first')
  git(app, 'checkout', '-q', '-b', 'other')
  commit('theirs')
  git(app, 'checkout', '-q', '-')
  commit('ours')
  t.throws(() => git(app, 'merge', '-q', 'other'))
  const { ok, findings } = await service.doctor({ fix: true })
  t.same(
    findings.filter(({ level }) => level === 'failure'),
    [],
  )
  t.equal(ok, true)
  t.match(await service.memories.get(id), { content: /theirs/ })
})
