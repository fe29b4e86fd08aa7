import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { Collections } from '../../../src/memories/collections.js'
import { inTransaction, WriteTransaction } from '../../../src/memories/transaction.js'
import { newDocument } from '../../../src/memories/write.js'
import { isWrong, noteWrong } from '../../../src/memories/wrong.js'
import { noteForgotten, readForgotten } from '../../../store/memories/history.js'
import { openStore, scopeLock } from '../../../store/store.js'
import { GLOBAL_SCOPE } from '../../../store/types.js'
import { temporaryFolder } from '../../store/fixture.js'

const AT = new Date('2026-11-20T10:00:00.000Z')
const FIELDS = { title: 'A', content: 'It holds.', kind: 'fact', tags: [], aliases: [], source: {} }

/** A scope in which the memory of `id` was forgotten as wrong. */
async function openForgotten(t: Parameters<typeof temporaryFolder>[0], id: string) {
  const store = openStore(join(temporaryFolder(t), 'svc.json'))
  const collection = await new Collections(store).make(GLOBAL_SCOPE)
  noteForgotten(store, { id, at: AT.toISOString(), key: 'global', name: `a--${id}.md` })
  noteWrong(store, { id, key: 'global' }, [FIELDS], AT)
  noteWrong(store, { id: 'bbbbbbbb', key: 'global' }, [FIELDS], AT)
  const holdsWrong = () => isWrong(store, ['global'], FIELDS)
  return { store, collection, holdsWrong }
}

t.test('what is put is wanted, and what is meant is wrong no longer', async t => {
  const id = 'aaaaaaaa'
  const { store, collection, holdsWrong } = await openForgotten(t, id)
  const document = { ...newDocument(collection, FIELDS, AT), id }
  const put = (isMeant: boolean) =>
    inTransaction(
      collection,
      () => AT,
      transaction => transaction.put(document, collection.stored(id), { isMeant }),
    )
  const memory = await put(false)
  t.equal(memory.updatedAt, AT.toISOString())
  t.notOk(readForgotten(store).has(id))
  t.ok(holdsWrong(), 'another said it, which was forgotten as wrong')
  await put(true)
  t.notOk(holdsWrong())
})

t.test('a mark leaves a memory as old as it was', async t => {
  const { collection } = await openForgotten(t, 'aaaaaaaa')
  const later = new Date(AT.getTime() + 1_000)
  await inTransaction(
    collection,
    () => AT,
    transaction => {
      const memory = transaction.put(newDocument(collection, FIELDS, AT))
      const buried = transaction
        .withTime(later)
        .bury(memory, (one, at) => ({ ...one, evictedAt: at.toISOString() }))
      t.match(buried, { updatedAt: AT.toISOString(), document: { evictedAt: later.toISOString() } })
      t.equal(collection.stored(memory.document.id)?.updatedAt, AT.toISOString())
      t.equal(collection.tombstones.size, 1)
    },
  )
})

t.test('without the lock nothing is written, and nothing follows', async t => {
  const id = 'aaaaaaaa'
  const { store, collection } = await openForgotten(t, id)
  const memory = await inTransaction(
    collection,
    () => AT,
    transaction => transaction.put(newDocument(collection, FIELDS, AT)),
  )
  const path = join(collection.directory, memory.file.name)
  const [text, log] = [readFileSync(path, 'utf8'), collection['revisions'].size]
  const assertHeld = () => {
    throw new Error('lost')
  }
  const transaction = new WriteTransaction(collection, { assertHeld }, AT)
  const fresh = { ...newDocument(collection, FIELDS, AT), id }
  t.throws(() => transaction.put(fresh, undefined, { isMeant: true }), /lost/)
  t.throws(() => transaction.put({ ...memory.document, title: 'B' }, memory), /lost/)
  t.throws(
    () =>
      transaction.forget(
        [memory],
        () => AT,
        () => undefined,
      ),
    /lost/,
  )
  t.same(readdirSync(collection.directory), [memory.file.name])
  t.equal(readFileSync(path, 'utf8'), text)
  t.equal(collection['revisions'].size, log)
  t.equal(collection.stored(memory.document.id)?.document.title, 'A')
  t.same([...readForgotten(store).keys()], [id])
})

t.test('who takes a lock over sees a write that neither time nor log tells of yet', async t => {
  const store = openStore(join(temporaryFolder(t), 'svc.json'))
  const collection = await new Collections(store).make(GLOBAL_SCOPE)
  const { directory } = collection
  mkdirSync(directory, { recursive: true })
  utimesSync(directory, 1_000, 1_000)
  await collection.refresh()
  // Its holder has just renamed the file: within a tick of the disk's clock the folder is as old as it was.
  writeFileSync(
    join(directory, 'a--aaaaaaaa.md'),
    '---\nid: aaaaaaaa\nkind: fact\ntitle: A\n---\n\nOne.\n',
  )
  utimesSync(directory, 1_000, 1_000)
  t.equal(statSync(directory).mtimeMs, 1_000_000)
  const lock = `${scopeLock(store, 'write', collection.folder.key)}.lock`
  mkdirSync(lock, { recursive: true })
  utimesSync(lock, 1, 1)
  const ids = await inTransaction(
    collection,
    () => AT,
    () => [...collection.memories.keys()],
  )
  t.same(ids, ['aaaaaaaa'])
})
