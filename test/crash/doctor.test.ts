import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { examineStore } from '../../src/health/index.js'
import { Collections } from '../../src/memories/collections.js'
import type { DoctorReport } from '../../src/report.js'
import { Desk } from '../src/health/desk.js'
import { openService, project } from '../src/fixture.js'
import { beforeEachChange } from './steps.js'

const memory = (id: string, title: string, content: string, more = '') =>
  `---\nid: ${id}\nkind: fact\ntitle: ${title}\ntags: []\n${more}---\n\n${content}\n`

/** A store with a thing for each kind of mend that writes anew before it removes. */
async function harmedDesk(test: Test): Promise<Desk> {
  const desk = new Desk(test)
  await desk.load({ id: 'abcdefgh', content: 'Port 4100.' })
  const { service } = openService(test, desk.dataDir)
  await service.remember({ scope: project(desk.work), title: 'Own', content: 'Of the project.' })
  await service.close()
  const [folder] = readdirSync(join(desk.dataDir, 'projects'))
  const own = join(desk.dataDir, 'projects', folder!, 'memories')
  const put = (...[below, name, text]: [string, string, string]) =>
    desk.write(join(below, name), text)
  put(desk.memories, 'notes.md', memory('samesame', 'Notes', 'Said globally.'))
  put(own, 'notes.md', memory('samesame', 'Other notes', 'Said in the project.'))
  put(own, 'part.md', memory('partpart', 'Part', 'A part of it.', 'supersededBy: samesame\n'))
  put(desk.memories, 'twice-a.md', memory('twiceaaa', 'Twice', 'One thing.'))
  put(desk.memories, 'twice-b.md', memory('twicebbb', 'Twice', 'Another thing.'))
  put(
    desk.memories,
    'lost.md',
    memory('lostlost', 'Lost', 'Comes back.', 'supersededBy: nowherex\n'),
  )
  put(
    desk.memories,
    'both.md',
    `<<<<<<< a\n${memory('bothboth', 'Both', 'Left.')}=======\n${memory('bothboth', 'Both', 'Right.')}>>>>>>> b\n`,
  )
  put(desk.state('spool', 'global'), 'torn.json', '{"torn')
  put(desk.state(), 'usage.json', '{"uses')
  put(desk.state('hosts'), 'claude-code/inside', 'a folder in the place of a file')
  put(join(own, '..'), 'scope.json', '{"type')
  return desk
}

/** What a person finds: each scope's living memories, all files of memories, what was set aside. */
async function readAll({ store, dataDir }: Desk) {
  const collections = await new Collections(store).all()
  const living = collections.flatMap(({ folder, memories }) =>
    [...memories.values()].map(({ document: { title, content, tags } }) =>
      JSON.stringify([folder.key, title, content, tags]),
    ),
  )
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter(one =>
    one.isFile(),
  )
  const texts = files.map(({ parentPath, name }) => ({ path: join(parentPath, name), name }))
  const aside = texts.filter(({ path }) => path.includes('/damaged/'))
  return {
    living: living.sort(),
    memoryFiles: texts.filter(({ path }) => /\/memories\/[^/.][^/]*$/.test(path)).length,
    aside: aside.map(({ path, name }) => `${name} ${readFileSync(path, 'utf8')}`).sort(),
  }
}

/** Without hosts and git, whose looks take far longer. */
async function examine({ store, now }: Desk, fix = false): Promise<DoctorReport> {
  return examineStore(store, await new Collections(store).all(), { fix, now })
}

function failuresOf({ findings }: DoctorReport): string[] {
  return findings
    .filter(({ level, fixed }) => level === 'failure' && fixed !== true)
    .map(({ message }) => message)
}

/** Between these only temporary files and folders are made. */
const isSeen = (change: string) => /^(?:rename|link|rm|rmdir|unlink)Sync$/.test(change)

t.test(
  'svc doctor --fix that is killed before any of its changes is finished by the next',
  async t => {
    const desk = await harmedDesk(t)
    const kept = join(desk.home, 'kept')
    mkdirSync(kept)
    let steps = 0
    const keep = () =>
      cpSync(desk.dataDir, join(kept, String(steps++)), {
        recursive: true,
        preserveTimestamps: true,
      })
    await beforeEachChange(
      desk.dataDir,
      change => void (isSeen(change) && keep()),
      () => examine(desk, true),
    )
    const whole = await readAll(desk)
    t.same(failuresOf(await examine(desk)), [])
    t.ok(steps > 15, `${steps} changes`)
    for (let step = 0; step < steps; step++) {
      rmSync(desk.dataDir, { recursive: true })
      cpSync(join(kept, String(step)), desk.dataDir, { recursive: true, preserveTimestamps: true })
      rmSync(desk.state('locks'), { recursive: true, force: true })
      desk.now = new Date(desk.now.getTime() + 1000)
      await examine(desk, true)
      t.same(failuresOf(await examine(desk)), [], `killed before change ${step}`)
      t.same(await readAll(desk), whole, `killed before change ${step}`)
    }
  },
)

t.test('a copy under a new id that became a tombstone meanwhile lives again', async t => {
  const desk = await harmedDesk(t)
  const old = memory('samesame', 'Other notes', 'Said in the project.')
  await examine(desk, true)
  const [folder = ''] = readdirSync(join(desk.dataDir, 'projects'))
  const own = join(desk.dataDir, 'projects', folder, 'memories')
  const [copy = ''] = readdirSync(own).filter(name => name.startsWith('other-notes--'))
  const text = readFileSync(join(own, copy), 'utf8')
  const whole = await readAll(desk)
  // As where the old file could not be removed, and the two of one title were merged then.
  desk.write(join(own, copy), text.replace('\n---\n\n', '\nsupersededBy: samesame\n---\n\n'))
  desk.write(join(own, 'notes.md'), old)
  await examine(desk, true)
  t.same(await readAll(desk), whole)
  t.same(failuresOf(await examine(desk)), [])
})
