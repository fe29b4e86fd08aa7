import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { derivePhrases, distinctAliases, uniteAliases } from '../../../src/memories/phrases.js'
import { move, storeOf } from '../scopes/fixture.js'
import { fileOf, GLOBAL, linesOf, openService, project } from '../fixture.js'
import { temporaryFolder } from '../../store/fixture.js'

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

const MAILER = {
  scope: GLOBAL,
  title: 'Reminders are sent twice',
  content:
    'The invoiceMailer retries. Then someHelperName logs it.\n\n## Notes\n\nNone.\n\n' +
    '## Dunning letters for wholesale customers\n\nPrinted.\n',
}
const [DUNNING, SAID] = ['Dunning letters for wholesale customers', 'invoice mailer']

t.test('a text gives phrases: telling headings, and code names that it is about', async t => {
  t.same(derivePhrases(MAILER), [DUNNING, SAID], 'neither `Notes` nor a name that comes by the way')
  const phrasesOf = (content: string, title = 'Mails') => derivePhrases({ title, content })
  t.same(phrasesOf('Set `dunning-level.toml` first.'), ['dunning level toml'])
  t.same(phrasesOf('As dunning_ledger and DunningLedger say.'), ['dunning ledger'], 'each once')
  t.same(phrasesOf('invoiceMailer', 'Invoice mailers'), [], 'not the words of the title')
  t.same(phrasesOf('See getData and isNew.'), [], 'not everyday words')
  t.same(phrasesOf('```md\n## Dunning letters for wholesale customers\n```'), [], 'no code')
  t.same(phrasesOf('## 卸売顧客への督促状の印刷'), ['卸売顧客への督促状の印刷'])
  t.same(phrasesOf('### Dunning letters for wholesale customers'), [], 'no details')
  t.same(phrasesOf(MAILER.content, ''), [], 'nothing stands in the place of a title')
  t.same(phrasesOf(''), [])
  const many = ['dunning', 'ledger', 'freight', 'pallet', 'customs']
  const headings = many.map(word => `# ${word} wholesale paperwork\n`).join('')
  t.equal(phrasesOf(headings).length, 4)
})

t.test('a new memory has the phrases of its text, after those that are given', async t => {
  const { service, memories } = openService(t)
  const { id, aliases } = await service.remember({ ...MAILER, aliases: ['mail comes again'] })
  t.same(aliases, ['mail comes again', DUNNING, SAID])
  t.match(readFileSync(fileOf(memories, id), 'utf8'), `  - ${SAID}\n`)
  const other = openService(t).service
  await other.memories.load(linesOf(MAILER, { ...MAILER, title: 'Bare', aliases: [] }))
  const { items } = await other.memories.list()
  t.same(Object.fromEntries(items.map(one => [one.title, one.aliases])), {
    [MAILER.title]: [DUNNING, SAID],
    Bare: [],
  })
})

t.test('with the text its phrases change; what was taken away stays away', async t => {
  const { service } = openService(t)
  const { id } = await service.remember({ ...MAILER, aliases: ['mail comes again'] })
  await service.memories.edit(id, { aliases: ['mail comes again', SAID] })
  const edit = async (content: string) => (await service.memories.edit(id, { content })).aliases
  t.same(await edit(`${MAILER.content}More.`), ['mail comes again', SAID])
  t.same(await edit(MAILER.content.replace('invoiceMailer', 'dunningQueue')), [
    'mail comes again',
    'dunning queue',
  ])
  t.match(await service.memories.edit(id, { aliases: [] }), {
    aliases: [],
    source: { unaliased: true },
  })
  t.same(await edit(MAILER.content), [], 'none are wanted')
  t.match(await service.learning.fillAliases(), { filled: 0, left: 0 })
  const { source, aliases } = await service.memories.edit(id, { aliases: ['mail again'] })
  t.notOk(source.unaliased)
  t.same(aliases, ['mail again'])
})

t.test('an agent adds aliases to those of a memory, and takes none away', async t => {
  const { service } = openService(t)
  const given = { ...KEY, scope: project(temporaryFolder(t)) }
  const { id } = await service.remember({ ...given, aliases: ALIASES })
  const save = async (fields: object) =>
    (await service.memories.save('mcp', { ...given, ...fields })).memory
  t.match(await save({ aliases: [] }), { aliases: ALIASES, source: { unaliased: undefined } })
  t.same((await save({ aliases: ['key is stale', 'WOMBAT expired'] })).aliases, [
    ...ALIASES,
    'key is stale',
  ])
  const content = 'The dunningLedger runs.'
  t.same((await save({ content, aliases: ['stale'] })).aliases, [
    ...ALIASES,
    'key is stale',
    'dunning ledger',
    'stale',
  ])
  t.same((await save({ content: KEY.content })).aliases, [...ALIASES, 'key is stale', 'stale'])
  await service.memories.edit(id, { aliases: [] })
  t.match(await save({ content, aliases: ['stale'] }), {
    aliases: [],
    source: { unaliased: true, changedBy: 'agent' },
  })
})

t.test('an agent that saves a new memory without aliases does not refuse them', async t => {
  const { service } = openService(t)
  const { memory } = await service.memories.save('mcp', { ...MAILER, aliases: [] })
  t.match(memory, { aliases: [DUNNING, SAID], source: { unaliased: undefined } })
})
