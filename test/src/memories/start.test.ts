import { existsSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { Service } from '../../../src/api.js'
import { temporaryFolder } from '../../store/fixture.js'
import { fileOf, GLOBAL, linesOf, openService } from '../fixture.js'

const WORDS = 'deploy rollback cache schema token worker queue shard proxy header'.split(' ')

/** A store with memories of which a service has written what the next start reads. */
async function makeStore(t: Test) {
  const dataDir = temporaryFolder(t)
  const { service, memories } = openService(t, dataDir, { isResident: true })
  const lines = Array.from({ length: 60 }, (_, number) => ({
    ...{ scope: GLOBAL, id: `memory${String(number).padStart(2, '0')}` },
    title: `${WORDS[number % 10]} ${WORDS[(number * 7) % 10]} ${number}`,
    content: `The ${WORDS[(number * 3) % 10]} number ${number}.`,
    createdAt: new Date(Date.UTC(2026, 10, 20, 10, number)).toISOString(),
  }))
  const ids = lines.map(({ id }) => id)
  await service.memories.load(linesOf(...lines))
  await service.memories.forget(ids.pop()!)
  await service.memories.list({ text: 'deploy' })
  await service.close()
  return { dataDir, memories, ids, index: join(dataDir, 'state/index') }
}

/** All that a service answers of its memories. */
async function answersOf(service: Service) {
  const searches = WORDS.map(text => service.memories.list({ text: `${text} number`, limit: 30 }))
  const begun = service.memories.list({ text: 'depl', prefix: true })
  const facets = service.overview.facets({})
  const { memories, problems } = await service.status()
  const list = await service.memories.list({ limit: 100 })
  return {
    memories,
    problems,
    list,
    facets: await facets,
    searches: await Promise.all(searches),
    begun: await begun,
  }
}

/** What a service answers that starts, and one that finds nothing but the memory files. */
async function compare(t: Test, { dataDir, index }: { dataDir: string; index: string }) {
  const started = openService(t, dataDir, { isResident: true }).service
  const answers = await answersOf(started)
  await started.close()
  rmSync(index, { recursive: true, force: true })
  const { service } = openService(t, dataDir)
  t.same(answers, await answersOf(service))
  return answers
}

t.test('a start answers as one that reads every file', async t => {
  const store = await makeStore(t)
  t.ok(existsSync(join(store.index, 'global.docs')), 'it has something to begin with')
  const text = readFileSync(join(store.index, 'global.docs'), 'utf8')
  t.equal(text.trim().split('\n').length, 1 + 59, 'and nothing of what was forgotten')
  t.match(await compare(t, store), { memories: 59 })
})

t.test('a start sees what was written, edited, broken and removed by hand since', async t => {
  const store = await makeStore(t)
  const [edited, removed, broken] = store.ids.map(id => fileOf(store.memories, id))
  const before = readFileSync(edited!, 'utf8')
  writeFileSync(edited!, before.replace(/\n\n[^]*$/, '\n\nAn umbrella, by hand.\n'))
  unlinkSync(removed!)
  writeFileSync(broken!, '---\nid: aaaaaaaa\ntitle: [unclosed\n---\n\n<<<<<<< ours\n')
  writeFileSync(join(store.memories, 'by-hand.md'), 'A cache that was written by hand.\n')
  const { service } = openService(t, store.dataDir, { isResident: true })
  const { items } = await service.memories.list({ text: 'umbrella' })
  t.same(
    items.map(({ id }) => id),
    [store.ids[0]],
  )
  await service.close()
  const { problems, memories } = await compare(t, store)
  t.same({ problems, memories }, { problems: 1, memories: 58 })
})

t.test('derived files that are damaged count for nothing', async t => {
  const store = await makeStore(t)
  const [docs, index] = ['global.docs', 'global.idx'].map(name => join(store.index, name))
  const lines = readFileSync(docs!, 'utf8').split('\n')
  lines[3] = lines[3]!.slice(0, 40)
  lines[5] = 'null'
  writeFileSync(docs!, lines.slice(0, -9).join('\n'))
  const bytes = readFileSync(index!)
  for (let at = 200; at < bytes.length; at += 50) bytes[at]! ^= 0xff
  writeFileSync(index!, bytes)
  t.match(await compare(t, store), { memories: 59 })
})

t.test('a character that a disk changed is not believed', async t => {
  const store = await makeStore(t)
  const docs = join(store.index, 'global.docs')
  const text = readFileSync(docs, 'utf8')
  writeFileSync(docs, text.replace('number 7.', 'number 9.'))
  t.not(readFileSync(docs, 'utf8'), text)
  const { list } = await compare(t, store)
  t.same(
    list.items.filter(({ content }) => content.endsWith('number 9.')).map(({ title }) => title),
    [list.items.find(({ title }) => title.endsWith(' 9'))!.title],
  )
})

t.test('what is written while a service starts is there', async t => {
  const store = await makeStore(t)
  const { service } = openService(t, store.dataDir, { isResident: true })
  const searched = service.memories.list({ text: 'deploy' })
  const content = 'A heron stands by the proxy.'
  const [added, edited] = await Promise.all([
    service.remember({ scope: GLOBAL, title: 'Heron', content }),
    service.memories.edit(store.ids[4]!, { content: 'Another heron.' }),
    service.memories.forget(store.ids[5]!),
    searched,
  ])
  const found = await service.memories.list({ text: 'heron' })
  t.same(found.items.map(({ id }) => id).sort(), [added.id, edited.id].sort())
  await service.close()
  t.match(await compare(t, store), { memories: 59 })
})
