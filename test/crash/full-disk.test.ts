import t, { type Test } from 'tap'
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { noteLearned } from '../../src/activity/learned.js'
import { isWrong } from '../../src/memories/wrong.js'
import { nameText } from '../../src/memories/transaction.js'
import { Collections } from '../../src/memories/collections.js'
import { moveScope } from '../../src/scopes/move.js'
import { findNamedScope } from '../../src/scopes/names.js'
import { finishMoves } from '../../src/scopes/transfer.js'
import { createService } from '../../src/service/service.js'
import { openStore } from '../../store/store.js'
import { GLOBAL, project } from '../src/fixture.js'
import { temporaryFolder } from '../store/fixture.js'
import { beforeEachChange } from './steps.js'

type Service = ReturnType<typeof createService>

/** A store with a memory for each thing that can be done to one. */
class Disk {
  readonly root: string
  readonly dataDir: string
  readonly work: string
  readonly other: string
  readonly ids: Record<string, string> = {}

  constructor(test: Test) {
    this.root = temporaryFolder(test)
    this.dataDir = join(this.root, 'store')
    this.work = join(this.root, 'work')
    this.other = join(this.root, 'other')
    for (const folder of [this.work, this.other]) mkdirSync(folder)
  }

  get store() {
    return openStore(join(this.dataDir, 'svc.json'))
  }

  /** Calls a service that is opened for it, and answers what it said could not be noted down. */
  async use(act: (service: Service) => Promise<unknown>): Promise<string[]> {
    const notes: string[] = []
    const onUnnoted = (note: string) => void notes.push(note)
    const service = createService({ dataDir: this.dataDir }, { home: this.root, onUnnoted })
    try {
      await act(service)
      return notes
    } finally {
      await service.close()
    }
  }

  async fill(): Promise<void> {
    const scope = project(this.work)
    await this.use(async service => {
      for (const title of ['Kept', 'Edited', 'Gone', 'Wrong', 'Learned', 'Changed', 'Marked']) {
        const content = `${title} as it was.`
        const tags = title === 'Marked' ? ['needs-review'] : []
        this.ids[title] = (await service.remember({ scope, title, content, tags })).id
      }
      const gone = await service.remember({ scope, title: 'Forgotten', content: 'Once.' })
      this.ids.Forgotten = gone.id
      await service.memories.forget(gone.id)
      await service.memories.edit(this.ids.Changed!, { content: 'Changed since.' })
      await service.remember({ scope: GLOBAL, title: 'Everywhere', content: 'Holds.' })
      await service.remember({ scope: project(this.other), title: 'Other', content: 'There.' })
    })
    await this.learn('Learned', 'added')
    this.bury('Kept')
  }

  private async learn(title: string, change: 'added'): Promise<void> {
    const [collection] = await new Collections(this.store).matching({ scope: project(this.work) })
    const { document } = collection!.memories.get(this.ids[title]!)!
    const line = { key: collection!.folder.key, id: document.id, title, session: 's', turn: 1 }
    const at = new Date().toISOString()
    await noteLearned(this.store, [{ ...line, change, at, wrote: nameText(document) }], new Date())
  }

  /** A memory that was merged into the one of a title. */
  private bury(survivor: string): void {
    const [folder = ''] = readdirSync(join(this.dataDir, 'projects')).filter(name =>
      name.startsWith('work-'),
    )
    this.ids.Merged = 'mergedin'
    const text = `---\nid: mergedin\nkind: fact\ntitle: Merged\ntags: []\nsupersededBy: ${this.ids[survivor]}\n---\n\nMerged.\n`
    writeFileSync(join(this.dataDir, 'projects', folder, 'memories', 'merged--mergedin.md'), text)
  }

  /** What a person finds: `living` is what commands are about, the rest follows from it. */
  async look() {
    const living: string[] = []
    const rest: string[] = []
    await this.use(async service => {
      const { items } = await service.memories.list({ limit: 100 })
      for (const { scope, title, content, tags, pinned } of items)
        living.push(JSON.stringify([scope.id, title, content, tags, pinned]))
      const archive = await service.archive.list({ limit: 100 })
      for (const { id, reason } of archive.items) rest.push(`archive ${id} ${reason}`)
      const review = await service.review.list({ all: true })
      for (const { id } of review.items) rest.push(`review ${id}`)
    })
    const statement = { title: 'Wrong', content: 'Wrong as it was.' }
    const [key = ''] = readdirSync(join(this.dataDir, 'projects')).filter(name =>
      name.startsWith('work-'),
    )
    const wrong = isWrong(this.store, [key], statement)
    return { living: living.sort(), wrong, rest: rest.sort() }
  }
}

const MOVING = { now: () => new Date(), patienceMs: 0 }

/** Each command that changes something, as a service carries it out. */
const COMMANDS: Record<string, (disk: Disk, service: Service) => Promise<unknown>> = {
  'remember, new': ({ work }, service) =>
    service.remember({ scope: project(work), title: 'New', content: 'New.' }),
  'remember, in place': ({ work }, service) =>
    service.remember({ scope: project(work), title: 'Edited', content: 'Edited.' }),
  'remember, in a new project': ({ root }, service) =>
    service.remember({ scope: project(root), title: 'New', content: 'New.' }),
  edit: ({ ids }, service) => service.memories.edit(ids.Edited!, { content: 'Edited.' }),
  pin: ({ ids }, service) => service.memories.edit(ids.Edited!, { pinned: true }),
  forget: ({ ids }, service) => service.memories.forget(ids.Gone!),
  'forget what took another in': ({ ids }, service) => service.memories.forget(ids.Kept!),
  'forget --wrong': ({ ids }, service) => service.memories.forget(ids.Wrong!, { wrong: true }),
  'archive restore, forgotten': ({ ids }, service) => service.archive.restore(ids.Forgotten!),
  'archive restore, merged': ({ ids }, service) => service.archive.restore(ids.Merged!),
  'archive restore, a version': ({ ids }, service) => service.archive.restore(`${ids.Changed}@1`),
  'archive keep': ({ ids }, service) => service.archive.keep(ids.Kept!),
  'review accept': ({ ids }, service) => service.review.settle({ accept: [ids.Learned!] }),
  'review accept, marked': ({ ids }, service) => service.review.settle({ accept: [ids.Marked!] }),
  'review undo': ({ ids }, service) => service.review.settle({ undo: [ids.Learned!] }),
  'move to global': ({ ids }, service) => service.memories.move(ids.Edited!, GLOBAL),
  'move with what it took in': ({ ids, other }, service) =>
    service.memories.move(ids.Kept!, project(other)),
  load: ({ work }, service) =>
    service.memories.load(
      (async function* () {
        yield JSON.stringify({ scope: project(work), title: 'Loaded', content: 'Loaded.' })
      })(),
    ),
  import: ({ work }, service) => {
    writeFileSync(join(work, 'AGENTS.md'), 'Use pnpm.\n')
    return service.importWorkspace(work, { force: true })
  },
}

/** Of the calls of a command, each at which the disk is full: all of them with 1. */
const STEP = 5

/** Calls that need room on the disk. */
const NEEDS_ROOM =
  /^(?:writeSync|openSync|mkdirSync|linkSync|copyFileSync|writeFileSync|appendFileSync)$/

const noRoom = () =>
  Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC', syscall: 'write' })

/** Runs with a disk that is full from the n-th call on; undefined where it needed fewer. */
async function runFull(disk: Disk, n: number, run: () => Promise<string[]>) {
  let calls = 0
  const isFull = (change: string) => NEEDS_ROOM.test(change) && ++calls >= n
  const ended = await beforeEachChange(
    disk.dataDir,
    change => {
      if (isFull(change)) throw noRoom()
    },
    () =>
      run().then(
        notes => ({ isDone: true, told: notes }),
        (error: Error) => ({ isDone: false, told: [error.message] }),
      ),
  )
  return calls < n ? undefined : ended
}

t.test('on a full disk a command says what is so', async t => {
  const disk = new Disk(t)
  await disk.fill()
  const before = await disk.look()
  const kept = join(disk.root, 'kept')
  cpSync(disk.dataDir, kept, { recursive: true, preserveTimestamps: true })
  const restore = () => {
    rmSync(disk.dataDir, { recursive: true })
    cpSync(kept, disk.dataDir, { recursive: true, preserveTimestamps: true })
  }
  let first = 0
  for (const [name, command] of Object.entries(COMMANDS)) {
    const run = () => disk.use(service => command(disk, service))
    restore()
    t.same(await run(), [], `${name}: nothing to say where there is room`)
    const after = await disk.look()
    for (let n = 1 + (first++ % STEP); ; n += STEP) {
      restore()
      const ended = await runFull(disk, n, run)
      if (ended === undefined) break
      const { isDone, told } = ended
      const { rest, ...stands } = await disk.look()
      const expected = isDone ? after : before
      t.same(
        stands,
        { living: expected.living, wrong: expected.wrong },
        `${name}: ${isDone ? 'done' : 'failed'}, full from call ${n}: ${told.join()}`,
      )
      const isWhole = JSON.stringify(rest) === JSON.stringify(expected.rest)
      t.ok(
        isWhole || (isDone && told.length > 0),
        `${name}, full from call ${n}: ${told.join()} | ${rest.join()}`,
      )
    }
  }
})

t.test('a move of a scope that finds the disk full says that it goes on', async t => {
  const disk = new Disk(t)
  await disk.fill()
  const kept = join(disk.root, 'kept')
  cpSync(disk.dataDir, kept, { recursive: true, preserveTimestamps: true })
  const before = await disk.look()
  const move = async () => {
    const { store, work } = disk
    const { folder } = await findNamedScope(store, work, '/')
    await moveScope(store, folder!, await findNamedScope(store, 'global', '/'), MOVING)
    return []
  }
  await move()
  const after = await disk.look()
  for (let n = 1; ; n += STEP) {
    rmSync(disk.dataDir, { recursive: true })
    cpSync(kept, disk.dataDir, { recursive: true, preserveTimestamps: true })
    const ended = await runFull(disk, n, move)
    if (ended === undefined) break
    const isGoingOn = /; the next svc command goes on with it$/.test(ended.told.join())
    await finishMoves(disk.store, MOVING.now)
    const expected = ended.isDone || isGoingOn ? after : before
    t.same((await disk.look()).living, expected.living, `full from call ${n}: ${ended.told.join()}`)
  }
})
