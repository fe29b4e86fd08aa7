import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { Collections } from '../../../src/memories/collections.js'
import { inTransaction } from '../../../src/memories/transaction.js'
import { dropTemporaries, writeDurable } from '../../../store/files/atomic.js'
import { openService, project } from '../fixture.js'
import { storeOf } from '../scopes/fixture.js'

t.test('a temporary file that somebody takes away is written anew, under the lock', async t => {
  const { dataDir } = openService(t)
  const store = storeOf(dataDir)
  const collection = await new Collections(store).make(project(dataDir))
  const path = join(collection.directory, 'note.md')
  let tries = 0
  await inTransaction(
    collection,
    () => new Date(),
    ({ lock }) =>
      writeDurable(path, 'whole', () => {
        lock.assertHeld()
        // As one does that took the lock over, slept, and does not know that it has lost it.
        if (++tries === 1) dropTemporaries(collection.directory)
      }),
  )
  t.equal(readFileSync(path, 'utf8'), 'whole')
})
