import fs, { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join } from 'node:path'
import t from 'tap'
import { heldIn, listPlaces, shapeInState } from '../../../store/store.js'
import { Desk } from './desk.js'

/** A path for each pattern of each row: what belongs there, a folder's with `/` at its end. */
const PATHS = listPlaces().flatMap(([name, { kind }]) => {
  const below = heldIn(name).map(pattern => `${name}/${pattern.replaceAll('*', 'a')}`)
  return kind === 'aside' ? [] : below.length === 0 ? [name] : below
})

t.test('every row of the table says what belongs at the paths below it', async t => {
  t.ok(PATHS.length > 40)
  for (const path of PATHS) {
    const isFolder = path.endsWith('/')
    t.equal(shapeInState(path.replace(/\/$/, '')), isFolder ? 'directory' : 'file', path)
    const above = dirname(path)
    if (above !== '.') t.equal(shapeInState(above), 'directory', above)
  }
  for (const path of ['no-such', 'usage.json/a', 'spool/.a.json.1-a.tmp', 'damaged', 'damaged/a'])
    t.equal(shapeInState(path), undefined, path)
})

t.test('a folder in the place of a file below state/, or a file in that of a folder', async t => {
  const desk = new Desk(t)
  await desk.load({ id: 'abcdefgh', content: 'Port 4100.' })
  const wrong = PATHS.map(path => {
    const place = desk.state(path.replace(/\/$/, ''))
    rmSync(place, { recursive: true, force: true })
    mkdirSync(path.endsWith('/') ? dirname(place) : place, { recursive: true })
    if (path.endsWith('/')) writeFileSync(place, 'a file')
    return place
  })
  const misplaced = async (fix = false) => {
    const { findings } = await desk.examine(fix)
    return findings.filter(one => one.check === 'misplaced' && one.fixed !== true)
  }
  t.same((await misplaced()).map(({ path }) => path).sort(), wrong.sort())
  t.same(await misplaced(true), [])
  t.same(await misplaced(), [], 'all of it is set aside')
})

t.test('what others take away while the doctor looks is no damage', async t => {
  const desk = new Desk(t)
  await desk.load({ id: 'abcdefgh', content: 'Port 4100.' })
  const folders = ['spool', 'batches', 'replay'].map(name => desk.state(name, 'global'))
  for (const folder of folders)
    for (let turn = 0; turn < 40; turn++) desk.write(join(folder, `t${turn}.json`), '{"a":1}\n')
  // A worker removes one of the entries right after each look at their folder.
  const { readdirSync } = fs
  t.teardown(() => {
    fs.readdirSync = readdirSync
    syncBuiltinESMExports()
  })
  let taken = 0
  fs.readdirSync = ((path: string, ...how: []) => {
    const seen = readdirSync(path, ...how)
    const left = folders.includes(path) ? readdirSync(path).filter(name => /^t/.test(name)) : []
    if (left[0] !== undefined) rmSync(join(path, left[0]))
    taken += left.length > 0 ? 1 : 0
    return seen
  }) as typeof readdirSync
  syncBuiltinESMExports()
  const { findings } = await desk.examine()
  t.ok(taken > folders.length, 'some were taken')
  const checks = new Set(['misplaced', 'broken-entry'])
  t.same(
    findings.filter(({ check }) => checks.has(check)),
    [],
  )
})
