import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, gunzipSync } from 'node:zlib'
import t from 'tap'
import { addTurns, listParts, packBefore, readPart, type Part } from '../../../src/past/parts.js'
import { refreshPast } from '../../../src/past/segments.js'
import { findSecrets } from '../../../src/scrub/find.js'
import { listUnread } from '../../../src/scrub/places.js'
import { removeSecrets } from '../../../src/scrub/remove.js'
import { putAside } from '../../../store/aside.js'
import { openStore, statePath } from '../../../store/store.js'
import { temporaryFolder } from '../../store/fixture.js'

const SECRET = ['gh', 'p_', 'Zq7kR4tW9xB2mN5vC8jL1pD6sF3gH0aQyUe1'].join('')
const KEY = 'bridge-0a1b2c3d'

function turn(day: string, turn: number, words: string) {
  const did = [{ command: `curl ${words}` }]
  return { session: 's', turn, at: `${day}T10:00:00.000Z`, asked: words, answered: 'é ok', did }
}

t.test('secrets are taken out of past sessions, packed or not, and of their index', async t => {
  const store = openStore(join(temporaryFolder(t), 'svc.json'))
  addTurns(store, KEY, [
    turn('2026-03-01', 1, `use ${SECRET} "now"`),
    turn('2026-03-01', 2, 'plain'),
  ])
  addTurns(store, KEY, [turn('2026-03-02', 3, SECRET)])
  packBefore(store, KEY, '2026-03-02')
  await refreshPast(store)
  const index = () => {
    const folder = statePath(store, 'past', 'index')
    return readdirSync(folder).map(name => readFileSync(join(folder, name), 'latin1'))
  }
  t.match(index().join(''), 'zq7k', 'its words stand there')
  const found = findSecrets(store)
  t.match(
    found.map(({ kind, line, times }) => ({ kind, line, times })),
    [
      { kind: 'past', line: 1, times: 2 },
      { kind: 'past', line: 1, times: 2 },
    ],
  )
  await removeSecrets(store, found)
  const turns = listParts(store, KEY).flatMap(part => readPart(part))
  t.match(turns, [
    { asked: /^use \[redacted:[^\]]+\] "now"$/, answered: 'é ok' },
    { asked: 'plain' },
    { asked: /^\[redacted:/, did: [{ command: /^curl \[redacted:/ }] },
  ])
  t.notMatch(index().join(''), 'zq7k')
  t.same(findSecrets(store), [])
})

t.test(
  'secrets are taken out of parts that were set aside; what cannot be read is named',
  async t => {
    const store = openStore(join(temporaryFolder(t), 'svc.json'))
    const aside = (day: string, harm: (bytes: Buffer) => Buffer) => {
      addTurns(store, KEY, [turn(day, 1, SECRET), turn(day, 2, 'plain '.repeat(200) + SECRET)])
      packBefore(store, KEY, '2026-04-01')
      const [{ path }] = listParts(store, KEY) as [Part]
      writeFileSync(path, harm(readFileSync(path)))
      return putAside(store, path, new Date(`${day}T10:00:00.000Z`))
    }
    const cut = aside('2026-03-01', bytes => bytes.subarray(0, -8))
    const garbled = aside('2026-03-02', bytes => bytes.fill(0x55, 20, 60))
    const read = () =>
      gunzipSync(readFileSync(cut), { finishFlush: constants.Z_SYNC_FLUSH }).toString()
    t.match(read(), SECRET)
    const large = statePath(store, 'damaged', 'large.jsonl')
    writeFileSync(large, '')
    truncateSync(large, 2 ** 30)
    t.same(listUnread(store).sort(), [garbled, large].sort())
    await removeSecrets(store, findSecrets(store))
    t.notMatch(read(), SECRET)
    t.match(read(), /\[redacted:/)
    t.same(findSecrets(store), [])
  },
)

t.test('a day that is packed between the look and the removal keeps no secret', async t => {
  const store = openStore(join(temporaryFolder(t), 'svc.json'))
  addTurns(store, KEY, [turn('2026-03-01', 1, SECRET)])
  const found = findSecrets(store)
  packBefore(store, KEY, '2026-03-02')
  await removeSecrets(store, found)
  t.same(findSecrets(store), [])
  t.match(readPart(listParts(store, KEY)[0]!), [{ asked: /^\[redacted:/ }])
})
