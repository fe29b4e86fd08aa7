import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { openIndexFile } from '../../../store/index/file-index.js'
import { contextOf, HookHost } from './host.js'

const GLOBAL = { type: 'global', id: null } as const
/** In a session of its own: what the start of another one gave is not given again there. */
const QUESTION = { prompt: 'When do releases leave?', session_id: 'session-2' }

const indexFolder = (host: HookHost) => join(host.store, 'state', 'index')
const indexFiles = (host: HookHost) =>
  readdirSync(indexFolder(host)).filter(name => name.endsWith('.idx'))

t.test('the first global memory is found over the empty index of a new store', async t => {
  const host = new HookHost(t)
  await host.event('SessionStart')
  await host.untilQuiet()
  const file = join(indexFolder(host), 'global.idx')
  const before = readFileSync(file)
  t.equal(openIndexFile(file)?.size, 0)
  await host.remember({ title: 'Releases leave on Thursdays', content: 'y', scope: GLOBAL })
  t.match(contextOf(await host.run('UserPromptSubmit', QUESTION)), 'Thursdays')
  t.ok(existsSync(file) && readFileSync(file).equals(before), 'an empty index is sound')
})

t.test('of several index files only the damaged one is removed', async t => {
  const host = new HookHost(t)
  await host.remember({ title: 'Releases leave on Thursdays', content: 'Not before noon.' })
  await host.remember({ title: 'Releases leave slowly', content: 'Two hours.', scope: GLOBAL })
  await host.event('SessionStart')
  await host.untilQuiet()
  const files = indexFiles(host)
  t.equal(files.length, 2)
  const damaged = join(indexFolder(host), 'global.idx')
  const bytes = readFileSync(damaged)
  // The header stays as it is, so that the damage shows only while searching.
  writeFileSync(damaged, bytes.fill(0xff, 140 + openIndexFile(damaged)!.directoryStamp.length))
  const context = contextOf(await host.run('UserPromptSubmit', QUESTION))
  t.match(context, 'Thursdays')
  t.match(context, 'slowly')
  t.same(
    indexFiles(host),
    files.filter(name => name !== 'global.idx'),
  )
})

t.test('where no index file can lie the memory files are read', async t => {
  const host = new HookHost(t)
  await host.remember({ title: 'Releases leave on Thursdays', content: 'Not before noon.' })
  rmSync(indexFolder(host), { recursive: true, force: true })
  writeFileSync(indexFolder(host), 'not a folder')
  t.match(contextOf(await host.run('SessionStart')), 'Thursdays')
  t.match(contextOf(await host.run('UserPromptSubmit', QUESTION)), 'noon')
  t.same(host.failures(), [])
})
