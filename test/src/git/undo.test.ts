import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import t, { type Test } from 'tap'
import { temporaryFolder } from '../../store/fixture.js'
import { GIT_ENV, Workbench } from '../../store/git/fixture.js'
import { GitDesk, makeBare } from './stores.js'

// Much of their time is waiting for git.
t.jobs = 3

const BUFFERED = { buffered: true }
const TEXT = Array.from({ length: 12 }, (_, at) => `line ${at}\n`).join('')

/** Two larger repositories with a store each; what Bo has done is pushed, what Ada has is not. */
async function makeLarger(t: Test): Promise<string> {
  const folder = temporaryFolder(t)
  const url = makeBare(join(folder, 'remote.git'))
  const ada = Workbench.init(join(folder, 'ada'))
  ada.write({ 'code.txt': TEXT, 'own.txt': TEXT })
  ada.commit('base')
  ada.git(['remote', 'add', 'origin', url])
  const here = new GitDesk(join(folder, 'ada/store'))
  await here.init()
  await here.remember('One')
  await here.sync()
  ada.git(['clone', '-q', url, join(folder, 'bo')])
  const bo = new Workbench(join(folder, 'bo'))
  bo.write({ 'code.txt': `${TEXT}theirs\n`, 'new.txt': 'new\n' })
  bo.commit('theirs')
  const there = new GitDesk(join(folder, 'bo/store'))
  await there.init()
  await there.remember('Two')
  await there.sync()
  await here.remember('Three')
  await here.commitStore()
  return folder
}

const template = makeLarger(t)

/** A copy, with a git that runs a script before it does what it is asked. */
async function openLarger(t: Test, script = '') {
  const folder = join(temporaryFolder(t), 'larger')
  cpSync(await template, folder, { recursive: true })
  const work = new Workbench(join(folder, 'ada'))
  work.git(['remote', 'set-url', 'origin', join(folder, 'remote.git')])
  work.git(['fetch', '-q', 'origin'])
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  const lines = [
    '#!/bin/sh',
    `own='${join(work.directory, '.git')}'; seen='${join(bin, 'seen')}'`,
    'real() { PATH=${PATH#*:} git "$@"; }',
    script,
    'real "$@"',
  ]
  writeFileSync(join(bin, 'git'), `${lines.join('\n')}\n`)
  chmodSync(join(bin, 'git'), 0o755)
  const at = join(folder, 'ada/store')
  const broken = new GitDesk(at, { ...GIT_ENV, PATH: `${bin}:${process.env.PATH}` })
  const read = (path: string) => readFileSync(join(work.directory, path), 'utf8')
  return { folder, work, broken, desk: new GitDesk(at), read }
}

const LOCKED = `case " $* " in *" --no-edit "*)
  touch "$own/index.lock"; real "$@"; code=$?; rm "$own/index.lock"; exit $code ;;
esac`
/** The files are written, the index is not. */
const NO_ROOM = `case " $* " in *" --no-edit "*)
  cp "$own/index" "$own/kept"; (cd "$own/.." && real merge --no-commit -q origin/main)
  mv "$own/kept" "$own/index"; rm -f "$own"/MERGE_* $also
  echo "fatal: unable to write $own/index" >&2; exit 128 ;;
esac`
const NO_ROOM_NO_NOTE = `also="$own/AUTO_MERGE"\n${NO_ROOM}`

/** Leaves a note of a merge that is none, and work that is not committed. */
function stash(work: Workbench): void {
  work.write({ 'own.txt': `${TEXT}a person's work\n` })
  work.git(['stash', '-q'])
  work.git(['stash', 'pop', '-q'])
}

const FAILED = { code: 'GIT_FAILED' }

t.test('a merge that git never began takes no work of a person’s', BUFFERED, async t => {
  const { work, broken, desk, read } = await openLarger(t, LOCKED)
  stash(work)
  await t.rejects(broken.sync(), FAILED)
  t.equal(read('own.txt'), `${TEXT}a person's work\n`)
  t.equal(work.git(['status', '--porcelain']), ' M own.txt\n')
  t.notOk(existsSync(join(desk.directory, 'state/merge.json')))
  t.match(await desk.sync(), { open: false, pushed: Number })
  t.equal(read('own.txt'), `${TEXT}a person's work\n`)
})

t.test('a note of another merge is not believed by who comes later', BUFFERED, async t => {
  const { work, desk, read } = await openLarger(t)
  const [head, other] = work.git(['rev-parse', 'HEAD', 'origin/main']).split('\n')
  desk.write({ 'state/merge.json': JSON.stringify({ head, other, dirty: [] }) })
  stash(work)
  await desk.commitStore()
  t.equal(read('own.txt'), `${TEXT}a person's work\n`)
})

t.test('what a person has staged stays staged', BUFFERED, async t => {
  const { work, broken } = await openLarger(t, LOCKED)
  work.write({ 'code.txt': `staged\n${TEXT}` })
  work.git(['add', 'code.txt'])
  work.write({ 'code.txt': `staged\nnot staged\n${TEXT}` })
  await t.rejects(broken.sync(), FAILED)
  t.equal(work.git(['status', '--porcelain']), 'MM code.txt\n')
})

t.test('files with other ends of lines on the disk are put back', BUFFERED, async t => {
  const { work, broken, desk, read } = await openLarger(t, NO_ROOM)
  work.git(['config', 'core.autocrlf', 'true'])
  rmSync(join(work.directory, 'code.txt'))
  work.git(['checkout', '-q', 'code.txt'])
  await t.rejects(broken.sync(), FAILED)
  t.equal(read('code.txt'), TEXT.replaceAll('\n', '\r\n'))
  t.equal(work.git(['status', '--porcelain']), '')
  t.match(await desk.sync(), { open: false, pushed: Number })
})

t.test('a conflict that git wrote and did not note is put back', BUFFERED, async t => {
  const { work, broken, read } = await openLarger(t, NO_ROOM_NO_NOTE)
  work.write({ 'code.txt': `${TEXT}ours\n` })
  work.commit('ours')
  await t.rejects(broken.sync(), FAILED)
  t.equal(read('code.txt'), `${TEXT}ours\n`)
  t.equal(work.git(['status', '--porcelain']), '')
})

t.test('a note of a merge that leads nowhere is dropped', BUFFERED, async t => {
  const { work, desk } = await openLarger(t)
  const head = work.git(['rev-parse', 'HEAD']).trim()
  const notes = [JSON.stringify({ head, other: '1234567890'.repeat(4) }), 'null', '{"head', '[]']
  for (const note of notes) {
    desk.write({ 'state/merge.json': note })
    await desk.commitStore()
    t.notOk(existsSync(join(desk.directory, 'state/merge.json')), note)
  }
})

t.test(
  'a name that is not UTF-8 brings no other one into the index',
  { ...BUFFERED, skip: process.platform !== 'linux' && 'its files have names in UTF-8' },
  async t => {
    const { folder, work, broken, read } = await openLarger(t, NO_ROOM)
    const bo = new Workbench(join(folder, 'bo'))
    bo.git(['remote', 'set-url', 'origin', join(folder, 'remote.git')])
    writeFileSync(Buffer.from(join(bo.directory, 'caf\u00e9.txt'), 'latin1'), 'theirs\n')
    bo.commit('café')
    bo.git(['push', '-q', 'origin', 'main'])
    work.git(['fetch', '-q', 'origin'])
    await t.rejects(broken.sync(), FAILED)
    t.equal(read('code.txt'), TEXT)
    t.equal(work.git(['diff', '--cached', '--name-only']), '')
    t.equal(work.git(['status', '--porcelain']), '?? "caf\\351.txt"\n', 'it is left alone')
  },
)

t.test('a memory that was forgotten after a crash stays forgotten', BUFFERED, async t => {
  const { folder, work, desk } = await openLarger(t)
  const id = /one--(\w+)\.md/.exec(work.git(['ls-files']))?.[1] ?? ''
  const bo = new GitDesk(join(folder, 'bo/store'))
  bo.git(['remote', 'set-url', 'origin', join(folder, 'remote.git')])
  bo.edit(id, 'So it is.', 'So says Bo.')
  await bo.sync()
  work.git(['fetch', '-q', 'origin'])
  const [head, other] = work.git(['rev-parse', 'HEAD', 'origin/main']).split('\n')
  desk.write({ 'state/merge.json': JSON.stringify({ head, other, dirty: [] }) })
  const file = basename(desk.fileOf(id))
  await desk.use(service => service.memories.forget(id))
  await desk.commitStore()
  t.match(work.git(['show', '--name-status', '--format=']), `D\tstore/global/memories/${file}`)
})

t.test('a person’s merge that leaves all out is told how to go on', BUFFERED, async t => {
  const { work, desk } = await openLarger(t)
  work.git(['merge', '-q', '-s', 'ours', '--no-commit', 'origin/main'])
  await t.rejects(desk.commitStore(), { code: 'CONFLICT', message: /git commit$/ })
})

t.test('a lock at the beginning of a merge is waited for', BUFFERED, async t => {
  const script = `case " $* " in *" --no-edit "*) [ -e "$seen" ] || {
    touch "$seen" "$own/index.lock"; real "$@"; code=$?; rm "$own/index.lock"; exit $code; } ;;
  esac`
  const { work, broken, read } = await openLarger(t, script)
  stash(work)
  t.match(await broken.sync(), { open: false, pushed: Number })
  t.equal(read('own.txt'), `${TEXT}a person's work\n`)
})
