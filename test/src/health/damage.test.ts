import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
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
