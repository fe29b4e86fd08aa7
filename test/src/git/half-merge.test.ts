import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { resolveConflicts } from '../../../src/git/resolve.js'
import { withGitLock } from '../../../src/git/store.js'
import { GIT_ENV } from '../../store/git/fixture.js'
import { copyPair, GitDesk, makePair } from './stores.js'

// Much of their time is waiting for git.
t.jobs = 3

const template = makePair(t)
const BUFFERED = { buffered: true }

/** Two machines: each has said something of its own, and both have changed `Shared`. */
async function openApart(t: Test) {
  const pair = await copyPair(t, template)
  const { ada, bo, id } = pair
  await bo.remember('From Bo', 'Bo said it.')
  bo.edit(id, 'So it is.', 'So it is.\nBo said so.')
  await bo.sync(resolveConflicts)
  await ada.remember('From Ada', 'Ada said it.')
  ada.edit(id, 'kind: fact', 'kind: note')
  return pair
}

/** The desk with a git of its own: a script that stands before git, with `real` for git itself. */
function withGit(desk: GitDesk, script: string): GitDesk {
  const bin = join(desk.directory, '../bin')
  mkdirSync(bin, { recursive: true })
  const lock = join(desk.directory, '.git/index.lock')
  const lines = [
    '#!/bin/sh',
    `lock='${lock}'; seen='${bin}/seen'; store='${desk.directory}'`,
    'real() { PATH=${PATH#*:} git "$@"; }',
    script,
    'real "$@"',
  ]
  writeFileSync(join(bin, 'git'), `${lines.join('\n')}\n`)
  chmodSync(join(bin, 'git'), 0o755)
  return new GitDesk(desk.directory, { ...GIT_ENV, PATH: `${bin}:${process.env.PATH}` })
}

const statements = async (desk: GitDesk) => {
  const { items } = await desk.use(service => service.memories.list({}))
  return items.flatMap(({ title, content }) => [title, ...content.split('\n')]).sort()
}

const ALL = ['Ada said it.', 'Bo said it.', 'Bo said so.', 'From Ada', 'From Bo', 'Shared']

/** Both sync in peace; then each has everything, and says so to git. */
async function expectAll(t: Test, ...desks: GitDesk[]): Promise<void> {
  for (const desk of [...desks, ...desks]) await desk.sync(resolveConflicts)
  for (const desk of desks) {
    t.same(await statements(desk), [...ALL, 'So it is.'])
    t.equal(desk.porcelain, '')
  }
  const [here, there] = desks.map(desk => desk.git(['rev-parse', 'HEAD']))
  t.equal(here, there)
}

const isMerging = (desk: GitDesk) => existsSync(join(desk.directory, '.git/MERGE_HEAD'))

t.test(
  'another git holds the index for one merge: nothing that came is lost',
  BUFFERED,
  async t => {
    const { ada, bo } = await openApart(t)
    const held = withGit(
      ada,
      `case " $* " in *" merge "*)
      [ -e "$seen" ] || { touch "$seen" "$lock"; real "$@"; code=$?; rm "$lock"; exit $code; } ;;
    esac`,
    )
    t.match(await held.sync(resolveConflicts), { open: false, left: [] })
    t.ok(existsSync(join(ada.directory, '../bin/seen')))
    await expectAll(t, bo, ada)
  },
)

t.test('a git that dies once it has merged has merged', BUFFERED, async t => {
  const { ada, bo } = await openApart(t)
  const dying = withGit(ada, 'case " $* " in *" merge "*) real "$@"; kill -KILL $$ ;; esac')
  t.match(await dying.sync(resolveConflicts), { open: false, left: [], pushed: Number })
  await expectAll(t, bo, ada)
})

t.test(
  'a merge that never gets the index is undone and said, and tried again',
  BUFFERED,
  async t => {
    const { ada, bo } = await openApart(t)
    await ada.commitStore()
    const [head, before] = [ada.git(['rev-parse', 'HEAD']), await statements(ada)]
    const held = withGit(
      ada,
      `case " $* " in *" merge "*)
      touch "$lock"; real "$@"; code=$?; rm "$lock"; exit $code ;;
    esac`,
    )
    await t.rejects(held.sync(resolveConflicts), { code: 'GIT_FAILED', message: /svc git sync/ })
    t.equal(ada.git(['rev-parse', 'HEAD']), head)
    t.same([isMerging(ada), ada.porcelain, await statements(ada)], [false, '', before])
    await expectAll(t, ada, bo)
  },
)

/** A merge driver at whose first run the index of the store is out of reach until git has ended. */
const DRIVER = `[ -z "$SVC_TEST_BREAK" ] || { mv .git/index .git/kept && mkdir .git/index; }
  git merge-file -q --marker-size=%L %A %O %B`
const BREAK = `case " $* " in *" merge "*)
  [ -e "$seen" ] || { touch "$seen"; SVC_TEST_BREAK=1; export SVC_TEST_BREAK; real "$@"; code=$?
    rmdir "$store/.git/index"; mv "$store/.git/kept" "$store/.git/index"; exit $code; } ;;
esac`

t.test('no room at the rename of the index: the files are put back first', BUFFERED, async t => {
  const { ada, bo } = await openApart(t)
  ada.git(['config', 'merge.svc.driver', DRIVER])
  t.match(await withGit(ada, BREAK).sync(resolveConflicts), { open: false, left: [] })
  t.ok(existsSync(join(ada.directory, '../bin/seen')))
  t.notOk(ada.git(['log', '--format=%s']).includes('Update: '), 'what came is no change of here')
  await expectAll(t, bo, ada)
})

/** Git is killed while it writes its second file; the one before it lies there already. */
function killCheckout(desk: GitDesk): void {
  const seen = join(desk.directory, '../written')
  const smudge = join(desk.directory, '../smudge.sh')
  const script = `[ -e '${seen}' ] && kill -KILL $PPID; touch '${seen}'; cat`
  writeFileSync(smudge, `${script}\n`)
  desk.git(['config', 'filter.slow.smudge', `exec sh '${smudge}'`])
  desk.git(['config', 'filter.slow.clean', 'cat'])
  writeFileSync(join(desk.directory, '.git/info/attributes'), '*.md filter=slow merge=svc\n')
}

t.test(
  'git is killed as it writes the files: what is half is nobody’s change',
  BUFFERED,
  async t => {
    const { ada, bo, id } = await openApart(t)
    await ada.commitStore()
    killCheckout(ada)
    await t.rejects(ada.sync(resolveConflicts), { code: 'NOT_AVAILABLE' })
    ada.git(['config', '--remove-section', 'filter.slow'])
    rmSync(join(ada.directory, '.git/info/attributes'))
    t.same([isMerging(ada), ada.porcelain], [false, ''], 'as it was')
    t.match(readFileSync(ada.fileOf(id), 'utf8'), 'kind: note')
    await expectAll(t, bo, ada)
  },
)

t.test('svc is killed with git: the next one puts back what is half', BUFFERED, async t => {
  const { ada, bo, id } = await openApart(t)
  await ada.commitStore()
  const head = ada.git(['rev-parse', 'HEAD']).trim()
  ada.git(['fetch', '-q', 'origin'])
  const other = ada.git(['rev-parse', 'origin/main']).trim()
  ada.write({ 'state/merge.json': JSON.stringify({ head, other }) })
  const path = ada.git(['diff', '--name-only', '--diff-filter=A', 'HEAD...origin/main']).trim()
  // Half a file that came, none of the one that both have changed, and an edit of a person's.
  ada.write({ [path]: ada.git(['show', `origin/main:${path}`]).slice(0, -5) })
  rmSync(ada.fileOf(id))
  ada.write({ 'global/memories/by-hand.md': 'Said by hand.\n' })
  await ada.commitStore()
  t.equal(ada.git(['show', '--name-status', '--format=']).trim(), 'A\tglobal/memories/by-hand.md')
  t.notOk(existsSync(join(ada.directory, 'state/merge.json')))
  rmSync(join(ada.directory, 'global/memories/by-hand.md'))
  await expectAll(t, ada, bo)
})

t.test('an open merge that holds nothing of what came is not concluded', BUFFERED, async t => {
  const { ada, bo } = await openApart(t)
  await ada.commitStore()
  ada.git(['fetch', '-q', 'origin'])
  writeFileSync(join(ada.directory, '.git/index.lock'), '')
  t.throws(() => ada.git(['merge', '-q', 'origin/main'], { LC_ALL: 'C' }))
  rmSync(join(ada.directory, '.git/index.lock'))
  t.ok(isMerging(ada))
  const refused = { code: 'CONFLICT', message: /git merge --abort/ }
  await t.rejects(ada.commitStore(), refused)
  const { open } = ada
  await t.rejects(
    withGitLock(open.store, () => resolveConflicts(open)),
    refused,
  )
  ada.git(['merge', '--abort'])
  await expectAll(t, ada, bo)
})

t.test('a person settles a merge of git’s as it was here: it is concluded', async t => {
  const { ada, bo, id } = await copyPair(t, template)
  bo.edit(id, 'So it is.', 'So says Bo.')
  await bo.sync(resolveConflicts)
  ada.edit(id, 'So it is.', 'So says Ada.')
  await ada.commitStore()
  ada.git(['fetch', '-q', 'origin'])
  t.throws(() => ada.git(['merge', '-q', 'origin/main']))
  ada.git(['checkout', '-q', '--ours', '.'])
  ada.git(['add', '-A'])
  t.match(await ada.commitStore(), { commit: String })
  t.equal(ada.git(['rev-list', '--count', 'origin/main..']).trim(), '2')
})

t.test('a lock that another git holds for a moment is waited for', BUFFERED, async t => {
  const { ada, bo } = await openApart(t)
  const held = withGit(
    ada,
    `case " $* " in
      *" add "* | *" commit "*) [ -e "$seen$#" ] || {
        touch "$seen$#" "$lock"; real "$@"; code=$?; rm "$lock"; exit $code; } ;;
    esac`,
  )
  t.match(await held.commitStore(), { commit: String })
  await expectAll(t, ada, bo)
})
