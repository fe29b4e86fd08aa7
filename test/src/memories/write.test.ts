import t from 'tap'
import { existsSync, readFileSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Collections } from '../../../src/memories/collections.js'
import { forgetMemory, putMemory } from '../../../src/memories/write.js'
import { openStore } from '../../../store/store.js'
import { temporaryFolder } from '../../store/fixture.js'
import { fileOf, GLOBAL, openService, project, tickingClock } from '../fixture.js'
import { withoutDisk } from '../without-disk.js'

const APP = project('/no/such/app')

t.test('a memory is stored as a file that a person can read', async t => {
  const { service, memories } = openService(t, undefined, { now: tickingClock() })
  const memory = await service.remember({
    scope: GLOBAL,
    title: 'Never push on Fridays',
    content: 'Releases go out Monday to Thursday.',
    kind: 'constraint',
    tags: ['git'],
  })
  t.match(memory, {
    id: /^[a-z][a-z0-9]{7}$/,
    scope: GLOBAL,
    kind: 'constraint',
    title: 'Never push on Fridays',
    content: 'Releases go out Monday to Thursday.',
    tags: ['git'],
    source: { runtime: 'plugin' },
    uses: 0,
    pinned: false,
  })
  t.equal(memory.updatedAt >= memory.createdAt, true)
  t.same(readdirSync(memories), [`never-push-on-fridays--${memory.id}.md`])
  t.equal(
    readFileSync(fileOf(memories, memory.id), 'utf8'),
    `---
id: ${memory.id}
kind: constraint
title: Never push on Fridays
tags:
  - git
source:
  runtime: plugin
createdAt: ${memory.createdAt}
---

Releases go out Monday to Thursday.
`,
  )
  t.same(await service.memories.get(memory.id), memory)
})

t.test('a title that the scope has is updated in place', async t => {
  const { service, memories } = openService(t, undefined, { now: tickingClock() })
  const first = await service.remember({
    scope: GLOBAL,
    title: 'Indent with  tabs',
    content: 'one',
    kind: 'preference',
    tags: ['style'],
  })
  for (const title of ['indent with tabs', '  INDENT\tWITH tabs', 'Indent ｗｉｔｈ tabs']) {
    const { memory, outcome } = await service.memories.save('http', {
      scope: GLOBAL,
      title,
      content: `said as ${title.length}`,
    })
    t.equal(outcome, 'updated', title)
    t.match(memory, {
      id: first.id,
      kind: 'preference',
      tags: ['style'],
      createdAt: first.createdAt,
    })
    t.match(memory.source, { runtime: 'plugin' }, 'the source stays')
    t.ok(memory.updatedAt > first.updatedAt)
  }
  t.equal(readdirSync(memories).length, 1)
  const { outcome } = await service.memories.save('http', {
    scope: APP,
    title: 'Unlike others',
    content: 'x',
  })
  t.equal(outcome, 'created')
  t.equal((await service.memories.list()).total, 2)
})

t.test('a global memory stands instead of a project one of its title', async t => {
  const { service, dataDir } = openService(t)
  const global = await service.remember({ scope: GLOBAL, title: 'Use tabs', content: 'everywhere' })
  const { memory, outcome } = await service.memories.save('http', {
    scope: APP,
    title: 'use TABS',
    content: 'here',
  })
  t.equal(outcome, 'global')
  t.same(memory, global)
  t.same(await service.scopes(), [{ type: 'global', id: null, count: 1 }], 'no scope was made')
  t.notOk(existsSync(join(dataDir, 'projects')))
  t.equal((await service.events()).length, 1, 'and nothing was logged')
})

t.test("a project's own item is updated although global has the title", async t => {
  const { service } = openService(t)
  const own = await service.remember({ scope: APP, title: 'Use tabs', content: 'here' })
  await service.remember({ scope: GLOBAL, title: 'Use tabs', content: 'everywhere' })
  const { memory, outcome } = await service.memories.save('http', {
    scope: APP,
    title: 'Use tabs',
    content: 'here and now',
  })
  t.equal(outcome, 'updated')
  t.equal(memory.id, own.id)
  t.equal((await service.memories.list({ scope: GLOBAL })).items[0]?.content, 'everywhere')
})

t.test('fields are changed one by one', async t => {
  const { service, memories } = openService(t, undefined, { now: tickingClock() })
  const memory = await service.remember({ scope: GLOBAL, title: 'One', content: 'text' })
  await service.remember({ scope: GLOBAL, title: 'Two', content: 'text' })
  const path = fileOf(memories, memory.id)
  const renamed = await service.memories.edit(memory.id, { title: 'ONE and more' })
  t.match(renamed, { ...memory, revision: String, title: 'ONE and more', updatedAt: String })
  t.ok(renamed.updatedAt > memory.updatedAt)
  t.ok(existsSync(path), 'the file keeps its name: git sees one change')
  t.match(await service.memories.edit(memory.id, { pinned: true }), {
    pinned: true,
    title: 'ONE and more',
  })
  t.match(await service.memories.edit(memory.id, { kind: 'rule', tags: ['a'] }), {
    pinned: true,
    tags: ['a'],
  })
  t.match(await service.memories.edit(memory.id, { title: 'one AND more' }), {
    title: 'one AND more',
  })
  await t.rejects(service.memories.edit(memory.id, { title: ' two ' }), { code: 'CONFLICT' })
  await t.rejects(service.memories.edit('nosuchid', { title: 'x' }), { code: 'MEMORY_NOT_FOUND' })
  await t.rejects(service.memories.edit(memory.id, {}), { code: 'INVALID_REQUEST' })
  t.equal((await service.memories.get(memory.id)).title, 'one AND more')
})

t.test('a title that a memory no longer has is free', async t => {
  const { service } = openService(t)
  const renamed = await service.remember({ scope: GLOBAL, title: 'One', content: 'text' })
  await service.memories.edit(renamed.id, { title: 'Two' })
  const { memory, outcome } = await service.memories.save('http', {
    scope: GLOBAL,
    title: 'One',
    content: 'another',
  })
  t.equal(outcome, 'created')
  t.not(memory.id, renamed.id)
  t.match(await service.memories.get(renamed.id), { title: 'Two', content: 'text' })
})

t.test('what svc does not know in a file survives a change', async t => {
  const { service, memories } = openService(t)
  const { id } = await service.remember({ scope: GLOBAL, title: 'One', content: 'text' })
  const path = fileOf(memories, id)
  const text = readFileSync(path, 'utf8').replace('---\n\n', 'owner: ada # since May\n---\n\n')
  writeFileSync(path, text)
  const { service: later } = openService(t, join(memories, '..', '..'))
  await later.memories.edit(id, { content: 'new text' })
  t.equal(readFileSync(path, 'utf8'), text.replace('text', 'new text'))
})

t.test('what is forgotten is gone, and kept in the local history', async t => {
  const { service, memories, dataDir } = openService(t)
  const memory = await service.remember({ scope: GLOBAL, title: 'One', content: 'kept' })
  t.same(await service.memories.forget(memory.id), memory)
  t.same(readdirSync(memories), [])
  await t.rejects(service.memories.get(memory.id), { code: 'MEMORY_NOT_FOUND' })
  await t.rejects(service.memories.forget(memory.id), { code: 'MEMORY_NOT_FOUND' })
  t.equal((await service.memories.list({ text: 'kept' })).total, 0)
  const history = join(dataDir, 'state', 'history', `one--${memory.id}.md`)
  t.match(readFileSync(join(history, readdirSync(history)[0]!), 'utf8'), /kept/)
  const again = await service.memories.save('http', { scope: GLOBAL, title: 'One', content: 'new' })
  t.equal(again.outcome, 'created')
})

t.test('import rows are read-only and take no part in titles', async t => {
  const workspace = temporaryFolder(t)
  writeFileSync(join(workspace, 'AGENTS.md'), 'Test before you push.')
  const { service } = openService(t)
  const scope = project(workspace)
  const own = await service.remember({ scope, title: 'AGENTS.md', content: 'mine' })
  t.match(await service.importWorkspace(workspace), { imported: 1, updated: 0 })
  const row = (await service.memories.list({ scope })).items.find(({ id }) => id !== own.id)!
  t.match(row, { title: 'AGENTS.md', source: { path: join(workspace, 'AGENTS.md') } })
  await t.rejects(service.memories.edit(row.id, { title: 'x' }), { code: 'READ_ONLY_ITEM' })
  await t.rejects(service.memories.forget(row.id), { code: 'READ_ONLY_ITEM' })
  t.equal((await service.memories.get(own.id)).content, 'mine')
  const { outcome } = await service.memories.save('http', {
    scope,
    title: 'agents.md',
    content: 'm2',
  })
  t.equal(outcome, 'updated')
  t.same(await service.scopes(), [
    { type: 'global', id: null, count: 0 },
    { type: 'project', id: workspace, count: 2 },
  ])
  t.match(await service.importWorkspace(workspace), { imported: 0, alreadyImported: true })
})

t.test('every way in is checked', async t => {
  const { service, dataDir } = openService(t)
  const bad = { code: 'INVALID_REQUEST' }
  const scope = { type: 'project', id: 'relative' } as never
  await t.rejects(service.remember({ scope, title: 'x', content: 'x' }), bad)
  await t.rejects(service.recall({ scopes: [scope] }), bad)
  await t.rejects(service.learning.backlog(scope), bad)
  await t.rejects(service.consolidate(scope), bad)
  await t.rejects(service.memories.list({ scope }), bad)
  await t.rejects(service.memories.list({ scopes: [scope] }), bad)
  await t.rejects(service.memories.list({ scopeType: 'user' as never }), bad)
  await t.rejects(service.memories.list({ scope: { type: 'project' } as never }), bad)
  await t.rejects(service.memories.list({ limit: 0 }), bad)
  await t.rejects(service.memories.list({ offset: -1 }), bad)
  await t.rejects(service.memories.list({ tags: 'x' as never }), bad)
  await t.rejects(service.memories.list({ text: 7 as never }), bad)
  await t.rejects(service.skills.list({ scope }), bad)
  await t.rejects(service.events(0), bad)
  await t.rejects(service.memories.export({ scope })[Symbol.asyncIterator]().next(), bad)
  await t.rejects(service.importWorkspace('relative'), bad)
  await t.rejects(service.importWorkspace(undefined as never), bad)
  await t.rejects(service.importWorkspace('/no/such/place'), { code: 'WORKSPACE_NOT_FOUND' })
  await t.rejects(service.memories.get('../../etc/passwd'), { code: 'MEMORY_NOT_FOUND' })
  await t.rejects(service.memories.get(undefined as never), { code: 'MEMORY_NOT_FOUND' })
  await t.rejects(service.learning.backlog(APP), { code: 'SCOPE_NOT_FOUND' })
  await t.rejects(service.consolidate(APP), { code: 'SCOPE_NOT_FOUND' })
  t.same(await service.learning.backlog(GLOBAL), { replaySize: 0, scope: GLOBAL })
  t.same(readdirSync(dataDir).sort(), ['.gitattributes', '.gitignore', 'svc.json'], 'none wrote')
})

t.test('of a memory that is forgotten nothing is held', async t => {
  const collections = new Collections(openStore(join(temporaryFolder(t), 'svc.json')))
  const collection = await collections.make(GLOBAL)
  const now = () => new Date()
  for (let at = 0; at < 5; at++) {
    const input = { scope: GLOBAL, title: `Rule ${at}`, content: 'It holds.' }
    const { memory } = await putMemory(
      collections,
      input,
      { source: { runtime: 'cli' }, isHeld: true },
      now,
    )
    t.equal(collection['revisions']['revisions'].size, 1)
    await forgetMemory(collection, memory.document.id, now)
    t.equal(collection['revisions']['revisions'].size, 0)
    // As a look does that comes once the folder's time is sure.
    collection.markChanged()
    await collection.refresh()
    t.equal(collection['revisions']['revisions'].size, 0, 'nor read again')
  }
})

for (const code of ['EIO', 'EMFILE', 'EACCES']) {
  t.test(`no second memory of a title while its file cannot be read: ${code}`, async t => {
    const { service, memories, dataDir } = openService(t)
    const title = 'Deploy on Mondays'
    const { id } = await service.remember({ scope: GLOBAL, title, content: 'one' })
    await service.memories.edit(id, { title: 'Deploys' })
    const files = readdirSync(memories)
    // It is read again: what is kept of it counts for the file as it was.
    utimesSync(join(memories, files[0]!), 1, 1)
    const other = openService(t, dataDir).service
    const input = { title: 'Deploys', content: 'two' }
    // In a project a file that is another user's stands in the way only of the title it is named for.
    for (const scope of code === 'EACCES' ? [GLOBAL] : [GLOBAL, APP]) {
      await withoutDisk(
        memories,
        () =>
          t.rejects(other.remember({ scope, ...input }), {
            code: 'STORE_CORRUPT',
            message: new RegExp(`deploy-on-mondays--${id}.md cannot be read: ${code}`),
          }),
        code,
      )
      t.same(readdirSync(memories), files, 'nothing stands beside it')
      t.equal((await other.memories.list({ scope: APP })).total, 0)
    }
    const { service: again } = openService(t, dataDir)
    t.match(await again.remember({ scope: GLOBAL, ...input }), { id, content: 'two' })
    t.same(readdirSync(memories), files)
  })
}

t.test('a file that this user may not read says whose it is', async t => {
  const { service, memories, dataDir } = openService(t)
  const { id } = await service.remember({ scope: GLOBAL, title: 'Lunch', content: 'at one' })
  const other = await service.remember({ scope: GLOBAL, title: 'Tea', content: 'at four' })
  const path = fileOf(memories, id)
  utimesSync(path, 1, 1)
  const { service: again } = openService(t, dataDir)
  const refused = (advice: string) => ({
    code: 'STORE_CORRUPT',
    message: new RegExp(
      `lunch--${id}.md cannot be read: EACCES.*; it belongs to user ${statSync(path).uid} and group \\d+; make it yours \\(chown\\), or readable \\(chmod u\\+r\\); it may have this title, so nothing was ${advice}`,
    ),
  })
  const content = 'two'
  const act = async () => {
    for (const scope of [GLOBAL, APP]) {
      for (const title of scope === GLOBAL ? ['Lunch', 'Dinner'] : ['Lunch', ' ＬＵＮＣＨ'])
        await t.rejects(again.remember({ scope, title, content }), refused('stored'), title)
    }
    t.match(await again.remember({ scope: APP, title: 'Dinner', content }), { scope: APP })
    const edit: typeof again.memories.edit = (...given) => again.memories.edit(...given)
    await t.rejects(edit(other.id, { title: 'Lunch' }), refused('changed'))
    t.match(await edit(other.id, { title: 'TEA', content }), { title: 'TEA', content })
    const { findings } = await again.doctor()
    const mend = 'make it yours (chown), or readable (chmod u+r)'
    t.match(findings, [{ check: 'unreadable-memory', path, mend }])
  }
  await withoutDisk(path, act, 'EACCES')
  const late = openService(t, dataDir).service
  utimesSync(path, 2, 2)
  const title = 'Lunch'
  const failing = () =>
    t.rejects(late.memories.edit(other.id, { title }), { code: 'STORE_CORRUPT' })
  await withoutDisk(path, failing, 'EIO')
  const { service: last } = openService(t, dataDir)
  await t.rejects(last.memories.edit(other.id, { title }), { code: 'CONFLICT' }, 'it is taken')
  const { items } = await last.memories.list({ scope: GLOBAL })
  t.same(items.map(one => one.title).sort(), ['Lunch', 'TEA'])
})

t.test('what can be read is changed while another file cannot', async t => {
  const { service, memories } = openService(t)
  const { id } = await service.remember({ scope: GLOBAL, title: 'One', content: 'one' })
  const { id: unread } = await service.remember({ scope: GLOBAL, title: 'Two', content: 'two' })
  utimesSync(fileOf(memories, unread), 1, 1)
  const put = () => service.remember({ scope: GLOBAL, title: 'One', content: 'changed' })
  t.match(await withoutDisk(fileOf(memories, unread), put), { id, content: 'changed' })
})
