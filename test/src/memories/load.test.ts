import t from 'tap'
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Service } from '../../../src/api.js'
import { temporaryFolder } from '../../store/fixture.js'
import { fileOf, GLOBAL, linesOf, openService, project } from '../fixture.js'

const APP = project('/no/such/app')

async function exported(service: Service): Promise<string[]> {
  const lines: string[] = []
  for await (const item of service.memories.export()) lines.push(JSON.stringify(item))
  return lines
}

t.test('what is exported and loaded into an empty store lists the same', async t => {
  const workspace = temporaryFolder(t)
  writeFileSync(join(workspace, 'AGENTS.md'), 'Test before you push.\n')
  const { service, memories } = openService(t)
  const scope = project(workspace)
  await service.importWorkspace(workspace)
  await service.remember({ scope, title: 'Same title', content: 'of the project', tags: ['a b'] })
  const { id } = await service.remember({
    scope: GLOBAL,
    title: 'Same title: "quoted" #1',
    content: '    indented\n\n---\nnot: front matter\n---\n<<<<<<< no conflict',
    kind: 'house-rule',
  })
  await service.memories.edit(id, { pinned: true })
  writeFileSync(join(memories, 'empty.md'), '---\ntitle: Empty by hand\n---\n')
  writeFileSync(join(memories, 'long.md'), `---\ntitle: ${'long '.repeat(100)}\n---\n\ntext\n`)
  writeFileSync(join(memories, 'large.md'), `# Large\n\n${'x'.repeat(300 * 1024)}\n`)
  const fresh = openService(t, join(memories, '..', '..')).service
  const lines = await exported(fresh)
  t.equal(lines.length, 6)

  const { service: other, dataDir } = openService(t)
  const done: number[] = []
  const result = await other.memories.load(linesOf(...lines), count => done.push(count))
  t.same(result, { ok: true, added: 6, updated: 0, unchanged: 0, errors: [], failed: 0 })
  t.same(done, [1, 2, 3, 4, 5, 6])
  t.same(await other.memories.list(), await fresh.memories.list())
  t.same(
    await openService(t, dataDir).service.memories.list(),
    await fresh.memories.list(),
    'in a new process too',
  )
  t.same(await other.scopes(), await fresh.scopes())
  t.same(await exported(other), lines)

  const again = await other.memories.load(linesOf(...lines))
  t.same(again, { ok: true, added: 0, updated: 0, unchanged: 6, errors: [], failed: 0 })
  t.equal((await other.events()).length, 2, 'one event for each scope, none for the repetition')
  t.match(await other.importWorkspace(workspace), { alreadyImported: false, imported: 0 })
})

t.test('of many bad lines the first hundred are kept, and all are counted', async t => {
  const { service } = openService(t)
  const taken = { id: 'aaaaaaaa', scope: GLOBAL, title: 'T', content: 'x' }
  const [early, late] = [3, 60_000]
  async function* lines() {
    for (let line = 1; line < late; line++) {
      yield line === early ? JSON.stringify({ ...taken, scope: APP }) : 'x'
    }
    for (let line = 0; line < 300; line++) yield JSON.stringify({ ...taken, scope: APP })
  }
  await service.memories.load(linesOf(taken))
  const sizes: number[] = []
  const result = await service.memories.load(lines(), line => {
    // What is compiled on the way takes memory too: by the first look that is done.
    if (line === late / 3 || line === late - 1) sizes.push(heapInUse())
  })
  const { errors, failed } = result
  t.equal(failed, late - 1 + 300)
  t.equal(errors.length, 100)
  t.same(
    errors.map(({ line }) => line),
    Array.from({ length: 100 }, (_, at) => at + 1),
  )
  t.match(errors[2], { line: early, error: /taken/ })
  t.ok(sizes[1]! - sizes[0]! < 1024 * 1024, `${sizes.join(' → ')} bytes`)
})

/** Bytes, once everything that nobody needs is gone. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed
}

t.test('a line may say little, and loading it twice is loading it once', async t => {
  const { service } = openService(t)
  const lines = [
    { scope: GLOBAL, title: 'Title', content: 'one' },
    { scope: GLOBAL, title: 'Title', content: 'two' },
    { scope: GLOBAL, title: 'Title', content: 'two' },
    { scope: APP, title: 'Title', content: 'two', extra: 'ignored' },
  ]
  t.match(await service.memories.load(linesOf(...lines)), { ok: true, added: 3, unchanged: 1 })
  t.match(await service.memories.load(linesOf(...lines)), {
    ok: true,
    added: 0,
    updated: 0,
    unchanged: 4,
  })
  const { items } = await service.memories.list({ scope: GLOBAL })
  t.same(items.map(({ content }) => content).sort(), ['one', 'two'], 'titles may repeat')
  t.match(items[0], { kind: 'fact', tags: [], source: {}, pinned: false })
})

t.test('timestamps, source, tags, aliases and id are kept as given', async t => {
  const { service } = openService(t)
  const item = {
    id: 'abcdefgh12',
    scope: APP,
    kind: 'procedure',
    title: 'Title',
    content: 'one',
    tags: ['b', 'a'],
    aliases: ['other words', ...Array.from({ length: 20 }, (_, number) => `${number} more`)],
    source: { runtime: 'svc', session: 's', turn: 3, mergedFrom: ['bbbbbbbb'], more: 'kept' },
    createdAt: '2020-01-01T00:00:00.000Z',
    updatedAt: '2021-01-01T00:00:00.000Z',
    uses: 7,
    pinned: true,
  }
  await service.memories.load(linesOf(item))
  const { revision, ...first } = await service.memories.get(item.id)
  t.same(first, { ...item, uses: 0 })
  const changed = { ...item, content: 'two', updatedAt: '2022-01-01T00:00:00.000Z' }
  t.match(await service.memories.load(linesOf(changed)), { updated: 1, added: 0 })
  const { revision: fresh, ...second } = await service.memories.get(item.id)
  t.same(second, { ...changed, uses: 0 })
  t.not(fresh, revision)
})

t.test('a line without aliases leaves those that its memory has', async t => {
  const { service } = openService(t)
  const line = { id: 'abcdefgh', scope: GLOBAL, title: 'Reminders', content: 'See mailQueue.' }
  const load = (fields: object = {}) => service.memories.load(linesOf({ ...line, ...fields }))
  const standing = async () => (await service.memories.get(line.id)).aliases
  await load()
  t.same(await standing(), ['mail queue'])
  await service.memories.edit(line.id, { aliases: ['dunning letters', 'mail queue'] })
  t.match(await load(), { updated: 0, unchanged: 1 })
  t.same(await standing(), ['dunning letters', 'mail queue'])
  await load({ content: 'See dunningLedger.' })
  t.same(await standing(), ['dunning letters', 'dunning ledger'], 'what its text gives changes')
  await service.memories.edit(line.id, { aliases: [] })
  await load({ content: 'See freightLedger.' })
  const { aliases, source } = await service.memories.get(line.id)
  t.same({ aliases, source }, { aliases: [], source: { unaliased: true } }, 'none are wanted')
  t.match(await load({ content: 'See freightLedger.' }), { updated: 0, unchanged: 1 })
  await load({ aliases: ['own'] })
  t.match(await service.memories.get(line.id), { aliases: ['own'], source: {} })
})

t.test('a version of the same length and time is seen by others', async t => {
  const { service, dataDir } = openService(t)
  const item = {
    id: 'abcdefgh',
    scope: GLOBAL,
    title: 'T',
    content: 'one',
    updatedAt: '2021-01-01',
  }
  await service.memories.load(linesOf(item))
  const { service: other } = openService(t, dataDir)
  t.equal((await other.memories.get('abcdefgh')).content, 'one')
  await service.memories.load(linesOf({ ...item, content: 'two' }))
  t.equal((await other.memories.get('abcdefgh')).content, 'two')
  t.equal((await other.memories.get('abcdefgh')).updatedAt, '2021-01-01T00:00:00.000Z')
})

t.test('a bad line is reported and skipped', async t => {
  const { service } = openService(t)
  const good = { id: 'aaaaaaaa', scope: GLOBAL, title: 'Title', content: 'x' }
  const bad: [unknown, RegExp][] = [
    ['{"cut', /is not JSON/],
    ['[]', /not a JSON object/],
    ['null', /not a JSON object/],
    [{ ...good, scope: undefined }, /scope is required/],
    [{ ...good, scope: { type: 'project', id: 'x' } }, /scope\.id/],
    [{ ...good, title: ' ' }, /title must not be blank/],
    [{ ...good, content: undefined }, /content is required/],
    [{ ...good, content: 'x'.repeat(400_000) }, /content must be at most/],
    [{ ...good, id: 'UPPER' }, /id must be/],
    [{ ...good, id: 7 }, /id must be/],
    [{ ...good, kind: 'Bad Kind' }, /kind/],
    [{ ...good, tags: 'x' }, /tags/],
    [{ ...good, source: 'x' }, /source/],
    [{ ...good, createdAt: 'yesterday' }, /createdAt/],
    [{ ...good, updatedAt: 7 }, /updatedAt/],
    [{ ...good, scope: APP }, /the id aaaaaaaa is taken/],
    [{ ...good, id: 'rowrowrow', source: { runtime: 'workspace-import' } }, /source\.path/],
  ]
  for (const path of ['/etc/passwd', '/no/such/app', '/no/such/app/../x', 'AGENTS.md', 7]) {
    const source = { runtime: 'workspace-import', path }
    bad.push([{ ...good, id: 'rowrowrow', scope: APP, source }, /source\.path/])
  }
  const last = { ...good, id: 'bbbbbbbb', title: 'Last' }
  const result = await service.memories.load(
    linesOf(good, ...bad.map(([line]) => line), '', '  ', last),
  )
  t.match(result, { ok: false, added: 2, failed: bad.length })
  bad.forEach(([, message], at) => {
    t.match(result.errors[at], { line: at + 2, error: message })
  })
  t.same((await service.memories.list()).items.map(({ title }) => title).sort(), ['Last', 'Title'])
})

t.test('at most a hundred bad lines are told, and all are counted', async t => {
  const { service } = openService(t)
  const result = await service.memories.load(linesOf(...Array.from({ length: 150 }, () => '{')))
  t.equal(result.failed, 150)
  t.equal(result.errors.length, 100)
})

t.test('an id belongs to one item of the store', async t => {
  const workspace = temporaryFolder(t)
  writeFileSync(join(workspace, 'AGENTS.md'), 'x')
  const { service } = openService(t)
  await service.importWorkspace(workspace)
  const scope = project(workspace)
  const row = (await service.memories.list({ scope })).items[0]!
  const result = await service.memories.load(linesOf({ ...row, source: {} }))
  t.match(result, { failed: 1, errors: [{ error: /is taken/ }] })
  t.same((await service.memories.list({ scope })).items, [row])
})

t.test('a byte-order mark at the start does no harm', async t => {
  const { service } = openService(t)
  const line = JSON.stringify({ scope: GLOBAL, title: 'T', content: 'x' })
  t.match(await service.memories.load(linesOf(`\ufeff${line}`)), { ok: true, added: 1 })
})

t.test('what was merged away or evicted comes back', async t => {
  const { dataDir, memories } = openService(t)
  mkdirSync(memories, { recursive: true })
  const path = join(memories, 'a--abcdefgh.md')
  writeFileSync(path, '---\ntitle: A\nsupersededBy: bbbbbbbb\nowner: ada\n---\n\ntext\n')
  const { service } = openService(t, dataDir)
  t.equal((await service.memories.list()).total, 0)
  await t.rejects(service.memories.get('abcdefgh'), { code: 'MEMORY_NOT_FOUND' })
  const item = { id: 'abcdefgh', scope: GLOBAL, title: 'A', content: 'text' }
  t.match(await service.memories.load(linesOf(item)), { updated: 1, ok: true })
  t.equal((await service.memories.list()).total, 1)
  t.match(readFileSync(path, 'utf8'), 'owner: ada')
  t.notMatch(readFileSync(path, 'utf8'), 'supersededBy')
})

t.test('many lines go to many scopes', async t => {
  const { service, dataDir } = openService(t)
  const lines = Array.from({ length: 140 }, (_, n) => {
    const scope = n % 7 === 0 ? GLOBAL : project(`/no/such/${n % 7}`)
    return { scope, title: `title ${n}`, content: `content ${n}` }
  })
  t.match(await service.memories.load(linesOf(...lines)), { ok: true, added: 140 })
  const counts = (await openService(t, dataDir).service.scopes()).map(({ count }) => count)
  t.same(counts, Array(7).fill(20))
  t.equal(readdirSync(join(dataDir, 'projects')).length, 6)
  t.ok(
    fileOf(
      join(dataDir, 'global', 'memories'),
      (await service.memories.list({ scope: GLOBAL })).items[0]!.id,
    ),
  )
})
