import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import t, { type Test } from 'tap'
import { placeProject, trustProject } from '../../../src/scopes/in-repo.js'
import { listPointerFiles } from '../../../store/projects/pointers.js'
import { findScope } from '../../../store/projects/projects.js'
import { openStore } from '../../../store/store.js'
import { temporaryFolder } from '../../store/fixture.js'
import { openService, project } from '../fixture.js'
import { git, repository } from '../work-trees.js'

const TITLE = 'Port of the service'

/** A store that knows a project and another one of the same kind, and the first one's pointer file. */
async function stage(t: Test, make: (path: string) => unknown) {
  const work = realpathSync(temporaryFolder(t))
  const dataDir = join(work, 'store')
  const { service } = openService(t, dataDir)
  const [id, other] = ['shop', 'desk'].map(name => join(work, name)) as [string, string]
  for (const path of [id, other]) {
    mkdirSync(path)
    make(path)
    await service.remember({ scope: project(path), title: TITLE, content: path })
  }
  const store = openStore(join(dataDir, 'svc.json'))
  const found = listPointerFiles(store).find(({ pointer }) => pointer?.path === id)!
  const folders = () => readdirSync(join(dataDir, 'projects'))
  const key = async (path = id) => basename((await findScope(store, project(path)))?.path ?? '')
  return { store, dataDir, id, other, file: found.path, folders, key }
}

const KINDS: Record<string, (path: string) => unknown> = {
  'a folder without git': () => undefined,
  'a repository without a remote': path => repository(path),
  'a repository with a remote': path => repository(path, `git@git.example:${basename(path)}.git`),
}

for (const [kind, make] of Object.entries(KINDS)) {
  t.test(`a flipped character in the pointer of ${kind} is noticed and mended`, async t => {
    const { store, file, folders, key } = await stage(t, make)
    const text = readFileSync(file, 'latin1')
    const [own, before] = [await key(), folders()]
    for (let at = 0; at < text.length; at++) {
      const flipped = String.fromCharCode(text.charCodeAt(at) ^ 1)
      writeFileSync(file, text.slice(0, at) + flipped + text.slice(at + 1), 'latin1')
      const found = await key()
      if (found !== own) t.fail(`${at}: ${found}`)
    }
    t.same(folders(), before)
    t.ok(listPointerFiles(store).every(({ pointer }) => pointer !== undefined))
    t.equal(readFileSync(file, 'latin1'), text, 'it is as it was')
  })

  t.test(`a pointer of ${kind} that leads to another project's folder`, async t => {
    const { dataDir, id, other, file, folders, key } = await stage(t, make)
    const [own, before, theirs] = [await key(), folders(), await key(other)]
    const text = readFileSync(file, 'utf8')
    const { sum: _, ...unsigned } = JSON.parse(text) as { sum?: string; folder: string }
    for (const damaged of [
      text.replace(own, theirs),
      JSON.stringify({ ...unsigned, folder: theirs }),
      JSON.stringify({ ...unsigned, folder: `${own}x` }),
      text.slice(0, 20),
    ]) {
      writeFileSync(file, damaged)
      const { service } = openService(t, dataDir)
      const { items } = await service.memories.list({ scope: project(id) })
      t.match(items, [{ content: id }], damaged)
      await service.remember({ scope: project(id), title: TITLE, content: id })
      t.same(folders(), before, 'no twin')
      t.match((await service.memories.list({ scope: project(other) })).items, [{ content: other }])
      t.ok((await service.doctor()).ok)
    }
  })
}

t.test('a damaged pointer to memories in the work tree begins nothing beside them', async t => {
  const { dataDir, store, id, file } = await stage(t, path => repository(path))
  const scope = { type: 'project', id } as const
  const { service } = openService(t, dataDir)
  await placeProject(store, scope, 'in-repo', { now: () => new Date() })
  await service.close()
  const text = readFileSync(file, 'utf8')
  t.match(text, 'in-repo')
  for (const damaged of [text.replace('in-repo', 'in-rfpo'), text.slice(0, -9)]) {
    writeFileSync(file, damaged)
    const again = openService(t, dataDir).service
    const said = { code: 'STORE_CORRUPT', message: new RegExp(`${file}.*svc trust`) }
    await t.rejects(again.remember({ scope, title: TITLE, content: 'twin' }), said)
    t.match(await again.doctor(), { findings: [{ check: 'broken-pointer', path: file }] })
    t.equal(readFileSync(file, 'utf8'), damaged, 'what it led to is not forgotten')
    await trustProject(store, scope)
    const [memory] = (await again.memories.list({ scope })).items
    t.match(memory, { content: id })
    t.match(git(id, 'status', '--porcelain'), '.svc')
  }
})

t.test('a damaged pointer of a project whose remote was renamed', async t => {
  const [old, renamed] = ['git@git.example:old.git', 'git@git.example:new.git']
  const { dataDir, id, file, folders, key } = await stage(t, path => {
    repository(path, basename(path) === 'shop' ? old : undefined)
  })
  const [own, before, text] = [await key(), folders(), readFileSync(file, 'utf8')]
  git(id, 'remote', 'set-url', 'origin', renamed)
  t.equal(await key(), own, 'the repository is still the one that it names')
  const { service } = openService(t, dataDir)
  const said = { code: 'STORE_CORRUPT', message: new RegExp(`${file}.*doctor --fix.*scope move`) }
  for (const damaged of ['', text.replace('"folder":"', '"folder":"x')]) {
    writeFileSync(file, damaged)
    await t.rejects(service.memories.list({ scope: project(id) }), said)
    await t.rejects(service.remember({ scope: project(id), title: TITLE, content: id }), said)
    t.same([folders(), readFileSync(file, 'utf8')], [before, damaged], 'nothing is begun')
  }
  for (const from of ['"repository":"', '"sum":"', '"path":"', '{"']) {
    writeFileSync(file, text.replace(from, `${from}x`))
    t.equal(await key(), own, from)
    t.match((await service.memories.list({ scope: project(id) })).items, [{ content: id }])
    await service.remember({ scope: project(id), title: TITLE, content: id })
    t.same(folders(), before, 'no twin')
  }
})

t.test('a damaged pointer does not lead to a fork that it never led to', async t => {
  const { dataDir, other, file, folders, key } = await stage(t, path => {
    if (basename(path) === 'shop') repository(path)
    else git(join(path, '..'), 'clone', '-q', 'shop', 'desk')
    git(
      path,
      'remote',
      basename(path) === 'shop' ? 'add' : 'set-url',
      'origin',
      `git@x.example:${path}`,
    )
  })
  const [own, theirs, before] = [await key(), await key(other), folders()]
  writeFileSync(file, readFileSync(file, 'utf8').replace(own, theirs))
  t.equal(await key(), own)
  t.same(folders(), before)
  t.ok((await openService(t, dataDir).service.doctor()).ok)
})

t.test(
  'the repository of a pointer may be written anew by a version that knows no sum',
  async t => {
    const byOlder = (file: string) => {
      const pointer = JSON.parse(readFileSync(file, 'utf8')) as object
      writeFileSync(file, JSON.stringify({ ...pointer, repository: '1-1' }) + '\n')
    }
    const { dataDir, store, id, file, key } = await stage(t, path => {
      repository(path, `git@git.example:${basename(path)}.git`)
    })
    const own = await key()
    git(id, 'remote', 'set-url', 'origin', 'git@git.example:renamed.git')
    byOlder(file)
    t.equal(await key(), own)
    await placeProject(store, { type: 'project', id }, 'in-repo', { now: () => new Date() })
    byOlder(file)
    t.equal(await key(), '.svc', 'the trust counts')
    t.ok((await openService(t, dataDir).service.doctor()).ok)
  },
)

t.test(
  'of two folders of one project the one that a damaged pointer had chosen counts',
  async t => {
    const { store, file, key } = await stage(t, path => {
      repository(path, `git@git.example:${basename(path)}.git`)
    })
    const [own, text] = [await key(), readFileSync(file, 'utf8')]
    const projects = join(store.root, 'projects')
    cpSync(join(projects, own), join(projects, 'a-twin'), { recursive: true })
    writeFileSync(file, text.replace('"sum":"', '"sum":"x'))
    t.equal(await key(), own)
    t.equal(readFileSync(file, 'utf8'), text)
  },
)

t.test('a damaged pointer that places memories is kept on a branch without them', async t => {
  const { dataDir, store, id, file } = await stage(t, path => repository(path))
  const scope = { type: 'project', id } as const
  await placeProject(store, scope, 'in-repo', { now: () => new Date() })
  const text = readFileSync(file, 'utf8')
  renameSync(join(id, '.svc'), join(id, 'away'))
  const { service } = openService(t, dataDir)
  for (const damaged of [text.replace('in-repo', 'in-rfpo'), text.replace('"sum":"', '"sum":"x')]) {
    writeFileSync(file, damaged)
    const said = { code: 'STORE_CORRUPT', message: new RegExp(`${file}.*svc trust`) }
    await t.rejects(service.remember({ scope, title: TITLE, content: 'twin' }), said)
    t.equal(readFileSync(file, 'utf8'), damaged, 'it still says so')
  }
  renameSync(join(id, 'away'), join(id, '.svc'))
  await trustProject(store, scope)
  t.match((await service.memories.list({ scope })).items, [{ content: id }])
})
