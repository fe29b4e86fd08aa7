import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readUnit } from '../../../src/recall/unindexed.js'
import { toGlobalFolder } from '../../../store/projects/projects.js'
import { openStore } from '../../../store/store.js'
import { temporaryFolder } from '../../store/fixture.js'

t.test('of many files that no index has those are read that hold a memory', async t => {
  const store = openStore(join(temporaryFolder(t), 'svc.json'))
  const folder = toGlobalFolder(store)
  const memories = join(folder.path, 'memories')
  mkdirSync(memories, { recursive: true })
  const write = (number: number, life: string) => {
    const id = `m${number + 1_000_000}`
    const text = `---\nid: ${id}\ntitle: Note ${number}\n${life}---\n\nText ${number}.\n`
    writeFileSync(join(memories, `note--${id}.md`), text)
  }
  for (let number = 0; number < 300; number++) write(number, '')
  write(300, 'evictedAt: 2026-11-20T10:00:00.000Z\n')
  writeFileSync(join(memories, 'broken.md'), '---\ntitle: [unclosed\n---\n\ntext\n')
  const read = (isLate: () => boolean) => readUnit(store, folder, { isLate, isShared: false })
  const whole = await read(() => false)
  t.match(whole, { isBehind: true, isPassing: false })
  t.equal(whole.index().size, 300)
})
