import t from 'tap'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Collections } from '../../../src/memories/collections.js'
import { indexFilePath } from '../../../src/memories/index-file.js'
import { search } from '../../../src/search/search.js'
import { openIndexFile } from '../../../store/index/file-index.js'
import { findScope } from '../../../store/projects/projects.js'
import { openStore } from '../../../store/store.js'
import { createService } from '../../../src/service/service.js'
import { memory } from '../../src/reflect/desk.js'
import { memories, ReflectHost } from './reflect-host.js'

const PORT = { title: 'Staging port', content: 'Traefik routes staging to 8080.' }
const TEXT = 'which port does staging have?'

/** What a prompt finds: of the index file, as a hook sees it, and of the memories in memory. */
async function judge(host: ReflectHost) {
  const store = openStore(join(host.store, 'svc.json'))
  const folder = await findScope(store, host.scope())
  const file = openIndexFile(indexFilePath(store, folder!.localKey))
  const inMemory = (await new Collections(store).existing(host.scope())).searchIndex()
  const evidence = [file, inMemory].map(index => {
    return index && search([index], TEXT, { limit: 1 })[0]?.evidence
  })
  file?.close()
  return evidence
}

// They wait for workers, each of its own host.
t.jobs = 8

t.test('what a reply uses, and what a person corrects, counts at the next prompt', async t => {
  const host = await new ReflectHost(t).serve(t, memories())
  const { id } = await host.remember(PORT)
  t.match(await host.context('SessionStart', { source: 'startup' }), 'Traefik routes staging')
  await host.untilQuiet()
  const reply = (last_assistant_message: string) => ({ last_assistant_message })
  await host.turn('it is not reachable', reply('Traefik has to send it on to 8080.'))
  await host.distilled()
  const path = join(host.store, 'state', 'feedback.json')
  const counts = () => (JSON.parse(readFileSync(path, 'utf8')) as { counts: object }).counts
  t.same(counts(), { [id]: { used: 1, corrected: 0 } })
  const [used, inMemory] = await judge(host)
  t.match(used, { prior: 0.25 })
  t.same(inMemory, used, 'the same for a hook and a service')
  await host.turn("That's outdated, staging is on 9090 now", reply('Noted.'))
  await host.distilled()
  t.same(counts(), { [id]: { used: 1, corrected: 1 } })
  const [corrected, again] = await judge(host)
  t.match(corrected, { prior: -0.25 })
  t.same(again, corrected)
  t.ok(corrected!.probability < used!.probability)
  t.same(host.failures(), [])
})

t.test('a session that was given nothing counts nothing', async t => {
  const host = await new ReflectHost(t).serve(t, memories())
  const { id } = await host.remember(PORT)
  await host.turn('x', { last_assistant_message: `As memory ${id} says.` })
  await host.distilled()
  t.notOk(existsSync(join(host.store, 'state', 'feedback.json')))
})

t.test('what was forgotten as wrong is not learned from the next session', async t => {
  const learned = memory('Staging port', { content: 'Staging is on port 8080.' })
  const host = await new ReflectHost(t).serve(t, memories(learned))
  const { id } = await host.remember(PORT)
  const service = createService({ dataDir: host.store }, { home: host.home })
  await service.memories.forget(id, { wrong: true })
  await service.close()
  await host.turn('Where is staging?', { last_assistant_message: 'On port 8080.' })
  await host.distilled()
  t.same((await host.look()).memories, [])
  t.equal(host.seen.length, 1, 'it was asked')
  await host.remember(PORT)
  await host.turn('And now?', { last_assistant_message: 'On port 8080 still.' })
  await host.distilled()
  t.same((await host.look()).memories, ['project: Staging port'])
})
