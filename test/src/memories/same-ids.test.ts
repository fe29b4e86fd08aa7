import t from 'tap'
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { planIdHolders } from '../../../src/health/memories.js'
import type { Scope } from '../../../store/types.js'
import { temporaryFolder } from '../../store/fixture.js'
import { fileOf, GLOBAL, openService, project } from '../fixture.js'

interface Owner {
  teardown(undo: () => unknown): void
}

/** A store in which two projects and the global scope have hand-made files of one name. */
async function openTwins(t: Owner, near?: () => Scope) {
  const dataDir = join(temporaryFolder(t), 'store')
  const { service } = openService(t, dataDir, near ? { near } : {})
  const folders = new Map<string, string>()
  for (const scope of [GLOBAL, project('/no/a'), project('/no/b')]) {
    const known = new Set(namesIn(join(dataDir, 'projects')))
    await service.remember({ scope, title: `Own ${scope.id}`, content: 'x' })
    const made = namesIn(join(dataDir, 'projects')).find(name => !known.has(name))
    const folder = join(dataDir, made === undefined ? 'global' : join('projects', made), 'memories')
    writeFileSync(join(folder, 'deploy-notes.md'), `of ${scope.id}\n`)
    folders.set(scope.id ?? 'global', folder)
  }
  const { items } = await service.memories.list({ scope: GLOBAL })
  const { id } = items.find(({ content }) => content.startsWith('of null'))!
  const textIn = (scope: string) =>
    readFileSync(join(folders.get(scope)!, 'deploy-notes.md'), 'utf8')
  return { service, id, folders, textIn }
}

function namesIn(directory: string): string[] {
  mkdirSync(directory, { recursive: true })
  return readdirSync(directory)
}

t.test('of several memories of one id nothing is touched where none is near', async t => {
  for (const near of [undefined, () => project('/no/c')]) {
    const { service, id, folders } = await openTwins(t, near)
    const conflict = { code: 'CONFLICT', message: join(folders.get('/no/a')!, 'deploy-notes.md') }
    for (const call of [
      () => service.memories.get(id),
      () => service.memories.edit(id, { content: 'new' }),
      () => service.memories.forget(id),
      () => service.archive.keep(id),
      () => service.archive.restore(id),
      () => service.archive.history(id),
    ]) {
      const error = await call().then(
        () => undefined,
        (error: { code: string; message: string }) => error,
      )
      t.equal(error?.code, conflict.code)
      t.match(error?.message, conflict.message)
      t.match(error?.message, 'svc doctor --fix')
    }
  }
})

t.test('the near one is meant: edited, forgotten and restored, and no other', async t => {
  const { service, id, folders, textIn } = await openTwins(t, () => project('/no/b'))
  t.match(await service.memories.get(id), { scope: project('/no/b'), content: 'of /no/b' })
  await service.memories.edit(id, { content: 'edited' })
  t.match(textIn('/no/b'), 'edited')
  t.match((await service.memories.forget(id)).scope, project('/no/b'))
  t.notOk(readdirSync(folders.get('/no/b')!).includes('deploy-notes.md'))
  t.match(await service.archive.restore(id), { scope: project('/no/b'), content: 'edited' })
  t.equal(textIn('global'), 'of null\n')
  t.equal(textIn('/no/a'), 'of /no/a\n')
})

t.test('of two files of one id that both have its name the second is reported', async t => {
  const { service, memories } = openService(t)
  const { id } = await service.remember({ scope: GLOBAL, title: 'Deploy', content: 'original' })
  const copy = join(memories, `zz--${id}.md`)
  const text = readFileSync(fileOf(memories, id), 'utf8')
  writeFileSync(copy, text.replace('original', 'copied'))
  t.match(await service.memories.list(), { total: 1, items: [{ id, content: 'original' }] })
  t.match((await service.doctor()).findings, [{ check: 'unreadable-memory', path: copy }])
})

t.test('doctor gives all but one an id of their own, once', async t => {
  const { service, id, textIn } = await openTwins(t)
  const { ok, findings } = await service.doctor()
  t.equal(ok, false)
  t.same(
    findings.map(({ check, level }) => [check, level]),
    [1, 2].map(() => ['duplicate-id', 'failure']),
  )
  const fixed = await service.doctor({ fix: true })
  t.match(fixed, { ok: true, findings: [{ fixed: true }, { fixed: true }] })
  t.match(await service.doctor(), { ok: true, findings: [] })
  t.match(await service.memories.get(id), { scope: GLOBAL })
  t.equal(textIn('global'), 'of null\n')
  for (const scope of [project('/no/a'), project('/no/b')]) {
    const { items } = await service.memories.list({ scope })
    const own = items.find(({ content }) => content.startsWith('of '))!
    t.not(own.id, id)
    t.match(await service.memories.get(own.id), { scope, content: `of ${scope.id}` })
  }
})

t.test('who keeps an id: who states it, then global, then by path; clones are one', t => {
  const of = (key: string, path: string, isStated = false) => ({ key, path, isStated })
  const plan = (...holders: ReturnType<typeof of>[]) =>
    planIdHolders(holders).map(({ path }) => path)
  t.same(plan(of('b', '/b'), of('global', '/g'), of('a', '/a')), ['/g', '/a', '/b'])
  t.same(plan(of('global', '/g'), of('b', '/b', true)), ['/b', '/g'])
  t.same(plan(of('b', '/b2'), of('b', '/b1')), ['/b1'])
  t.end()
})
