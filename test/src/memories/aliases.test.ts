import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { distinctAliases, uniteAliases } from '../../../src/memories/given.js'
import { move, storeOf } from '../scopes/fixture.js'
import { fileOf, GLOBAL, linesOf, openService, project } from '../fixture.js'

const KEY = {
  scope: GLOBAL,
  title: 'Rotate the signing key',
  content: 'Run rotate.sh, then deploy.',
}
const ALIASES = ['renew a secret', 'wombat expired']

t.test('aliases are told apart as titles are, and say something else than the title', async t => {
  const given = ['A  b', 'a B', '', ' ', 'ｃ', 'c', 'Title', 'd']
  t.same(distinctAliases(given, ' TITLE '), ['A  b', 'ｃ', 'd'])
  t.same(uniteAliases(['b'], ['a', 'B', 'title'], 'Title'), ['b', 'a'])
})

t.test('a memory keeps its aliases until others are given', async t => {
  const { service, memories } = openService(t)
  const { id, aliases } = await service.remember({ ...KEY, aliases: [...ALIASES, KEY.title] })
  t.same(aliases, ALIASES, 'the title itself is none')
  const list = 'aliases:\n  - renew a secret\n  - wombat expired\n'
  t.match(readFileSync(fileOf(memories, id), 'utf8'), list)
  t.same((await service.remember({ ...KEY, content: 'Run it.' })).aliases, ALIASES)
  t.same((await service.memories.edit(id, { title: 'Renew a secret' })).aliases, ALIASES)
  t.same((await service.memories.edit(id, { aliases: ['renew a SECRET', 'other'] })).aliases, [
    'other',
  ])
  t.same((await service.remember({ ...KEY, title: 'renew a secret', aliases: [] })).aliases, [])
  t.notMatch(readFileSync(fileOf(memories, id), 'utf8'), 'aliases')
})

t.test('a memory is found by its aliases, and they are not injected', async t => {
  const { service, dataDir } = openService(t)
  const { id } = await service.remember({ ...KEY, aliases: ALIASES })
  await service.remember({ scope: GLOBAL, title: 'Lunch', content: 'The canteen closes at two.' })
  for (const one of [service, openService(t, dataDir).service]) {
    const { text, items } = await one.memories.context({ text: 'why has the wombat expired?' })
    t.match(items, [{ id, aliases: ALIASES }])
    t.match(text, 'Run rotate.sh')
    t.notMatch(text, /wombat|renew/)
    t.match((await one.memories.list({ text: 'renewing secrets' })).items[0], {
      id,
      aliases: ALIASES,
    })
    t.notMatch((await one.memories.context({})).text, /wombat|renew/)
  }
})

t.test('what was forgotten, or was so before, comes back with its aliases', async t => {
  const { service } = openService(t)
  const { id } = await service.remember({ ...KEY, aliases: ALIASES })
  await service.memories.edit(id, { aliases: ['other'] })
  t.match(await service.archive.history(id), [{ changed: ['aliases'] }])
  t.same((await service.archive.restore(id)).aliases, ALIASES)
  await service.memories.forget(id)
  t.same((await service.archive.restore(id)).aliases, ALIASES)
})

t.test('an export takes them along', async t => {
  const { service } = openService(t)
  await service.remember({ ...KEY, aliases: ALIASES })
  const lines = []
  for await (const memory of service.memories.export()) lines.push(memory)
  const other = openService(t).service
  t.match(await other.memories.load(linesOf(...lines)), { added: 1, failed: 0 })
  t.match((await other.memories.list()).items, [{ title: KEY.title, aliases: ALIASES }])
  t.match(await other.memories.load(linesOf(...lines)), { unchanged: 1 })
  t.match(await other.memories.load(linesOf({ ...lines[0], aliases: 'x' })), { failed: 1 })
})

t.test('a scope that moves takes them along', async t => {
  const { service, dataDir, memories } = openService(t)
  const one = join(dataDir, '..', 'one')
  mkdirSync(one)
  const { id } = await service.remember({ ...KEY, scope: project(one), aliases: ALIASES })
  await move(storeOf(dataDir), one, 'global')
  t.match(readFileSync(fileOf(memories, id), 'utf8'), '- wombat expired')
})

t.test('what a person wrote into the file stays, also beyond what svc takes', async t => {
  const { service, memories } = openService(t)
  const { id } = await service.remember(KEY)
  const path = fileOf(memories, id)
  const long = 'x'.repeat(300)
  const many = Array.from({ length: 20 }, (_, number) => `phrase${number} of many`)
  const written = ['aliases:', ...[long, ...many].map(alias => `  - ${alias}`), 'source:'].join(
    '\n',
  )
  writeFileSync(path, readFileSync(path, 'utf8').replace('source:', written))
  const reader = openService(t, join(memories, '..', '..')).service
  t.same((await reader.memories.get(id)).aliases, [long, ...many])
  t.same((await reader.memories.edit(id, { content: 'Run it.' })).aliases, [long, ...many])
  t.equal((await reader.memories.list({ text: 'phrase10' })).total, 1)
  t.equal(
    (await reader.memories.list({ text: 'phrase11' })).total,
    0,
    'the first twelve are indexed',
  )
})
